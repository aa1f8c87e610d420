/** Clients without a token that try to freeze or fill the service, for the tests and for `npm run bench -- attacks`. */
import { type Socket, connect } from 'node:net';

export interface Attack {
  /** The connections that are open at a time. Each that ends is replaced. */
  readonly connections: number;
  readonly run: (socket: Socket) => void;
}

/** Sends the same bytes again and again, and reads the answers. */
function pour(socket: Socket, start: string, more: string): void {
  const bytes = Buffer.from(more);
  const next = (): void => {
    if (!socket.destroyed) socket.write(bytes, () => setImmediate(next));
  };
  socket.resume().write(start, next);
}

const get = (path: string, headers = 'Host: x'): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`;
const file = (framing: string, query = ''): string =>
  `POST /curp/lote${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/csv\r\n${framing}\r\n\r\n`;
const short = (path: string, text: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\nContent-Type: application/json\r\n\r\n${text}`;

const SHORT_BODIES = [
  short('/curp/validar', '{}'),
  get('/openapi.json'),
  short('/curp/nada', '{"a":1}'),
  get('/curp/validar', 'Host: x\r\nExpect: 100-continue'),
].join('');

export const ATTACKS = {
  'an accepted body in chunks of one byte': {
    connections: 10,
    run: (socket) => pour(socket, file('Transfer-Encoding: chunked', '?token=pruebas'), '1\r\nx\r\n'.repeat(20_000)),
  },
  'connections reset after the answer to CONNECT': {
    connections: 4,
    run: (socket) => {
      socket.once('data', () => socket.resetAndDestroy()).write('CONNECT x:1 HTTP/1.1\r\n\r\n');
    },
  },
  'large answers that nobody reads': {
    connections: 100,
    run: (socket) => {
      const paths = ['/openapi.json', '/docs/swagger-ui-bundle.js', '/'];
      socket.pause().write(paths.map((path) => get(path).repeat(35)).join(''));
    },
  },
  'short bodies in a row, and a reset at the first answer': {
    connections: 40,
    run: (socket) => {
      socket.once('data', () => socket.resetAndDestroy()).write(SHORT_BODIES.repeat(50));
    },
  },
  'short bodies in a row, no answer read, and a reset': {
    connections: 40,
    run: (socket) => {
      setTimeout(() => socket.resetAndDestroy(), 100);
      socket.write(SHORT_BODIES.repeat(50));
    },
  },
  'endless pipelined requests': {
    connections: 50,
    run: (socket) => pour(socket, '', get('/curp/validar?token=pruebas&curp=X', 'Host: 127.0.0.1').repeat(90)),
  },
  'a refused body in chunks of one byte': {
    connections: 10,
    run: (socket) => pour(socket, file('Transfer-Encoding: chunked'), '1\r\nx\r\n'.repeat(20_000)),
  },
  'refused files that keep pouring': {
    connections: 300,
    run: (socket) => pour(socket, file('Content-Length: 99999999'), 'x'.repeat(262_144)),
  },
  'uploads reset within 5 ms': {
    connections: 6,
    run: (socket) => {
      socket.write(file('Content-Length: 99999999') + 'x'.repeat(10_000));
      setTimeout(() => socket.resetAndDestroy(), 5);
    },
  },
} as const satisfies Readonly<Record<string, Attack>>;

/** The pause before a connection is replaced. */
const PAUSE_MS = 5;

export class Attackers {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #attacking = true;
  /** The connections that ended. */
  ended = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** Opens all connections of an attack. Resolves once each has begun. */
  async begin({ connections, run }: Attack): Promise<void> {
    await Promise.all(
      Array.from({ length: connections }, async () => new Promise<void>((begun) => this.#open(run, begun))),
    );
  }

  stop(): void {
    this.#attacking = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(run: Attack['run'], begun: () => void): void {
    if (!this.#attacking) return;
    const socket = connect(this.#port, '127.0.0.1');
    this.#sockets.add(socket);
    socket
      .on('error', () => undefined)
      .once('connect', () => {
        run(socket);
        begun();
      })
      .once('close', () => {
        this.ended += 1;
        this.#sockets.delete(socket);
        setTimeout(() => this.#open(run, begun), PAUSE_MS);
      });
  }
}
