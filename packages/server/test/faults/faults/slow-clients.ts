/** Clients hold hundreds of connections: silent ones, dripping ones, half requests, and half-closed ones. */
import { setTimeout } from 'node:timers/promises';
import { Connection } from '../../process.js';
import type { Fault, World } from '../fault.js';
import type { Replica } from '../replica.js';

/** Connections of each kind to each replica. */
const COUNT = 50;
const LIMIT_MS = 60_000;
const HEAD = 'POST /curp/validar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

type Kind = (connection: Connection) => unknown;

const KINDS: readonly Kind[] = [
  () => undefined,
  ({ socket }) => socket.write('GET /curp/entidades HTTP/1.1\r\nHost: x\r\n'),
  ({ socket }) => socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`),
  ({ socket }) => socket.end(`${HEAD}Content-Length: 100\r\n\r\n{`),
  async ({ socket }) => {
    socket.write('GET /curp/entidades HTTP/1.1\r\nX-Slow: ');
    for (; socket.writable; await setTimeout(500)) socket.write('x');
  },
];

function openConnections({ port }: Replica): Connection[] {
  return KINDS.flatMap((start) =>
    Array.from({ length: COUNT }, () => {
      const connection = new Connection(port, { allowHalfOpen: true });
      void start(connection);
      return connection;
    }),
  );
}

/** Waits until the service closes a connection, and checks its answers. A service that lags may refuse any request with 503. */
async function closed(connection: Connection, late: AbortSignal): Promise<void> {
  connection.socket.once('end', () => connection.socket.end());
  late.addEventListener('abort', () => connection.socket.destroy());
  const answers = await connection.all();
  if (late.aborted) throw new Error('the service did not close a connection');
  for (const { status, body: cuerpo } of answers) {
    if (status === 503 ? !cuerpo.includes('"code_error":9') : status !== 400 || !cuerpo.includes('"code_error":8'))
      throw new Error(`not the right answer: ${cuerpo}`);
  }
}

export const slowClients: Fault = {
  name: `${COUNT * KINDS.length} slow and half-open connections on each replica`,
  cause: async ({ replicas }: World) => {
    const late = AbortSignal.timeout(LIMIT_MS);
    await Promise.all(replicas.flatMap(openConnections).map(async (connection) => closed(connection, late)));
  },
};
