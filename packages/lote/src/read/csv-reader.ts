/**
 * The reader of CSV: finds the cells of one row among the bytes.
 *
 * As RFC 4180 has it: a cell in quotes may hold delimiters, line breaks, and quotes written twice. Rows end with LF or
 * CRLF, or with CRCRLF as programs on Windows write that convert twice. A row whose quotes do not match ends, for that,
 * at its first line break, so that it spoils no other.
 */
import { largoUtf8 } from './encoding.js';

const enum Byte {
  SALTO = 10,
  RETORNO = 13,
  COMILLAS = 34,
}

/** What a byte is to the reader. */
const enum Tipo {
  ORDINARIO,
  DELIMITADOR,
  SALTO,
  COMILLAS,
  NUL,
  /** Part of a character beyond ASCII. */
  ALTO,
}

/** What was seen in a row. */
export const enum Visto {
  COMILLAS_MAL = 1,
  NUL = 2,
  NO_UTF8 = 4,
  NO_ASCII = 8,
  /** Some cell holds quotes written twice. */
  ESCAPADAS = 16,
}

/** Rows longer than this are not kept. */
export const FILA_MAXIMA = 1 << 20;

/** More cells than this are counted, but not told where they stand. */
export const CELDAS = 1 << 14;

export class CsvReader {
  /** Where the text of each cell begins and ends, without its quotes. */
  readonly desde = new Int32Array(CELDAS);
  readonly hasta = new Int32Array(CELDAS);
  celdas = 0;
  /** The bits of `Visto`. */
  vistos = 0;
  /** Where the row ends, its line break apart, and where the next one begins. */
  fin = 0;
  siguiente = 0;
  private readonly tipos = new Uint8Array(256);

  constructor(delimitador: number) {
    this.tipos.fill(Tipo.ALTO, 128);
    this.tipos[0] = Tipo.NUL;
    this.tipos[Byte.SALTO] = Tipo.SALTO;
    this.tipos[Byte.COMILLAS] = Tipo.COMILLAS;
    this.tipos[delimitador] = Tipo.DELIMITADOR;
  }

  /**
   * Reads the row that begins there. `false`: it does not end before `limite`, where a line feed stands that is not of
   * the row.
   */
  leer(bytes: Uint8Array, inicio: number, limite: number): boolean {
    const { tipos, desde, hasta } = this;
    let vistos = 0;
    let celda = 0;
    let i = inicio;
    desde[0] = i;
    for (;;) {
      let tipo = tipos[bytes[i]];
      while (tipo === Tipo.ORDINARIO) tipo = tipos[bytes[++i]];
      if (tipo === Tipo.DELIMITADOR) {
        hasta[celda++] = i;
        desde[celda] = ++i;
      } else if (tipo === Tipo.SALTO) {
        if (i === limite) return false;
        const fin = sinRetornos(bytes, inicio, i);
        hasta[celda] = fin;
        return this.acabar(celda + 1, vistos, fin, i + 1);
      } else if (tipo === Tipo.ALTO) {
        const largo = largoUtf8(bytes, i);
        vistos |= largo === 0 ? Visto.NO_ASCII | Visto.NO_UTF8 : Visto.NO_ASCII;
        i += largo === 0 ? 1 : largo;
      } else if (tipo === Tipo.NUL) {
        vistos |= Visto.NUL;
        i++;
      } else if (i > inicio && tipos[bytes[i - 1]] !== Tipo.DELIMITADOR) {
        return this.romper(bytes, inicio, limite); // a quote in the middle
      } else {
        desde[celda] = ++i;
        this.vistos = vistos;
        const cierre = this.cerrarComillas(bytes, i, limite);
        if (cierre < 0) return false;
        vistos = this.vistos;
        hasta[celda] = cierre;
        i = cierre + 1;
        if (i >= limite) return false; // what follows the quote decides
        if (tipos[bytes[i]] === Tipo.DELIMITADOR) desde[++celda] = ++i;
        else {
          const fin = i;
          while (bytes[i] === Byte.RETORNO) i++;
          if (i >= limite) return false;
          if (bytes[i] !== Byte.SALTO) return this.romper(bytes, inicio, limite);
          return this.acabar(celda + 1, vistos, fin, i + 1);
        }
      }
    }
  }

  /** The row of bad quotes that begins there: its first line, as one cell. */
  romper(bytes: Uint8Array, inicio: number, limite: number): boolean {
    const salto = bytes.indexOf(Byte.SALTO, inicio);
    if (salto >= limite) return false;
    const fin = sinRetornos(bytes, inicio, salto);
    this.desde[0] = inicio;
    this.hasta[0] = fin;
    // Of this line and of all of it: what was seen before the quotes broke may stand in another, or be a part.
    let vistos: number = Visto.COMILLAS_MAL;
    for (let i = inicio; i < fin; i++) {
      if (bytes[i] < 128) continue;
      const largo = largoUtf8(bytes, i);
      vistos |= largo === 0 ? Visto.NO_ASCII | Visto.NO_UTF8 : Visto.NO_ASCII;
      if (largo > 0) i += largo - 1;
    }
    return this.acabar(1, vistos, fin, salto + 1);
  }

  /** Where the quotes that were opened before `i` are closed; -1: not before the limit. */
  private cerrarComillas(bytes: Uint8Array, desde: number, limite: number): number {
    const { tipos } = this;
    for (let i = desde; i < limite;) {
      const tipo = tipos[bytes[i]];
      if (tipo === Tipo.COMILLAS) {
        if (bytes[i + 1] !== Byte.COMILLAS || i + 1 === limite) return i;
        this.vistos |= Visto.ESCAPADAS;
        i += 2;
      } else if (tipo === Tipo.ALTO) {
        const largo = largoUtf8(bytes, i);
        this.vistos |= largo === 0 ? Visto.NO_ASCII | Visto.NO_UTF8 : Visto.NO_ASCII;
        i += largo === 0 ? 1 : largo;
      } else {
        if (tipo === Tipo.NUL) this.vistos |= Visto.NUL;
        i++;
      }
    }
    return -1;
  }

  private acabar(celdas: number, vistos: number, fin: number, siguiente: number): true {
    this.celdas = celdas;
    this.vistos = vistos;
    this.fin = fin;
    this.siguiente = siguiente;
    return true;
  }
}

/** Where a line ends, the CR before its line feed apart. */
function sinRetornos(bytes: Uint8Array, inicio: number, salto: number): number {
  let fin = salto;
  while (fin > inicio && bytes[fin - 1] === Byte.RETORNO) fin--;
  return fin;
}
