/** A service whose calls may fail, its administrator and its client, who try again, and the promises that they see broken. */
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createToken, sha256 } from '../../src/access/tokens.js';
import { type App, buildApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { createLog } from '../../src/observe/log.js';
import { type Jobs, startJobs } from '../../src/jobs/jobs.js';
import { cannotUse, needsAnotherSetting } from '../../src/store/failure.js';
import { openStore } from '../../src/store/open.js';
import type { Project, Store } from '../../src/store/projects.js';
import type { Pool } from '../../src/files/pool.js';
import type { Envelope } from '../service.js';
import { query } from '../databases.js';
import { HeldClock } from '../held-clock.js';
import { apart } from './calls.mjs';

/** The promises of `docs/promises.md` that every run checks. */
export type Promised =
  | 'answers'
  | 'usage'
  | 'quota'
  | 'jobs'
  | 'readiness'
  | 'acts'
  | 'erasure'
  | 'backups'
  | 'start and stop';

/** How long a client, an administrator and a supervisor try again. */
const PATIENCE_MS = 40_000;
const PAUSE_MS = 20;
const DAY_MS = 86_400_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

interface Running {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly app: App;
  readonly lines: readonly string[];
  readonly base: string;
}

export class World {
  /** The time of the service and of its database. */
  readonly clock = new HeldClock(true);
  readonly broken: string[] = [];
  readonly successes = new Map<string, number>();
  /** The address of the database, without the plan of this run. */
  readonly #plainUrl: string;
  #running: Running | null = null;

  constructor(
    readonly name: string,
    readonly url: string,
    readonly folder: string,
    readonly pool: Pool,
    /** The attempts at a job that may fail: that of a thread which is gone. */
    readonly failures: number,
    /** Begins to count calls, one of which fails. */
    readonly begin: () => void,
  ) {
    this.#plainUrl = url.replace(/\?.*$/, '');
  }

  break(promised: Promised, what: string): void {
    this.broken.push(`${promised}: ${what}`);
  }

  expect(promised: Promised, isKept: boolean, what: string): void {
    if (!isKept) this.break(promised, what);
  }

  get running(): Running {
    if (this.#running === null) throw new Error('the service is stopped');
    return this.#running;
  }

  /** Starts the service, as a supervisor does: again, if it says that the database failed. */
  async start(): Promise<void> {
    this.#running = await this.insist(async () => this.#open());
  }

  async #open(): Promise<Running> {
    const { clock } = this;
    const opened: { readonly close: () => unknown }[] = [];
    try {
      const store = await openStore(this.url, { now: clock.now, pool: 4 });
      opened.push(store);
      await store.heart.begin();
      const lines: string[] = [];
      const log = createLog('info', { write: (line) => void lines.push(line) });
      const jobs = await startJobs({ databaseUrl: this.url, pool: 3, retentionMs: DAY_MS, maxBytes: 1e9, log, clock });
      opened.push(jobs);
      const config = { ...readConfig({}, 'es'), rateLimit: null };
      // A busy test machine is not overload.
      const app = buildApp({ config, store, jobs, clock, log, pool: this.pool, flushMs: 200, maxLagMs: 60_000 });
      return { store, jobs, app, lines, base: await app.server.listen({ host: '127.0.0.1', port: 0 }) };
    } catch (error) {
      for (const each of opened.toReversed()) await each.close();
      throw error;
    }
  }

  /** Stops the service cleanly. */
  async stop(): Promise<void> {
    const { store, jobs, app, lines } = this.running;
    this.#running = null;
    try {
      await app.close();
      await jobs.close();
      await store.close();
    } catch (error) {
      this.break('start and stop', `it stops with ${String(error)}`);
    }
    for (const line of lines.filter((each) => /"msg":"(bug|crash|stop)"/.test(each))) this.break('answers', line);
  }

  /** Repeats an act of an administrator or a supervisor until it succeeds. Each failure must say that the database failed. */
  async insist<T>(act: () => Promise<T>): Promise<T> {
    for (const end = performance.now() + PATIENCE_MS; ; await setTimeout(PAUSE_MS)) {
      try {
        return await act();
      } catch (error) {
        if (performance.now() > end) throw error;
        const isTold = cannotUse(error, this.url, 'es') !== null && !needsAnotherSetting(error);
        if (!isTold) this.break('start and stop', `an administrator sees ${String(error)}`);
      }
    }
  }

  /** Acts as an administrator, by a connection of its own. */
  async administer<T>(act: (store: Store) => Promise<T>): Promise<T> {
    return this.insist(async () => {
      const store = await openStore(this.url, { now: this.clock.now, pool: 1 });
      return act(store).finally(async () => store.close());
    });
  }

  /** Creates a project. If the answer to an attempt was lost, the administrator finds the project and replaces its token. */
  async createProject(cuota: number | null): Promise<{ readonly project: Project; readonly token: string }> {
    const nombre = `proyecto ${this.name} ${Math.random()}`;
    let token = '';
    const project = await this.administer(async (store) => {
      token = createToken();
      const found = (await store.listProjects()).find((each) => each.nombre === nombre);
      if (found === undefined) return store.createProject(nombre, { limite: null, cuota }, sha256(token));
      await store.rotateToken(found.id, sha256(token), 0);
      return found;
    });
    return { project, token };
  }

  /** Sends a request, and again while the answer is a clear error. */
  async request(path: string, token: string, init: RequestInit = {}, mayBreakOff = false): Promise<Answer> {
    for (const end = performance.now() + PATIENCE_MS; ; await setTimeout(PAUSE_MS)) {
      const answer = await this.#send(path, token, init);
      if (answer instanceof Error) this.expect('answers', mayBreakOff, `${path} broke off: ${inspect(answer)}`);
      else if (!isClearError(answer)) return answer;
      if (performance.now() > end) throw new Error(`${path} does not recover: ${inspect(answer)}`);
    }
  }

  async #send(path: string, token: string, init: RequestInit): Promise<Answer | Error> {
    try {
      const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
      const response = await fetch(`${this.running.base}${path}`, { ...init, headers });
      return { status: response.status, headers: response.headers, body: await response.text() };
    } catch (error) {
      return error as Error;
    }
  }

  /** Requests an operation of a project. Returns the code of the answer, and counts a success. */
  async operate(project: Project, token: string): Promise<number> {
    const { status, body } = await this.request('/curp/validar?curp=OETR900517MDFLNN05', token);
    const { code_error: code, response } = JSON.parse(body) as Envelope;
    if (code === 0) {
      this.expect('answers', status === 200 && response['valido'] === true, body);
      this.succeed(project, 'validar', 1);
    }
    return code;
  }

  succeed({ id }: Project, operation: string, count: number): void {
    const key = `${id} ${operation}`;
    this.successes.set(key, (this.successes.get(key) ?? 0) + count);
  }

  /** Waits until `/readyz` says that all is well. */
  async recover(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.#send('/readyz', '', {});
      if (!(answer instanceof Error) && answer.status === 200) return;
      if (performance.now() > end) return this.break('readiness', `still ${inspect(answer)}`);
      await setTimeout(4 * PAUSE_MS);
    }
  }

  /** Asks the database apart from the service. */
  async look<Row extends Record<string, unknown>>(sql: string, values: readonly string[]): Promise<Row[]> {
    return apart(async () => query<Row>(this.#plainUrl, sql, values));
  }

  /** Waits until a request of a project gets a code: a change of the project takes effect within 5 seconds. */
  async waitForCode(project: Project, token: string, code: number): Promise<void> {
    this.clock.pass(5000);
    for (const end = performance.now() + PATIENCE_MS; (await this.operate(project, token)) !== code;) {
      if (performance.now() > end) return this.break('answers', `a change of a project has no effect: not ${code}`);
      await setTimeout(4 * PAUSE_MS);
    }
  }

  /** Compares what the database counted with what the clients saw, once the service has stopped. */
  async balance(project: Project): Promise<void> {
    const usage = await this.look<{ operacion: string; cuenta: number | string }>(
      'SELECT operacion, SUM(cuenta) AS cuenta FROM usos WHERE proyecto = $1 GROUP BY operacion',
      [project.id],
    );
    const counted = new Map(usage.map(({ operacion, cuenta }) => [operacion, Number(cuenta)]));
    for (const operation of ['validar', 'lote', 'lotes']) {
      const [seen, found] = [this.successes.get(`${project.id} ${operation}`) ?? 0, counted.get(operation) ?? 0];
      this.expect('usage', seen === found, `${operation}: ${seen} successes, ${found} counted`);
    }
  }

  /** Returns the units of a project's quota that the database has given away, by month. */
  async quotaTaken({ id }: Project): Promise<Map<string, number>> {
    const sql = 'SELECT mes, tomada FROM cuotas WHERE proyecto = $1';
    const rows = await this.look<{ mes: string; tomada: number | string }>(sql, [id]);
    return new Map(rows.map(({ mes, tomada }) => [mes, Number(tomada)]));
  }
}

/** Returns whether an answer says that the service cannot answer now, and when to come back. */
const isClearError = ({ status, headers, body }: Answer): boolean =>
  status === 503 && headers.has('retry-after') && (JSON.parse(body) as Envelope).code_error === 9;
