/** A thread that does blocks of rows, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Block, drain, doBlock, release, prepare } from '@curp-service/lote';
import { type Encargo, type Hecho, enteras } from './messages.js';

const { opciones, cabecera }: Encargo = workerData;
const lote = prepare(opciones);
drain(doBlock(lote, cabecera));

parentPort?.on('message', (bloque: Block) => {
  const hecho: Hecho = { bytes: enteras(lote, bloque), totales: lote.totals };
  release(bloque.bytes);
  parentPort?.postMessage(hecho, [hecho.bytes.buffer]);
});
