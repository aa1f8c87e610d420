/** The service without the process: a Fastify application made of its configuration, its store and its registry. */
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import { Auth } from './access/auth.js';
import type { Config } from './config.js';
import type { RequestBody } from './http/request.js';
import { createRecord, createAnswer } from './http/answer.js';
import { MAX_BODY_BYTES, createErrorHandlers } from './http/errors.js';
import { type Gate, MAX_URL_LENGTH } from './access/gate.js';
import { Running } from './http/running.js';
import type { Jobs } from './jobs/jobs.js';
import { logThrottle } from './observe/log.js';
import { Metrics } from './observe/metrics.js';
import { type Operation, operationHandler } from './routes/operation.js';
import { Pressure } from './access/pressure.js';
import { Quota } from './access/quota.js';
import { Rate } from './access/rate.js';
import type { Registry } from './registry/registry.js';
import { requestIds } from './http/request-id.js';
import { registerDocs } from './routes/docs.js';
import { registerHealth } from './routes/health.js';
import { OPERATIONS } from './routes/index.js';
import { takesFile, registerLote } from './routes/lote.js';
import { registerLotes } from './routes/lotes.js';
import { registerPage } from './routes/page.js';
import { createQueueLimit, drain, socketOptions, watchSockets } from './http/socket.js';
import type { Store } from './store/store.js';
import { Usage } from './access/usage.js';

export interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  /** What `obtener_datos` asks; none, if absent. Whoever opened it closes it. */
  readonly registry?: Registry | null;
  /** Where jobs are kept; nowhere, if absent. Whoever opened it closes it. */
  readonly jobs?: Jobs | null;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly operations?: readonly Operation[];
  /** Where the built page is; if absent, `/` is not there. */
  readonly page?: string;
  /** How late a timer may fire before requests are turned away. */
  readonly maxLagMs?: number;
  /** How long nothing may come nor be read on a connection before it is cut: longer than any answer is waited for. */
  readonly maxIdleMs?: number;
}

export interface App {
  readonly server: FastifyInstance;
  /** In Prometheus' text format. */
  metrics(): string;
  /** Turns new requests away, lets those in flight and the pieces in hand finish, writes the usage and gives the unused quota back. */
  close(): Promise<void>;
}

/** How long requests in flight may take at a stop. */
const DRAIN_MS = 8000;
/** Usage and silent blocks of quota go to the store this often, and a store that was lost is asked whether it is back. */
const VACIADO_MS = 1000;

export function buildApp({
  config,
  store,
  log,
  registry = null,
  jobs: lotes = null,
  now = Date.now,
  operations: operaciones = OPERATIONS,
  page: pagina,
  maxLagMs = 1000,
  maxIdleMs = 65_000,
}: Parts): App {
  const metrics = new Metrics();
  const pressure = new Pressure(maxLagMs);
  const quota = new Quota(store, now);
  const usage = new Usage(store);
  let closedAt = Infinity;
  const closing = (): boolean => closedAt !== Infinity;

  const seDice = logThrottle();
  const storeFailed = (error: unknown): void => {
    if (seDice()) log.error({ err: error }, 'store');
  };

  const auth = new Auth(store, {
    demoToken: config.demoToken,
    graceMs: config.databaseGraceMs,
    now,
    storeFailed,
  });
  const dejarDeEscuchar = store.listen((proyecto) => auth.changed(proyecto));
  const gate: Gate = {
    auth,
    rate: new Rate(),
    rateLimit: config.rateLimit,
    quota,
    usage,
    registry,
    waiting: new Set(),
    now,
    log,
    storeFailed,
    refusal: (arrivedAt) => (arrivedAt > closedAt ? 'apagado' : pressure.overloaded ? 'sobrecarga' : null),
  };
  const record = createRecord(log, metrics);
  const answer = createAnswer(config, record);
  const errors = createErrorHandlers(config, answer, log);
  const running = new Running();

  const server = fastify({
    ...socketOptions(metrics, running, maxIdleMs),
    logger: false, // the framework's own would print query strings: `answer` writes the log
    return503OnClosing: false,
    frameworkErrors: errors.error,
    genReqId: requestIds(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    // The id of a job may be as long as an address: who has it wrong is told so.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}), maxParamLength: MAX_URL_LENGTH },
  });
  const sockets = watchSockets(server.server, metrics, (url) => !takesFile(url));
  server.decorateRequest('arrivedAt', 0);
  const cortaPorCola = createQueueLimit();
  server.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now();
    if (!cortaPorCola(request.raw, reply.raw)) done();
  });
  const reader =
    (tipo: RequestBody['type']) =>
    async (_: unknown, bytes: Buffer): Promise<RequestBody> => ({ type: tipo, bytes });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, reader('json'));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, reader('form'));

  for (const operacion of operaciones) {
    const url = `/curp/${operacion.name}`;
    server.route({ method: ['GET', 'POST'], url, handler: operationHandler(operacion, gate, answer) });
  }
  const partesDeLote = { config, gate, metrics, answer, record, running, maxIdleMs };
  registerLote(server, partesDeLote);
  registerLotes(server, { ...partesDeLote, store, lotes });
  registerDocs(server);
  if (pagina !== undefined) registerPage(server, pagina);
  registerHealth(server, store, closing);
  server.setNotFoundHandler(errors.notFound);
  server.setErrorHandler(errors.error);

  /** What can be done is done, whatever else fails. */
  const flush = async (todo: boolean): Promise<void> => {
    const hechas = await Promise.allSettled([auth.refresh(), usage.write(), quota.giveBack(todo)]);
    for (const hecha of hechas) if (hecha.status === 'rejected') storeFailed(hecha.reason);
  };
  lotes?.work((codigo, filas) => metrics.observeRows(codigo, filas)).catch(storeFailed);
  let flushing: Promise<void> | null = null;
  const vaciado = setInterval(() => {
    flushing ??= flush(false).finally(() => (flushing = null));
  }, VACIADO_MS).unref();

  return {
    server,
    metrics: () => metrics.text(pressure.lag, [...(registry?.metrics?.() ?? []), ...(lotes?.metrics() ?? [])]),
    close: async () => {
      closedAt = performance.now();
      const parada = lotes?.stop();
      await drain(server.server, sockets, DRAIN_MS);
      await running.cutAll();
      server.server.closeAllConnections();
      await Promise.allSettled(gate.waiting); // without their clients they end at once, and give back what they took
      await server.close();
      await parada;
      clearInterval(vaciado);
      pressure.stop();
      await dejarDeEscuchar();
      await flushing;
      await flush(true);
    },
  };
}
