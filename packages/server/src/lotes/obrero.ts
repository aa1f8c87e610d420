/** The thread that does pieces, one after the other, so that no request waits for them. */
import { parentPort } from 'node:worker_threads';
import { type Encargo, hacerPieza } from './pieza.js';

parentPort?.on('message', (encargo: Encargo) => {
  const hecha = hacerPieza(encargo);
  parentPort?.postMessage(hecha, [hecha.bytes.buffer]);
});
