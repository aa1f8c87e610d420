/** What the threads say to each other. */
import { Buffer } from 'node:buffer';
import { type Block, type Lote, type LoteOptions, type Totals, doBlock, collect } from '@curp-service/lote';

/** What a thread is told when it starts. */
export interface Encargo {
  readonly opciones: LoteOptions;
  readonly cabecera: Block;
}

/** What it says when a block is done: its rows, and the totals of all that it has done. */
export interface Hecho {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly totales: Totals;
}

/** The rows of a block, in one piece. */
export const enteras = (lote: Lote, bloque: Block): Uint8Array<ArrayBuffer> =>
  collect(doBlock(lote, bloque), bloque, (largo) => Buffer.allocUnsafeSlow(largo));
