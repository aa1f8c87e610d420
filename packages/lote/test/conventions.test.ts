/** Properties of the reading of files: neither the order of the rows nor the way of writing changes a key. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type LoteOptions, Survey, decideReading } from '../src/index.js';
import { type Options, answeredAfter, cells, concat, inPieces, runs, toBytes } from './run-lote.js';
import { GIVEN_NAMES, COMMON_SURNAMES, UNUSUAL_NAMES, UNUSUAL_SURNAMES } from '../src/invent/file.js';
import { COLUMN_NAMES, in1252 } from './people.js';

const two = (n: number): string => String(n).padStart(2, '0');

/** A person as data, before they are written into a file. */
interface Person {
  readonly nombres: string;
  readonly paterno: string;
  readonly materno: string;
  readonly date: readonly [year: number, month: number, day: number];
  readonly sex: 'H' | 'M';
  readonly entity: number;
}

const person: fc.Arbitrary<Person> = fc.record({
  nombres: fc.constantFrom(...GIVEN_NAMES.H, ...UNUSUAL_NAMES.M),
  paterno: fc.constantFrom(...COMMON_SURNAMES, ...UNUSUAL_SURNAMES),
  materno: fc.constantFrom('', ...COMMON_SURNAMES),
  date: fc.tuple(
    fc.integer({ min: 1935, max: 2020 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  ),
  sex: fc.constantFrom('H', 'M'),
  entity: fc.integer({ min: 1, max: 32 }),
});

/** A way of writing people, and what the user declares about it. */
interface Way {
  readonly options: Options;
  readonly sexes: Readonly<Record<'H' | 'M', string>>;
  readonly date: (year: number, month: number, day: number) => string;
  readonly nothing: string;
  readonly entity: (key: number) => string;
  readonly above: string;
  readonly encode: (text: string) => Uint8Array;
}

const PLAIN: Way = {
  options: {},
  sexes: { H: 'H', M: 'M' },
  date: (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  nothing: '',
  entity: two,
  above: '',
  encode: toBytes,
};

const way: fc.Arbitrary<Way> = fc
  .record({
    sex: fc.constantFrom<Pick<Way, 'sexes' | 'options'>>(
      { sexes: PLAIN.sexes, options: { sexo: 'hm' } },
      { sexes: { H: 'M', M: 'F' }, options: { sexo: 'fm' } },
      { sexes: { H: '1', M: '2' }, options: { sexo: '12' } },
      { sexes: { H: 'Masculino', M: 'Fem.' }, options: {} },
    ),
    date: fc.constantFrom<Pick<Way, 'date' | 'options'>>(
      { date: PLAIN.date, options: {} },
      { date: (year, month, day) => `${day}/${month}/${year}`, options: { fechas: 'dma' } },
      { date: (year, month, day) => `${two(month)}/${two(day)}/${year}`, options: { fechas: 'mda' } },
      { date: (year, month, day) => `${two(day)}-${two(month)}-${two(year % 100)}`, options: { siglo: 1930 } },
      {
        date: (year, month, day) => `${two(year % 100)}.${month}.${day}`,
        options: { siglo: 1930, fechas: 'amd' },
      },
    ),
    nothing: fc.constantFrom('', 'NULL', '\\N', 'n/a', '--'),
    entity: fc.constantFrom(two, String),
    above: fc.constantFrom('', 'Reporte de niños\n\n', ',,\n'),
    encode: fc.constantFrom(toBytes, in1252, (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  })
  .map(({ sex, date, ...others }) => ({
    ...others,
    sexes: sex.sexes,
    date: date.date,
    options: { ...sex.options, ...date.options },
  }));

function write(people: readonly Person[], { sexes, date, nothing, entity, above, encode }: Way): Uint8Array {
  const rows = people.map((p) =>
    [p.nombres, p.paterno, p.materno || nothing, date(...p.date), sexes[p.sex], entity(p.entity)].join(','),
  );
  return encode(`${above}${[COLUMN_NAMES.join(','), ...rows].join('\n')}\n`);
}

/** Returns the last cells of each row of a file that is read twice, after a look at some of its bytes. */
async function answers(options: LoteOptions, bytes: Uint8Array, looked = bytes): Promise<string[]> {
  const all = new Survey(options);
  all.read(bytes);
  const { output, reading } = await answeredAfter(looked, bytes, options);
  // The shapes of columns rest on dates as they are read, which a look does not know.
  expect({ ...reading, formas: null }).toEqual({ ...decideReading(all.finish(), options), formas: null });
  const lines = output.trimEnd().split('\n');
  if (options.formato === 'ndjson') return lines.map((line) => line.slice(line.lastIndexOf('"curp"')));
  const header = lines.findIndex((line) => line.includes('code_error'));
  return cells(lines.slice(header).join('\n'))
    .slice(1)
    .map((row) => row.slice(-4).join('|'));
}

/** A row of odd cells, as CSV and as NDJSON. */
const oddRow = fc
  .record({
    nombres: fc.constantFrom('Renata', 'José', 'José\u00a0L'),
    apellido_materno: fc.constantFrom('Tinajero', 'NULL', '', 'Peña'),
    fecha_nacimiento: fc.constantFrom('1990-05-17', '17/05/1990', '05/17/1990', '01/02/1980', '3/3/1980', '1/2/80'),
    sexo: fc.constantFrom('H', 'M', 'F', 'mujer', '1', 'm', ' F ', 'F\u00a0'),
    isUtf8: fc.boolean(),
  })
  .map(({ isUtf8, ...cell }) => {
    const { nombres, apellido_materno, fecha_nacimiento, sexo } = cell;
    const encode = isUtf8 ? toBytes : in1252;
    return {
      tells: /[hf]/i.test(sexo),
      csv: encode(`${nombres},Olvera,${apellido_materno},${fecha_nacimiento},${sexo},9\n`),
      ndjson: encode(`${JSON.stringify({ ...cell, apellido_paterno: 'Olvera', entidad: 9 })}\n`),
    };
  });

/** A file of odd rows, another order of them, and how many bytes of the files a look sees. */
const shuffledFile = fc.array(oddRow, { minLength: 1, maxLength: 12 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    order: fc.shuffledSubarray(
      rows.map((_, i) => i),
      { minLength: rows.length },
    ),
    looked: fc.nat(400),
    formato: fc.constantFrom('csv', 'ndjson'),
    /** A column with only M is refused unless the meaning of M is declared. */
    sexo: fc.constant(rows.some(({ tells }) => tells) ? undefined : ('hm' as const)),
  }),
);

/** Men's names beside the letter of women, and the reverse, are asked about. */
const isQuestion = (e: unknown): e is UnreadableFile =>
  e instanceof UnreadableFile && e.problem.cause === 'archivo_sexo_nombres';

describe('a file that can be read twice', () => {
  it('gives each row the same answer in any order of its rows, whatever a look at it suggests, unless rows are compared', async () => {
    await fc.assert(
      fc.asyncProperty(shuffledFile, async ({ rows, order, looked, formato, sexo }) => {
        const header = formato === 'csv' ? `${COLUMN_NAMES.join(',')}\n` : '';
        const answersTo = async (indexes: readonly number[]): Promise<string[]> => {
          const bytes = concat(header, ...indexes.map((i) => rows[i]?.[formato] ?? ''));
          const all = answers({ formato, sexo, duplicates: null }, bytes, bytes.subarray(0, header.length + looked));
          return all.catch((e: unknown) => {
            if (!isQuestion(e)) throw e;
            return indexes.map(() => e.message);
          });
        };
        const given = await answersTo(rows.map((_, i) => i));
        expect(await answersTo(order)).toEqual(order.map((i) => given[i]));
      }),
      runs(100),
    );
  });

  it('gives the keys of the plain file in every way of writing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 12 }), way, async (people, chosen) => {
        const plain = await answers({ formato: 'csv', sexo: 'hm' }, write(people, PLAIN));
        expect(await answers({ formato: 'csv', ...chosen.options }, write(people, chosen))).toEqual(plain);
      }),
      runs(200),
    );
  });
});

it('random bytes crash nothing, in pieces or in one', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  const pieces = fc.array(
    fc.oneof(
      bytes,
      fc.constantFrom(...[`${COLUMN_NAMES.join(';')}\n`, ';F;', '\u00a0', '17/05/1990', '"', '\n'].map(toBytes)),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(pieces, fc.constantFrom('csv', 'ndjson'), fc.integer({ min: 1, max: 50 }), (parts, formato, length) => {
      const file = concat(...parts);
      const evidence = [file.length || 1, length].map((size) => {
        const survey = new Survey({ formato });
        for (const piece of inPieces(file, size)) survey.read(piece);
        return survey.finish();
      });
      expect(evidence[0]).toEqual(evidence[1]);
      const head = new Survey({ formato });
      for (const part of parts) head.read(part);
      expect(decideReading(head.breakOff(), { formato }).siglo.value).toBeNull();
    }),
    runs(200),
  );
});
