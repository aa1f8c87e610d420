/** Bytes on their way out: one buffer, filled row after row and handed over when it is full. */

const TAMANO = 1 << 18;
/** Words are copied whole, so a few bytes may be written behind the last one. */
const HOLGURA = 8;
const UTF8 = new TextEncoder();

export class Salida {
  bytes = new Uint8Array(TAMANO + HOLGURA);
  vista = new DataView(this.bytes.buffer);
  /** How many bytes are written. */
  fin = 0;

  /** Whether it is time to hand over: a row of the usual size might not fit. */
  get llena(): boolean {
    return this.fin > TAMANO / 2;
  }

  /** Makes room for some bytes more. */
  reservar(cuantos: number): void {
    const largo = this.fin + cuantos + HOLGURA;
    if (largo <= this.bytes.length) return;
    const antes = this.bytes;
    this.bytes = new Uint8Array(largo * 2);
    this.bytes.set(antes.subarray(0, this.fin));
    this.vista = new DataView(this.bytes.buffer);
  }

  byte(codigo: number): void {
    this.bytes[this.fin++] = codigo;
  }

  texto(texto: string): void {
    this.reservar(texto.length * 3);
    const { bytes, fin } = this;
    const largo = texto.length;
    // Most texts are short and ASCII: a call to the encoder costs as much as all of them.
    for (let i = 0; i < largo; i++) {
      const codigo = texto.charCodeAt(i);
      if (codigo > 127) {
        this.fin += UTF8.encodeInto(texto, bytes.subarray(fin)).written;
        return;
      }
      bytes[fin + i] = codigo;
    }
    this.fin = fin + largo;
  }

  /** Copies a stretch of other bytes, of which there must be some more behind. */
  copiar(origen: DataView, desde: number, hasta: number): void {
    const largo = hasta - desde;
    this.reservar(largo);
    const { vista, fin } = this;
    for (let i = 0; i < largo; i += 4) vista.setUint32(fin + i, origen.getUint32(desde + i));
    this.fin = fin + largo;
  }

  /** What is written, to be read before anything else is; and the buffer is empty again. */
  tomar(): Uint8Array {
    const escrito = this.bytes.subarray(0, this.fin);
    this.fin = 0;
    return escrito;
  }
}
