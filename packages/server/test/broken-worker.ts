/** Test helper: threads that break in every way, in place of those that process files. */

/** Returns the script of a thread that does this with each task. */
const scriptOf = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { readSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ task, memory }) => { ${body} });`,
    )}`,
  );

/** Every task fails with an error that repeats its file. */
export const FAILING_WORKER = scriptOf(
  `const bytes = Buffer.alloc(task.bytes.size);
   readSync(task.bytes.fd, bytes, 0, bytes.length, 0);
   parentPort.postMessage({ failed: { kind: 'bug', name: 'TypeError', stack: bytes.toString() } });`,
);

/** Every task ends its thread. */
export const DYING_WORKER = scriptOf('process.exit(7);');

/** Every task fills the heap. */
export const GREEDY_WORKER = scriptOf('const all = []; for (;;) all.push(new Array(1e5).fill(memory));');

/** Every task stops its thread for ever. */
export const ENDLESS_WORKER = scriptOf('for (;;);');

/** Every task works for ever, and makes progress. */
export const SLOW_WORKER = scriptOf('setInterval(() => (new Float64Array(memory, 8, 1)[0] += 100), 5);');

/** Every task goes on for 300 ms after it must end, then says so. */
export const LINGERING_WORKER = scriptOf(
  `const stopped = new Int32Array(memory, 0, 1);
   const end = () => parentPort.postMessage({ failed: { kind: 'over' } });
   const timer = setInterval(() => { if (stopped[0] === 1) { clearInterval(timer); setTimeout(end, 300); } }, 10);`,
);
