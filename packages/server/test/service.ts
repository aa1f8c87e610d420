/** Test helper: a service in memory with its own store, a clock that tests can set, and its log. */
import { Writable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, onTestFinished } from 'vitest';
import { type App, type Parts, buildApp } from '../src/app.js';
import { type Config, readConfig } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { openRegistry } from '../src/registry/open.js';
import { openSqlite } from '../src/store/sqlite.js';
import { type Project, Store } from '../src/store/projects.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { Pool } from '../src/files/pool.js';
import { HeldClock } from './held-clock.js';

/** The pool of all services of this process. A thread takes a quarter of a second to start, so no service closes it. */
export class SharedPool extends Pool {
  override async close(): Promise<void> {}

  /** Ends the threads. */
  async end(): Promise<void> {
    await super.close();
  }
}
export const POOL_OPTIONS = { worker: new URL('../dist/worker.js', import.meta.url) }; // Threads run built code.
const POOL = new SharedPool(POOL_OPTIONS);

export interface Envelope {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: {
    readonly [field: string]: unknown;
    readonly errores?: readonly {
      readonly code_error: number;
      readonly parametro: string;
      readonly error_message: string;
    }[];
  };
}

/** An invented person whose key is known. */
export { RENATA as PERSONA } from '../../contract/test/people.js';
export const CURP = 'OETR900517MDFLNN05';
/** Another person, whose values the service would never write by itself. */
export const SECRETS = {
  nombres: 'Zenobiaxq',
  apellido_paterno: 'Quetzalliwz',
  apellido_materno: 'Yáñezkv',
  anio_nacimiento: '1957',
  mes_nacimiento: '11',
  dia_nacimiento: '23',
  sexo: 'M',
  entidad: '09',
};

/** Returns the clock of a service, which only a test that handed in no other can set. */
function held(clock: unknown): HeldClock {
  if (clock instanceof HeldClock) return clock;
  throw new Error('the service has another clock');
}

/** Runs at the end of the current test or, outside of one, of the file. */
function alFinal(cerrar: () => Promise<void>): void {
  try {
    onTestFinished(cerrar);
  } catch {
    afterAll(cerrar);
  }
}

export interface Service {
  readonly app: App;
  readonly store: Store;
  /** Everything logged, one JSON line each. */
  readonly log: string[];
  /** The clock of the service. */
  now: number;
  request(opciones: InjectOptions | string): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly texto: string;
    readonly sobre: Envelope;
  }>;
  /** Requests an operation with the token `pruebas`. */
  operate(operacion: string, parameters: Readonly<Record<string, string>>, token?: string): Promise<Envelope>;
  createProject(settings?: Partial<Pick<Project, 'limite' | 'cuota'>>): Promise<{ proyecto: Project; token: string }>;
  /** Lets time pass, of day and of intervals. */
  pass(ms: number): void;
  metrics(): string;
  /** Opens a port, for tests that need a real connection. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export function openService(settings: Partial<Config> = {}, partes: Partial<Parts> = {}): Service {
  const log: string[] = [];
  const destino = new Writable({
    write: (line: Buffer, _, done) => {
      log.push(line.toString());
      done();
    },
  });
  const config = { ...readConfig({}, 'es'), logLevel: 'trace', ...settings };
  const clock = partes.clock ?? new HeldClock();
  const givenStore = partes.store ?? new Store(openSqlite(':memory:'), clock.now);
  const logger = createLog(config.logLevel, destino);
  const registry = partes.registry ?? openRegistry(config, givenStore, logger, clock);
  const maxLagMs = 60_000; // A busy test machine is not overload.
  const own = { config, log: logger, clock, pool: POOL, maxLagMs };
  const app = buildApp({ ...own, ...partes, store: givenStore, registry });
  let closed = false;
  const cerrar = async (): Promise<void> => {
    if (!closed) await app.close();
    closed = true;
  };
  alFinal(cerrar);

  const pedir: Service['request'] = async (opciones) => {
    const answer = await app.server.inject(opciones);
    const esJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      texto: answer.body,
      sobre: (esJson && answer.body !== '' ? answer.json() : {}) as Envelope,
    };
  };
  return {
    app,
    store: givenStore,
    log,
    request: pedir,
    operate: async (operacion: string, parameters: Readonly<Record<string, string>>, token = 'pruebas') => {
      const query = new URLSearchParams({ token, ...parameters });
      return (await pedir(`/curp/${operacion}?${query.toString()}`)).sobre;
    },
    createProject: async ({ limite = null, cuota = null }: Partial<Pick<Project, 'limite' | 'cuota'>> = {}) => {
      const token = createToken();
      const proyecto = await givenStore.createProject(`proyecto ${token.slice(-6)}`, { limite, cuota }, sha256(token));
      return { proyecto, token };
    },
    metrics: () => app.metrics(),
    listen: async () => Number(new URL(await app.server.listen({ host: '127.0.0.1', port: 0 })).port),
    close: cerrar,
    get now() {
      return clock.now();
    },
    set now(moment) {
      held(clock).time = moment;
    },
    pass: (ms) => held(clock).pass(ms),
  };
}
