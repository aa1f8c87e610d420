/** No message repeats a name, a date or a key: messages are shown, stored and sent on. Only a state and a sex that nobody knows are shown as they stand. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Options, runs, toBytes, fileError, rows, concat, objects } from './run-lote.js';
import { COLUMN_NAMES, in1252 } from './people.js';

/** Data that appear in no message by themselves. */
const SECRETS = ['Zulemita', 'Quetzalpa', 'Wixarika', '1987-06-08', 'ZULM870608', 'Xochitlán', '08/06/1987', '87060'];

const secret = fc.oneof(
  fc.constantFrom(...SECRETS),
  fc.tuple(fc.constantFrom(...SECRETS), fc.constantFrom('"', '\0', '\u0007', 'ñ', ' ', '🦊')).map(([a, b]) => a + b),
);
const row = fc.array(secret, { minLength: 1, maxLength: 9 });
const options = fc.record<Options>({
  operacion: fc.constantFrom('calcular', 'validar', 'cotejar'),
  language: fc.constantFrom('es', 'en'),
  excel: fc.boolean(),
});

const quiet = (message: unknown): void => {
  const rest = String(message).replaceAll(/No se reconoce «[^]*?»|“[^]*?” is not known/g, '');
  for (const datum of SECRETS) expect(rest).not.toContain(datum);
};

it('the message of a row contains none of its data', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), options, fc.boolean(), (people, o, inUtf8) => {
      const header = [...COLUMN_NAMES, 'curp'].join(',');
      const body = people.map((cells) => `${cells.join(',')}\n`).join('');
      const text = concat(`${header}\nñ,,,,,,\n`, inUtf8 ? toBytes(body) : in1252(body));
      for (const { error_message } of rows(o, text)) quiet(error_message);
    }),
    runs(100),
  );
});

it('the message of an object contains none of its data', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), options, fc.nat(40), (people, o, cut) => {
      const nombres = [...COLUMN_NAMES, 'curp', 'Nombre', 'SEXO'];
      const lines = people.map((cells) => JSON.stringify(Object.fromEntries(cells.map((c, i) => [nombres[i], c]))));
      const cutRows = lines.map((line, i) => (i % 2 === 1 ? line.slice(0, -cut) : line));
      for (const { error_message } of objects(o, cutRows.join('\n'))) quiet(error_message);
    }),
    runs(100),
  );
});

it('the error of a file without a header contains none of its data', () => {
  const columnas = fc.dictionary(fc.constantFrom(...COLUMN_NAMES, 'curp'), fc.constantFrom('1', '2', '9', '', 'a'));
  fc.assert(
    fc.property(row, row, options, columnas, (first, second, o, columnMap) => {
      const text = `${first.join(',')}\n${second.join(',')}\n`;
      try {
        for (const { error_message } of rows({ ...o, columnas: columnMap }, text)) quiet(error_message);
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        quiet(error.message);
      }
    }),
    runs(100),
  );
});

it('the error of a file that cannot be read contains none of its data', () => {
  const entry = fileError({}, `${SECRETS.join(',')}\n`);
  expect(Object.keys(entry)).toEqual(['id', 'code_error', 'parametro', 'error_message']);
  quiet(JSON.stringify(entry));
});
