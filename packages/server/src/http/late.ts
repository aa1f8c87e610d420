/**
 * Ends what takes too long. After a pause of the process (a busy machine, a suspended container), Node runs its timers before it
 * reads what arrived meanwhile. These functions let it read first, so that a pause cuts no client whose bytes have arrived.
 */
import type { Socket } from 'node:net';

/** Calls `act` after `ms` milliseconds, once Node has read what has arrived until then. */
export const afterReading = (ms: number, act: () => void): void => void setTimeout(() => setImmediate(act), ms).unref();

/** Calls `act` unless the connection, which was silent for long, moves any bytes in the current turn of the event loop. */
export function ifStillSilent(socket: Socket, act: () => void): void {
  const { bytesRead, bytesWritten } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead && socket.bytesWritten === bytesWritten) act();
  });
}
