/** How a row of a file becomes a record: which column holds which field, which rows are rejected, and how a record is packed. */
import { describe, expect, it } from 'vitest';
import {
  PADRON_FIELDS,
  REQUIRED_FIELDS,
  fieldValues,
  locateFields,
  pack,
  unpackRecord,
} from '../src/registry/padron/fields.js';
import { checkRecord } from '../src/registry/padron/check.js';
import { KEY, EXAMPLE_RECORD } from './fake-upstream.js';

const FLAT: Readonly<Record<string, string>> = { ...EXAMPLE_RECORD.DocProbatorio, ...EXAMPLE_RECORD.Solicitante };
const check = (changes: Readonly<Record<string, unknown>>, language: 'es' | 'en' = 'es') =>
  checkRecord(fieldValues({ ...FLAT, ...changes }), language);

describe('the columns of a file', () => {
  it('are found by the names of the fields, in any spelling and order', () => {
    const names = ['motivo', 'TOMO', 'apellido_paterno', 'Curp', 'fecha de nacimiento', 'Fecha Nacimiento'];
    const { indexes, missing, unknown, repeated } = locateFields(names);
    const columnOf = (field: string) => indexes[PADRON_FIELDS.findIndex((each) => each === field)];
    expect(['Tomo', 'ApellidoPaterno', 'CURP', 'FechaNacimiento', 'Foja'].map(columnOf)).toEqual([1, 2, 3, 5, -1]);
    expect(missing).toContain('Foja');
    expect(missing).toHaveLength(22);
    expect(unknown).toEqual(['motivo', 'fecha de nacimiento']);
    expect(repeated).toEqual([]);
    expect(locateFields(['CURP', 'curp']).repeated).toEqual(['CURP']);
  });

  it('are 26, each with a distinct name', () => {
    expect(new Set(PADRON_FIELDS).size).toBe(26);
    expect(locateFields(PADRON_FIELDS)).toEqual({
      indexes: PADRON_FIELDS.map((_, i) => i),
      missing: [],
      unknown: [],
      repeated: [],
    });
  });
});

it.each([
  ['with its fields side by side', FLAT],
  ['as the operation answers it', EXAMPLE_RECORD],
  ['in its envelope', { error: false, code_error: 0, error_message: null, response: EXAMPLE_RECORD }],
])('an object %s becomes a record', (_, object) => {
  const row = checkRecord(fieldValues(object), 'es');
  expect(row).toMatchObject({ curp: KEY });
  if ('curp' in row) expect(unpackRecord(row)).toEqual(EXAMPLE_RECORD);
});

describe('a record', () => {
  it('is packed without the names of its fields, and unpacked unchanged', () => {
    const row = pack(PADRON_FIELDS.map((field) => FLAT[field] ?? ''));
    expect(row.curp).toBe(KEY);
    expect(Buffer.byteLength(row.datos)).toBeLessThan(200);
    expect(unpackRecord(row)).toEqual(EXAMPLE_RECORD);
    expect(unpackRecord({ ...row, datos: 'a\tb' })).toBeNull();
  });

  it('needs five fields, and the others may be empty or absent', () => {
    const minimum = Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, FLAT[field]]));
    const row = checkRecord(fieldValues(minimum), 'es');
    expect('curp' in row && unpackRecord(row)).toMatchObject({
      Solicitante: { CURP: KEY, ApellidoPaterno: '', StatusCurp: '' },
      DocProbatorio: { Tomo: '' },
    });
    expect(checkRecord(fieldValues({ Solicitante: minimum }), 'es')).toEqual(row);
  });

  it('has its key in capitals, and no white space around its texts', () => {
    expect(check({ CURP: ` ${KEY.toLowerCase()}`, Nombres: '  MARÍA DE LOS ÁNGELES ' })).toEqual(check({}));
  });
});

describe('a row is rejected', () => {
  it.each([
    [{ CURP: '' }, ['CURP falta.']],
    [{ Nombres: ' ', ClaveSexo: undefined }, ['Nombres falta.', 'ClaveSexo falta.']],
    [{ CURP: `${KEY}1` }, ['CURP: La CURP debe tener 18 caracteres.']],
    [{ CURP: `${KEY.slice(0, 17)}9` }, [expect.stringMatching(/^CURP \(18\): El último carácter/)]],
    [{ ClaveSexo: 'H' }, ['ClaveSexo no coincide con la clave (posición 11).']],
    [{ ClaveEntidadNacimiento: 'NL' }, ['ClaveEntidadNacimiento no coincide con la clave (posiciones 12 y 13).']],
    [{ FechaNacimiento: '1990-05-17' }, ['FechaNacimiento debe escribirse dd/mm/aaaa.']],
    [{ FechaNacimiento: '17/05/1890' }, ['FechaNacimiento no coincide con la clave (posiciones 5 a 10 y 17).']],
    [
      { Tomo: 7, Foja: ['x'] },
      [expect.stringMatching(/^Foja no es texto/), expect.stringMatching(/^Tomo no es texto/)],
    ],
    [{ MunicipioRegistro: 'A\tB' }, ['MunicipioRegistro tiene caracteres de control o mal codificados.']],
    [{ Libro: '\u{D800}' }, ['Libro tiene caracteres de control o mal codificados.']],
    [{ Nombres: 'Ñ'.repeat(201) }, ['Nombres pasa de 200 caracteres.']],
  ])('with %j, and its messages name every fault', (changes, messages) => {
    expect(check(changes)).toEqual(messages);
  });

  it('with messages in English too, and none repeats its content', () => {
    const messages = JSON.stringify(check({ CURP: 'ZENOBIA', ClaveSexo: 'ZENOBIA' }, 'en'));
    expect(messages).toMatch(/18 characters/);
    expect(JSON.stringify(check({ ClaveSexo: 'ZENOBIA' }, 'en'))).toMatch(/does not match the key/);
    expect(messages).not.toContain('ZENOBIA');
  });
});
