/** Builds the service without the process: a Fastify application with its configuration, store and registry. */
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { Pool } from './files/pool.js';
import { openForm } from './files/receive.js';
import { limitFiles, limitTempBytes } from './files/send.js';
import { createAnswer, createRecord } from './http/answer.js';
import { MAX_BODY_BYTES, UNKNOWN_MEDIA_TYPE, createErrorHandlers, protocolProblem } from './http/errors.js';
import { type RequestBody, isPlainUtf8, requestIds } from './http/request.js';
import { RunningFiles } from './http/stream.js';
import { Listener, MAX_HEADER_BYTES } from './http/listener.js';
import type { Jobs } from './jobs/jobs.js';
import { JOB_REQUESTS } from './jobs/job.js';
import { Load } from './observe/load.js';
import { CountedLines } from './observe/log.js';
import { Metrics, metric } from './observe/metrics.js';
import { openGate } from './open-gate.js';
import { registerDocs } from './openapi/docs.js';
import type { Registry } from './registry/registry.js';
import { isHealth, registerHealth, storeMetrics } from './routes/health.js';
import { OPERATIONS } from './routes/operations.js';
import { LOTE_OPERATION, registerLote, takesFile } from './routes/lote.js';
import { type JobParts, registerLotes } from './routes/lotes.js';
import { type Operation, operationHandler } from './routes/operation.js';
import { registerPage } from './routes/page.js';
import { registerVersion2 } from './routes/version2.js';
import { type Clock, MACHINE_CLOCK } from './store/heartbeat.js';
import type { Store } from './store/projects.js';

export interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  /** The source that `obtener_datos` asks; by default, none. The caller opens and closes it. */
  readonly registry?: Registry | null;
  /** The durable jobs; by default, none. The caller opens and closes them. */
  readonly jobs?: Jobs | null;
  /** The clock: that of the machine if absent. Replicas go by that of their database. */
  readonly clock?: Clock;
  readonly operations?: readonly Operation[];
  /** The folder of the built page; by default, there is no page at `/`. */
  readonly page?: URL;
  /** How long a timer may be late before new requests are refused. */
  readonly maxLagMs?: number;
  /** How long a connection may be silent before it is cut: longer than any answer takes. */
  readonly maxIdleMs?: number;
  /** The interval at which usage and unused quota are written to the store. */
  readonly flushMs?: number;
  /** How long running requests may take at a stop. */
  readonly drainMs?: number;
  /** The threads that process files. Closing the service closes them. */
  readonly pool?: Pool;
}

export interface App {
  readonly server: FastifyInstance;
  metrics(): string;
  /** Refuses new requests, lets running ones and the current pieces of jobs end, writes usage and returns unused quota. */
  close(): Promise<void>;
}

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
  clock = MACHINE_CLOCK,
  operations = OPERATIONS,
  page,
  maxLagMs = 1000,
  maxIdleMs = 65_000,
  flushMs = 1000,
  drainMs = 8000,
  pool = new Pool(),
}: Parts): App {
  const metrics = new Metrics([LOTE_OPERATION, JOB_REQUESTS.send, JOB_REQUESTS.download]);
  let closing = false;
  const load = new Load(maxLagMs, () => log.error('descriptors'));
  const { gate, close: closeGate } = openGate({ config, store, registry, clock, log, flushMs });
  store.heart.run(gate.storeFailed, (ms) => log.error({ ms }, 'clock'));
  const strangers = new CountedLines((fields) => log.info(fields, 'request'));
  const record = createRecord(log, metrics, strangers);
  const answer = createAnswer(config, record);
  const errors = createErrorHandlers(config, answer, log);
  const running = new RunningFiles();
  const slots = limitFiles(config.loteFiles, config.loteFilesPerProject);
  const tempBytes = limitTempBytes(config.loteTempBytes, config.loteTempBytesPerProject);

  const refusal = (): ReturnType<ServerParts['refusal']> =>
    closing ? 'apagado' : load.overloaded ? 'sobrecarga' : null;
  const { server, drain } = createService({ config, errors, metrics, running, maxIdleMs, refusal });
  for (const operation of operations) {
    const url = `/curp/${operation.name}`;
    server.route({ method: ['GET', 'POST'], url, handler: operationHandler(operation, gate, answer) });
  }
  registerVersion2(server, gate, answer);
  const fileParts = { config, gate, metrics, answer, record, running, slots, tempBytes, pool, maxIdleMs };
  registerFiles(server, { ...fileParts, store, jobs });
  registerDocs(server, config);
  if (page !== undefined) registerPage(server, page);
  registerHealth(server, store, () => closing);

  jobs?.work(
    pool,
    (code, rows) => metrics.observeRows(code, rows),
    () => store.heart.noteFailure(),
  );

  return {
    server,
    metrics: () =>
      metrics.text(load.lag, [
        ...storeMetrics(store),
        ...gate.usage.metrics(),
        ...metric('curp_lote_files', 'gauge', 'Files in process', slots.used),
        ...metric('curp_lote_temp_bytes', 'gauge', 'Bytes of uploads in temporary files', tempBytes.used),
        ...(registry?.metrics?.() ?? []),
        ...(jobs?.metrics() ?? []),
      ]),
    close: async () => {
      closing = true;
      load.stop();
      const jobsStopped = jobs?.stop();
      await drain(drainMs);
      await running.cutAll();
      server.server.closeAllConnections();
      await Promise.allSettled(gate.waiting); // without their clients they end at once and return their quota
      await server.close();
      await jobsStopped;
      await pool.close();
      store.heart.stop();
      await closeGate();
      strangers.close();
    },
  };
}

interface ServerParts extends Required<Pick<Parts, 'config' | 'maxIdleMs'>> {
  readonly errors: ReturnType<typeof createErrorHandlers>;
  readonly metrics: Metrics;
  readonly running: RunningFiles;
  /** Returns why new requests are refused now, or `null` if they are not. */
  readonly refusal: () => 'apagado' | 'sobrecarga' | null;
}

/** Creates the server without its routes: limits, refusals, and the bodies of requests. */
function createService({ config, maxIdleMs, errors, metrics, running, refusal }: ServerParts) {
  const guards = { metrics, running, maxIdleMs, continueAtOnce: (url: string) => !takesFile(url) };
  const listener = new Listener(guards);
  const server = fastify({
    serverFactory: (handle) => listener.serve(handle),
    clientErrorHandler: listener.refuseInput,
    logger: false, // the framework's logger would print query strings: `record` writes the log
    return503OnClosing: false,
    frameworkErrors: errors.error,
    genReqId: requestIds(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    // The router accepts a job id as long as the headers: the handler refuses a wrong id and an address that is too long.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: () => ({}), maxParamLength: MAX_HEADER_BYTES },
  });
  server.decorateRequest('arrivedAt', 0);
  server.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now();
    const problem = protocolProblem(request.raw);
    const cause = refusal();
    if (problem !== null) errors.refuse(request, reply, problem);
    else if (cause === null || request.is404 || isHealth(request)) done();
    else errors.refuse(request, reply, { cause }, cause === 'apagado' ? { connection: 'close' } : undefined);
  });
  const parser =
    (type: RequestBody['type']) =>
    async ({ headers }: FastifyRequest, bytes: Buffer): Promise<RequestBody> => {
      if (isPlainUtf8(headers)) return { type, bytes };
      throw Object.assign(new Error('not plain UTF-8'), { code: UNKNOWN_MEDIA_TYPE });
    };
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, parser('json'));
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parser('form'));
  server.setNotFoundHandler(errors.notFound);
  server.setErrorHandler(errors.error);
  return { server, drain: async (ms: number) => listener.drain(ms) };
}

/** Registers the routes of files in a scope where the framework reads no body: the handlers read the raw stream. */
function registerFiles(server: FastifyInstance, parts: JobParts): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook<{ Body: RequestBody | undefined }>('preHandler', async (request, reply) =>
      openForm(request, reply, parts.maxIdleMs),
    );
    registerLote(scope, parts);
    registerLotes(scope, parts);
  });
}
