/** The layouts of offices are valid, and a user's own is refused with the part that is wrong. */
import { describe, expect, it } from 'vitest';
import { parseLayoutOption } from '../src/file-options.js';
import { LAYOUTS, isBeside, operationFor, titleOf } from '../src/layouts.js';

const OWN = { nombre: 'mio', largo: 40, campos: { curp: '1-18', nombres: '19-40' } };

const partsOf = (name: 'formato' | 'ancho', text: string): object => {
  const read = parseLayoutOption(name, text);
  if ('value' in read) throw new RangeError(`it was read: ${JSON.stringify(read.value)}`);
  return read.parts;
};
const refused = (value: object): object => partsOf('formato', JSON.stringify(value));

describe('a layout of an office', () => {
  it.each(LAYOUTS.map((layout) => [layout.nombre, layout] as const))(
    'obeys the rules for users: %s',
    (nombre, layout) => {
      expect(parseLayoutOption('formato', JSON.stringify(layout))).toEqual({ value: layout });
      expect(parseLayoutOption('formato', nombre)).toEqual({ value: layout });
      expect(layout.fuente).toBeDefined();
      expect(isBeside(layout)).toBe(true);
      expect([operationFor(undefined, layout), operationFor('validar', layout)]).toEqual(['cotejar', 'validar']);
    },
  );

  it('is found by its name as people write it', () => {
    expect(parseLayoutOption('formato', '40/CFF')).toMatchObject({ value: { nombre: '40cff' } });
    expect(parseLayoutOption('formato', 'IDSE')).toMatchObject({ value: { nombre: 'idse' } });
  });
});

describe('a layout of a user', () => {
  it('is accepted if it is valid', () => {
    expect(parseLayoutOption('formato', JSON.stringify(OWN))).toEqual({ value: OWN });
    const full = {
      ...OWN,
      sexo: 'hm',
      fechas: 'amd',
      siglo: 1930,
      sin_clave: { nombres: ['X'] },
      final: { empieza: '*' },
    };
    expect(parseLayoutOption('formato', JSON.stringify(full))).toEqual({ value: full });
    expect(titleOf(OWN)).toBe('mio');
  });

  it.each<[que: string, value: object, campo: string]>([
    ['no name', { campos: OWN.campos }, 'nombre'],
    ['a name with blanks', { ...OWN, nombre: 'a b' }, 'nombre'],
    ['an unknown part', { ...OWN, ancho: 3 }, 'ancho'],
    ['invalid positions', { ...OWN, campos: { curp: '18-1' } }, 'campos.curp'],
    ['positions behind the end of the line', { ...OWN, campos: { curp: '30-47' } }, 'campos.curp'],
    ['positions in a table', { ...OWN, delimitador: '|', columnas: 3, campos: { curp: '1-18' } }, 'campos.curp'],
    ['a column behind the last', { nombre: 'm', delimitador: '|', columnas: 3, campos: { curp: 4 } }, 'campos.curp'],
    ['a table without the number of its columns', { nombre: 'm', delimitador: '|', campos: { curp: 1 } }, 'columnas'],
    ['no datum', { ...OWN, campos: { clave: '1-18' } }, 'campos'],
    ['fields in a list', { ...OWN, campos: ['curp'] }, 'campos'],
    ['a delimiter of two signs', { ...OWN, delimitador: '||' }, 'delimitador'],
    ['a length that is none', { ...OWN, largo: 'x' }, 'largo'],
    ['contents of a field that is not there', { ...OWN, sin_clave: { tipo: ['02'] } }, 'sin_clave'],
    ['contents that are no list', { ...OWN, muestra: { curp: 'A' } }, 'muestra.curp'],
    ['a last line without its sign', { ...OWN, final: {} }, 'final.empieza'],
    ['a last line with an unknown part', { ...OWN, final: { empieza: '*', total: '1' } }, 'final.total'],
    ['a convention that takes no such value', { ...OWN, sexo: 'zz' }, 'sexo'],
  ])('is refused for %s', (_, value, campo) => {
    expect(refused(value)).toMatchObject({ campo, admite: expect.stringMatching(/./) });
  });

  it('is refused if it is not JSON, or is too long', () => {
    expect(partsOf('formato', '{"nombre":')).toMatchObject({ admite: 'JSON' });
    expect(partsOf('formato', `{"nombre":"${'x'.repeat(20_000)}"}`)).toMatchObject({ campo: 'formato' });
    expect(partsOf('formato', 'x'.repeat(50))).toMatchObject({ valor: `${'x'.repeat(40)}…` });
  });
});

describe('positions of a layout', () => {
  it('give a layout without a name', () => {
    expect(parseLayoutOption('ancho', 'curp=150-167, sexo=3,linea=168')).toEqual({
      value: { largo: '168', campos: { curp: '150-167', sexo: '3' } },
    });
  });

  it.each([
    ['curp', 'campos.curp'],
    ['curp=0-3', 'campos.curp'],
    ['curp=1-20000', 'campos.curp'],
    ['curp=1-18,curp=2-3', 'curp'],
    ['x=1-2', 'campos'],
    ['curp=1-18,linea=10', 'campos.curp'],
    ['', 'campos.'],
  ])('are refused: %j', (text, campo) => {
    expect(partsOf('ancho', text)).toMatchObject({ campo });
  });
});
