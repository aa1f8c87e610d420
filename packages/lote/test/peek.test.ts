/** A look at the beginning of a CSV. */
import { DECLARED } from './run-lote.js';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, type Peek, peek } from '../src/index.js';

const peekAt = (text: string | Uint8Array, declared = {}): Peek =>
  peek(Buffer.from(text), 'es', { formato: 'csv', ...declared });

describe('peek', () => {
  it('returns the names and the first rows, with the row numbers of a spreadsheet', () => {
    expect(peekAt('\n\nnombres|sexo\n"Ana ""A"""|M\n\nLuz|M|?\n')).toMatchObject({
      delimiter: '|',
      names: ['nombres', 'sexo'],
      rows: [
        { number: 3, cells: ['nombres', 'sexo'] },
        { number: 4, cells: ['Ana "A"', 'M'] },
        { number: 6, cells: ['Luz', 'M', '?'] },
      ],
    });
  });

  it('returns the rows above the header, and uses the header that was declared', () => {
    const text = 'Nómina\nnombres,paterno,sexo\nAna,Ruiz,M\n';
    expect(peekAt(text)).toMatchObject({ names: ['nombres', 'paterno', 'sexo'], rows: [{ number: 1 }, {}, {}] });
    expect(peekAt(text, { encabezado: 3 }).names).toEqual(['Ana', 'Ruiz', 'M']);
  });

  it('returns no more than 50 rows from the header on', () => {
    expect(peekAt(`nombres\n${'Ana\n'.repeat(99)}`).rows).toHaveLength(50);
  });

  it.each([
    ['UTF-8', 'nombres\nAna\nÑusta\n', 'Ana'],
    ['Windows-1252', Buffer.from('nombres\nAna\nÑusta\n', 'latin1'), 'Ana'],
    ['Windows-1252 from the first row on', Buffer.from('nombres\nÑusta\n', 'latin1'), 'Ñusta'],
    ['UTF-16', Buffer.from('\ufeffnombres\nÑusta\n', 'utf16le'), 'Ñusta'],
  ])('reads %s', (_, bytes, first) => {
    expect(peekAt(bytes).rows[1]?.cells).toEqual([first]);
  });

  it('reports that a line of fixed width is too short, and no other problem of a row', () => {
    const { rows } = peekAt('LUZ   OLVERA\nANA\n', {
      layout: { campos: { nombres: '1-6', apellidos: '7-12' }, largo: 12 },
    });
    expect(rows.map(({ problem }) => problem?.cause)).toEqual([undefined, 'fila_largo']);
  });

  it('stops at quotes that stay open', () => {
    expect(peekAt('nombres,sexo\n"Ana,M\n').rows).toHaveLength(1);
  });

  it.each(['', '\n', '"a', `${'a,'.repeat(20_000)}b`])('throws the same error as `Lote`: %j', (text) => {
    const lote = new Lote({ ...DECLARED });
    const run = (): unknown => [...lote.process(Buffer.from(text)), ...lote.finish()];
    const complaint = (action: () => unknown): string => {
      try {
        return String(action());
      } catch (error) {
        return error instanceof UnreadableFile ? error.problem.cause : String(error);
      }
    };
    expect(complaint(() => peekAt(text))).toBe(complaint(run));
  });
});
