/** The layouts of offices are valid, and a user's own is refused with the part that is wrong. */
import { describe, expect, it } from 'vitest';
import { parseLayoutOption } from '../src/file-options.js';
import { LAYOUTS, type Layout, isBeside, operationFor, titleOf } from '../src/layouts.js';

const OWN = { nombre: 'mio', largo: 40, campos: { curp: '1-18', nombres: '19-40' } };
const TABLE = { nombre: 'tabla', delimitador: '|', columnas: 3, campos: { curp: 1, nombres: 3 } };
const FIELD_NAMES =
  '`nombres`, `segundo_nombre`, `apellidos`, `apellido_paterno`, `apellido_materno`, `anio_nacimiento`, `mes_nacimiento`, ' +
  '`dia_nacimiento`, `sexo`, `entidad`, `fecha_nacimiento`, `curp`, `rfc`';

/** Returns as many fields as a layout asks for, the key first. */
const fieldsOf = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i === 0 ? 'curp' : `campo_${i}`, '1-18']));

const partsOf = (text: string): object => {
  const read = parseLayoutOption(text);
  if ('value' in read) throw new RangeError(`it was read: ${JSON.stringify(read.value)}`);
  return read.parts;
};
const refused = (value: object): object => partsOf(JSON.stringify(value));

describe('a layout of an office', () => {
  it.each(LAYOUTS.map((layout) => [layout.nombre, layout] as const))(
    'obeys the rules for users: %s',
    (nombre, layout) => {
      expect(parseLayoutOption(JSON.stringify(layout))).toEqual({ value: layout });
      expect(parseLayoutOption(nombre)).toEqual({ value: layout });
      expect(layout.fuente).toBeDefined();
      expect(isBeside(layout)).toBe(true);
      expect([operationFor(undefined, layout), operationFor('validar', layout)]).toEqual(['cotejar', 'validar']);
    },
  );

  it('is found by its name as people write it', () => {
    expect(parseLayoutOption('40/CFF')).toMatchObject({ value: { nombre: '40cff' } });
    expect(parseLayoutOption('IDSE')).toMatchObject({ value: { nombre: 'idse' } });
  });
});

describe('a layout of a user', () => {
  it('is accepted if it is valid', () => {
    expect(parseLayoutOption(JSON.stringify(OWN))).toEqual({ value: OWN });
    const full = {
      ...OWN,
      sexo: 'hm',
      fechas: 'amd',
      siglo: 1930,
      sin_clave: { nombres: ['X'] },
      inicio: { empieza: '01' },
      final: { empieza: '*' },
    };
    expect(parseLayoutOption(JSON.stringify(full))).toEqual({ value: full });
    expect(titleOf(OWN)).toBe('mio');
  });

  it.each<[que: string, part: object]>([
    ['a table', TABLE],
    ['a table of one thousand columns', { ...TABLE, columnas: 1000, campos: { curp: 1000 } }],
    ['a line of ten thousand characters', { largo: 10_000, campos: { curp: '9983-10000' } }],
    ['a line without a length', { largo: undefined, campos: { curp: '9983-10000' } }],
    ['a line of several lengths, up to the end of the longest', { largo: '18-40' }],
    ['two hundred fields', { campos: fieldsOf(200) }],
    ['a title of five hundred characters', { titulo: 'x'.repeat(500) }],
    ['fifty contents of a field', { muestra: { curp: Array.from({ length: 50 }, String) } }],
    ['a last line that starts with twenty signs', { final: { empieza: '*'.repeat(20), cuenta: '3-9' } }],
    ['the words of a convention in a list', { nulos: ['S/D', 'NULL'] }],
  ])('is accepted with %s', (_, part) => {
    const text = JSON.stringify({ ...OWN, ...part });
    expect(parseLayoutOption(text)).toEqual({ value: JSON.parse(text) });
  });

  it('is accepted with a blank and a line break before its JSON, up to 20,000 characters', () => {
    const text = ` \n${JSON.stringify(OWN)}`;
    expect(parseLayoutOption(text.padEnd(20_000))).toEqual({ value: OWN });
  });

  const NAME = '`mio`, `layout-2`';
  const COLUMNS = '`1`…`1000`';
  const DELIMITERS = '`,` `;` `|` `^` `\\t`';
  const FIELDS = '`{"curp": "150-167"}`';
  const LENGTH = '`168`, `103-164`';
  const PARTS =
    '`nombre`, `titulo`, `descripcion`, `fuente`, `delimitador`, `columnas`, `largo`, `campos`, `muestra`, `sin_clave`, `repite`, `inicio`, `final`, ' +
    '`sexo`, `fechas`, `siglo`, `nulos`, `enie`, `nombre_completo`';

  it.each<[que: string, value: object, campo: string, valor: string, admite: string]>([
    ['no name', { campos: OWN.campos }, 'nombre', '', NAME],
    ['a name with blanks', { ...OWN, nombre: 'a b' }, 'nombre', 'a b', NAME],
    ['a name that is a number', { ...OWN, nombre: 5 }, 'nombre', '5', NAME],
    ['a title in a list', { ...OWN, titulo: ['Mío'] }, 'titulo', '["Mío"]', '`"…"`'],
    ['a title that is too long', { ...OWN, titulo: 'x'.repeat(501) }, 'titulo', `${'x'.repeat(40)}…`, '`"…"`'],
    ['an unknown part', { ...OWN, ancho: 3 }, 'ancho', '3', PARTS],
    ['a part whose name every object has', { ...OWN, constructor: 3 }, 'constructor', '3', PARTS],
    ['a part of the last line in its own place', { ...OWN, 'final.empieza': '*' }, 'final.empieza', '*', PARTS],
    ['invalid positions', { ...OWN, campos: { curp: '18-1' } }, 'campos.curp', '18-1', '`1-18` (≤ 40)'],
    ['a position below the first', { ...OWN, campos: { curp: 0 } }, 'campos.curp', '0', '`1-18` (≤ 40)'],
    ['positions in a list', { ...OWN, campos: { curp: ['1-18'] } }, 'campos.curp', '["1-18"]', '`1-18` (≤ 40)'],
    ['positions after a sign', { ...OWN, campos: { curp: '+1-18' } }, 'campos.curp', '+1-18', '`1-18` (≤ 40)'],
    ['positions before a sign', { ...OWN, campos: { curp: '1-18.' } }, 'campos.curp', '1-18.', '`1-18` (≤ 40)'],
    ['positions after the end', { ...OWN, campos: { curp: '30-47' } }, 'campos.curp', '30-47', '`1-18` (≤ 40)'],
    ['a position after any end', { nombre: 'm', campos: { curp: 10_001 } }, 'campos.curp', '10001', '`1-18` (≤ 10000)'],
    ['positions in a table', { ...TABLE, campos: { curp: '1-2' } }, 'campos.curp', '1-2', '`1`…`3`'],
    ['a column that is a text', { ...TABLE, campos: { curp: '2' } }, 'campos.curp', '2', '`1`…`3`'],
    ['a column after the last', { ...TABLE, campos: { curp: 4 } }, 'campos.curp', '4', '`1`…`3`'],
    ['a table without the number of its columns', { ...TABLE, columnas: undefined }, 'columnas', '', COLUMNS],
    ['a table without columns', { ...TABLE, columnas: 0 }, 'columnas', '0', COLUMNS],
    ['a table with half a column', { ...TABLE, columnas: 3.5 }, 'columnas', '3.5', COLUMNS],
    ['a table with too many columns', { ...TABLE, columnas: 1001 }, 'columnas', '1001', COLUMNS],
    ['a table whose number of columns is a text', { ...TABLE, columnas: '3' }, 'columnas', '3', COLUMNS],
    ['no datum', { ...OWN, campos: { clave: '1-18', alta: '19-20' } }, 'campos', 'clave, alta', FIELD_NAMES],
    ['no fields', { nombre: 'mio' }, 'campos', '', FIELD_NAMES],
    ['fields in a list', { ...OWN, campos: ['curp'] }, 'campos', '["curp"]', FIELDS],
    ['fields that are null', { ...OWN, campos: null }, 'campos', 'null', FIELDS],
    ['a delimiter of two signs', { ...TABLE, delimitador: '||' }, 'delimitador', '||', DELIMITERS],
    ['a delimiter in a list', { ...TABLE, delimitador: ['|'] }, 'delimitador', '["|"]', DELIMITERS],
    ['a length that is none', { ...OWN, largo: 'x' }, 'largo', 'x', LENGTH],
    ['a length that is too long', { ...OWN, largo: 10_001 }, 'largo', '10001', LENGTH],
    ['contents of no field', { ...OWN, sin_clave: { tipo: ['02'] } }, 'sin_clave', 'tipo', '`curp`, `nombres`'],
    [
      'contents of a field whose name every object has',
      { ...OWN, muestra: { toString: ['02'] } },
      'muestra',
      'toString',
      '`curp`, `nombres`',
    ],
    ['contents that are no list', { ...OWN, muestra: { curp: 'A' } }, 'muestra.curp', 'A', '`["02"]`'],
    ['an empty list of contents', { ...OWN, muestra: { curp: [] } }, 'muestra.curp', '[]', '`["02"]`'],
    ['an empty content', { ...OWN, muestra: { curp: ['A', ''] } }, 'muestra.curp', '["A",""]', '`["02"]`'],
    ['a content that is a number', { ...OWN, sin_clave: { curp: ['A', 2] } }, 'sin_clave.curp', '["A",2]', '`["02"]`'],
    ['a first line that counts', { ...OWN, inicio: { empieza: '01', cuenta: 3 } }, 'inicio.cuenta', '3', '`empieza`'],
    ['a last line without its sign', { ...OWN, final: {} }, 'final.empieza', '', '`*`'],
    ['a last line that starts with a blank', { ...OWN, final: { empieza: ' *' } }, 'final.empieza', ' *', '`*`'],
    ['a last line whose sign ends in a blank', { ...OWN, final: { empieza: '* ' } }, 'final.empieza', '* ', '`*`'],
    [
      'a last line that starts with too many signs',
      { ...OWN, final: { empieza: '*'.repeat(21) } },
      'final.empieza',
      '*'.repeat(21),
      '`*`',
    ],
    [
      'a last line that counts at no position',
      { ...OWN, final: { empieza: '*', cuenta: 'x' } },
      'final.cuenta',
      'x',
      '`57-62`',
    ],
    [
      'a last line with an unknown part',
      { ...OWN, final: { empieza: '*', total: '1' } },
      'final.total',
      '1',
      '`empieza`, `cuenta`',
    ],
    ['a convention that takes no such value', { ...OWN, sexo: 'zz' }, 'sexo', 'zz', '`sexo=…`'],
  ])('is refused for %s, with what it may hold', (_, value, campo, valor, admite) => {
    expect(refused(value)).toEqual({ campo, valor, admite });
  });

  it('is refused for too many fields, or too many contents of a field', () => {
    expect(refused({ ...OWN, campos: fieldsOf(201) })).toMatchObject({ campo: 'campos', admite: FIELDS });
    const contents = Array.from({ length: 51 }, String);
    expect(refused({ ...OWN, muestra: { curp: contents } })).toMatchObject({ campo: 'muestra.curp' });
  });

  it('is refused if its JSON is wrong or too long', () => {
    expect(partsOf('{"nombre":')).toEqual({ campo: 'formato', valor: '{…', admite: 'JSON' });
    const long = JSON.stringify(OWN).padEnd(20_001);
    expect(partsOf(long)).toEqual({ campo: 'formato', valor: '…', admite: 'JSON (≤ 20000)' });
  });

  it.each([
    ['idsee', 'idsee'],
    ['[{"nombre":"mio"}]', '[{"nombre":"mio"}]'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(41), `${'x'.repeat(40)}…`],
  ])('is refused if it is neither the name of a layout nor JSON: %j', (text, valor) => {
    const admite = [...LAYOUTS.map(({ nombre }) => `\`${nombre}\``), 'JSON'].join(', ');
    expect(partsOf(text)).toEqual({ campo: 'formato', valor, admite });
  });
});

describe('the results of a file', () => {
  it.each<[que: string, layout: Layout | null, expected: boolean]>([
    ['go to a CSV of their own if the layout has a name', TABLE, true],
    ['stay in the table if the layout has no name', { delimitador: '|', columnas: 1, campos: { curp: 1 } }, false],
    ['stay in the file if it has no layout', null, false],
  ])('%s', (_, layout, expected) => {
    expect(isBeside(layout)).toBe(expected);
  });
});

describe('the operation on a file for which the user names none', () => {
  it.each<[que: string, layout: Layout | null, expected: string]>([
    ['compares keys that come without all data', OWN, 'cotejar'],
    ['compares keys that come with all data', { ...OWN, campos: { ...OWN.campos, sexo: '30' } }, 'cotejar'],
    ['calculates if the file has no keys', { campos: { nombres: '19-40' } }, 'calcular'],
    ['calculates if its own layout has no keys', { nombre: 'mio', campos: { nombres: '19-40' } }, 'calcular'],
    ['calculates if the results stay in the table', { delimitador: '|', columnas: 1, campos: { curp: 1 } }, 'calcular'],
    ['calculates if the file has no layout', null, 'calcular'],
  ])('%s', (_, layout, expected) => {
    expect(operationFor(undefined, layout)).toBe(expected);
  });
});
