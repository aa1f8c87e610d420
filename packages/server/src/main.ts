/** Runs the process. Only this file reads the environment, opens ports and exits. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from './app.js';
import { type Config, ConfigError, isLoopback, isLoopbackHost, publicLookups, readConfig } from './config.js';
import { checkTempFolder } from './files/temp-files.js';
import { cannotUse, needsAnotherSetting } from './store/failure.js';
import { type Bilingual, localeLanguage, say } from '@curp-service/contract/language';
import { createLog } from './observe/log.js';
import { openJobs } from './jobs/jobs.js';
import { SettingSources, ignoredNames } from './settings.js';
import { Metrics } from './observe/metrics.js';
import { openRegistry } from './registry/open.js';
import { findPage } from './own-files.js';
import { openStore } from './store/open.js';
import { DEMO } from './access/tokens.js';
import { words } from './textos/words.js';

/** The longest that a clean stop may take before the process exits anyway. */
const LONGEST_STOP_MS = 10_000;
/** The exit code if a setting must change before the service can start: systemd gives up. */
const EX_CONFIG = 78;
/** The exit code if the database or a port is unavailable: systemd tries again. */
const EX_TEMPFAIL = 75;

const language = localeLanguage(process.env);

class StartFailed extends Error {
  override readonly name = 'StartFailed';
  constructor(
    readonly exitCode: number,
    message: string,
  ) {
    super(message);
  }
}

async function startService(): Promise<void> {
  // A terminal that closes, or a program that rotates logs, sends SIGHUP. At SIGUSR1, Node would open its debugger to the machine.
  for (const signal of ['SIGHUP', 'SIGUSR1']) process.on(signal, () => undefined);
  try {
    const sources = new SettingSources(process.env, language);
    sources.addFile('.env');
    const config = readConfig(sources.values(), language);
    for (const line of [...ignoredNames(sources, language), ...publicLookups(config, language)])
      process.stderr.write(`${line}\n`);
    await checkTempFolder(language);
    process.stdout.on('error', () => undefined); // the service continues if no program reads its first line
    await runService(config, createLog(config.logLevel));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof StartFailed ? error.exitCode : EX_CONFIG;
  }
}

async function runService(config: Config, log: Logger): Promise<void> {
  const store = await withDatabase(config, async () => openStore(config.databaseUrl, { pool: config.databasePool }));
  const { heart } = store;
  const { clock } = heart;
  await withDatabase(config, async () => heart.begin());
  const jobs = await withDatabase(config, async () => openJobs(config, log, clock));
  const registry = openRegistry(config, store, log, clock);
  const app = buildApp({ config, store, log, registry, jobs, page: findPage(), clock });
  const admin = createAdmin(() => app.metrics());
  const stop = async (): Promise<void> => {
    await app.close();
    admin.close();
    await jobs?.close();
    await heart.leave();
    await store.close();
  };
  try {
    const { adminHost, adminPort } = config;
    await listen('ADMIN_', adminHost, adminPort, async () => once(admin.listen(adminPort, adminHost), 'listening'));
    // For `localhost` the framework would open a second server that bypasses the first.
    const host = config.host === 'localhost' ? '127.0.0.1' : config.host;
    await listen('', host, config.port, async () => app.server.listen({ host, port: config.port }));
  } catch (error) {
    await stop();
    throw error;
  }
  endCleanly(stop, log);
  const address = app.server.server.address();
  if (typeof address === 'object' && address !== null) welcome(address, config.demoToken);
  log.debug({ address: admin.address() }, 'metrics');
}

/** Stops at a signal or an uncaught error, and only once: a terminal sends one signal and npm another. */
function endCleanly(stop: () => Promise<void>, log: Logger): void {
  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    try {
      await stop();
      process.exit(code);
    } catch (error) {
      log.fatal({ err: error }, 'stop');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'crash');
      void end(1);
    });
  }
}

/** Opens a part of the service that needs the database. If that fails, the error says what to do. */
async function withDatabase<T>({ databaseUrl }: Config, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = cannotUse(error, databaseUrl, language);
    if (reason === null) throw error;
    throw needsAnotherSetting(error) ? new ConfigError(reason) : new StartFailed(EX_TEMPFAIL, reason);
  }
}

/** The advice for a port that the system refuses, by error code. */
const PORT_REMEDIES: Readonly<Record<string, Bilingual>> = {
  EADDRINUSE: words('main_lo_usa_otro'),
  EACCES: words('main_los_puertos_menores'),
};
/** The errors that pass by themselves: another program may end, an address or a name server may appear. */
const PASSING: ReadonlySet<string> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN']);

/** Listens on a port of `HOST` or `ADMIN_HOST`; if that fails, the error names the variable to change. */
async function listen(prefix: '' | 'ADMIN_', host: string, port: number, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'ERROR';
    const ofPort = PORT_REMEDIES[code];
    const said =
      ofPort === undefined
        ? words('main_no_se_puede_escuchar', {
            variable: `${prefix}HOST`,
            host,
            codigo: code,
            remedio: words('main_ponga_una_direccion'),
          })
        : words('main_no_se_puede_usar_el_puerto', {
            variable: `${prefix}PORT`,
            puerto: port,
            codigo: code,
            remedio: ofPort,
          });
    throw new StartFailed(PASSING.has(code) ? EX_TEMPFAIL : EX_CONFIG, say(said, language));
  }
}

/** Serves the metrics. On an address of this machine alone, a name of another one is refused: a page in a browser may have sent it. */
function createAdmin(metrics: () => string): Server {
  const admin = createServer((request, response) => {
    const bound = admin.address();
    const isAlone = typeof bound === 'object' && bound !== null && isLoopback(bound.address);
    if (isAlone && !isLoopbackHost(request.headers.host ?? 'localhost'))
      response.writeHead(421, { 'content-type': 'text/plain' }).end('not the name of this machine\n');
    else if (request.url === '/metrics')
      response.writeHead(200, { 'content-type': Metrics.contentType }).end(metrics());
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('only /metrics is here\n');
  });
  return admin;
}

/** Prints the address of the page, and a command to try or, without a demo token, how to create a token. */
function welcome({ address, family, port }: AddressInfo, demoToken: Config['demoToken']): void {
  const base = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const curl = `curl "${base}/curp/entidades?token=${DEMO}"`;
  const create = 'curp proyectos crear';
  const siguiente = demoToken !== false ? words('main_pruebe', { curl }) : words('main_cree_un_token', { create });
  process.stdout.write(`${say(words('main_pagina_y_api', { base, siguiente }), language)}\n`);
}

void startService();
