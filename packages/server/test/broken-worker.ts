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
   parentPort.postMessage({ number: message.number, error: new TypeError(text) });`,
);

/** Every task ends its thread. */
export const DYING_WORKER = scriptOf('process.exit(7);');

/** Every task fills the heap. */
export const GREEDY_WORKER = scriptOf('const all = []; for (;;) all.push(new Array(1e5).fill(message));');

/** Every task stops its thread for ever. */
export const ENDLESS_WORKER = scriptOf('for (;;);');

/** Every task asks the service again and again, and never ends. */
export const SLOW_WORKER = scriptOf(
  'setTimeout(() => parentPort.postMessage({ number: message.number, call: 1, ask: "hold", args: [0] }), 20);',
);
