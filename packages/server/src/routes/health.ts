/** Serves `/livez` (the process answers) and `/readyz` (it also is not stopping, and its store takes reads and writes). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { metric } from '../observe/metrics.js';
import type { Store } from '../store/projects.js';
import { BUILD } from '../version.js';

const HEALTH_TIMEOUT_MS = 1000;
/** The interval of the checks that no request causes. */
const HEALTH_MS = 5000;

/** The text of `/readyz` for each state of the database. */
const STORE_STATES = {
  ok: 'ok',
  read_only: 'store read-only',
  corrupt: 'store corrupt: restore a backup',
  replaced: 'store file deleted or replaced: stop the service, put the file back, start it',
  unreachable: 'store unreachable',
  timeout: 'store timeout',
  /** The database answers, but a table is missing, or a statement of the service failed a moment ago. */
  write_failures: 'store refuses writes',
} as const;
type StoreState = keyof typeof STORE_STATES;

/** Checks the database for `/readyz` and the metrics, and counts a failed statement until an interval passes without one. */
export function storeHealth(store: Store) {
  let answer: StoreState = 'ok';
  let question: Promise<StoreState> | null = null;
  let [failed, failedBefore] = [false, false];
  const state = (): StoreState => (answer === 'ok' && (failed || failedBefore) ? 'write_failures' : answer);
  const ask = async (): Promise<StoreState> => {
    const { promise: late, resolve } = Promise.withResolvers<StoreState>();
    const timer = setTimeout(() => resolve('timeout'), HEALTH_TIMEOUT_MS);
    const asked = store.ping().catch((): StoreState => 'unreachable');
    answer = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
    return state();
  };
  /** Asks the database. Anyone may call `/readyz` without a token, so one query serves all waiting requests. */
  const check = async (): Promise<StoreState> => (question ??= ask().finally(() => (question = null)));
  const timer = setInterval(() => {
    [failed, failedBefore] = [false, failed];
    void check();
  }, HEALTH_MS).unref();

  return {
    check,
    /** Notes that a statement failed, whatever its error. */
    noteFailure: (): void => void (failed = true),
    stop: (): void => clearInterval(timer),
    metrics: (): readonly string[] => {
      const connections = store.connections();
      const current = state();
      return [
        ...metric(
          'curp_store_up',
          'gauge',
          'Whether the database answers and accepts writes',
          current === 'ok' ? 1 : 0,
        ),
        '# HELP curp_store_state The state of the database: 1 for the one that it is in',
        '# TYPE curp_store_state gauge',
        ...Object.keys(STORE_STATES).map((each) => `curp_store_state{state="${each}"} ${each === current ? 1 : 0}`),
        ...(connections === null
          ? []
          : [
              ...metric('curp_store_connections', 'gauge', 'Connections to the database', connections.total),
              ...metric(
                'curp_store_connections_idle',
                'gauge',
                'Connections to the database that are idle',
                connections.idle,
              ),
              ...metric('curp_store_waiting', 'gauge', 'Statements that wait for a connection', connections.waiting),
            ]),
      ];
    },
  };
}

const PATHS: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz']);

/** Returns whether a request asks for the health of the service, which answers it even when overloaded. */
export const isHealth = ({ routeOptions }: FastifyRequest): boolean => PATHS.has(routeOptions.url);

export function registerHealth(
  server: FastifyInstance,
  { check }: ReturnType<typeof storeHealth>,
  closing: () => boolean,
): void {
  const send = (reply: FastifyReply, text: string): FastifyReply =>
    reply.type('text/plain').header('cache-control', 'no-store').send(`${text}\n`);
  server.get('/livez', async (_, reply) => send(reply, `ok ${BUILD}`));
  server.get('/readyz', async (_, reply) => {
    const said = closing() ? 'shutting down' : STORE_STATES[await check()];
    return send(reply.code(said === STORE_STATES.ok ? 200 : 503), said);
  });
}
