/** Bytes on their way in: what has come and is not read yet, whatever the pieces it came in. */
import { FILA_MAXIMA } from './csv-reader.js';

const TAMANO = 1 << 18;
/** Behind the last byte: a line feed, so that no loop runs past the end, and room to read whole words. */
const HOLGURA = 8;
const SALTO = 10;
/** A row with open quotes that is longer is not read anew for every piece that comes. */
const LARGA = 4096;

export class Entrada {
  bytes = new Uint8Array(TAMANO + HOLGURA);
  vista = new DataView(this.bytes.buffer);
  /** Where the first byte that is not read yet stands, and where the last one ends. */
  inicio = 0;
  fin = 0;
  /** How many of those bytes were looked at in vain: they hold no whole row. */
  private mirados = 0;
  /** How many there were when the reader last came to their end in spite of a line feed: quotes are open. */
  private leidos = 0;

  agregar(nuevos: Uint8Array): void {
    const quedan = this.fin - this.inicio;
    const largo = quedan + nuevos.length + HOLGURA;
    if (this.fin + nuevos.length + HOLGURA > this.bytes.length) {
      const antes = this.bytes.subarray(this.inicio, this.fin);
      if (largo > this.bytes.length) {
        this.bytes = new Uint8Array(largo * 2);
        this.vista = new DataView(this.bytes.buffer);
        this.bytes.set(antes);
      } else this.bytes.copyWithin(0, this.inicio, this.fin);
      this.inicio = 0;
      this.fin = quedan;
    }
    this.bytes.set(nuevos, this.fin);
    this.fin += nuevos.length;
    this.bytes[this.fin] = SALTO;
  }

  /** Whether there may be a whole row: small pieces must not make long work of a row that does not end. */
  puedeHaberFila(): boolean {
    const { mirados, inicio, fin } = this;
    const hay = fin - inicio;
    if (mirados === 0 || hay > FILA_MAXIMA) return hay > 0;
    if (hay < this.leidos * 1.25) return false;
    if (this.bytes.indexOf(SALTO, inicio + mirados) < fin) return true;
    this.mirados = hay;
    return false;
  }

  /** There was none. */
  noHuboFila(): void {
    const { mirados, inicio, fin } = this;
    const hay = fin - inicio;
    if (hay > LARGA && this.bytes.indexOf(SALTO, inicio + mirados) < fin) this.leidos = hay;
    this.mirados = hay;
  }

  /** There was one, and the next begins there. */
  avanzar(siguiente: number): void {
    this.inicio = siguiente;
    this.mirados = 0;
    this.leidos = 0;
  }

  /** What a last line without its end lacks. */
  cerrar(): void {
    if (this.fin > this.inicio && this.bytes[this.fin - 1] !== SALTO) this.agregar(Uint8Array.of(SALTO));
  }
}
