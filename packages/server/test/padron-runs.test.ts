/** Records on their way into the padron: rows packed from their bytes, and runs of them. */
import { FileRows, type TakeCells } from '@curp-service/lote';
import { ENTIDADES, calcular } from '@curp-service/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRecord } from '../src/registry/padron/check.js';
import { PADRON_FIELDS, locateFields } from '../src/registry/padron/fields.js';
import { plainRows } from '../src/registry/padron/plain-rows.js';
import { DATOS_AT, KEY_AT, type RecordRun, RunBuilder, endOf } from '../src/store/load/run.js';
import { anyText } from './any-text.js';
import { EXAMPLE_RECORD } from './fake-upstream.js';
import { runOf } from './runs.js';

const FLAT: Readonly<Record<string, string>> = { ...EXAMPLE_RECORD.DocProbatorio, ...EXAMPLE_RECORD.Solicitante };

function recordsIn({ bytes }: RecordRun): [string, string][] {
  const text = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString();
  const records: [string, string][] = [];
  for (let at = 0; at < bytes.length; at = endOf(bytes, at)) {
    records.push([text(at + KEY_AT, at + DATOS_AT - 4), text(at + DATOS_AT, endOf(bytes, at))]);
  }
  return records;
}

/** Reads one row of a CSV as the import does, and returns whether its bytes sufficed. */
function read(values: Readonly<Record<string, string>>) {
  const builder = new RunBuilder();
  const fields = Object.keys(values);
  const { indexes } = locateFields(fields);
  const takePlain = plainRows(indexes, builder);
  let isPlain = false;
  const take: TakeCells = (...cells) => (isPlain = takePlain(...cells));
  const rows = new FileRows({ format: 'csv', language: 'es', onHead: () => undefined, take });
  const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const csv = `${fields.join()}\n${fields.map((field) => cell(values[field] ?? '')).join()}\n`;
  const handedOut = [...rows.read(Buffer.from(csv)), ...rows.finish()];
  expect(handedOut).toHaveLength(isPlain ? 0 : 1);
  const expected = checkRecord(
    indexes.map((i) => values[fields[i] ?? '']),
    'es',
  );
  return { isPlain, records: recordsIn(builder.take()), expected };
}

it('a plain row is packed from its bytes, whatever the order of its columns', () => {
  const reversed = Object.fromEntries(Object.entries(FLAT).toReversed());
  for (const values of [FLAT, reversed]) {
    const { isPlain, records, expected } = read(values);
    expect(isPlain).toBe(true);
    expect(records).toEqual('curp' in expected ? [[expected.curp, expected.datos]] : []);
  }
});

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
const person = fc.record({
  nombres: fc.constantFrom('RENATA', 'ÍÑIGA', 'JOSÉ LUIS'),
  apellidoPaterno: fc.constantFrom('OLVERA', 'ÑÁÑEZ', 'X', ''),
  apellidoMaterno: fc.constantFrom('TINAJERO', 'D’ORO', ''),
  fechaNacimiento: day.map((date) => date.toISOString().slice(0, 10)),
  sexo: fc.constantFrom('H' as const, 'M' as const, 'X' as const),
  entidad: fc.constantFrom(...ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad)),
});
const STRANGE = [
  '',
  ' ',
  'A',
  'Ñ',
  '\u00a0A',
  'A\u0085B',
  'A\tB',
  '\u2003',
  ' A',
  'A ',
  'Ω',
  '"',
  'a,b',
  '9',
  'É'.repeat(101),
];
const change = fc.tuple(
  fc.constantFrom(...PADRON_FIELDS),
  fc.oneof(
    fc.constantFrom(...STRANGE, 'XEXX010101HNEXXXA4', '17/05/1990', '31/02/1990', '29/02/2000', 'H', 'DF', '09'),
    fc.tuple(fc.nat(17), fc.constantFrom(...'AXÑ09a ')),
    anyText(5),
  ),
);

it('bytes and texts give the same records, and bytes accept no row that texts reject', () => {
  let plain = 0;
  fc.assert(
    fc.property(person, fc.array(change, { maxLength: 2 }), (persona, changes) => {
      const result = calcular(persona);
      const [year, month, dayOfMonth] = persona.fechaNacimiento.split('-');
      const values: Record<string, string> = {
        ...FLAT,
        CURP: result.ok ? result.curp : '',
        Nombres: persona.nombres,
        ClaveSexo: persona.sexo,
        ClaveEntidadNacimiento: persona.entidad,
        FechaNacimiento: `${dayOfMonth}/${month}/${year}`,
      };
      for (const [field, to] of changes) {
        const text = values[field] ?? '';
        values[field] = typeof to === 'string' ? to : text.slice(0, to[0]) + to[1] + text.slice(to[0] + 1);
      }
      fc.pre(!Object.values(values).some((text) => text.includes('\0') || !text.isWellFormed()));
      const { isPlain, records, expected } = read(values);
      if (isPlain) expect(records).toEqual('curp' in expected ? [[expected.curp, expected.datos]] : 'rejected');
      plain += Number(isPlain);
    }),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(75);
});

const keys = fc.array(fc.stringMatching(/^[0-9A-Z]{2}A{14}[0-9]{2}$/), { maxLength: 50 });

it('a run has each key once, with its last record', () => {
  fc.assert(
    fc.property(keys, (curps) => {
      const run = runOf(...curps.map((curp, i) => ({ curp, datos: `Ñ ${i}` })));
      const last = new Map(curps.map((curp, i) => [curp, `Ñ ${i}`]));
      expect(recordsIn(run)).toEqual([...last]);
      expect(run.rows).toBe(last.size);
    }),
  );
});

it('a builder grows with its records, and then starts again', () => {
  const builder = new RunBuilder();
  const datos = 'x'.repeat(20_000);
  const curps = Array.from({ length: 1000 }, (_, n) => `AAAA00010100${String(n).padStart(6, '0')}`);
  for (const curp of curps) builder.add(curp, datos);
  expect(builder.isFull).toBe(true);
  const run = builder.take();
  expect(builder.isFull).toBe(false);
  builder.add('BBBB00010100000000', 'x'); // The run is still being written.
  expect(recordsIn(run)).toEqual(curps.map((curp) => [curp, datos]));
  expect(recordsIn(builder.take())).toEqual([['BBBB00010100000000', 'x']]);
  expect(builder.take()).toMatchObject({ rows: 0 });
});
