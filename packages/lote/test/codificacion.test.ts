/** The encodings that files come in. */
import { describe, expect, it } from 'vitest';
import { celdas, correrTexto, juntar } from './correr.js';
import { CABECERA, NUSTA, RENATA, en1252 } from './personas.js';

/** The code and the first cell of each row, the header apart. */
const codigos = (entrada: Uint8Array): string[][] =>
  celdas(correrTexto({}, entrada))
    .slice(1)
    .map((fila) => [fila.at(-2) ?? '', fila[0] ?? '']);

describe('a row of bad quotes', () => {
  it.each([
    ['a stray quote before the accent', 'Ana "x" Peña,,,,,'],
    ['a stray quote behind it', 'Peña "x" Ana,,,,,'],
    ['quotes that are not closed', '"Peña,,,,,'],
  ])('keeps its letters in Windows-1252: %s', (_, mala) => {
    const [, fila] = codigos(en1252(`${CABECERA}\n${NUSTA}\n${mala}\n`));
    expect(fila).toEqual(['8', mala]);
  });

  it('is judged by its own line, not by those that its quotes reach', () => {
    const archivo = juntar(`${CABECERA}\n${NUSTA}\n"abierta\n`, en1252('Peña"x\n'), `${RENATA}\n`);
    const mensajes = celdas(correrTexto({}, archivo)).map((fila) => fila.at(-1));
    expect(mensajes[2]).toMatch(/^Las comillas/);
    expect(mensajes[3]).toMatch(/UTF-8/);
    expect(mensajes[4]).toBe('');
  });
});
