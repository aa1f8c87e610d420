/** The meaning of long and odd cells, the same in CSV and in NDJSON. `corpus/values.txt` has the others. */
import { expect, it } from 'vitest';
import { HEADER, KEY, PERSON, RENATA, file, in1252, line } from './people.js';
import { type Options, objects, rows, slow } from './run-lote.js';

/** Returns the key of the row, or its message. */
function answer(options: Options, changes: Partial<typeof PERSON>): string {
  const answers = [rows(options, file(changes)), objects(options, line(changes))].map(
    ([row]) => row?.['curp'] || row?.['error_message'],
  );
  expect(answers[0]).toBe(answers[1]);
  return String(answers[0]);
}

it('a letter of a Mac among others of Windows is for review, whether the encoding is guessed or declared', () => {
  const mac = in1252(`${HEADER}\n${RENATA.replace('Olvera', 'P\u008erez')}\n${RENATA.replace('Olvera', 'Ibáñez')}\n`);
  for (const options of [{}, { codificacion: 'windows-1252' }] as const) {
    expect(rows(options, mac).map((row) => row['aviso'])).toEqual([expect.stringContaining('«Ž»'), '']);
  }
});

it('a whole name with its comma is an error beside columns of surnames, and is read if it is declared', () => {
  const csv = `${HEADER}\n${RENATA.replace('Renata', '"Olvera Tinajero, Renata"')}\n`;
  const ndjson = line({ nombres: 'Olvera Tinajero, Renata' });
  const answers = (options: Options): unknown[] => [...rows(options, csv), ...objects(options, ndjson)];
  const error_message = expect.stringMatching(/separados por una coma/);
  expect(answers({})).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ error_message })));
  expect(answers({ nombre_completo: 'apellidos', columnas: { nombres: 'nombres' } })).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ curp: KEY })),
  );
});

slow('a datum of a million characters is an error of its row that takes no longer than one of some hundred', () => {
  // Blanks between the words: a pattern that looks for blanks at the end would take quadratic time.
  const long = `a${' '.repeat(500_000)}${'b '.repeat(200_000)}c`;
  for (const [field, message] of [
    ['nombres', answer({}, { nombres: 'Renata '.repeat(150) })],
    ['apellido_paterno', answer({}, { apellido_paterno: 'z'.repeat(201) })],
    ['fecha_nacimiento', answer({}, { fecha_nacimiento: 'x' })],
    ['sexo', answer({}, { sexo: 'a' })],
    ['entidad', answer({}, { entidad: 'a' })],
  ] as const) {
    expect(answer({}, { [field]: long })).toBe(message);
  }
});

it('blanks around a datum do not count, however many there are', () => {
  const blanks = ' '.repeat(5000);
  expect(answer({}, { nombres: `${blanks}${PERSON.nombres}${blanks}` })).toBe(KEY);
});
