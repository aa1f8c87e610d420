/** A file in parts is answered with the bytes of the whole, wherever it is cut between two rows. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { LAYOUTS } from '@curp-service/contract/layouts';
import type { Reading } from '@curp-service/contract/reading';
import { inventFile } from '../src/invent/file.js';
import {
  CountedParts,
  type Evidence,
  type LoteOptions,
  NoticeWriter,
  PeopleRecorder,
  type PersonRecord,
  ScatteredKey,
  Survey,
  allShown,
  answerFile,
  answerPart,
  findRepeated,
  newSeeds,
  placesOf,
  sumEvidence,
  textFile,
} from '../src/index.js';
import { HEADER, NUSTA, RENATA, in1252 } from './people.js';
import { chunksOf, concat, runs, toBytes, toText } from './run-lote.js';

const LANGUAGE = 'es';

/** Returns what an answer is, or why the file is refused. */
async function orRefusal<T>(answered: Promise<T>): Promise<readonly [T | null, string | null]> {
  try {
    return [await answered, null];
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return [null, error.message];
  }
}

interface Answered {
  readonly text: string;
  readonly reading: Reading;
}

async function whole(bytes: Uint8Array, options: LoteOptions): Promise<Answered> {
  let pieces: Uint8Array[] = [];
  const { reading } = await answerFile(textFile({ chunks: () => chunksOf(bytes) }, options), {
    write: (piece) => void pieces.push(piece.slice()),
    restart: () => {
      pieces = [];
    },
  });
  return { text: toText(concat(...pieces)), reading };
}

/** Counts the parts, decides, answers each by that reading, and writes the notices about people who are in two of them. */
async function inParts(parts: readonly Uint8Array[], options: LoteOptions): Promise<Answered & { answers: string[] }> {
  const sources = parts.map((part) => ({ chunks: () => chunksOf(part) }));
  const [first] = sources;
  if (first === undefined) throw new RangeError('no part');
  const counted = new CountedParts(sources);
  const file = textFile(first, options, counted.answer);
  const { reading } = await answerFile(file, { write: () => {}, restart: () => {} });
  expect(counted.done.some(({ isCut }, i) => isCut && i < parts.length - 1)).toBe(false);
  const places = [undefined, ...placesOf(counted.done, counted.repeatHeader)];
  const people: PersonRecord[] = [];
  const scattered = new ScatteredKey(newSeeds());
  const answered = await Promise.all(
    sources.map(async ({ chunks }, i) => {
      const part = places[i];
      const duplicates = new PeopleRecorder((key, names, row) => {
        scattered.take(key);
        people.push([scattered.first, scattered.rest, names, row + (part?.before ?? 0)]);
      });
      const pieces: Uint8Array[] = [];
      const own = { ...options, reading, duplicates, ...(part && { part }) };
      const { evidence } = await answerPart(chunks(), own, (piece) => void pieces.push(piece.slice()));
      expect(evidence).toEqual(counted.done[i]?.evidence);
      return concat(...pieces);
    }),
  );
  const repeated = findRepeated(people);
  const { formato, operacion = 'calcular' } = options;
  const header = counted.done[0]?.frame.header ?? null;
  const answers = await Promise.all(
    answered.map(async (bytes, i) => {
      const part = { formato, operacion, language: LANGUAGE, reading, header, part: places[i] } as const;
      const pieces: Uint8Array[] = [];
      for await (const piece of new NoticeWriter(part, repeated).write(chunksOf(bytes))) pieces.push(piece.slice());
      return toText(concat(...pieces));
    }),
  );
  return { text: answers.join(''), reading, answers };
}

/** Rows of CSV of every kind, good and bad, which prove conventions and repeat people. */
const ROWS = [
  RENATA,
  NUSTA,
  RENATA,
  '',
  'Renata,Olvera,Tinajero,17/05/1990,M,09',
  'Saúl,Ruiz,Peña,03/04/1985,H,09',
  'Saúl,Ruiz,Peña,04/25/1985,H,09',
  'Ana,Mora,Luna,05/06/1991,F,DF',
  '"Íñigo","O""Hara","Ruiz\nVélez",1975-12-01,H,DF',
  'mal "citada",Peña,,,,',
  'corta,ñ',
  ',Luna,,,,',
  'TOTAL,,,,,',
  HEADER,
  'Lic. Renata,Olvera,Tinajero,1990-05-17,M,09',
  'RENATA,OLVERA,TINAJERO,1990-05-17,M,09',
  'Rebeca,Olvera,Tinajero,1990-05-17,M,09',
  'José,Peña,Núñez,1990-05-18,H,México',
  'Rosa,Hernandes,Gonsales,1990-05-21,M,09',
  'Rosa,Hernández,González,1990-05-22,M,09',
  'José,Peña,Núñez,1990-05-19,H,Estado de México',
];
const MORE = ['1990-05-17', 'OETR900517MDFLNN05', '29', '', 'Renata Olvera', 'x'];

const WITHOUT_HEADER = {
  nombres: '1',
  apellido_paterno: '2',
  apellido_materno: '3',
  fecha_nacimiento: '4',
  sexo: '5',
  entidad: '6',
};

const cutting = (rows: readonly string[]): fc.Arbitrary<readonly (readonly string[])[]> =>
  fc.array(fc.nat({ max: rows.length }), { maxLength: 4 }).map((cuts) => {
    const sorted = [0, ...cuts.toSorted((a, b) => a - b), rows.length];
    return sorted.slice(1).map((to, i) => rows.slice(sorted[i], to));
  });

const someOf = (rows: readonly string[]): fc.Arbitrary<readonly (readonly string[])[]> =>
  fc.array(fc.constantFrom(...rows), { minLength: 1, maxLength: 30 }).chain(cutting);

const OPTIONS: LoteOptions = { formato: 'csv', sexo: 'hm', language: LANGUAGE };
const CSV_ROWS = ROWS.flatMap((row, i) => [`${row},${MORE[i % MORE.length]}\n`, `${row},${MORE[0]}\n`]);
const CSV_HEADER = `${HEADER},otro\n`;
const OBJECTS = ROWS.map((row) => {
  const names = HEADER.split(',');
  return `${JSON.stringify(Object.fromEntries(row.split(',').map((text, i) => [names[i] ?? 'más', text])))}\n`;
});
const COMPARED = ['OETR900517MDFLNN05', 'OETR900517MDFLNN13', 'x', ''].flatMap((key) =>
  [RENATA, NUSTA, 'RENATA,OLVERA,TINAJERO,1990-05-17,M,09'].map((row) => `${row},${key}\n`),
);
const in16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const [IDSE = []] = [LAYOUTS.find(({ nombre }) => nombre === 'idse')].flatMap((layout) =>
  layout === undefined ? [] : [[...inventFile(40, { formato: layout })].join('').split(/(?<=\n)/)],
);

interface Kind {
  readonly rows: fc.Arbitrary<readonly (readonly string[])[]>;
  readonly options?: Partial<LoteOptions>;
  /** What the first part begins with. */
  readonly header?: string;
  readonly mark?: string;
  readonly encode?: (text: string) => Uint8Array;
}

const KINDS: Readonly<Record<string, Kind>> = {
  CSV: { rows: someOf(CSV_ROWS), header: CSV_HEADER },
  'CSV under titles, for Excel': {
    rows: someOf(CSV_ROWS),
    header: `Altas,,\n\n${CSV_HEADER}`,
    options: { excel: true },
  },
  'CSV in Windows-1252': { rows: someOf(CSV_ROWS), header: CSV_HEADER, encode: in1252 },
  'CSV in UTF-16': { rows: someOf(CSV_ROWS), header: CSV_HEADER, mark: '\ufeff', encode: in16 },
  'keys that are compared': {
    rows: someOf(COMPARED),
    header: `${HEADER},curp\n`,
    options: { operacion: 'cotejar' },
  },
  'keys that are validated': { rows: someOf(COMPARED), header: `${HEADER},curp\n`, options: { operacion: 'validar' } },
  NDJSON: { rows: someOf(OBJECTS), options: { formato: 'ndjson' } },
  // The first hundred rows show the layout.
  'a table without a header': {
    rows: someOf(CSV_ROWS.slice(0, 8)),
    header: `${RENATA},x\n`.repeat(100),
    options: { columnas: WITHOUT_HEADER },
  },
  'lines of fixed width': { rows: someOf(IDSE), header: IDSE.slice(0, 5).join('').repeat(20) },
};

it.each(Object.entries(KINDS))('a file in parts has the bytes of the whole: %s', async (_, kind) => {
  const { rows, options, header = '', mark = '', encode = toBytes } = kind;
  const all = { ...OPTIONS, ...options };
  await fc.assert(
    fc.asyncProperty(rows, async (cuts) => {
      const parts = cuts.map((part, i) => encode((i === 0 ? mark + header : '') + part.join('')));
      const [expected, refused] = await orRefusal(whole(concat(...parts), all));
      const [answered, refusedParts] = await orRefusal(inParts(parts, all));
      expect(refusedParts).toBe(refused);
      expect(answered?.text).toBe(expected?.text);
      expect(answered?.reading).toEqual(expected?.reading);
    }),
    runs(20),
  );
});

it('parts with a header each have the answers of the whole, each under its header', async () => {
  await fc.assert(
    fc.asyncProperty(someOf(CSV_ROWS), async (cuts) => {
      const parts = cuts.map((part, i) => toBytes((i === 0 ? 'Altas,,\n\n' : '') + CSV_HEADER + part.join('')));
      const { text } = await whole(toBytes(`Altas,,\n\n${CSV_HEADER}${cuts.flat().join('')}`), OPTIONS);
      const { answers } = await inParts(parts, OPTIONS);
      const [first = '', ...others] = answers;
      expect(first + others.map((each) => each.slice(each.indexOf('\n') + 1)).join('')).toBe(text);
    }),
    runs(20),
  );
});

it('adds evidence of which only so many first rows count', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => (i < 1500 ? `${RENATA},29\n` : `${NUSTA},x\n`));
  const odd = Array.from({ length: 2500 }, (_, i) => `K${'öøüß'.charAt(i % 4)}hler,Ruiz,Peña,03/04/1985,H,09,1\n`);
  const evidenceOf = (text: readonly string[]): Evidence => {
    const survey = new Survey(OPTIONS);
    survey.read(in1252(CSV_HEADER + text.join('')));
    return survey.finish();
  };
  for (const all of [rows, odd, [...odd, ...rows], [...rows, ...odd]]) {
    const cuts = [0, 7, 700, 1300, 1302, all.length];
    const parts = cuts.slice(1).map((to, i) => evidenceOf(all.slice(cuts[i], to)));
    expect(allShown(sumEvidence(parts))).toEqual(allShown(evidenceOf(all)));
  }
});
