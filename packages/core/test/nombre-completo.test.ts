/** Whole names, cut into given names and surnames. */
import { describe, expect, it } from 'vitest';
import { parseNombre } from '../src/index.js';

type Parts = readonly [paterno: string, materno: string, nombres: string, dudoso?: true];
type Case = readonly [texto: string, parts: Parts];

const cut = (texto: string, primero: 'apellidos' | 'nombres'): Parts | null => {
  const found = parseNombre(texto, primero);
  if (found === null) return null;
  const { nombres, apellidoPaterno, apellidoMaterno, dudoso } = found;
  return dudoso ? [apellidoPaterno, apellidoMaterno, nombres, true] : [apellidoPaterno, apellidoMaterno, nombres];
};

describe('surnames first', () => {
  it.each<Case>([
    ['Olvera Tinajero Renata', ['Olvera', 'Tinajero', 'Renata']],
    ['Olvera Renata', ['Olvera', '', 'Renata']],
    ['  Olvera\tTinajero  Renata ', ['Olvera', 'Tinajero', 'Renata']],
    ['de la Cruz Olvera Renata', ['de la Cruz', 'Olvera', 'Renata']],
    ['DEL BOSQUE DE LOS RÍOS MARÍA', ['DEL BOSQUE', 'DE LOS RÍOS', 'MARÍA']],
    ['Olvera Tinajero Renata Abril', ['Olvera', 'Tinajero', 'Renata Abril']],
    ['Olvera Tinajero Renata Abril Luz', ['Olvera', 'Tinajero', 'Renata Abril Luz', true]],
    ['OLVERA$TINAJERO$RENATA ABRIL', ['OLVERA', 'TINAJERO', 'RENATA ABRIL']],
    ['OLVERA$$RENATA', ['OLVERA', '', 'RENATA']],
    ['Olvera/Tinajero/Renata', ['Olvera', 'Tinajero', 'Renata']],
    ['Olvera, Renata Abril', ['Olvera', '', 'Renata Abril']],
    ['Olvera Tinajero, Renata', ['Olvera', 'Tinajero', 'Renata']],
    ['San Román Tinajero, Renata', ['San', 'Román Tinajero', 'Renata', true]],
    ['Olvera, Tinajero, Renata', ['Olvera', 'Tinajero', 'Renata']],
    [', Olvera Renata', ['Olvera', '', 'Renata']],
    ['Olvera Renata,', ['Olvera', '', 'Renata']],
    ['Olvera de la', ['Olvera', '', 'de la']],
  ])('%s', (texto, parts) => {
    expect(cut(texto, 'apellidos')).toEqual(parts);
  });
});

describe('given names first', () => {
  it.each<Case>([
    ['Renata Olvera Tinajero', ['Olvera', 'Tinajero', 'Renata']],
    ['Renata Olvera', ['Olvera', '', 'Renata']],
    ['Renata de la Cruz Olvera', ['de la Cruz', 'Olvera', 'Renata']],
    ['Renata Abril Olvera Tinajero', ['Olvera', 'Tinajero', 'Renata Abril']],
    ['RENATA$OLVERA$TINAJERO', ['OLVERA', 'TINAJERO', 'RENATA']],
    ['Renata Abril, Olvera Tinajero', ['Olvera', 'Tinajero', 'Renata Abril']],
    ['Renata, San Román Tinajero', ['San', 'Román Tinajero', 'Renata', true]],
  ])('%s', (texto, parts) => {
    expect(cut(texto, 'nombres')).toEqual(parts);
  });
});

it.each(['', '  ', ',', '$$', 'Renata', 'de la', 'de la Cruz'])('%j lacks a given name or a surname', (texto) => {
  expect(parseNombre(texto, 'apellidos')).toBeNull();
  expect(parseNombre(texto, 'nombres')).toBeNull();
});

it('a value that is no text gives null', () => {
  expect(parseNombre(undefined as unknown as string, 'nombres')).toBeNull();
});
