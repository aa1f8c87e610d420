/** What the threads say to each other. */
import { Buffer } from 'node:buffer';
import { type Bloque, type Lote, type OpcionesDeLote, type Totales, hacer } from '@curp-service/lote';

/** What a thread is told when it starts. */
export interface Encargo {
  readonly opciones: OpcionesDeLote;
  readonly cabecera: Bloque;
}

/** What it says when a block is done: its rows, and the totals of all that it has done. */
export interface Hecho {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly totales: Totales;
}

/** The rows of a block, in one piece. */
export function enteras(lote: Lote, bloque: Bloque): Uint8Array<ArrayBuffer> {
  // What most rows become fits in twice their size.
  let bytes = Buffer.allocUnsafeSlow(bloque.bytes.length * 2);
  let fin = 0;
  for (const pieza of hacer(lote, bloque)) {
    if (fin + pieza.length > bytes.length) {
      const mayor = Buffer.allocUnsafeSlow((fin + pieza.length) * 2);
      mayor.set(bytes.subarray(0, fin));
      bytes = mayor;
    }
    bytes.set(pieza, fin);
    fin += pieza.length;
  }
  return bytes.subarray(0, fin);
}
