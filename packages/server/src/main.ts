/** The process: the only place that reads the environment, opens ports and exits. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { cannotUse, needsAnotherSetting } from './store/failure.js';
import { type Bilingual, localeLanguage } from '@curp-service/contract/language';
import { createLog } from './observe/log.js';
import { openJobs } from './jobs/jobs.js';
import { SettingSources, misspeltNames } from './settings.js';
import { Metrics } from './observe/metrics.js';
import { Processes, StartFailed } from './processes.js';
import { openRegistry } from './registry/open.js';
import { findPage } from './own-files.js';
import { openClock } from './store/clock.js';
import { openStore } from './store/open.js';
import { createServer, keepTicks } from './http/node.js';
import { DEMO } from './access/tokens.js';

/** A clean stop that takes longer is broken off. Several processes have longer than each of them. */
const GRACE_MS = 10_000;
const GRACE_OF_ALL_MS = 12_000;
/** A setting must change before the service can start: systemd gives up. */
const EX_CONFIG = 78;
/** The database or a port is away: systemd tries again. */
const EX_TEMPFAIL = 75;

const language = localeLanguage(process.env);

/** Starts the service of this process. */
async function startProcess(): Promise<void> {
  try {
    const sources = new SettingSources(process.env, language);
    sources.addFile('.env');
    const config = readConfig(sources.values(), language);
    if (cluster.isPrimary) for (const line of misspeltNames(sources, language)) process.stderr.write(`${line}\n`);
    const log = createLog(config.logLevel);
    process.stdout.on('error', () => undefined); // the service goes on if nobody reads its first line
    await (config.processes > 1 && cluster.isPrimary ? serveFromAll(config, log) : serve(config, log));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartFailed)) throw error;
    if (error.message !== '') process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof StartFailed ? error.exitCode : EX_CONFIG;
    if (cluster.isWorker) process.exit(); // the channel to the first process would keep it alive
  }
}

/** Serves from several processes. This one does not answer requests: it starts the others, and gives their metrics. */
async function serveFromAll(config: Config, log: Logger): Promise<void> {
  // Creates the tables before the processes look for them.
  await withDatabase(config, async () => (await openStore(config.databaseUrl)).close());
  let processes: Processes | null = null;
  const admin = createAdmin(async () => processes?.metrics() ?? '');
  await listenAdmin(admin, config);
  try {
    const started = await Processes.start(config.processes, log);
    ({ processes } = started);
    endCleanly(async () => started.processes.stop().finally(() => admin.close()), log, GRACE_OF_ALL_MS);
    welcome(started.address, config.demoToken);
  } catch (error) {
    admin.close();
    throw error;
  }
  log.debug({ address: admin.address() }, 'metrics');
}

async function serve(config: Config, log: Logger): Promise<void> {
  keepTicks();
  const traces = config.otlp === null ? null : new (await import('./observe/traces.js')).Traces(config.otlp, log);
  const watch = <T extends object>(store: T): T => traces?.watch(store) ?? store;
  const store = watch(
    await withDatabase(config, async () => openStore(config.databaseUrl, { pool: config.databasePool })),
  );
  const clock = await withDatabase(config, async () => openClock(store));
  const jobs = await withDatabase(config, async () => openJobs(config, log, watch));
  const registry = openRegistry(config, store, log);
  const app = buildApp({
    config,
    store,
    log,
    registry,
    jobs,
    traces,
    page: findPage(),
    now: clock.now,
    sharesPort: cluster.isWorker,
  });
  const admin = createAdmin(() => app.metrics());
  const stop = async (): Promise<number> => {
    await app.close();
    admin.close();
    registry?.close?.();
    await jobs?.close();
    clock.close();
    await store.close();
    await traces?.close();
    return 0;
  };
  try {
    if (cluster.isWorker) process.on('message', () => process.send?.(app.metrics()));
    else await listenAdmin(admin, config);
    // For `localhost` the framework would open a second server that bypasses `socket.ts`.
    const host = config.host === 'localhost' ? '127.0.0.1' : config.host;
    await listen('PORT', config.port, async () => app.server.listen({ host, port: config.port }));
  } catch (error) {
    await stop();
    throw error;
  }
  endCleanly(stop, log, GRACE_MS);
  if (cluster.isWorker) return;
  const address = app.server.server.address();
  if (typeof address === 'object' && address !== null) welcome(address, config.demoToken);
  log.debug({ address: admin.address() }, 'metrics');
}

/** Stops at a signal or an uncaught error, and only once: a terminal sends one signal and npm another. `stop` gives the exit code. */
function endCleanly(stop: () => Promise<number>, log: Logger, graceMs: number): void {
  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    try {
      process.exit(Math.max(code, await stop()));
    } catch (error) {
      log.fatal({ err: error }, 'stop');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'crash');
      void end(1);
    });
  }
}

/** Opens something in the database; if that fails, the error says what to do. */
async function withDatabase<T>({ databaseUrl }: Config, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = cannotUse(error, databaseUrl, language);
    if (reason === null) throw error;
    throw needsAnotherSetting(error) ? new ConfigError(reason) : new StartFailed(EX_TEMPFAIL, reason);
  }
}

/** What helps if a port is refused, by the code of the system. */
const LISTEN_REMEDIES: Readonly<Record<string, Bilingual>> = {
  EADDRINUSE: [
    'Lo usa otro programa: ponga otro, o 0 para elegir uno libre.',
    'Another program uses it: set another, or 0 to pick a free one.',
  ],
  EACCES: ['Los puertos menores de 1024 son de root: ponga otro.', 'Ports below 1024 belong to root: set another.'],
};

/** Listens on a port; if that fails, the error names the variable to change. */
async function listen(variable: string, port: number, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'ERROR';
    // An address may appear, and another program may end; no other reason passes.
    const passes = reason === 'EADDRINUSE' || reason === 'EADDRNOTAVAIL';
    const [es, en] = LISTEN_REMEDIES[reason] ?? ['Revise HOST y el puerto.', 'Check HOST and the port.'];
    throw new StartFailed(
      passes ? EX_TEMPFAIL : EX_CONFIG,
      language === 'en'
        ? `${variable}: cannot listen on port ${port} (${reason}). ${en}`
        : `${variable}: no se puede escuchar en el puerto ${port} (${reason}). ${es}`,
    );
  }
}

/** The listener of the metrics. */
function createAdmin(metrics: () => string | Promise<string>): Server {
  const answer = async (response: ServerResponse): Promise<void> => {
    const text = await metrics();
    response.writeHead(200, { 'content-type': Metrics.contentType }).end(text);
  };
  return createServer((request, response) => {
    if (request.url === '/metrics') void answer(response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('only /metrics is here\n');
  });
}

async function listenAdmin(admin: Server, { adminHost, adminPort }: Config): Promise<void> {
  await listen('ADMIN_PORT', adminPort, async () => once(admin.listen(adminPort, adminHost), 'listening'));
}

/** Prints the address of the page, and a command that works or how to make the token that it needs. */
function welcome({ address, family, port }: AddressInfo, demoToken: Config['demoToken']): void {
  const base = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const curl = `curl "${base}/curp/entidades?token=${DEMO}"`;
  const create = 'curp proyectos crear';
  const [es, en] =
    demoToken !== false
      ? [`Pruebe: ${curl}`, `Try: ${curl}`]
      : [`Cree un token: ${create} "Mi proyecto"`, `Make a token: ${create} "My project"`];
  process.stdout.write(
    language === 'en' ? `Serving the page and the API at ${base}  ${en}\n` : `Página y API en ${base}  ${es}\n`,
  );
}

void startProcess();
