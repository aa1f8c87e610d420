/** A thread that does blocks of rows, one after the other. */
import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import type { Bloque } from '@curp-service/lote';
import { type Encargo, type Hecho, dejarPasar, hacer, liberar, preparar } from './encargo.js';

const { opciones, cabecera }: Encargo = workerData;
const lote = preparar(opciones);
dejarPasar(hacer(lote, cabecera));

parentPort?.on('message', (bloque: Bloque) => {
  const bytes = filasDe(bloque);
  liberar(bloque.bytes);
  const hecho: Hecho = { bytes, totales: lote.totales };
  parentPort?.postMessage(hecho, [bytes.buffer]);
});

function filasDe(bloque: Bloque): Uint8Array<ArrayBuffer> {
  // What most rows become fits in twice their size.
  let bytes: Uint8Array<ArrayBuffer> = Buffer.allocUnsafeSlow(bloque.bytes.length * 2);
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
