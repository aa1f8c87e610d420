/** The reader of CSV against `csv-parse`: the same cells, or both reject. */
import fc from 'fast-check';
import { type CsvError, parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { Lector, Visto } from '../src/lector.js';
import { enBytes } from './correr.js';

const DELIMITADORES = [',', ';', '\t', '|'] as const;
const UTF8 = new TextDecoder();

/** The rows of a text: the cells of each, or `null` if it was rejected. Empty lines are no rows. */
function leer(texto: string, delimitador: string): (string[] | null)[] {
  const escrito = enBytes(texto);
  const bytes = new Uint8Array(escrito.length + 8);
  bytes.set(escrito);
  bytes[escrito.length] = 10;
  const lector = new Lector(delimitador.charCodeAt(0));
  const filas: (string[] | null)[] = [];
  for (let inicio = 0; inicio < escrito.length; inicio = lector.siguiente) {
    if (!lector.leer(bytes, inicio, escrito.length)) expect(lector.romper(bytes, inicio, escrito.length)).toBe(true);
    if (lector.fin === inicio) continue;
    filas.push((lector.vistos & Visto.COMILLAS_MAL) === 0 ? celdas(lector, bytes) : null);
  }
  return filas;
}

function celdas(lector: Lector, bytes: Uint8Array): string[] {
  return Array.from({ length: lector.celdas }, (_, i) => {
    const texto = UTF8.decode(bytes.subarray(lector.desde[i], lector.hasta[i]));
    return bytes[(lector.desde[i] ?? 0) - 1] === 34 ? texto.replaceAll('""', '"') : texto;
  });
}

/** What `csv-parse` makes of the same text, up to the row where it gives up. */
function leerOtro(texto: string, delimiter: string): { filas: string[][]; error: CsvError | null } {
  const filas: string[][] = [];
  try {
    parse(texto, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (fila: string[]) => void filas.push(fila),
    });
    return { filas, error: null };
  } catch (error) {
    return { filas, error: error as CsvError };
  }
}

const pieza = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('"', '""', ',', ';', '\t', '|', '\r\n', '\n', '\r', ' ', '') },
  { weight: 3, arbitrary: fc.constantFrom('a', 'Ñ', 'é', '漢', '🦊', '\u00a0', '\u200b', '=1', "'", 'curp') },
  // Cells as a program writes them, so that many texts are good to their end.
  {
    weight: 6,
    arbitrary: fc.constantFrom('"a,b"', '"x""y"', '"1\n2"', '"\r\n"', '""', '"a";', '"b",', '"c"\t', '"d"|'),
  },
);
/** Any text that ends in a line break, which whoever reads a file adds to its last line. */
const texto = fc.array(pieza, { maxLength: 40 }).map((piezas) => `${piezas.join('')}\n`);

describe.each(DELIMITADORES)('with %j', (delimitador) => {
  it('reads what csv-parse reads, and rejects what it rejects', () => {
    let buenos = 0;
    fc.assert(
      fc.property(texto, (t) => {
        const otro = leerOtro(t, delimitador);
        const nuestras = leer(t, delimitador);
        const rechazada = nuestras.indexOf(null);
        expect(rechazada >= 0).toBe(otro.error !== null);
        expect(rechazada < 0 ? nuestras : nuestras.slice(0, rechazada)).toEqual(otro.filas);
        buenos += otro.error === null && otro.filas.some((fila) => fila.length > 1) ? 1 : 0;
      }),
      { numRuns: 1500 },
    );
    expect(buenos).toBeGreaterThan(100); // or nothing was compared
  });
});
