/** The published package runs in a worker without the globals that Node adds. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { HEADER, KEY, NUSTA_KEY, NUSTA, RENATA, line } from './people.js';

/** The Web APIs that the package needs. */
const OF_THE_WEB = ['TextEncoder', 'TextDecoder'];

const WORK = `
const { parentPort, workerData } = require('node:worker_threads');
const KEPT = ${JSON.stringify(OF_THE_WEB)};
const OF_JAVASCRIPT = new Set(require('node:vm').runInNewContext('Object.getOwnPropertyNames(globalThis)'));
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (!OF_JAVASCRIPT.has(name) && !KEPT.includes(name)) delete globalThis[name];
}
const run = (Lote, formato, text) => {
  const lote = new Lote({ sexo: 'hm', formato });
  const output = [];
  for (const pieces of [lote.process(new TextEncoder().encode(text)), lote.finish()]) {
    for (const piece of pieces) output.push(new TextDecoder().decode(piece));
  }
  return output.join('');
};
import(workerData.module).then(({ Lote }) => {
  const { csv, ndjson } = workerData;
  parentPort.postMessage({
    node: [typeof process, typeof Buffer, typeof setTimeout],
    csv: run(Lote, 'csv', csv),
    ndjson: run(Lote, 'ndjson', ndjson),
  });
});
`;

it('the package runs in a worker without Node', async () => {
  const worker = new Worker(WORK, {
    eval: true,
    workerData: {
      module: new URL('../dist/index.js', import.meta.url).href,
      csv: `${HEADER}\n${RENATA}\n${NUSTA}\ncorta,x\n`,
      ndjson: line(),
    },
  });
  onTestFinished(() => void worker.terminate());
  const [done] = (await once(worker, 'message')) as [Record<string, unknown>];
  expect(done['node']).toEqual(['undefined', 'undefined', 'undefined']);
  expect(done['csv']).toContain(`${RENATA},${KEY},,0,\n${NUSTA},${NUSTA_KEY},,0,\ncorta,x,,,,,,,8,`);
  expect(done['ndjson']).toContain(`"curp":"${KEY}"`);
});
