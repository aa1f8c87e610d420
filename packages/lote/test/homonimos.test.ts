/** Rows whose root an earlier one had. */
import { describe, expect, it } from 'vitest';
import { filas, objetos } from './correr.js';
import { CABECERA, NUSTA, RENATA, linea } from './personas.js';

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
