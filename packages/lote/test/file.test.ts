/** A file is answered by what its head supposes, and once more if its rows prove another reading. */
import { describe, expect, it } from 'vitest';
import {
  type FileSink,
  NO_EVIDENCE,
  type PeopleFile,
  SheetLote,
  type Step,
  answerFile,
  decideReading,
  sumTotals,
  textFile,
} from '../src/index.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { HEADER, RENATA } from './people.js';
import { DECLARED, chunksOf, concat, inPieces, toBytes, toText } from './run-lote.js';
import { workbookOf } from './workbook.js';

const bornOn = (date: string): string => `${RENATA.replace('1990-05-17', date)}\n`;
/** Most rows do not show the order of the dates: 1980-02-01 if the day comes first. */
const UNPROVEN = bornOn('01/02/1980');
const [DAY_FIRST, MONTH_FIRST] = ['OETR800201', 'OETR800102'];

interface Done {
  readonly output: string;
  /** The order of dates of each pass. */
  readonly passes: readonly string[];
  /** The order of dates in the end. */
  readonly order: string;
}

/** Answers a file. */
async function done(file: PeopleFile, more: Partial<FileSink> = {}): Promise<Done> {
  let output: Uint8Array[] = [];
  const passes: string[] = [];
  const { reading } = await answerFile(file, {
    begin: (_, { fechas }) => passes.push(fechas.value),
    write: (piece) => void output.push(piece.slice()),
    restart: () => void (output = []),
    ...more,
  });
  return { output: toText(concat(...output)), passes, order: reading.fechas.value };
}

/** Returns a text that counts how often it is opened. */
function counted(bytes: Uint8Array): { readonly chunks: () => AsyncIterable<Uint8Array>; opened: number } {
  const text = {
    opened: 0,
    chunks: () => {
      text.opened++;
      return chunksOf(...inPieces(bytes, 1 << 16));
    },
  };
  return text;
}

/** Returns a file of `rows` rows whose last but `behind` is the only one that shows the order of its dates. */
const fileOf = (rows: number, behind: number): Uint8Array =>
  toBytes(`${HEADER}\n${UNPROVEN.repeat(rows - behind - 1)}${bornOn('05/17/1990')}${UNPROVEN.repeat(behind)}`);

describe('a file', () => {
  it('is answered once if its head supposes what all rows prove', async () => {
    const text = counted(fileOf(10, 2));
    const { output, passes, order } = await done(textFile(text, DECLARED));
    expect([passes, order, text.opened]).toEqual([['mda'], 'mda', 1]);
    expect(output.match(new RegExp(MONTH_FIRST, 'g'))).toHaveLength(9);
  });

  it('is answered once more if a row behind its head proves another reading', async () => {
    const text = counted(fileOf(30_000, 4000));
    const { output, passes, order } = await done(textFile(text, DECLARED));
    expect([passes, order, text.opened]).toEqual([['dma', 'mda'], 'mda', 2]);
    expect(output.match(new RegExp(MONTH_FIRST, 'g'))).toHaveLength(29_999);
    expect(output).not.toContain(DAY_FIRST);
  });

  it.each([1000, 50_021, 1 << 21])('has the same head in pieces of %i bytes', async (length) => {
    const chunks = (): AsyncIterable<Uint8Array> => chunksOf(...inPieces(fileOf(20_002, 0), length));
    expect((await done(textFile({ chunks }, DECLARED))).passes).toEqual(['dma', 'mda']);
  });

  it('is answered three times at most', async () => {
    const passes: string[] = [];
    const readings = ['dma', 'mda', 'amd', 'dma'].map((fechas) =>
      decideReading(NO_EVIDENCE, { ...DECLARED, fechas: fechas as 'dma' }),
    );
    const file: PeopleFile = {
      ...textFile(counted(fileOf(3, 0)), DECLARED),
      suppose: async () => readings[0] ?? expect.fail(),
      answer: ({ fechas }) => {
        passes.push(fechas.value);
        return {
          pieces: chunksOf(),
          totals: () => sumTotals([]),
          proven: () => readings[passes.length] ?? expect.fail(),
        };
      },
    };
    const { reading } = await answerFile(file, { write: () => {}, restart: () => {} });
    expect([passes, reading.fechas.value]).toEqual([['dma', 'mda', 'amd'], 'amd']);
  });

  it('is not answered again if its answer could not be written', async () => {
    const full = new Error('disk full');
    let pieces = 0;
    const write = (): void => {
      if (pieces++ === 0) throw full;
    };
    await expect(done(textFile(counted(fileOf(10, 2)), DECLARED), { write })).rejects.toBe(full);
    expect(pieces).toBe(1);
  });
});

describe('a file with only M in its head', () => {
  const men = `${RENATA.replace('Renata', 'Bruno')}\n`.repeat(21_000);
  const options = { formato: 'csv', duplicates: null } as const;

  it('is answered once more if a later row says what M means', async () => {
    const text = counted(toBytes(`${HEADER}\n${men}${RENATA.replace(',M,', ',F,')}\n`));
    const { output, passes } = await done(textFile(text, options));
    expect([passes.length, text.opened]).toEqual([2, 2]);
    expect(output.match(/OETB900517H/g)).toHaveLength(21_000);
  });

  it('is refused once all rows are counted, if none says it', async () => {
    const text = counted(toBytes(`${HEADER}\n${men}`));
    let rows = 0;
    const step: Step = ({ totals }) => void (rows = totals.rows);
    await expect(done(textFile(text, options), { step })).rejects.toThrow('La columna del sexo trae solo M');
    expect([rows, text.opened]).toEqual([21_000, 1]);
  });

  it('is refused at once if it lacks a column, with all that is asked', async () => {
    const text = counted(toBytes(`${HEADER.replace(',entidad', ',lugar')}\n${men}`));
    let rows = 0;
    const step: Step = ({ totals }) => void (rows = totals.rows);
    const refused = done(textFile(text, options), { step });
    await expect(refused).rejects.toThrow(/^Falta la columna `entidad`.* La columna del sexo trae solo M/);
    expect(rows).toBe(0);
  });
});

describe('a sheet whose last row uses a further column', () => {
  const header = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
  const person = RENATA.split(',');
  const people = Array.from({ length: 1200 }, () => person);
  const open = async (): Promise<SheetLote> =>
    SheetLote.open(await openSheet(workbookOf({ Una: [header, ...people, [...person, '', 'nota']] })), DECLARED);

  it('is filled again behind that column', async () => {
    const sheet = await open();
    let restarts = 0;
    await answerFile(sheet, { write: () => {}, restart: () => void restarts++ });
    expect([restarts, (await sheet.findPlace())[0]?.column]).toEqual([1, 8]);
  });
});

describe('a step', () => {
  const text = (): PeopleFile => textFile(counted(fileOf(5000, 10)), DECLARED);

  it('comes before the first row, and after every portion of rows', async () => {
    const rows: number[] = [];
    const { output } = await done(text(), { step: ({ totals }) => void rows.push(totals.rows) });
    expect(output.match(new RegExp(MONTH_FIRST, 'g'))).toHaveLength(4999);
    expect([rows[0], rows.at(-1), new Set(rows).size > 2]).toEqual([0, 5000, true]);
  });

  it('that throws ends the work, and the pass is closed', async () => {
    let closed = 0;
    const file = text();
    const answer: PeopleFile['answer'] = (...args) => ({ ...file.answer(...args), close: async () => void closed++ });
    const step = async (): Promise<void> => {
      throw new Error('the client left');
    };
    await expect(done({ ...file, answer }, { step })).rejects.toThrow('the client left');
    expect(closed).toBe(1);
  });
});
