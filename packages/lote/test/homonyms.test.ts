/** Rows whose root an earlier one had. */
import { describe, expect, it } from 'vitest';
import { Raices } from '../src/work/homonyms.js';
import { demorado, enBytes, filas, objetos } from './run-lote.js';
import { CABECERA, NUSTA, RENATA, linea } from './people.js';

const marcas = (entrada: string, opciones = {}): string[] =>
  filas({ homonimos: true, ...opciones }, entrada).map((fila) => fila['misma_raiz_que'] ?? '?');

describe('CSV', () => {
  it('marks them with the first, as a spreadsheet counts rows', () => {
    expect(marcas([CABECERA, RENATA, NUSTA, RENATA, 'Renata,Olvera', NUSTA, RENATA].join('\n'))).toEqual([
      '',
      '',
      '2',
      '',
      '3',
      '2',
    ]);
  });

  it('counts empty lines, and rows that hold several lines once', () => {
    expect(marcas([CABECERA, '', '"Re\nnata",,,,,', '', RENATA, RENATA].join('\r\n'))).toEqual(['', '', '5']);
  });
});

it.each([
  ['the key is their own', 'OETR900517MDFLNN05'],
  ['the key is another', 'OETR900517MDFLNN13'],
  ['the name is odd', 'OETR900517MDFLNN05', '"Ren""ata"'],
])('marks those that are compared, by the key that was calculated: %s', (_, clave, nombre = 'Renata') => {
  const fila = `${RENATA.replace('Renata', nombre)},${clave}`;
  expect(marcas([`${CABECERA},curp`, fila, fila].join('\n'), { operacion: 'cotejar' })).toEqual(['', '2']);
});

it('marks nothing where nothing is calculated', () => {
  expect(
    marcas([CABECERA, 'Renata', 'Renata', RENATA.replace(',M,', ',F,'), RENATA.replace(',M,', ',F,')].join('\n')),
  ).toEqual(['', '', '', '']);
  const clave = 'OETR900517MDFLNN05';
  expect(marcas(['curp', clave, clave].join('\n'), { operacion: 'validar' })).toEqual(['', '']);
});

demorado('marks them far apart: more roots than the table has room for at first', () => {
  const dias = Array.from({ length: 5000 }, (_, i) => new Date(i * 86_400_000).toISOString().slice(0, 10));
  const gente = dias.map((dia) => RENATA.replace('1990-05-17', dia));
  const esperadas = dias.map((_, i) => String(i + 2));
  expect(marcas([CABECERA, ...gente, ...gente].join('\n'))).toEqual([...dias.map(() => ''), ...esperadas]);
});

it('NDJSON: marks them with the line', () => {
  const lineas = [linea(), '\n', linea({ nombres: 'Zoe' }), '{}\n', linea({ nombres: 'Zoe' }), linea()];
  expect(objetos({ homonimos: true }, lineas.join('')).map((o) => o['misma_raiz_que'])).toEqual([
    null,
    null,
    null,
    3,
    1,
  ]);
});

it('NDJSON: marks those that are compared by the key, not by what is said of it', () => {
  const claves = [linea({ curp: 'OETR900517MDFLNN05' }), linea({ nombres: 'Zoe', curp: 'OETZ900517MDFLNX00' })];
  const lineas = [...claves, '{}\n', '{}\n', ...claves].join('');
  const marcados = objetos({ operacion: 'cotejar', homonimos: true }, lineas).map((o) => o['misma_raiz_que']);
  expect(marcados).toEqual([null, null, null, null, 1, 2]);
});

it('grows, and forgets none', () => {
  const raices = new Raices();
  const clave = (i: number): Uint8Array => enBytes(`XXXX${String(i).padStart(12, '0')}`);
  const numeros = Array.from({ length: 10_000 }, (_, i) => i + 1);
  expect(numeros.filter((i) => raices.anotar(clave(i), 0, i) !== 0)).toEqual([]);
  expect(numeros.filter((i) => raices.anotar(clave(i), 0, 1_000_000) !== i)).toEqual([]);
});

demorado('is not slowed down by roots that were chosen to fall together', () => {
  // Those of one 16th of the places, if the hash were always that of FNV-1a.
  const clave = new Uint8Array(16).fill(65);
  const raices = new Raices();
  let anotadas = 0;
  for (let i = 0; anotadas < 50_000; i++) {
    for (let j = 0; j < 5; j++) clave[j] = 65 + ((i >> (j * 5)) & 31);
    let hash = 0x811c9dc5;
    for (let j = 0; j < 16; j++) hash = Math.imul(hash ^ (clave[j] ?? 0), 0x01000193);
    if (((hash ^ (hash >>> 15)) & 0x1ffff) < 0x2000) raices.anotar(clave, 0, ++anotadas);
  }
  expect(raices.anotar(clave, 0, 1)).toBe(anotadas);
});
