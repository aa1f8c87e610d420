/** A thread that does blocks of rows, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Bloque, dejarPasar, hacer, liberar, preparar } from '@curp-service/lote';
import { type Encargo, type Hecho, enteras } from './messages.js';

const { opciones, cabecera }: Encargo = workerData;
const lote = preparar(opciones);
dejarPasar(hacer(lote, cabecera));

parentPort?.on('message', (bloque: Bloque) => {
  const hecho: Hecho = { bytes: enteras(lote, bloque), totales: lote.totales };
  liberar(bloque.bytes);
  parentPort?.postMessage(hecho, [hecho.bytes.buffer]);
});
