/** Reads connections into one buffer for all of them. Node would allocate 64 KiB for each read, which costs a tenth of a request. */
import { Socket } from 'node:net';

const shared = Buffer.allocUnsafeSlow(65_536);

/**
 * Node offers such a buffer to clients (`onread`), not to servers. These are the names under which a client's connection
 * keeps its buffer and the function that takes the bytes.
 */
const names = Object.getOwnPropertySymbols(new Socket({ onread: { buffer: shared, callback: () => true } }));
const BUFFER = names.find(({ description }) => description === 'kBuffer');
const CALLBACK = names.find(({ description }) => description === 'kBufferCb');

interface Handle {
  readonly useUserBuffer?: (buffer: Buffer) => void;
}

/** Gives the bytes of a connection to `take`, which may use them only until it returns. */
export function readShared(socket: Socket, take: (bytes: Buffer) => void): void {
  socket.on('data', take);
  const handle: Handle | undefined = Reflect.get(socket, '_handle');
  if (BUFFER === undefined || CALLBACK === undefined || handle?.useUserBuffer === undefined) return;
  Reflect.set(socket, BUFFER, shared);
  Reflect.set(socket, CALLBACK, (length: number) => {
    take(shared.subarray(0, length));
    return true;
  });
  handle.useUserBuffer(shared);
}
