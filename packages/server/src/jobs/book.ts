/** The workbook of a job: kept in pieces behind those of its rows, and filled with their answers when it is downloaded. */
import type { Answers, NewCells } from '@curp-service/lote';
import { openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import type { JobStore } from '../store/job-store.js';
import { StreamCut } from '../http/stream.js';
import type { JobOptions, StoredBook } from './options.js';

/** Bytes of a stored piece. */
export const BOOK_PIECE = 1 << 20;
const RANGE = 1 << 18;
const BAD = '!';

/** One line a row: empty, a key, or its texts as JSON, behind a sign if the row is bad. */
export function writeAnswers(answers: Answers): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder();
  const lines = answers.map((answer) => {
    if (!answer) return '\n';
    if ('bytes' in answer) return `${text.decode(answer.bytes.subarray(answer.from, answer.to))}\n`;
    return `${answer.bad === true ? BAD : ''}${JSON.stringify(answer.texts)}\n`;
  });
  return new TextEncoder().encode(lines.join(''));
}

function readAnswer(line: string): NewCells | null {
  if (line === '') return null;
  const bad = line.startsWith(BAD);
  return /^!?\[/.test(line) ? { texts: JSON.parse(bad ? line.slice(1) : line), bad } : { texts: [line] };
}

/** The workbook with its answers. `onMemory`: told how many bytes its texts take. */
export async function* filledBook(
  store: JobStore,
  id: string,
  { libro, reading }: JobOptions & { readonly libro: StoredBook },
  onMemory: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const { pieza, bytes, hoja, titulos, columnas } = libro;
  const stored = async (numero: number, from: number, length: number): Promise<Uint8Array> => {
    const part = await store.result(id, numero, from, length);
    if (part === null) throw new StreamCut('lotes_desconocido'); // the job was erased meanwhile
    return part;
  };
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for (let at = offset; at < Math.min(offset + length, bytes);) {
      const from = at % BOOK_PIECE;
      const count = Math.min(BOOK_PIECE - from, offset + length - at);
      parts.push(await stored(pieza + Math.floor(at / BOOK_PIECE), from, count));
      at += count;
    }
    return Buffer.concat(parts);
  };
  async function* lines(): AsyncGenerator<string, void> {
    const decoder = new TextDecoder();
    let rest = '';
    for (let numero = 0; numero < pieza; numero += 1) {
      for (let from = 0, part = await stored(numero, 0, RANGE); part.length > 0;) {
        const whole = (rest + decoder.decode(part, { stream: true })).split('\n');
        rest = whole.pop() ?? '';
        yield* whole;
        from += part.length;
        part = part.length < RANGE ? new Uint8Array() : await stored(numero, from, RANGE);
      }
    }
  }
  const header = reading?.encabezado.value ?? 1;
  const answers = lines();
  const sheet = await openSheet({ size: bytes, read }, { hoja, codec: nodeCodec(), onMemory });
  yield* sheet.workbook({
    encabezado: header,
    titles: () => titulos,
    widest: columnas,
    needed: [],
    answer: async ({ first, rows }) => {
      const cells: (NewCells | null)[] = [];
      for (let row = first; row < first + rows; row++) {
        const step = row > header ? await answers.next() : undefined;
        cells.push(step === undefined || step.done === true ? null : readAnswer(step.value));
      }
      return cells;
    },
  });
}
