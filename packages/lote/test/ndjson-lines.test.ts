/** The way through lines that come in pieces, and those that nobody can keep. */
import { describe, expect, it } from 'vitest';
import { Entrada } from '../src/read/input.js';
import { type Understood, Lote } from '../src/index.js';
import { FILA_MAXIMA } from '../src/read/csv-reader.js';
import { Lineas } from '../src/read/ndjson-lines.js';
import { enBytes, enTexto, hacer } from './run-lote.js';

/** Takes pieces, and gives the lines so far: their text, or their length if it is long; `larga`: one that was not kept. */
function lector() {
  const entrada = new Entrada();
  const vistas: (string | number)[] = [];
  const lineas = new Lineas(entrada, {
    linea: (desde, hasta) => {
      vistas.push(hasta - desde > 100 ? hasta - desde : enTexto(entrada.bytes.subarray(desde, hasta)));
    },
    larga: () => void vistas.push('larga'),
  });
  return {
    entrada,
    tomar: (trozo: string, esElFinal = false): (string | number)[] => {
      entrada.agregar(enBytes(trozo));
      while (lineas.fila(esElFinal));
      return vistas.splice(0);
    },
  };
}

describe('lines in pieces', () => {
  it('are taken once they are whole', () => {
    const { tomar } = lector();
    expect(tomar('a')).toEqual([]);
    expect(tomar('b\n\nc')).toEqual(['ab', '']);
    expect(tomar('d')).toEqual([]);
    expect(tomar('\n', true)).toEqual(['cd']);
  });

  it('may be as long as a row may be', () => {
    const { tomar } = lector();
    expect(tomar('a'.repeat(FILA_MAXIMA))).toEqual([]);
    expect(tomar('\nb\n')).toEqual([FILA_MAXIMA, 'b']);
    expect(tomar(`${'a'.repeat(FILA_MAXIMA + 1)}\nb\n`)).toEqual(['larga', 'b']);
  });

  it('that are longer are told once, and nothing of them is kept', () => {
    const { entrada, tomar } = lector();
    expect(tomar(`b\n${'a'.repeat(FILA_MAXIMA + 1)}`)).toEqual(['b', 'larga']);
    expect(entrada.inicio).toBe(entrada.fin);
    expect(tomar('a')).toEqual([]);
    expect(entrada.inicio).toBe(entrada.fin);
    expect(tomar('a\nc\n')).toEqual(['c']);
    expect(tomar('d\n')).toEqual(['d']);
  });
});

describe('what a file is, is told', () => {
  const oir = () => {
    const oidos: Understood[] = [];
    return { oidos, lote: new Lote({ formato: 'ndjson', onUnderstood: (entendido) => void oidos.push(entendido) }) };
  };

  it('as soon as something of it has come, and once', () => {
    const { oidos, lote } = oir();
    for (const _ of lote.process(new Uint8Array())) expect.fail();
    expect(oidos).toEqual([]);
    for (const trozo of ['{"a"', ':1}\n', '{}\n']) {
      for (const _ of lote.process(enBytes(trozo)));
      expect(oidos).toEqual([{ formato: 'ndjson', codificacion: 'utf-8' }]);
    }
  });

  it('of an empty one too', () => {
    const { oidos, lote } = oir();
    expect(hacer(lote, [])).toEqual(new Uint8Array());
    expect(oidos).toEqual([{ formato: 'ndjson', codificacion: 'utf-8' }]);
  });
});
