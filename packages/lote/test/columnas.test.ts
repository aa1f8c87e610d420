/** Headers as people have them: which column holds which datum, and what is said where none does. */
import { describe, expect, it } from 'vitest';
import { falla, filas } from './correr.js';
import { CABECERA, CLAVE, RENATA } from './personas.js';

describe('columns beyond count', () => {
  it('reads as many as a spreadsheet has', () => {
    const sobran = 16_384 - 6;
    const [fila] = filas({}, `${CABECERA}${',x'.repeat(sobran)}\n${RENATA}${','.repeat(sobran)}\n`);
    expect(fila).toMatchObject({ curp: CLAVE });
  });

  it('says so of a header that has more, at once', () => {
    const cabecera = CABECERA + ','.repeat(500_000);
    expect(falla({}, `${cabecera}\n`)).toMatchObject({
      code_error: 8,
      error_message: expect.stringContaining('más de 16384 columnas') as unknown,
    });
  });

  it('tells the cells of a row that has more, up to its end', () => {
    const larga = `${RENATA}${','.repeat(20_000)}"una, ""dos""\r\n tres"`;
    const [fila] = filas({}, `${CABECERA}\r\n${larga}\r\n${RENATA}\r\n`);
    expect(fila?.['entidad']).toBe(larga.slice(RENATA.lastIndexOf(',') + 1));
    expect(fila?.['error_message']).toMatch(/van 6 y hay 20006/);
  });
});
