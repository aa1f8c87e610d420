/** Whole names, cut into given names and surnames. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  claseDeCorte,
  cortarPorClases,
  esDePila,
  nombreDePila,
  parseApellidos,
  parseNombre,
} from '../src/nombre/completo.js';

type Parts = readonly [paterno: string, materno: string, nombres: string, dudoso?: true];
type Case = readonly [texto: string, parts: Parts];

const cut = (texto: string, primero: 'apellidos' | 'nombres'): Parts | null => {
  const found = parseNombre(texto, primero);
  if (found === null) return null;
  const { nombres, apellidoPaterno, apellidoMaterno, dudoso } = found;
  return dudoso ? [apellidoPaterno, apellidoMaterno, nombres, true] : [apellidoPaterno, apellidoMaterno, nombres];
};

describe('a whole name with the surnames first is cut', () => {
  it.each<Case>([
    ['Olvera Tinajero Renata', ['Olvera', 'Tinajero', 'Renata']],
    ['Olvera Renata', ['Olvera', '', 'Renata', true]],
    ['  Olvera\tTinajero  Renata ', ['Olvera', 'Tinajero', 'Renata']],
    ['de la Cruz Olvera Renata', ['de la Cruz', 'Olvera', 'Renata']],
    ['DEL BOSQUE DE LOS RÍOS MARÍA', ['DEL BOSQUE', 'DE LOS RÍOS', 'MARÍA']],
    ['Olvera Tinajero Renata Abril', ['Olvera', 'Tinajero', 'Renata Abril']],
    ['Olvera Tinajero Renata Abril Luz', ['Olvera', 'Tinajero', 'Renata Abril Luz']],
    ['Olvera Tinajero Renata Zyanya Luz', ['Olvera', 'Tinajero', 'Renata Zyanya Luz', true]],
    ['Olvera Tinajero Zyanya', ['Olvera', 'Tinajero', 'Zyanya']],
    ['Olvera Tinajero Renata Zyanya', ['Olvera', 'Tinajero', 'Renata Zyanya']],
    ['Olvera Tinajero Zyanya Renata', ['Olvera', 'Tinajero', 'Zyanya Renata', true]],
    ['Olvera Ana María', ['Olvera', 'Ana', 'María', true]],
    ['Olvera de Jesús Ma. Elena', ['Olvera', 'de Jesús', 'Ma. Elena']],
    ['Tinajero Ponce de León Renata', ['Tinajero', 'Ponce', 'de León Renata', true]],
    ['Ponce de León Renata', ['Ponce', 'de León', 'Renata', true]],
    ['Ponce de León Olvera Renata', ['Ponce de León', 'Olvera', 'Renata', true]],
    ['Ruiz de León Juan Renata', ['Ruiz', 'de León', 'Juan Renata', true]],
    ['Montes de Oca Lira, Renata', ['Montes de Oca', 'Lira', 'Renata', true]],
    ['San Román Santa Cruz Renata', ['San Román', 'Santa Cruz', 'Renata']],
    ['Renata Olvera Tinajero', ['Renata', 'Olvera', 'Tinajero', true]],
    ['OLVERA$TINAJERO$RENATA ABRIL', ['OLVERA', 'TINAJERO', 'RENATA ABRIL']],
    ['OLVERA$$RENATA', ['OLVERA', '', 'RENATA']],
    ['D/AMICO$TINAJERO$RENATA', ['D/AMICO', 'TINAJERO', 'RENATA']],
    ['Olvera/Tinajero/Renata', ['Olvera', 'Tinajero', 'Renata']],
    ['D/AMICO/Tinajero/Renata', ['D/AMICO', 'Tinajero', 'Renata']],
    ['O/Hara Tinajero Renata', ['O/Hara', 'Tinajero', 'Renata']],
    ['Mac/Gregor, Renata', ['Mac/Gregor', '', 'Renata', true]],
    ['De la Cruz/Mac/Gregor/Renata', ['De la Cruz', 'Mac/Gregor', 'Renata']],
    ['Olvera, Renata Abril', ['Olvera', '', 'Renata Abril', true]],
    ['Olvera Tinajero, Renata', ['Olvera', 'Tinajero', 'Renata']],
    ['San Román Tinajero, Renata', ['San Román', 'Tinajero', 'Renata']],
    ['Ruiz Esparza Tinajero, Renata', ['Ruiz', 'Esparza Tinajero', 'Renata', true]],
    ['Olvera, Tinajero, Renata', ['Olvera', 'Tinajero', 'Renata']],
    [', Olvera Renata', ['Olvera', '', 'Renata', true]],
    ['Olvera Renata,', ['Olvera', '', 'Renata', true]],
    ['Olvera de la', ['Olvera', '', 'de la', true]],
  ])('%s', (texto, parts) => {
    expect(cut(texto, 'apellidos')).toEqual(parts);
  });
});

describe('a whole name with the given names first is cut', () => {
  it.each<Case>([
    ['Renata Olvera Tinajero', ['Olvera', 'Tinajero', 'Renata']],
    ['Renata Olvera', ['Olvera', '', 'Renata', true]],
    ['Ana María Olvera', ['María', 'Olvera', 'Ana', true]],
    ['María de Jesús Olvera', ['de Jesús', 'Olvera', 'María', true]],
    ['María del Carmen Olvera Tinajero', ['Olvera', 'Tinajero', 'María del Carmen']],
    ['Renata Ponce de León Olvera', ['Ponce de León', 'Olvera', 'Renata', true]],
    ['Renata Martín del Campo Olvera', ['del Campo', 'Olvera', 'Renata Martín', true]],
    ['Renata de la Cruz Olvera', ['de la Cruz', 'Olvera', 'Renata']],
    ['Renata Abril Olvera Tinajero', ['Olvera', 'Tinajero', 'Renata Abril']],
    ['RENATA$OLVERA$TINAJERO', ['OLVERA', 'TINAJERO', 'RENATA']],
    ['Renata Abril, Olvera Tinajero', ['Olvera', 'Tinajero', 'Renata Abril']],
    ['Renata, San Román Tinajero', ['San Román', 'Tinajero', 'Renata']],
    ['Olvera Tinajero Renata', ['Tinajero', 'Renata', 'Olvera', true]],
    ['Olvera Tinajero, Juan Carlos', ['Juan', 'Carlos', 'Olvera Tinajero', true]],
  ])('%s', (texto, parts) => {
    expect(cut(texto, 'nombres')).toEqual(parts);
  });
});

it('a name in three parts has given names, and an empty part for a surname that a program has not', () => {
  expect(parseNombre('OLVERA$TINAJERO$', 'apellidos')).toBe(null);
  expect(parseNombre(', TINAJERO, RENATA', 'apellidos')).toBe(null);
  expect(cut('$TINAJERO$RENATA', 'apellidos')).toEqual(['', 'TINAJERO', 'RENATA']);
  expect(cut('$$RENATA', 'apellidos')).toEqual(['', '', 'RENATA']);
  expect(cut('RENATA$$TINAJERO', 'nombres')).toEqual(['', 'TINAJERO', 'RENATA']);
});

it.each(['', '  ', ',', '$$', 'Renata', 'de la', 'de la Cruz'])('%j has no given name or no surname', (texto) => {
  expect(parseNombre(texto, 'apellidos')).toBeNull();
  expect(parseNombre(texto, 'nombres')).toBeNull();
});

it('a text begins with a frequent given name, or does not', () => {
  expect(['José Luis', 'RENATA', 'Nombre', 'Olvera Renata', ''].map(esDePila)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('surnames in one text', () => {
  it.each<readonly [texto: string, parts: readonly [paterno: string, materno: string, dudoso?: true]]>([
    ['Olvera Tinajero', ['Olvera', 'Tinajero']],
    ['de la Cruz Olvera', ['de la Cruz', 'Olvera']],
    ['Olvera de la Cruz', ['Olvera', 'de la Cruz']],
    ['Olvera, Tinajero', ['Olvera', 'Tinajero']],
    ['Olvera,Tinajero', ['Olvera', 'Tinajero']],
    ['Olvera$Tinajero', ['Olvera', 'Tinajero']],
    ['Olvera', ['Olvera', '', true]],
    ['Ponce de León', ['Ponce', 'de León', true]],
    ['Ruiz Esparza Olvera', ['Ruiz', 'Esparza Olvera', true]],
  ])('are cut: %s', (texto, [apellidoPaterno, apellidoMaterno, dudoso = false]) => {
    expect(parseApellidos(texto)).toEqual({ apellidoPaterno, apellidoMaterno, dudoso });
  });

  it.each(['', '  ', ','])('are not in %j', (texto) => {
    expect(parseApellidos(texto)).toBeNull();
  });
});

it('a value that is not a text gives null', () => {
  expect(parseNombre(undefined as unknown as string, 'nombres')).toBeNull();
});

it('a frequent given name is found at the beginning of a text', () => {
  expect(['  Renata Luz', 'Olvera', 'J. Luz', 'José', 'JOSÈ', 'Jose\u0301'].map(nombreDePila)).toEqual([
    'RENATA',
    '',
    'J',
    'JOSE',
    'JOSE',
    'JOSE',
  ]);
});

describe('a name is cut by the classes of its words as by the words themselves', () => {
  it('words have the class that decides a cut, and signs have none', () => {
    const classes = ['Olvera', 'Juan', 'de', 'SAN', 'León', 'Campo', "O'Hara", 'A,B'].map(claseDeCorte);
    expect(classes).toEqual([1, 2, 3, 3, 4, 4, 0, 0]);
  });

  it('for whole names of plain words in both orders', () => {
    const words = fc.constantFrom(
      'Olvera',
      'Ruiz',
      'Juan',
      'María',
      'Renata',
      'de',
      'la',
      'San',
      'León',
      'Tinajero',
      'Ek',
    );
    const order = fc.constantFrom('apellidos' as const, 'nombres' as const);
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), order, (name, primero) => {
        const byWords = parseNombre(name.join(' '), primero);
        const byClasses = cortarPorClases(name.map(claseDeCorte), primero);
        if (byClasses === null) return; // the words decide
        const { apellidoPaterno = '', apellidoMaterno = '', nombres = '', dudoso } = byWords ?? {};
        const counts = [apellidoPaterno, apellidoMaterno, nombres].map((part) =>
          part === '' ? 0 : part.split(' ').length,
        );
        expect([...counts, dudoso]).toEqual(byClasses);
      }),
      { numRuns: 2000 },
    );
    expect(cortarPorClases([1, 1, 2], 'apellidos')).toEqual([1, 1, 1, false]);
    expect(cortarPorClases([1, 1, 1, 1], 'apellidos')?.at(-1)).toBe(true);
    expect(cortarPorClases([1, 2], 'apellidos')).toEqual([1, 0, 1, true]);
    expect(cortarPorClases([1], 'apellidos')).toBeNull();
    expect(cortarPorClases([1, 3, 4, 2], 'apellidos')).toBeNull();
  });
});
