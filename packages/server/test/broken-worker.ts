/** Test helper: threads that break in every way, in place of those that process files. */

/** Returns the script of a thread that does this with each message. */
const scriptOf = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', (message) => { ${body} });`,
    )}`,
  );

/** Every task fails with an error that repeats its file. */
export const FAILING_WORKER = scriptOf(
  `const text = Buffer.from(message.input.upload.bytes).toString();
   parentPort.postMessage({ number: message.number, failure: { kind: 'bug', name: 'TypeError', stack: text } });`,
);

/** Every task ends its thread. */
export const DYING_WORKER = scriptOf('process.exit(7);');

/** Every task fills the heap. */
export const GREEDY_WORKER = scriptOf('const all = []; for (;;) all.push(new Array(1e5).fill(message));');

/** Every task takes the turn and stops its thread for ever. */
export const ENDLESS_WORKER = scriptOf('new Int32Array(message.memory, 0, 2)[1] = 1; for (;;);');

/** Every task works for ever, and says how long. */
export const SLOW_WORKER = scriptOf('setInterval(() => (new Float64Array(message.memory, 8, 1)[0] += 100), 20);');

/** Every task goes on for 300 ms after it must end, then says so. */
export const LINGERING_WORKER = scriptOf(
  `const stopped = new Int32Array(message.memory, 0, 2);
   const end = () => parentPort.postMessage({ number: message.number, failure: { kind: 'stopped' } });
   const timer = setInterval(() => { if (stopped[0] === 1) { clearInterval(timer); setTimeout(end, 300); } }, 10);`,
);
