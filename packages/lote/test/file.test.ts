/** A file is sampled, answered once, and answered again only if its rows prove another reading. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type Evidence,
  type FileSink,
  type LoteOptions,
  type PeopleFile,
  SampleRefuted,
  SheetLote,
  type Step,
  Survey,
  answerFile,
  evidenceOf,
  textFile,
} from '../src/index.js';
import { ROW_OPERATIONS } from '../src/answer/operations.js';
import { Observer } from '../src/conventions/observe.js';
import { KernelAnswers } from '../src/datum/for-kernel.js';
import { sourceOf } from '../src/xlsx/zip/source.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { HEADER, RENATA, line } from './people.js';
import { DECLARED, chunksOf, concat, inPieces, runs, slow, toBytes, toText } from './run-lote.js';
import { workbookOf } from './workbook.js';

const bornOn = (date: string): string => `${RENATA.replace('1990-05-17', date)}\n`;
/** Most rows do not show the order of the dates: 1980-02-01 if the day comes first. */
const UNPROVEN = bornOn('01/02/1980');
const [DAY_FIRST, MONTH_FIRST] = ['OETR800201', 'OETR800102'];

interface Done {
  readonly output: string;
  /** The order of dates of each pass; `?` if it is only supposed to be the last. */
  readonly passes: readonly string[];
  /** The order of dates in the end. */
  readonly order: string;
}

/** Answers a file. `restarts`: what was written can be taken back. */
async function done(file: PeopleFile, restarts: boolean, more: Partial<FileSink> = {}): Promise<Done> {
  let output: Uint8Array[] = [];
  const passes: string[] = [];
  const { reading } = await answerFile(file, {
    begin: (_, { fechas }, isCertain) => passes.push(`${fechas.value}${isCertain ? '' : '?'}`),
    write: (piece) => void output.push(piece.slice()),
    restart: restarts ? () => void (output = []) : undefined,
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

describe('a file that can be read again', () => {
  it('is answered once if the sample shows all its conventions', async () => {
    const file = fileOf(10, 2);
    const text = counted(file);
    const { output, passes, order } = await done(textFile({ ...text, bytes: sourceOf(file) }, DECLARED), true);
    expect([passes, order]).toEqual([['mda?'], 'mda']);
    expect(output.match(new RegExp(MONTH_FIRST, 'g'))).toHaveLength(9);
  });

  slow('is answered again if a row outside the sample contradicts it', async () => {
    const file = fileOf(60_000, 4000);
    const { output, passes, order } = await done(textFile({ ...counted(file), bytes: sourceOf(file) }, DECLARED), true);
    expect([passes, order]).toEqual([['dma?', 'mda'], 'mda']);
    expect(output.match(new RegExp(MONTH_FIRST, 'g'))).toHaveLength(59_999);
    expect(output).not.toContain(DAY_FIRST);
  });

  slow('is sampled by its beginning if it cannot be read at an offset', async () => {
    const text = counted(fileOf(30_000, 4000));
    const { passes, order } = await done(textFile(text, DECLARED), true);
    expect([passes, order]).toEqual([['dma?', 'mda'], 'mda']);
    expect(text.opened).toBe(2);
  });

  it('is answered again at once if its sink has found the reading meanwhile', async () => {
    const file = textFile(counted(fileOf(30_000, 4000)), DECLARED);
    let pieces = 0;
    let passes = 0;
    const { reading } = await answerFile(file, {
      begin: () => passes++,
      write: async () => {
        if (pieces++ === 0) throw new SampleRefuted(await file.survey?.());
      },
      restart: () => {},
    });
    expect([passes, reading.fechas.value]).toEqual([2, 'mda']);
  });

  it('is not answered again if its answer could not be written', async () => {
    const full = new Error('disk full');
    let pieces = 0;
    const write = (): void => {
      if (pieces++ === 0) throw full;
    };
    const answered = answerFile(textFile(counted(fileOf(10, 2)), DECLARED), { write, restart: () => {} });
    await expect(answered).rejects.toBe(full);
    expect(pieces).toBe(1);
  });

  it('is surveyed first if what was written cannot be taken back', async () => {
    const text = counted(fileOf(1000, 4));
    const { passes } = await done(textFile(text, DECLARED), false);
    expect([passes, text.opened]).toEqual([['mda'], 2]);
  });

  it('is surveyed first if its sample has only M, which another row may explain', async () => {
    const rows = `${RENATA.replace('Renata', 'Bruno')}\n`.repeat(21_000);
    const text = counted(toBytes(`${HEADER}\n${rows}${RENATA.replace(',M,', ',F,')}\n`));
    let restarts = 0;
    const { output } = await done(textFile(text, { formato: 'csv' }), true, { restart: () => void restarts++ });
    expect([restarts, text.opened]).toEqual([0, 3]);
    expect(output.match(/OETB900517H/g)).toHaveLength(21_000);
  });
});

describe('the evidence of a text', () => {
  const rows = `${RENATA}\n`.repeat(25_000);
  const odd = `${RENATA.replace('Renata', 'R3nata')}\n${RENATA.replace(',M,', ',H,')}\n`;

  /** Returns the evidence of a text, after a comparison with that of a survey, and how many rows the host answered and looked at. */
  async function evidence(
    text: Uint8Array,
    options: Partial<LoteOptions> = {},
  ): Promise<readonly [Evidence, number[]]> {
    const all = { formato: 'csv', ...options } as const;
    const spies = [vi.spyOn(ROW_OPERATIONS.calcular, 'run'), vi.spyOn(Observer.prototype, 'cells')] as const;
    const found = await evidenceOf(counted(text).chunks, all);
    const counts = spies.map(({ mock }) => mock.calls.length);
    vi.restoreAllMocks();
    const survey = new Survey(all);
    survey.read(text);
    expect(found).toEqual(survey.finish());
    return [found, counts];
  }

  it('is found without a look at its plain rows, and without an answer to the others', async () => {
    const [{ shown }, counts] = await evidence(toBytes(`${HEADER}\n${odd}${rows}`));
    expect([shown.M.count, shown.H, counts]).toEqual([25_001, { count: 1, row: 2 }, [0, expect.any(Number)]]);
    expect(counts[1]).toBeLessThan(20_010); // The sample looks at its rows.
  });

  it('is the same however plain and odd rows follow each other', async () => {
    const kinds = [RENATA, RENATA.replace(',M,', ',F,'), RENATA.replace('Renata', 'R3nata'), '', 'Total,2', '"'];
    const some = fc.tuple(fc.nat(kinds.length - 1), fc.integer({ min: 1, max: 30 }));
    await fc.assert(
      fc.asyncProperty(fc.array(some, { maxLength: 12 }), async (parts) => {
        const lines = parts.flatMap(([kind, times]) => Array.from({ length: times }, () => kinds[kind]));
        await evidence(toBytes(`${HEADER}\n${odd}${lines.join('\n')}\n`));
      }),
      runs(60),
    );
  });

  it.each([
    ['csv', (nombres: string) => `${RENATA.replace('Renata', nombres)}\n`],
    ['ndjson', (nombres: string) => line({ nombres })],
  ] as const)('is found in %s without many tries among odd rows', async (formato, rowOf) => {
    const asked = vi.spyOn(KernelAnswers.prototype, 'answer');
    const people = Array.from({ length: 1000 }, (_, i) => rowOf(`R${i}nata`) + rowOf('Renata'));
    const text = `${formato === 'csv' ? `${HEADER}\n` : ''}${people.join('')}`;
    await evidenceOf(counted(toBytes(text)).chunks, { formato, sexo: 'hm' });
    expect(asked.mock.calls.length).toBeLessThan(100);
    asked.mockRestore();
  });

  it('is found without a call of the program, and whatever it may answer', async () => {
    const never = (): never => expect.unreachable('a row or a header was told');
    const mends = new Map([[2, new Map([[4, 'H']])]]);
    const options = { onRow: never, onUnderstood: never, firstRows: 5, allowed: 1, mends };
    const [{ shown }] = await evidence(toBytes(`${HEADER}\n${odd}${rows}`), options);
    expect([shown.M.count, shown.H.count]).toEqual([25_001, 1]);
  });

  it('is not asked for again from a text that could not be read', async () => {
    const damaged = new Error('disk damaged');
    let opened = 0;
    const open = (): AsyncIterable<Uint8Array> => {
      if (opened++ === 0) throw damaged;
      return chunksOf(toBytes(HEADER));
    };
    await expect(evidenceOf(open, { formato: 'csv' })).rejects.toBe(damaged);
    const read = async function* (): AsyncGenerator<Uint8Array, void> {
      opened++;
      await Promise.resolve();
      yield toBytes(`${HEADER}\n`);
      throw damaged;
    };
    await expect(evidenceOf(read, { formato: 'csv' })).rejects.toBe(damaged);
    expect(opened).toBe(2);
  });

  it.each([
    ['columns are missing', 'nombres,sexo\nRenata,M\n', {}],
    ['only a person knows the sex', `${HEADER}\n${rows}`, {}],
    ['two lists are crossed', `${HEADER}\n${rows}`, { operacion: 'cruzar' }],
  ] as const)('is found by looking at all its rows if %s', async (_, text, options) => {
    const [, counts] = await evidence(toBytes(text), options);
    expect(counts[0]).toBe(0);
  });
});

describe('a pipe', () => {
  it('is decided by its beginning, and read once', async () => {
    const text = counted(fileOf(30_000, 4000));
    const { output, passes, order } = await done(textFile({ ...text, isPipe: true }, DECLARED), true);
    expect([passes, order]).toEqual([['dma'], 'dma']);
    expect(output.match(new RegExp(DAY_FIRST, 'g'))).toHaveLength(29_999);
  });

  it('that ends before it is decided is answered whole', async () => {
    const { output, passes } = await done(textFile({ ...counted(fileOf(5, 0)), isPipe: true }, DECLARED), false);
    expect(passes).toEqual(['mda']);
    expect(output.trimEnd().split('\n')).toHaveLength(6);
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

  it('is filled once if what was written cannot be taken back', async () => {
    const sheet = await open();
    let passes = 0;
    await answerFile(sheet, { begin: () => passes++, write: () => {} });
    expect([passes, (await sheet.findPlace())[0]?.column]).toEqual([1, 8]);
  });
});

describe('a step', () => {
  const text = (): PeopleFile => textFile(counted(fileOf(5000, 10)), { ...DECLARED, allowed: 0 });

  it('comes before the first row, and allows rows whenever they are used up', async () => {
    let calls = 0;
    const step: Step = (work) => {
      calls++;
      if (work.waiting) work.allow(1000);
    };
    const { output } = await done(text(), false, { step });
    expect(output.match(new RegExp(MONTH_FIRST, 'g'))).toHaveLength(4999);
    expect(calls).toBeGreaterThan(5);
  });

  it('that throws ends the work, and the pass is closed', async () => {
    let closed = 0;
    const file = text();
    const answer: PeopleFile['answer'] = (...args) => ({ ...file.answer(...args), close: async () => void closed++ });
    const step = async (): Promise<void> => {
      throw new Error('the client left');
    };
    await expect(done({ ...file, answer }, false, { step })).rejects.toThrow('the client left');
    expect(closed).toBe(1);
  });
});
