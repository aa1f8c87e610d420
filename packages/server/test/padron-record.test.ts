/** A row on its way to a record and back: which column is which field, and what is not let in. */
import { describe, expect, it } from 'vitest';
import { RECORD_FIELDS, REQUIRED_FIELDS, locateFields, fieldValues } from '../src/registry/padron/fields.js';
import { unpack, pack } from '../src/registry/padron/packed.js';
import { checkRecord } from '../src/registry/padron/check.js';
import { KEY, EXAMPLE_RECORD } from './fake-upstream.js';

const PLANO: Readonly<Record<string, string>> = { ...EXAMPLE_RECORD.DocProbatorio, ...EXAMPLE_RECORD.Solicitante };
const con = (cambios: Readonly<Record<string, unknown>>): readonly unknown[] => fieldValues({ ...PLANO, ...cambios });
const motivos = (cambios: Readonly<Record<string, unknown>>, idioma: 'es' | 'en' = 'es') =>
  checkRecord(con(cambios), idioma);

describe('columns', () => {
  it('are found by the names of the fields, however they are written, in any order', () => {
    const nombres = ['motivo', 'TOMO', 'apellido_paterno', 'Curp', 'fecha de nacimiento', 'Fecha Nacimiento'];
    const { indexes: indices, missing: ausentes, unknown: sobrantes, repeated: repetidos } = locateFields(nombres);
    const donde = (campo: string) => indices[RECORD_FIELDS.findIndex((uno) => uno === campo)];
    expect(['Tomo', 'ApellidoPaterno', 'CURP', 'FechaNacimiento', 'Foja'].map(donde)).toEqual([1, 2, 3, 5, -1]);
    expect(ausentes).toContain('Foja');
    expect(ausentes).toHaveLength(22);
    expect(sobrantes).toEqual(['motivo', 'fecha de nacimiento']);
    expect(repetidos).toEqual([]);
    expect(locateFields(['CURP', 'curp']).repeated).toEqual(['CURP']);
  });

  it('are 26, each under a name of its own', () => {
    expect(new Set(RECORD_FIELDS).size).toBe(26);
    expect(locateFields(RECORD_FIELDS)).toEqual({
      indices: RECORD_FIELDS.map((_, i) => i),
      ausentes: [],
      sobrantes: [],
      repetidos: [],
    });
  });
});

it.each([
  ['side by side', PLANO],
  ['as the operation answers', EXAMPLE_RECORD],
  ['with its envelope', { error: false, code_error: 0, error_message: null, response: EXAMPLE_RECORD }],
])('an object %s', (_, objeto) => {
  const fila = checkRecord(fieldValues(objeto), 'es');
  expect(fila).toMatchObject({ curp: KEY });
  if ('curp' in fila) expect(unpack(fila)).toEqual(EXAMPLE_RECORD);
});

describe('a record', () => {
  it('is kept without the names of its fields, and comes back as it was', () => {
    const fila = pack(RECORD_FIELDS.map((campo) => PLANO[campo] ?? ''));
    expect(fila.curp).toBe(KEY);
    expect(Buffer.byteLength(fila.datos)).toBeLessThan(200);
    expect(unpack(fila)).toEqual(EXAMPLE_RECORD);
    expect(unpack({ ...fila, datos: 'a\tb' })).toBeNull();
  });

  it('needs five fields; the others may be empty or absent', () => {
    const minimo = Object.fromEntries(REQUIRED_FIELDS.map((campo) => [campo, PLANO[campo]]));
    const fila = checkRecord(fieldValues(minimo), 'es');
    expect('curp' in fila && unpack(fila)).toMatchObject({
      Solicitante: { CURP: KEY, ApellidoPaterno: '', StatusCurp: '' },
      DocProbatorio: { Tomo: '' },
    });
    expect(checkRecord(fieldValues({ Solicitante: minimo }), 'es')).toEqual(fila);
  });

  it('has its key in capitals, and no white space around a text', () => {
    expect(motivos({ CURP: ` ${KEY.toLowerCase()}`, Nombres: '  MARÍA DE LOS ÁNGELES ' })).toEqual(motivos({}));
  });
});

describe('a row is rejected', () => {
  it.each([
    [{ CURP: '' }, ['CURP falta.']],
    [{ Nombres: ' ', ClaveSexo: undefined }, ['Nombres falta.', 'ClaveSexo falta.']],
    [{ CURP: `${KEY}1` }, ['CURP: La clave debe tener 18 caracteres.']],
    [{ CURP: `${KEY.slice(0, 17)}9` }, [expect.stringMatching(/^CURP \(18\): .*verificador/)]],
    [{ ClaveSexo: 'H' }, ['ClaveSexo no es la de la clave (posición 11).']],
    [{ ClaveEntidadNacimiento: 'NL' }, ['ClaveEntidadNacimiento no es la de la clave (posiciones 12 y 13).']],
    [{ FechaNacimiento: '1990-05-17' }, ['FechaNacimiento no se escribe dd/mm/aaaa.']],
    [{ FechaNacimiento: '17/05/1890' }, ['FechaNacimiento no es la de la clave (posiciones 5 a 10 y 17).']],
    [
      { Tomo: 7, Foja: ['x'] },
      [expect.stringMatching(/^Foja no es texto/), expect.stringMatching(/^Tomo no es texto/)],
    ],
    [{ MunicipioRegistro: 'A\tB' }, ['MunicipioRegistro trae caracteres de control o mal codificados.']],
    [{ Libro: '\u{D800}' }, ['Libro trae caracteres de control o mal codificados.']],
    [{ Nombres: 'Ñ'.repeat(201) }, ['Nombres pasa de 200 caracteres.']],
  ])('%j', (cambios, dichos) => {
    expect(motivos(cambios)).toEqual(dichos);
  });

  it('in English too, and without repeating anything of it', () => {
    const dichos = JSON.stringify(motivos({ CURP: 'ZENOBIA', ClaveSexo: 'ZENOBIA' }, 'en'));
    expect(dichos).toMatch(/18 characters/);
    expect(JSON.stringify(motivos({ ClaveSexo: 'ZENOBIA' }, 'en'))).toMatch(/is not that of the key/);
    expect(dichos).not.toContain('ZENOBIA');
  });
});
