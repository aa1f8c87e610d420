/** Avoids three costs of Node: the HTTP client of `fetch`, a buffer for each read, and a slow path of `nextTick`. */
import { createHook } from 'node:async_hooks';
import { Socket } from 'node:net';

/**
 * Values of `node:http`. An `import` would read every export of the module, and one of them loads the client of `fetch`, which
 * the service does not use.
 */
export const { Agent, IncomingMessage, STATUS_CODES, createServer, request } = process.getBuiltinModule('node:http');

/** The buffer that all connections share for reading. Node would allocate 64 KiB for each read, which costs a tenth of a request. */
const shared = Buffer.allocUnsafeSlow(65_536);

/**
 * Node offers a shared read buffer to clients (`onread`), not to servers. These symbols name the properties in which a client's
 * connection keeps its buffer and its callback.
 */
const names = Object.getOwnPropertySymbols(new Socket({ onread: { buffer: shared, callback: () => true } }));
const BUFFER = names.find(({ description }) => description === 'kBuffer');
const CALLBACK = names.find(({ description }) => description === 'kBufferCb');

interface Handle {
  readonly useUserBuffer?: (buffer: Buffer) => void;
}

/** Passes the bytes of a connection to `take`, which may use them only until it returns. */
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

const ticks: object[] = [];

/**
 * Avoids a slow path of `process.nextTick` in Node 24 (seen on 24.21), which makes a request a seventh more expensive.
 *
 * Node creates an object for every tick, several per request. If a garbage collection finds none of them alive, V8 drops their
 * hidden class and, because their property names are computed, never builds it again. One tick kept alive keeps the class.
 * Remove `keepTicks` when `npm run bench -- http` shows no difference without it on the Node of the Dockerfile.
 */
export function keepTicks(): void {
  const hook = createHook({ init: (_, type, __, tick) => type === 'TickObject' && ticks.push(tick) }).enable();
  process.nextTick(() => undefined);
  hook.disable();
}
