/** The script of a thread whose calls may fail: the wrapper, then the thread of the service. */
await import('./calls.mjs');
await import('../../dist/worker.js');
