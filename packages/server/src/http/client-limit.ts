/**
 * Limits how long a client may take, by the time in which this process runs. After a pause of the process (a busy machine, a
 * suspended container) Node runs its timers before it reads what arrived meanwhile, so a plain timer would cut clients in time.
 */
import type { Socket } from 'node:net';

/** A pause of the process counts as one tick, however long it is. */
const CLIENT_TICK_MS = 500;

/** Calls `onLate` after `ms` milliseconds, at least one tick, once the bytes that have arrived are read. Returns a function that cancels it. */
export function limitClient(ms: number, onLate: () => void): () => void {
  let ticks = Math.ceil(ms / CLIENT_TICK_MS);
  let timer: NodeJS.Timeout;
  let isCancelled = false;
  const wait = (): void => {
    timer = setTimeout(() => setImmediate(count), CLIENT_TICK_MS).unref(); // between a timer and an immediate, Node reads
  };
  const count = (): void => {
    if (isCancelled) return;
    ticks -= 1;
    if (ticks > 0) wait();
    else onLate();
  };
  wait();
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

/** Calls the listeners of `timeout` only if nothing arrives or is sent meanwhile. */
export function delayTimeouts(socket: Socket): void {
  const listeners = socket.listeners('timeout');
  socket.removeAllListeners('timeout').on('timeout', () => {
    const { bytesRead, bytesWritten } = socket;
    limitClient(0, () => {
      if (socket.bytesRead !== bytesRead || socket.bytesWritten !== bytesWritten) return;
      for (const listener of listeners) Reflect.apply(listener, socket, []);
    });
  });
}
