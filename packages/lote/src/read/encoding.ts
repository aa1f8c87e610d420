/** The encodings that files come in, each told by its bytes, and the way from each to UTF-8. */
import type { Entrada } from './input.js';

/** What a file may be in. */
export type Codificacion = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

export const isUtf16 = (codificacion: Codificacion | null): codificacion is 'utf-16le' | 'utf-16be' =>
  codificacion === 'utf-16le' || codificacion === 'utf-16be';

/** How many bytes the character that begins there has; 0: it is no UTF-8. */
export function largoUtf8(bytes: Uint8Array, i: number): number {
  const a = bytes[i];
  const b = bytes[i + 1];
  if (a >= 0xc2 && a <= 0xdf) return esCola(b) ? 2 : 0;
  if (a >= 0xe0 && a <= 0xef) {
    const bien = esCola(b) && esCola(bytes[i + 2]);
    // No character twice as long as it need be, and no half of a surrogate pair.
    return bien && !(a === 0xe0 && b < 0xa0) && !(a === 0xed && b > 0x9f) ? 3 : 0;
  }
  if (a >= 0xf0 && a <= 0xf4) {
    const bien = esCola(b) && esCola(bytes[i + 2]) && esCola(bytes[i + 3]);
    return bien && !(a === 0xf0 && b < 0x90) && !(a === 0xf4 && b > 0x8f) ? 4 : 0;
  }
  return 0;
}

const esCola = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Whether all characters are UTF-8. */
export function esUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length;) {
    const largo = bytes[i] < 128 ? 1 : largoUtf8(bytes, i);
    if (largo === 0) return false;
    i += largo;
  }
  return true;
}

/** What the first character beyond ASCII tells, if there is one. */
function codificacionVista(bytes: Uint8Array, desde: number, hasta: number): Codificacion | null {
  for (let i = desde; i < hasta; i++) if (bytes[i] > 127) return largoUtf8(bytes, i) > 0 ? 'utf-8' : 'windows-1252';
  return null;
}

/** What a file is in, as far as it has been seen: its rows, and the bytes that are there of the next. */
export const codificacionDe = ({ decodificador, entrada }: Leido, desde: number): Codificacion =>
  decodificador.codificacion ?? codificacionVista(entrada.bytes, desde, entrada.fin) ?? 'utf-8';

interface Leido {
  readonly decodificador: Decodificador;
  readonly entrada: Entrada;
}

/** Enough bytes to tell UTF-16, and a mark of three bytes. */
const PRIMEROS = 4;

/** The encoding that the first bytes tell, and how many of them are its mark. `null`: more must be seen. */
export function marcaDe(bytes: Uint8Array): { codificacion: Codificacion | null; largo: number } {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { codificacion: 'utf-8', largo: 3 };
  if (a === 0xff && b === 0xfe) return { codificacion: 'utf-16le', largo: 2 };
  if (a === 0xfe && b === 0xff) return { codificacion: 'utf-16be', largo: 2 };
  // Without a mark, the first letters of a header are ASCII, and half of their bytes are zero.
  if (a === 0 && b !== 0 && b !== undefined) return { codificacion: 'utf-16be', largo: 0 };
  if (b === 0 && a !== 0 && c !== 0 && c !== undefined) return { codificacion: 'utf-16le', largo: 0 };
  return { codificacion: null, largo: 0 };
}

/** What a row with characters beyond ASCII is: UTF-8, to be rewritten, or broken in a file of UTF-8. */
export type Juicio = 'bien' | 'otra' | 'mal';

const PARTE = 1 << 18;

/** Turns the bytes of a file, in whatever pieces they come, into such as hold UTF-8 or Windows-1252 row by row. */
export class Decodificador {
  /** What the file is in, as far as it has been seen; `null`: nothing beyond ASCII yet. */
  codificacion: Codificacion | null;
  /** The user said so, and no row is taken for UTF-8 by its looks. */
  private readonly es1252: boolean;
  private inicio: Uint8Array | null = new Uint8Array();
  private utf16: TextDecoder | null = null;

  constructor(codificacion: Codificacion | null) {
    this.codificacion = codificacion;
    this.es1252 = codificacion === 'windows-1252';
  }

  /** What comes next was decoded before, of a file that was known to be in this: it has no mark, and no UTF-16. */
  continuar(codificacion: Codificacion | null): void {
    this.codificacion = codificacion;
    this.inicio = null;
    this.utf16 = null;
  }

  /** Of a large piece, one part after another, so that the memory does not depend on it. */
  *partes(bytes: Uint8Array): Generator<Uint8Array, void> {
    for (let desde = 0; desde < bytes.length; desde += PARTE) {
      yield this.decodificar(bytes.subarray(desde, desde + PARTE), false);
    }
  }

  /** There are no more: what was waited with. */
  resto(): Uint8Array {
    return this.decodificar(new Uint8Array(), true);
  }

  decodificar(bytes: Uint8Array, esElFinal: boolean): Uint8Array {
    let cuerpo = bytes;
    if (this.inicio !== null) {
      const vistos = juntar(this.inicio, bytes);
      if (vistos.length < PRIMEROS && !esElFinal) {
        this.inicio = vistos.slice();
        return new Uint8Array();
      }
      cuerpo = this.empezar(vistos);
    }
    return this.utf16 === null ? cuerpo : new TextEncoder().encode(this.utf16.decode(cuerpo, { stream: !esElFinal }));
  }

  /**
   * Judges a row that has characters beyond ASCII. The first one of the file tells: if it is UTF-8, so are all, and one
   * that is not is broken; otherwise all that are not UTF-8 are Windows-1252.
   */
  juzgar(enUtf8: boolean): Juicio {
    if (enUtf8 && !this.es1252) {
      this.codificacion ??= 'utf-8';
      return 'bien';
    }
    if (this.codificacion !== null && this.codificacion !== 'windows-1252') return 'mal';
    this.codificacion = 'windows-1252';
    return 'otra';
  }

  private empezar(vistos: Uint8Array): Uint8Array {
    this.inicio = null;
    const marca = marcaDe(vistos);
    this.codificacion ??= marca.codificacion;
    const { codificacion } = this;
    if (isUtf16(codificacion)) this.utf16 = new TextDecoder(codificacion, { ignoreBOM: true });
    return marca.codificacion === codificacion ? vistos.subarray(marca.largo) : vistos;
  }
}

function juntar(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const juntos = new Uint8Array(a.length + b.length);
  juntos.set(a);
  juntos.set(b, a.length);
  return juntos;
}

/** The UTF-8 of each byte of Windows-1252 beyond ASCII. */
const DE_1252: readonly Uint8Array[] = Array.from({ length: 128 }, (_, i) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(128 + i))),
);

/** Rewrites a stretch of Windows-1252 as UTF-8, with some room behind. */
export function desde1252(bytes: Uint8Array, desde: number, hasta: number, holgura: number): Uint8Array {
  const salida = new Uint8Array((hasta - desde) * 3 + holgura);
  let fin = 0;
  for (let i = desde; i < hasta; i++) {
    const byte = bytes[i];
    if (byte < 128) salida[fin++] = byte;
    else for (const parte of DE_1252[byte - 128]) salida[fin++] = parte;
  }
  return salida.subarray(0, fin + holgura);
}
