/** Builds the service without the process: a Fastify application with its configuration, store and registry. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import { Auth } from './access/auth.js';
import type { Gate } from './access/gate.js';
import { Pressure } from './access/pressure.js';
import { Quota } from './access/quota.js';
import { Rate } from './access/rate.js';
import { Usage, usageRetention } from './access/usage.js';
import type { Config } from './config.js';
import { openForm } from './files/incoming.js';
import { FileSlots, limitTempBytes } from './files/limits.js';
import { OPERACION } from './files/serve.js';
import { createAnswer, createRecord } from './http/answer.js';
import { MAX_BODY_BYTES, createErrorHandlers, protocolProblem } from './http/errors.js';
import { type RequestBody, requestIds } from './http/request.js';
import { RunningFiles } from './http/stream.js';
import { readInPortions } from './http/portions.js';
import { MAX_HEADER_BYTES, drainConnections, socketOptions, watchSockets } from './http/socket.js';
import type { Jobs } from './jobs/jobs.js';
import { JOB_REQUESTS } from './jobs/job.js';
import { CountedLines, isOutOfDescriptors, logThrottle } from './observe/log.js';
import { Metrics, metric } from './observe/metrics.js';
import type { Traces } from './observe/traces.js';
import { registerDocs } from './openapi/docs.js';
import type { Registry } from './registry/registry.js';
import { isHealth, registerHealth, storeHealth } from './routes/health.js';
import { OPERATIONS } from './routes/index.js';
import { registerLote, takesFile } from './routes/lote.js';
import { registerLotes } from './routes/lotes.js';
import { type Operation, operationHandler } from './routes/operation.js';
import { registerPage } from './routes/page.js';
import { registerVersion2 } from './routes/version2.js';
import { type Clock, MACHINE_CLOCK } from './store/clock.js';
import type { Store } from './store/projects.js';
import { Threads } from './threads.js';

export interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  /** The source that `obtener_datos` asks; by default, none. The caller opens and closes it. */
  readonly registry?: Registry | null;
  /** The durable jobs; by default, none. The caller opens and closes them. */
  readonly jobs?: Jobs | null;
  /** The traces; by default, none. The caller opens and closes them. */
  readonly traces?: Traces | null;
  /** The clock: that of the machine if absent. Replicas go by that of their database. */
  readonly clock?: Clock;
  readonly operations?: readonly Operation[];
  /** The folder of the built page; by default, there is no page at `/`. */
  readonly page?: URL;
  /** How long a timer or a new connection may wait before new requests are refused. */
  readonly maxLagMs?: number;
  /** How long a connection may be silent before it is cut: longer than any answer takes. */
  readonly maxIdleMs?: number;
  /** The interval at which usage and unused quota are written to the store, and a lost store is checked. */
  readonly flushMs?: number;
  /** How long running requests may take at a stop. */
  readonly drainMs?: number;
  /** The threads that process files. Closing the service closes them. */
  readonly threads?: Threads;
}

export interface App {
  readonly server: FastifyInstance;
  metrics(): string;
  /** Refuses new requests, lets running ones and the current pieces of jobs end, writes usage and returns unused quota. */
  close(): Promise<void>;
}

/** How long a stop tries to write usage and unused quota, and the pause between two attempts. */
const LAST_FLUSH_MS = 1500;
const LAST_FLUSH_PAUSE_MS = 50;

/** Replaces the schema compilers that the framework would load: no route of the service has a schema. */
const withoutSchemas = (): never => {
  throw new Error('a route has a schema');
};

export function buildApp({
  config,
  store,
  log,
  registry = null,
  jobs = null,
  traces = null,
  clock = MACHINE_CLOCK,
  operations = OPERATIONS,
  page,
  maxLagMs = 1000,
  maxIdleMs = 65_000,
  flushMs = 1000,
  drainMs = 8000,
  threads = new Threads(),
}: Parts): App {
  const metrics = new Metrics([OPERACION, JOB_REQUESTS.send, JOB_REQUESTS.download]);
  const quota = new Quota(store, clock);
  const usage = new Usage(store, clock);
  const eraseOldUsage = usageRetention(store, config.usageRetentionMonths, clock, log);
  let closing = false;

  const mayLog = logThrottle(clock);
  const storeFailed = (error: unknown): void => {
    if (mayLog()) log.error({ err: error }, 'store');
  };
  // Nobody tells the service about connections that it has no descriptors for, but its own are among them.
  const pressure = new Pressure(maxLagMs, (error) => {
    const isShort = error === null || isOutOfDescriptors(error);
    if (isShort && mayLog('descriptors')) log.error(error === null ? {} : { err: error }, 'descriptors');
  });

  const auth = new Auth(store, {
    demoToken: config.demoToken !== false,
    graceMs: config.databaseGraceMs,
    clock,
    storeFailed,
  });
  const stopListening = store.listen((project) => auth.changed(project));
  const gate: Gate = {
    auth,
    rate: new Rate(),
    rateLimit: config.rateLimit,
    quota,
    usage,
    registry,
    waiting: new Set(),
    clock,
    log,
    storeFailed,
    demoToken: config.demoToken,
  };
  const strangers = new CountedLines((fields) => log.info(fields, 'request'));
  const record = createRecord(log, metrics, traces, strangers);
  const answer = createAnswer(config, record);
  const errors = createErrorHandlers(config, answer, log);
  const running = new RunningFiles();
  const slots = new FileSlots(config.loteFiles, config.loteFilesPerProject);
  const tempBytes = limitTempBytes(config.loteTempBytes, config.loteTempBytesPerProject);

  const server = fastify({
    ...socketOptions(metrics, running, maxIdleMs),
    logger: false, // the framework's logger would print query strings: `record` writes the log
    return503OnClosing: false,
    frameworkErrors: errors.error,
    genReqId: requestIds(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    // The router accepts a job id as long as the headers: the handler refuses a wrong id and an address that is too long.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}), maxParamLength: MAX_HEADER_BYTES },
  });
  const connections = readInPortions(server.server);
  watchSockets(server.server, metrics, (url) => !takesFile(url));
  pressure.watch(server.server);
  server.decorateRequest('arrivedAt', 0);
  if (traces !== null) server.addHook('onRequest', (request, reply, done) => traces.begin(request, reply.raw, done));
  server.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now();
    const problem = protocolProblem(request.raw);
    const busy = closing ? 'apagado' : pressure.overloaded ? 'sobrecarga' : null;
    if (problem !== null) errors.refuse(request, reply, problem);
    else if (busy === null || request.is404 || isHealth(request)) done();
    else errors.refuse(request, reply, { cause: busy }, closing ? { connection: 'close' } : undefined);
  });
  const parser =
    (type: RequestBody['type']) =>
    async (_: unknown, bytes: Buffer): Promise<RequestBody> => ({ type, bytes });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, parser('json'));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parser('form'));

  for (const operation of operations) {
    const url = `/curp/${operation.name}`;
    server.route({ method: ['GET', 'POST'], url, handler: operationHandler(operation, gate, answer) });
  }
  registerVersion2(server, gate, answer);
  // In this scope the framework reads no body: the handlers read the raw stream.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook<{ Body: RequestBody | undefined }>('preHandler', async (request, reply) =>
      openForm(request, reply, maxIdleMs),
    );
    const parts = { config, gate, metrics, answer, record, running, slots, tempBytes, threads, maxIdleMs };
    registerLote(scope, parts);
    registerLotes(scope, { ...parts, store, jobs });
  });
  registerDocs(server, config);
  if (page !== undefined) registerPage(server, page, jobs !== null);
  const health = storeHealth(store);
  registerHealth(server, health, () => closing);
  server.setNotFoundHandler(errors.notFound);
  server.setErrorHandler(errors.error);

  /** Runs all steps: a step that fails does not stop the others. Returns whether all succeeded. */
  const flush = async (isLast: boolean): Promise<boolean> => {
    const steps = [usage.write(), quota.giveBack(isLast), ...(isLast ? [] : [auth.refresh(), eraseOldUsage()])];
    const failed = (await Promise.allSettled(steps)).flatMap((step) =>
      step.status === 'rejected' ? [step.reason] : [],
    );
    failed.forEach(storeFailed);
    return failed.length === 0;
  };
  let flushing: Promise<unknown> | null = null;
  const flushTimer = setInterval(() => {
    flushing ??= flush(false).finally(() => (flushing = null));
  }, flushMs).unref();
  /** Writes what only this process knows, and again while the store fails. Logs what is lost in the end. */
  const flushLast = async (): Promise<void> => {
    clearInterval(flushTimer);
    const limit = AbortSignal.timeout(LAST_FLUSH_MS);
    const write = async (): Promise<void> => {
      await flushing;
      while (!(await flush(true)) && !limit.aborted) await setTimeout(LAST_FLUSH_PAUSE_MS);
    };
    await Promise.race([write(), once(limit, 'abort')]);
    if (usage.waiting > 0) log.error({ operaciones: usage.waiting }, 'usage lost');
  };
  jobs?.work(threads, (code, rows) => metrics.observeRows(code, rows));

  return {
    server,
    metrics: () =>
      metrics.text(pressure.lag, [
        ...health.metrics(),
        ...usage.metrics(),
        ...metric('curp_lote_files', 'gauge', 'Files in process', slots.taken),
        ...metric('curp_lote_temp_bytes', 'gauge', 'Bytes of uploads in temporary files', tempBytes.used),
        ...(registry?.metrics?.() ?? []),
        ...(jobs?.metrics() ?? []),
      ]),
    close: async () => {
      closing = true;
      pressure.stop();
      const jobsStopped = jobs?.stop();
      await drainConnections(server.server, connections, drainMs);
      await running.cutAll();
      server.server.closeAllConnections();
      await Promise.allSettled(gate.waiting); // without their clients they end at once and return their quota
      await server.close();
      await jobsStopped;
      await threads.close();
      health.stop();
      await stopListening();
      await flushLast();
      strangers.close();
    },
  };
}
