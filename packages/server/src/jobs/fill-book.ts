/** The task of a thread that fills the workbook of a job with the answers to its rows. */
import { openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import { type UploadHost, UploadSource, WORKBOOK_MEMORY } from '../files/upload-source.js';
import { type StoredBook, readSheetAnswer } from './job.js';

export const FILL_BOOK = 'fillBook';
const RANGE = 1 << 18;

export interface FillInput {
  readonly book: StoredBook;
  readonly header: number;
}

export interface FillHost extends UploadHost {
  /** Returns `length` bytes of a piece's result from `from` on; fewer only at its end. */
  readonly result: (numero: number, from: number, length: number) => Promise<Uint8Array>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

export async function fillBook({ book, header }: FillInput, host: FillHost): Promise<void> {
  const { pieza, bytes, hoja, titulos, lugar } = book;
  async function* lines(): AsyncGenerator<string, void> {
    const decoder = new TextDecoder();
    let rest = '';
    for (let numero = 0; numero < pieza; numero += 1) {
      for (let from = 0, part = await host.result(numero, 0, RANGE); part.length > 0;) {
        const whole = (rest + decoder.decode(part, { stream: true })).split('\n');
        rest = whole.pop() ?? '';
        yield* whole;
        from += part.length;
        part = part.length < RANGE ? new Uint8Array() : await host.result(numero, from, RANGE);
      }
    }
  }
  const answers = lines();
  /** The row number of the last line that was read. */
  let row = header;
  const source = new UploadSource({ size: bytes, bytes: null }, host);
  const onMemory = async (memory: number): Promise<void> => source.ask('workbook', WORKBOOK_MEMORY + memory);
  const sheet = await openSheet(source, { hoja, codec: nodeCodec(), onMemory });
  const filled = sheet.workbook({
    encabezado: header,
    titles: () => titulos,
    place: lugar,
    needed: [],
    answer: async (_, number) => {
      let line = '';
      for (; row < number; row++) line = (await answers.next()).value ?? '';
      return readSheetAnswer(line);
    },
  });
  for await (const piece of filled) await host.write(piece);
}
