/** Test helpers for jobs: replicas that process them, and a client. */
import type { JobStatus } from '@curp-service/contract/jobs';
import { Lote, type LoteOptions } from '@curp-service/lote';
import { expect, onTestFinished, vi } from 'vitest';
import type { Parts } from '../src/app.js';
import type { Config } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { type Jobs, startJobs } from '../src/jobs/jobs.js';
import { openStore } from '../src/store/open.js';
import { Pool, type TaskOptions } from '../src/files/pool.js';
import type { TaskDone, ThreadTask } from '../src/files/task.js';
import type { TaskLease } from '../src/store/leases.js';
import { type Service, type Envelope, SharedPool, POOL_OPTIONS, openService } from './service.js';
import { GOOD, HEADER, CSV, BAD, distinct } from './upload.js';
import { HeldClock } from './held-clock.js';
import { SOON } from './soon.js';

export const DAY_MS = 86_400_000;

/** Long notes fill a chunk with few rows: about 200. */
const NOTES = 'x'.repeat(5000);
/** Enough for several chunks. */
export const ROWS = 1400;

const withCell = (line: string, cell: string): string => line.replace('\n', `,${cell}\n`);
const WIDE_BAD = withCell(BAD, NOTES);
const WIDE_ACCENTED = withCell(GOOD.replace('Olvera', 'Ávalos'), NOTES);
const WIDE_GOOD = withCell(GOOD, NOTES);

/** Returns a wide file with bad rows, and with accents only in its second half. */
export const fileOf = (rows = ROWS): string =>
  withCell(HEADER, 'notas') +
  distinct(
    Array.from({ length: rows }, (_, i) => (i % 10 === 3 ? WIDE_BAD : i > rows / 2 ? WIDE_ACCENTED : WIDE_GOOD)).join(
      '',
    ),
  );

/** Returns the result of a file that this process answers. */
export function alone(text: string | Buffer, options: Partial<LoteOptions> = {}): string {
  const lote = new Lote({ formato: 'csv', ...options });
  let result = '';
  for (const outputs of [lote.process(Buffer.from(text)), lote.finish()]) {
    for (const output of outputs) result += Buffer.from(output).toString();
  }
  return result;
}

export interface JobReplica extends Service {
  readonly jobs: Jobs;
  readonly base: string;
}

/** Returns a pool that calls `before` before it answers a job: it may throw, or return another pool that answers it. */
export function poolWith(before: (lease: TaskLease, project: string) => void | Pool | Promise<void | Pool>): Pool {
  return new (class extends SharedPool {
    override async run(task: ThreadTask, options: TaskOptions): Promise<TaskDone> {
      const { bytes } = task;
      const isJob = 'lease' in bytes && task.onlyHead !== true;
      const other = isJob ? await before(bytes.lease, options.project) : undefined;
      return other === undefined ? super.run(task, options) : other.run(task, options);
    }
  })(POOL_OPTIONS);
}

/** Returns a pool whose threads remember this many people of a file. */
export function poolForPeople(people: number): Pool {
  const pool = new Pool({ ...POOL_OPTIONS, duplicateMemory: 32 * people });
  onTestFinished(async () => pool.close());
  return pool;
}

/** Opens a replica in this process. */
export async function openJobReplica(
  url: string,
  parts: Partial<Parts> = {},
  settings: Partial<Config> = {},
): Promise<JobReplica> {
  const clock = new HeldClock(true); // leases end by it
  const store = await openStore(url, { now: clock.now });
  const log = createLog('silent');
  const jobs = await startJobs({ databaseUrl: url, pool: 3, retentionMs: DAY_MS, maxBytes: 1e9, log, clock });
  onTestFinished(async () => {
    await jobs.close();
    await store.close();
  });
  const service = openService(settings, { store, jobs, clock, ...parts });
  const base = `http://127.0.0.1:${await service.listen()}/curp/lotes`;
  return Object.assign(service, { jobs, base });
}

/** A client with its token. */
export class JobClient {
  constructor(
    readonly base: string,
    readonly token = 'pruebas',
  ) {}

  async request(
    path: string,
    options: RequestInit = {},
  ): Promise<{ status: number; sobre: Envelope; headers: Headers }> {
    const authorization = `Bearer ${this.token}`;
    const response = await fetch(`${this.base}${path}`, {
      ...options,
      headers: { authorization, ...(options.headers as Record<string, string>) },
    });
    const sobre = (await response.json()) as Envelope;
    return { status: response.status, sobre, headers: response.headers };
  }

  async send(body: string | Buffer, query = '', headers: Record<string, string> = CSV): Promise<string> {
    const { status, sobre } = await this.request(query, { method: 'POST', body: body as string, headers });
    expect([status, sobre.error_message]).toEqual([202, null]);
    return String(sobre.response['id']);
  }

  async status(id: string): Promise<JobStatus> {
    const { sobre } = await this.request(`/${id}`);
    expect(sobre.error_message).toBeNull();
    return sobre.response as unknown as JobStatus;
  }

  /** Waits for a last state, while a replica may be away. Each look is a request, which costs more than a wait. */
  async waitFor(id: string, state = 'terminado', options = { ...SOON, interval: 150 }): Promise<JobStatus> {
    let status: JobStatus | null = null;
    await vi.waitUntil(async () => {
      status = await this.status(id).catch(() => null);
      return status?.estado === state;
    }, options);
    return status ?? expect.fail();
  }

  async download(id: string): Promise<{ status: number; text: string; headers: Headers }> {
    const response = await fetch(`${this.base}/${id}/resultado?token=${this.token}`);
    const text = Buffer.from(await response.arrayBuffer()).toString(); // `response.text()` would drop a byte order mark.
    return { status: response.status, text, headers: response.headers };
  }

  async erase(id: string): Promise<Envelope> {
    return (await this.request(`/${id}`, { method: 'DELETE' })).sobre;
  }
}
