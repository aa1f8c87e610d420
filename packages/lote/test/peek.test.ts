/** A look at the beginning of a file. */
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES } from '@curp-service/contract/codes/file';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, peek } from '../src/index.js';
import { kindOf } from '@curp-service/contract/codes/kinds';

describe('a look at the beginning', () => {
  it('its names, and what stands under them', () => {
    const text = Buffer.from('\n\nnombres|sexo\n"Ana ""A"""|M\n');
    expect(peek(text, 'es')).toEqual({
      delimiter: '|',
      encoding: 'utf-8',
      names: ['nombres', 'sexo'],
      firstRow: ['Ana "A"', 'M'],
    });
  });

  it('a header alone', () => {
    expect(peek(Buffer.from('nombres,sexo'), 'es')).toMatchObject({ names: ['nombres', 'sexo'], firstRow: [] });
  });

  it.each([
    ['UTF-8', 'nombres\nAna\nÑusta\n', 'utf-8', 'Ana'],
    ['Windows-1252', Buffer.from('nombres\nAna\nÑusta\n', 'latin1'), 'windows-1252', 'Ana'],
    ['Windows-1252 from the first row on', Buffer.from('nombres\nÑusta\n', 'latin1'), 'windows-1252', 'Ñusta'],
    ['UTF-16', Buffer.from('\ufeffnombres\nÑusta\n', 'utf16le'), 'utf-16le', 'Ñusta'],
  ])('in %s', (_, bytes, encoding, first) => {
    expect(peek(Buffer.from(bytes), 'es')).toMatchObject({ encoding, firstRow: [first] });
  });

  it('a first row that is empty, or in quotes that are not closed', () => {
    expect(peek(Buffer.from('nombres,sexo\n\nAna,M\n'), 'es').firstRow).toEqual(['', '']);
    expect(peek(Buffer.from('nombres,sexo\n"Ana,M\n'), 'es').firstRow).toEqual([]);
  });

  it('a first row that is short', () => {
    expect(peek(Buffer.from('nombres,sexo\nAna\n'), 'es').firstRow).toEqual(['Ana', '']);
  });

  it.each(['', '\n', '"a', 'a\rb\rc', `${'a,'.repeat(20_000)}b`])('the same complaint as when it is done', (text) => {
    const lote = new Lote({ formato: 'csv' });
    const run = (): unknown => [...lote.process(Buffer.from(text)), ...lote.finish()];
    const complaint = (action: () => unknown): string => {
      try {
        return String(action());
      } catch (error) {
        return error instanceof UnreadableFile ? error.problem.cause : String(error);
      }
    };
    expect(complaint(() => peek(Buffer.from(text), 'es'))).toBe(complaint(run));
  });
});

it('every code that a row may carry has its kind, in both languages', () => {
  for (const { code } of Object.values(ROW_AND_FILE_CODES)) {
    expect(kindOf(code)).not.toBe(kindOf(0));
    expect(kindOf(code)[1]).not.toMatch(/[áéíóúñ]/);
    for (const entry of kindOf(code)) expect(entry).toMatch(/^[a-z][^.]{10,}[^.]$/);
    expect(kindOf(code)[0]).not.toBe(kindOf(code)[1]);
  }
  expect(kindOf(0)).toEqual(['vea la columna error_message', 'see the column error_message']);
});
