/** A look at the beginning of a file. */
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES } from '@curp-service/contract/codes/file';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, peek } from '../src/index.js';
import { kindOf } from '@curp-service/contract/codes/kinds';

describe('a look at the beginning', () => {
  it('its names, and what stands under them', () => {
    const texto = Buffer.from('\n\nnombres|sexo\n"Ana ""A"""|M\n');
    expect(peek(texto, 'es')).toEqual({
      delimitador: '|',
      codificacion: 'utf-8',
      nombres: ['nombres', 'sexo'],
      primera: ['Ana "A"', 'M'],
    });
  });

  it('a header alone', () => {
    expect(peek(Buffer.from('nombres,sexo'), 'es')).toMatchObject({ nombres: ['nombres', 'sexo'], primera: [] });
  });

  it.each([
    ['UTF-8', 'nombres\nAna\nÑusta\n', 'utf-8', 'Ana'],
    ['Windows-1252', Buffer.from('nombres\nAna\nÑusta\n', 'latin1'), 'windows-1252', 'Ana'],
    ['Windows-1252 from the first row on', Buffer.from('nombres\nÑusta\n', 'latin1'), 'windows-1252', 'Ñusta'],
    ['UTF-16', Buffer.from('\ufeffnombres\nÑusta\n', 'utf16le'), 'utf-16le', 'Ñusta'],
  ])('in %s', (_, bytes, codificacion, primera) => {
    expect(peek(Buffer.from(bytes), 'es')).toMatchObject({ codificacion, primera: [primera] });
  });

  it('a first row that is empty, or in quotes that are not closed', () => {
    expect(peek(Buffer.from('nombres,sexo\n\nAna,M\n'), 'es').firstRow).toEqual(['', '']);
    expect(peek(Buffer.from('nombres,sexo\n"Ana,M\n'), 'es').firstRow).toEqual([]);
  });

  it('a first row that is short', () => {
    expect(peek(Buffer.from('nombres,sexo\nAna\n'), 'es').firstRow).toEqual(['Ana', '']);
  });

  it.each(['', '\n', '"a', 'a\rb\rc', `${'a,'.repeat(20_000)}b`])('the same complaint as when it is done', (texto) => {
    const lote = new Lote({ formato: 'csv' });
    const hacer = (): unknown => [...lote.process(Buffer.from(texto)), ...lote.finish()];
    const queja = (accion: () => unknown): string => {
      try {
        return String(accion());
      } catch (error) {
        return error instanceof UnreadableFile ? error.problem.cause : String(error);
      }
    };
    expect(queja(() => peek(Buffer.from(texto), 'es'))).toBe(queja(hacer));
  });
});

it('every code that a row may carry has its kind, in both languages', () => {
  for (const { code: codigo } of Object.values(ROW_AND_FILE_CODES)) {
    expect(kindOf(codigo)).not.toBe(kindOf(0));
    expect(kindOf(codigo)[1]).not.toMatch(/[áéíóúñ]/);
    for (const dicho of kindOf(codigo)) expect(dicho).toMatch(/^[a-z][^.]{10,}[^.]$/);
    expect(kindOf(codigo)[0]).not.toBe(kindOf(codigo)[1]);
  }
  expect(kindOf(0)).toEqual(['vea la columna error_message', 'see the column error_message']);
});
