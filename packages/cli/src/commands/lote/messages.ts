/** What the threads say to each other. */
import { Buffer } from 'node:buffer';
import { type Bloque, type Lote, type OpcionesDeLote, type Totales, hacer, recoger } from '@curp-service/lote';

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
export const enteras = (lote: Lote, bloque: Bloque): Uint8Array<ArrayBuffer> =>
  recoger(hacer(lote, bloque), bloque, (largo) => Buffer.allocUnsafeSlow(largo));
