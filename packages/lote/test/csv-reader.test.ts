/** The reader of CSV against `csv-parse`: the same cells, or both reject. */
import fc from 'fast-check';
import { type CsvError, parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { CsvReader, Visto } from '../src/read/csv-reader.js';
import { demorado, enBytes, juntar } from './run-lote.js';

const DELIMITADORES = [',', ';', '\t', '|'] as const;
const UTF8 = new TextDecoder();

/** The rows of a text: the cells of each, or `null` if it was rejected. Empty lines are no rows. */
function leer(texto: string, delimitador: string): (string[] | null)[] {
  const escrito = enBytes(texto);
  const bytes = new Uint8Array(escrito.length + 8);
  bytes.set(escrito);
  bytes[escrito.length] = 10;
  const lector = new CsvReader(delimitador.charCodeAt(0));
  const filas: (string[] | null)[] = [];
  for (let inicio = 0; inicio < escrito.length; inicio = lector.siguiente) {
    if (!lector.leer(bytes, inicio, escrito.length)) expect(lector.romper(bytes, inicio, escrito.length)).toBe(true);
    if (lector.fin === inicio) continue;
    filas.push((lector.vistos & Visto.COMILLAS_MAL) === 0 ? celdas(lector, bytes) : null);
  }
  return filas;
}

function celdas(lector: CsvReader, bytes: Uint8Array): string[] {
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

const letra = fc.constantFrom('a', 'Ñ', 'é', '漢', '🦊', ' ', '\u00a0', '\u200b', '=', "'");
const signo = fc.constantFrom('"', '""', ',', ';', '\t', '|', '\r\n', '\n', '\r', ' "', '" ', '');

/** Any text, of little that is good to its end. */
const revuelto = fc.array(fc.oneof(letra, signo), { maxLength: 30 }).map((piezas) => piezas.join(''));

/** A text as a program writes it, and perhaps something thrown into it. */
const escrito = (delimitador: string): fc.Arbitrary<string> => {
  const plana = fc.string({ unit: letra, maxLength: 4 });
  const citada = revuelto.map((texto) => `"${texto.replaceAll('"', '""')}"`);
  const fila = fc.array(fc.oneof(plana, citada), { minLength: 1, maxLength: 4 }).map((c) => c.join(delimitador));
  const salto = fc.constantFrom('\n', '\r\n', '\n\n');
  return fc
    .tuple(fc.array(fc.tuple(fila, salto), { maxLength: 4 }), fc.option(fc.tuple(signo, fc.nat(60))))
    .map(([filas, tirado]) => {
      const texto = filas.flat().join('');
      const [roto, en] = tirado ?? ['', 0];
      return `${texto.slice(0, en)}${roto}${texto.slice(en)}`;
    });
};

describe.each(DELIMITADORES)('with %j', (delimitador) => {
  demorado('reads what csv-parse reads, and rejects what it rejects', () => {
    let buenos = 0;
    fc.assert(
      fc.property(fc.oneof(revuelto, escrito(delimitador)), (t) => {
        // The end that whoever reads a file adds to its last line; and CRCRLF is for csv-parse no end of a line.
        const texto = `${t}\n`.replaceAll(/\r+\n/g, '\r\n');
        const otro = leerOtro(texto, delimitador);
        const nuestras = leer(texto, delimitador);
        const rechazada = nuestras.indexOf(null);
        expect(rechazada >= 0).toBe(otro.error !== null);
        expect(rechazada < 0 ? nuestras : nuestras.slice(0, rechazada)).toEqual(otro.filas);
        buenos += otro.error === null && otro.filas.some((fila) => fila.length > 1) ? 1 : 0;
      }),
      { numRuns: 500 },
    );
    expect(buenos).toBeGreaterThan(50); // or little was compared
  });
});

/** What the reader says that it saw. */
function vistos(bytes: Uint8Array): number {
  const lector = new CsvReader(44);
  const conSalto = juntar(bytes, '\n\0\0\0\0');
  if (!lector.leer(conSalto, 0, bytes.length + 1)) lector.romper(conSalto, 0, bytes.length + 1);
  return lector.vistos;
}

describe('sees', () => {
  it.each([
    ['nothing', 'a,"b"', 0],
    ['letters beyond ASCII', 'ñ', Visto.NO_ASCII],
    ['letters beyond ASCII in quotes', 'a,"ñ🦊"', Visto.NO_ASCII],
    ['what is not UTF-8', Uint8Array.of(97, 0xf1, 111), Visto.NO_ASCII | Visto.NO_UTF8],
    ['what is not UTF-8 in quotes', Uint8Array.of(34, 0xf1, 34), Visto.NO_ASCII | Visto.NO_UTF8],
    ['a broken character at the end', Uint8Array.of(97, 0xc3), Visto.NO_ASCII | Visto.NO_UTF8],
    ['NUL', 'a\0', Visto.NUL],
    ['NUL in quotes', '"a\0"', Visto.NUL],
    ['quotes written twice', '"a""b"', Visto.ESCAPADAS],
    ['bad quotes', 'a"ñ', Visto.COMILLAS_MAL | Visto.NO_ASCII],
    ['quotes that are not closed', '"a,ñ', Visto.COMILLAS_MAL | Visto.NO_ASCII],
    ['something behind a quote', '"a"b', Visto.COMILLAS_MAL],
    ['a CR behind a quote', '"a"\rb', Visto.COMILLAS_MAL],
  ])('%s', (_, entrada, esperado) => {
    expect(vistos(enBytes(entrada))).toBe(esperado);
  });
});

it('takes CRCRLF for the end of a row', () => {
  expect(leer('a,b\r\r\n"c","d"\r\r\n\r\r\ne"\r\r\n"\r\r\n"\n', ',')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    null,
    ['\r\r\n'],
  ]);
});

it('a rejected row ends at its line, and the next is read', () => {
  expect(leer('"a\nb,"c"\n"d"e\n"f""\n', ',')).toEqual([null, ['b', 'c'], null, null]);
});

it.each([
  ['right behind a letter that is', [0xc3, 0x91, 0xff], true],
  ['right behind one of three bytes that is', [0xe2, 0x82, 0xac, 0xff], true],
  ['nowhere', [0xc3, 0x91, 0xc3, 0xb1], false],
])('a row of bad quotes: a byte that is no UTF-8 is seen %s', (_, altos, seVe) => {
  const fila = juntar('a"b', new Uint8Array(altos), '\n12345678');
  const lector = new CsvReader(','.charCodeAt(0));
  expect(lector.romper(fila, 0, 4 + altos.length)).toBe(true);
  expect(lector.vistos & Visto.NO_ASCII).not.toBe(0);
  expect((lector.vistos & Visto.NO_UTF8) !== 0).toBe(seVe);
});
