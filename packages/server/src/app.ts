/** The service without the process: a Fastify application made of its configuration, its store and its registry. */
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import { Auth } from './access/auth.js';
import type { Config } from './config.js';
import type { Cuerpo } from './http/request.js';
import { createAnotar, createContestar } from './http/answer.js';
import { MAXIMO_CUERPO, createErrorHandlers } from './http/errors.js';
import { type Gate, MAXIMO_URL } from './access/gate.js';
import { EnCurso } from './http/running.js';
import type { Jobs } from './jobs/jobs.js';
import { sinRepetir } from './observe/log.js';
import { Metrics } from './observe/metrics.js';
import { type Operacion, handlerDe } from './routes/operation.js';
import { Pressure } from './access/pressure.js';
import { Quota } from './access/quota.js';
import { Rate } from './access/rate.js';
import type { Registry } from './registry/registry.js';
import { requestIds } from './http/request-id.js';
import { registerDocs } from './routes/docs.js';
import { registerHealth } from './routes/health.js';
import { OPERACIONES } from './routes/index.js';
import { esLote, registerLote } from './routes/lote.js';
import { registerLotes } from './routes/lotes.js';
import { registerPagina } from './routes/page.js';
import { createCola, drain, socketOptions, watchSockets } from './http/socket.js';
import type { Store } from './store/store.js';
import { Usage } from './access/usage.js';

export interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  /** What `obtener_datos` asks; none, if absent. Whoever opened it closes it. */
  readonly registry?: Registry | null;
  /** Where jobs are kept; nowhere, if absent. Whoever opened it closes it. */
  readonly lotes?: Jobs | null;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly operaciones?: readonly Operacion[];
  /** Where the built page is; if absent, `/` is not there. */
  readonly pagina?: string;
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
  lotes = null,
  now = Date.now,
  operaciones = OPERACIONES,
  pagina,
  maxLagMs = 1000,
  maxIdleMs = 65_000,
}: Parts): App {
  const metrics = new Metrics();
  const pressure = new Pressure(maxLagMs);
  const quota = new Quota(store, now);
  const usage = new Usage(store);
  let closedAt = Infinity;
  const closing = (): boolean => closedAt !== Infinity;

  const seDice = sinRepetir();
  const storeFailed = (error: unknown): void => {
    if (seDice()) log.error({ err: error }, 'store');
  };

  const auth = new Auth(store, {
    demoToken: config.demoToken,
    graceMs: config.databaseGraceMs,
    now,
    storeFailed,
  });
  const dejarDeEscuchar = store.listen((proyecto) => auth.cambio(proyecto));
  const gate: Gate = {
    auth,
    rate: new Rate(),
    rateLimit: config.rateLimit,
    quota,
    usage,
    registry,
    esperas: new Set(),
    now,
    log,
    storeFailed,
    rechazo: (llegada) => (llegada > closedAt ? 'apagado' : pressure.overloaded ? 'sobrecarga' : null),
  };
  const anotar = createAnotar(log, metrics);
  const contestar = createContestar(config, anotar);
  const errors = createErrorHandlers(config, contestar, log);
  const enCurso = new EnCurso();

  const server = fastify({
    ...socketOptions(metrics, enCurso, maxIdleMs),
    logger: false, // the framework's own would print query strings: `contestar` writes the log
    return503OnClosing: false,
    frameworkErrors: errors.error,
    genReqId: requestIds(config.trustProxy),
    bodyLimit: MAXIMO_CUERPO,
    // The id of a job may be as long as an address: who has it wrong is told so.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}), maxParamLength: MAXIMO_URL },
  });
  const sockets = watchSockets(server.server, metrics, (url) => !esLote(url));
  server.decorateRequest('llegada', 0);
  const cortaPorCola = createCola();
  server.addHook('onRequest', (request, reply, done) => {
    request.llegada = performance.now();
    if (!cortaPorCola(request.raw, reply.raw)) done();
  });
  const reader =
    (tipo: Cuerpo['tipo']) =>
    async (_: unknown, bytes: Buffer): Promise<Cuerpo> => ({ tipo, bytes });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, reader('json'));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, reader('formulario'));

  for (const operacion of operaciones) {
    const url = `/curp/${operacion.nombre}`;
    server.route({ method: ['GET', 'POST'], url, handler: handlerDe(operacion, gate, contestar) });
  }
  const partesDeLote = { config, gate, metrics, contestar, anotar, enCurso, maxIdleMs };
  registerLote(server, partesDeLote);
  registerLotes(server, { ...partesDeLote, store, lotes });
  registerDocs(server);
  if (pagina !== undefined) registerPagina(server, pagina);
  registerHealth(server, store, closing);
  server.setNotFoundHandler(errors.notFound);
  server.setErrorHandler(errors.error);

  /** What can be done is done, whatever else fails. */
  const flush = async (todo: boolean): Promise<void> => {
    const hechas = await Promise.allSettled([auth.revisar(), usage.escribir(), quota.devolver(todo)]);
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
      await enCurso.cortar();
      server.server.closeAllConnections();
      await Promise.allSettled(gate.esperas); // without their clients they end at once, and give back what they took
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
