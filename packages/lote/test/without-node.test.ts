/** The package as it is published runs where there is no Node: in a worker from which all that Node adds is taken. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { CABECERA, CLAVE, CLAVE_NUSTA, NUSTA, RENATA, linea } from './people.js';

/** What the standard of the Web has, and the tests need. */
const DEL_WEB = ['TextEncoder', 'TextDecoder'];

const TRABAJO = `
const { parentPort, workerData } = require('node:worker_threads');
const TRAIDOS = ${JSON.stringify(DEL_WEB)};
const DE_JAVASCRIPT = new Set(require('node:vm').runInNewContext('Object.getOwnPropertyNames(globalThis)'));
for (const nombre of Object.getOwnPropertyNames(globalThis)) {
  if (!DE_JAVASCRIPT.has(nombre) && !TRAIDOS.includes(nombre)) delete globalThis[nombre];
}
const hacer = (Lote, formato, texto) => {
  const lote = new Lote({ formato, homonimos: true });
  const salida = [];
  for (const trozos of [lote.procesar(new TextEncoder().encode(texto)), lote.terminar()]) {
    for (const trozo of trozos) salida.push(new TextDecoder().decode(trozo));
  }
  return salida.join('');
};
import(workerData.modulo).then(({ Lote, Cortador }) => {
  const { csv, ndjson } = workerData;
  const cortador = new Cortador('csv');
  const bloques = [...cortador.cortar(new TextEncoder().encode(csv)), ...cortador.terminar()];
  parentPort.postMessage({
    node: [typeof process, typeof Buffer, typeof setTimeout],
    csv: hacer(Lote, 'csv', csv),
    ndjson: hacer(Lote, 'ndjson', ndjson),
    bloques: bloques.length,
  });
});
`;

it('runs in a worker without Node', async () => {
  const worker = new Worker(TRABAJO, {
    eval: true,
    workerData: {
      modulo: new URL('../dist/index.js', import.meta.url).href,
      csv: `${CABECERA}\n${RENATA}\n${NUSTA}\ncorta\n`,
      ndjson: linea(),
    },
  });
  onTestFinished(() => void worker.terminate());
  const [hecho] = (await once(worker, 'message')) as [Record<string, unknown>];
  expect(hecho['node']).toEqual(['undefined', 'undefined', 'undefined']);
  expect(hecho['csv']).toContain(`${RENATA},${CLAVE},,0,\n${NUSTA},${CLAVE_NUSTA},,0,\ncorta,,,,,,,,8,`);
  expect(hecho['ndjson']).toContain(`"curp":"${CLAVE}"`);
  expect(hecho['bloques']).toBe(1);
});
