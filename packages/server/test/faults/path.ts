/** The route of a request: to each replica in turn, to the first that accepts it, or through a proxy. */
import { Agent, request } from 'node:http';
import { type Answer, isStopping } from './judge.js';
import type { Ask } from './requests.js';
import type { Replica } from './replica.js';

/** Much longer than every limit of the service, even on a machine that stands still for a minute: after this, no answer will come. */
const LIMIT_MS = 120_000;

interface Arrival {
  /** `null` if a stopping replica refused or broke the connection. */
  readonly answer: Answer | null;
  /** The replica that answered, or `null` if a proxy hides it. */
  readonly replica: Replica | null;
  /** The number of connections refused or broken, and of those requests that a replica may have served. */
  readonly refused: number;
  readonly doubtful: number;
}

export interface Route {
  readonly send: (ask: Ask) => Promise<Arrival>;
  /** Returns how many requests a proxy repeated although a replica may have served them. */
  readonly repeated?: () => number;
}

const keptAlive = new Agent({ keepAlive: true });

/** Sends a request, three times out of four on a kept connection. Fails unless a whole answer comes. */
export async function sendTo(
  { host = '127.0.0.1', port }: { readonly host?: string; readonly port: number },
  { method, path, headers, body }: Ask,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const agent = Math.random() < 0.75 ? keptAlive : false;
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host, port, method, path, agent, headers: { ...headers, ...length } };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.setTimeout(LIMIT_MS, () => sent.destroy(Object.assign(new Error('no answer'), { code: 'LATE' })));
    sent.once('error', reject);
    sent.end(body);
  });
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'ERROR');

/** Asks one replica. It may break the connection only while it stops. */
async function tryReplica(replica: Replica, ask: Ask): Promise<Arrival> {
  const start = performance.now();
  try {
    return { answer: await sendTo(replica, ask), replica, refused: 0, doubtful: 0 };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'LATE' || !replica.mayBreak(start)) {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const [path] = ask.path.split('?');
      throw new Error(`${ask.method} ${path}: broken connection (${code}) after ${seconds} s`, { cause: error });
    }
    return { answer: null, replica, refused: 1, doubtful: code === 'ECONNREFUSED' ? 0 : 1 };
  }
}

export function inTurn(replicas: readonly Replica[]): Route {
  let turn = 0;
  return { send: async (ask) => tryReplica(replicas[turn++ % replicas.length] as Replica, ask) };
}

/** Acts as a balancer: skips a replica that refuses, breaks off or stops, and fails if all of them do so twice. */
export function balanced(replicas: readonly Replica[]): Route {
  let turn = 0;
  const send: Route['send'] = async (ask) => {
    const counts = { refused: 0, doubtful: 0 };
    const first = turn++ % replicas.length;
    const order = [...replicas.slice(first), ...replicas.slice(0, first)];
    for (const replica of [...order, ...order]) {
      const arrival = await tryReplica(replica, ask);
      counts.refused += arrival.refused;
      counts.doubtful += arrival.doubtful;
      if (arrival.answer !== null && !isStopping(arrival.answer)) return { ...arrival, ...counts };
    }
    throw new Error('no replica took it');
  };
  return { send };
}
