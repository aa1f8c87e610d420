/** Several processes on one port: they share the work, the counts and the log, and one that dies is replaced. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { MetricsSum } from '../src/observe/metrics-sum.js';
import { JobClient, alone, fileOf } from './jobs.js';
import { ServiceProcess, childrenOf, cleanUp, newFolder, send } from './process.js';
import { CURP } from './service.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
};

/** A project on a new database, and the service from two processes. */
async function start() {
  const folder = newFolder();
  const url = `sqlite:${join(folder, 'curp.db')}`;
  const store = await openStore(url);
  const token = createToken();
  const { id } = await store.createProject('prueba', { limite: null, cuota: 1000 }, sha256(token));
  const adminPort = await freePort();
  const env = { DATABASE_URL: url, PROCESSES: '2', ADMIN_PORT: adminPort };
  const service = await ServiceProcess.start(env, folder);
  return {
    service,
    token,
    /** Each on a connection of its own, so that the processes take turns. */
    validate: async (times: number): Promise<number[]> => {
      const request = `GET /curp/validar?curp=${CURP}&token=${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const statuses: number[] = [];
      for (let i = 0; i < times; i += 1) statuses.push((await send(service.port, request))[0]?.status ?? 0);
      return statuses;
    },
    metric: async (name: string): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
      const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.split(' ')[1]);
    },
    counts: async () => {
      const usage = await store.usage(id, '2000-01-01', '2999-12-31');
      const taken = await store.quotaTaken(id, mexicoMonth(Date.now()));
      await store.close();
      return { taken, used: usage.reduce((sum, { cuenta }) => sum + cuenta, 0) };
    },
  };
}

const VALID = 'curp_requests_total{operacion="validar",code_error="0"}';

describe('two processes', () => {
  it('answer on one port, sum their metrics, and count usage and quota exactly', async () => {
    const { service, validate, metric, counts } = await start();
    expect(service.output.split('\n')).toHaveLength(2); // one line
    expect(childrenOf(service.pid)).toHaveLength(2);
    expect(await validate(40)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(await metric(VALID)).toBe(40);
    expect(await metric('process_start_time_seconds')).toBeLessThan(Date.now() / 1000);
    expect(await metric('curp_store_up')).toBe(1);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(await counts()).toEqual({ taken: 40, used: 40 });
  });

  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    running = await start();
  });

  it('share jobs', async () => {
    const { service, token } = running;
    const client = new JobClient(`http://127.0.0.1:${service.port}/curp/lotes`, token);
    const file = fileOf(90);
    const id = await client.send(file);
    await client.waitFor(id);
    expect((await client.download(id)).text).toBe(alone(file));
  });

  it.runIf(process.platform === 'linux')('go on when one dies: another takes its place', async () => {
    const { service, validate, metric } = running;
    await validate(6);
    expect(await metric(VALID)).toBe(6);
    const [victim = 0] = childrenOf(service.pid);
    // A process that hangs, and so one that is about to die, takes no connection that the other would answer.
    process.kill(victim, 'SIGSTOP');
    expect(new Set(await validate(6))).toEqual(new Set([200]));
    process.kill(victim, 'SIGKILL');
    await vi.waitUntil(() => {
      const children = childrenOf(service.pid);
      return children.length === 2 && !children.includes(victim);
    }, SOON);
    expect(await metric(VALID)).toBeGreaterThanOrEqual(6);
    expect(new Set(await validate(6))).toEqual(new Set([200]));
    expect(service.output).toMatch(/"salida":"SIGKILL","msg":"process"/);
    expect(await service.stop('SIGTERM')).toBe(0);
  });

  it.runIf(process.platform === 'linux')('end with the process that started them, even if that is killed', async () => {
    const { service } = await start();
    const children = childrenOf(service.pid);
    await service.stop('SIGKILL');
    const isAlive = (pid: number): boolean =>
      existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    await vi.waitUntil(() => !children.some(isAlive), SOON);
  });

  it('do not start on a port in use: one message, and exit code 75', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = new ServiceProcess({ PROCESSES: '2', PORT: String(port) });
    expect(await service.exitCode).toBe(75);
    other.close();
    expect(service.errorOutput).toMatch(/^PORT: [^\n]+\n$/);
  });
});

describe('the sum of metrics', () => {
  const text = (requests: string, lag: number): string =>
    `# HELP r Requests\n# TYPE r counter\n${requests}# HELP nodejs_eventloop_lag_seconds Wait\n# TYPE nodejs_eventloop_lag_seconds gauge\nnodejs_eventloop_lag_seconds ${lag}\n`;

  it('adds up counters, keeps those of one name together, and takes the highest of some gauges', () => {
    const sum = new MetricsSum<number>();
    sum.set(1, text('r{o="a"} 2\n', 0.5));
    sum.set(2, text('r{o="b"} 3\nr{o="a"} 1\n', 0.2));
    expect(sum.text()).toBe(text('r{o="a"} 3\nr{o="b"} 3\n', 0.5));
  });

  it('takes the database for well only if all processes do', () => {
    const up = (value: number): string =>
      `# HELP curp_store_up Well\n# TYPE curp_store_up gauge\ncurp_store_up ${value}\n`;
    const sum = new MetricsSum<number>();
    for (const [source, value] of [1, 0, 1].entries()) sum.set(source, up(value));
    expect(sum.text()).toBe(up(0));
  });

  it('keeps the counters of a process that died, and not its gauges', () => {
    const sum = new MetricsSum<number>();
    sum.set(1, text('r{o="a"} 2\n', 0.5));
    sum.set(2, text('r{o="b"} 3\n', 0.2));
    sum.retire(1);
    sum.set(3, text('r{o="a"} 1\n', 0.1));
    expect(sum.text()).toBe(text('r{o="b"} 3\nr{o="a"} 3\n', 0.2));
  });
});
