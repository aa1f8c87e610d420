/** A look at the beginning of a file. */
import { describe, expect, it } from 'vitest';
import { CODIGOS } from '../src/codigos.js';
import { ArchivoIlegible, Lote, claseDe, mirar } from '../src/index.js';

describe('a look at the beginning', () => {
  it('its names, and what stands under them', () => {
    const texto = Buffer.from('\n\nnombres|sexo\n"Ana ""A"""|M\n');
    expect(mirar(texto, 'es')).toEqual({
      delimitador: '|',
      codificacion: 'utf-8',
      nombres: ['nombres', 'sexo'],
      primera: ['Ana "A"', 'M'],
    });
  });

  it('a header alone', () => {
    expect(mirar(Buffer.from('nombres,sexo'), 'es')).toMatchObject({ nombres: ['nombres', 'sexo'], primera: [] });
  });

  it('a first row that is short', () => {
    expect(mirar(Buffer.from('nombres,sexo\nAna\n'), 'es').primera).toEqual(['Ana', '']);
  });

  it.each(['', '\n', '"a', 'a\rb\rc', `${'a,'.repeat(20_000)}b`])('the same complaint as when it is done', (texto) => {
    const lote = new Lote({ formato: 'csv' });
    const hacer = (): unknown => [...lote.procesar(Buffer.from(texto)), ...lote.terminar()];
    const queja = (accion: () => unknown): string => {
      try {
        return String(accion());
      } catch (error) {
        return error instanceof ArchivoIlegible ? error.problema.causa : String(error);
      }
    };
    expect(queja(() => mirar(Buffer.from(texto), 'es'))).toBe(queja(hacer));
  });
});

it('every code that a row may carry has its kind, in both languages', () => {
  for (const { codigo } of Object.values(CODIGOS)) {
    expect(claseDe(codigo)).not.toBe(claseDe(0));
    expect(claseDe(codigo)[1]).not.toMatch(/[áéíóúñ]/);
  }
});
