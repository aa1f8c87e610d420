/** Bytes on their way in: what has come and is not read yet, whatever the pieces it came in. */

const TAMANO = 1 << 18;
/** Behind the last byte: a line feed, so that no loop runs past the end, and room to read whole words. */
const HOLGURA = 8;
const SALTO = 10;

export class Entrada {
  bytes = new Uint8Array(TAMANO + HOLGURA);
  vista = new DataView(this.bytes.buffer);
  /** Where the first byte that is not read yet stands, and where the last one ends. */
  inicio = 0;
  fin = 0;

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

  /** What a last line without its end lacks. */
  cerrar(): void {
    if (this.fin > this.inicio && this.bytes[this.fin - 1] !== SALTO) this.agregar(Uint8Array.of(SALTO));
  }
}
