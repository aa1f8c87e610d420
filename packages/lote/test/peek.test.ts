/** Peeking at the beginning of a CSV. */
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, peek } from '../src/index.js';

describe('peek', () => {
  it('gives the names and the first row', () => {
    const text = Buffer.from('\n\nnombres|sexo\n"Ana ""A"""|M\n');
    expect(peek(text, 'es')).toMatchObject({
      delimiter: '|',
      encoding: 'utf-8',
      names: ['nombres', 'sexo'],
      firstRow: ['Ana "A"', 'M'],
    });
  });

  it('gives no first row for a header alone', () => {
    expect(peek(Buffer.from('nombres,sexo'), 'es')).toMatchObject({ names: ['nombres', 'sexo'], firstRow: [] });
  });

  it.each([
    ['UTF-8', 'nombres\nAna\nÑusta\n', 'utf-8', 'Ana'],
    ['Windows-1252', Buffer.from('nombres\nAna\nÑusta\n', 'latin1'), 'windows-1252', 'Ana'],
    ['Windows-1252 from the first row on', Buffer.from('nombres\nÑusta\n', 'latin1'), 'windows-1252', 'Ñusta'],
    ['UTF-16', Buffer.from('\ufeffnombres\nÑusta\n', 'utf16le'), 'utf-16le', 'Ñusta'],
  ])('recognises %s', (_, bytes, encoding, first) => {
    expect(peek(Buffer.from(bytes), 'es')).toMatchObject({ encoding, firstRow: [first] });
  });

  it('gives empty cells for an empty row, and none for open quotes', () => {
    expect(peek(Buffer.from('nombres,sexo\n\nAna,M\n'), 'es').firstRow).toEqual(['', '']);
    expect(peek(Buffer.from('nombres,sexo\n"Ana,M\n'), 'es').firstRow).toEqual([]);
  });

  it('fills up a short first row', () => {
    expect(peek(Buffer.from('nombres,sexo\nAna\n'), 'es').firstRow).toEqual(['Ana', '']);
  });

  it.each(['', '\n', '"a', 'a\rb\rc', `${'a,'.repeat(20_000)}b`])('throws the same error as `Lote`: %j', (text) => {
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
