/** The service under attack: a real process with its projects and a hostile upstream, and what it leaves behind. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Store, createToken, mexicoMonth, openStore, sha256 } from '@curp-service/server/admin';
import { ServiceProcess } from '../../packages/server/test/process.js';
import { openUpstream } from '../../packages/server/test/fake-upstream.js';
import { PROJECTS, type ProjectName } from './requests.js';
import { Random } from './random.js';
import { MARK } from './values.js';

/** The quota of the project `quota`, which its requests exceed. */
const QUOTA = 100;
const METRICS_LIMIT_MS = 60_000;

type ByProject<T> = Readonly<Record<ProjectName, T>>;

export interface World {
  readonly service: ServiceProcess;
  readonly tokens: ByProject<string>;
  /** Returns the metrics, or an empty text if the process is gone. */
  readonly metrics: () => Promise<string>;
  /** Stops the service, and returns what is wrong with its counts, its log and its end. `units` are those that clients saw. */
  close(units: ByProject<number>): Promise<string[]>;
}

export async function openWorld(seed: number, databaseUrl: string): Promise<World> {
  const store = await openStore(databaseUrl);
  const created = PROJECTS.map(async (name) => {
    const token = createToken();
    const settings = { limite: name === 'slow' ? 5 : null, cuota: name === 'quota' ? QUOTA : null };
    const { id } = await store.createProject(name, settings, sha256(token));
    if (name === 'revoked') await store.changeProject(id, { estado: 'revocado' });
    return [name, { id, token }] as const;
  });
  const projects = Object.fromEntries(await Promise.all(created)) as ByProject<{ id: string; token: string }>;
  const tokens = Object.fromEntries(PROJECTS.map((name) => [name, projects[name].token])) as ByProject<string>;
  const upstream = await openUpstream((response, number) => answerBadly(new Random(seed, -number), response));
  const service = await ServiceProcess.start({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'trace',
    PADRON: 'on',
    UPSTREAM_URL: upstream.url,
    UPSTREAM_TOKEN: MARK,
  });
  const metrics = async (): Promise<string> => {
    const [, port = ''] = /"port":(\d+)/.exec(service.output) ?? [];
    const limit = { signal: AbortSignal.timeout(METRICS_LIMIT_MS) };
    return fetch(`http://127.0.0.1:${port}/metrics`, limit).then(
      async (answer) => answer.text(),
      () => '',
    );
  };
  return {
    service,
    tokens,
    metrics,
    close: async (units) => {
      const wrong = traces(await metrics(), Object.values(tokens));
      const code = await Promise.race([service.stop('SIGTERM'), setTimeout(20_000, 'none')]);
      if (code !== 0) wrong.unshift(`the process ended with ${String(code)}: ${service.errorOutput.slice(-3000)}`);
      wrong.push(...traces(service.output + service.errorOutput, Object.values(tokens)));
      for (const line of service.output.match(/^.*"msg":"(bug|crash|stop)".*$/gm) ?? []) wrong.push(line.slice(0, 600));
      for (const name of ['exact', 'quota', 'slow', 'revoked'] as const) {
        wrong.push(...(await books(store, projects[name].id, units[name], name)));
      }
      await store.close();
      return wrong;
    },
  };
}

/** Checks that usage and the quota taken are what the clients saw. */
async function books(store: Store, id: string, seen: number, name: ProjectName): Promise<string[]> {
  const usage = await store.usage(id, '0000', '9999');
  // Jobs count by their pieces, which no single answer shows.
  const counted = usage.filter(({ operacion }) => operacion !== 'lotes').reduce((sum, { cuenta }) => sum + cuenta, 0);
  const jobs = usage.filter(({ operacion }) => operacion === 'lotes').reduce((sum, { cuenta }) => sum + cuenta, 0);
  const wrong = counted === seen ? [] : [`${name}: usage is ${counted}, the clients saw ${seen}`];
  if (name !== 'quota') return wrong;
  const taken = await store.quotaTaken(id, mexicoMonth(Date.now()));
  if (taken !== seen + jobs || taken > QUOTA) wrong.push(`quota: ${taken} taken of ${QUOTA}, the clients saw ${seen}`);
  return wrong;
}

const KEY = /[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d/i;

/** Returns the data and tokens of requests that were written. */
function traces(written: string, tokens: readonly string[]): string[] {
  const found = [new RegExp(MARK, 'i').exec(written)?.[0], KEY.exec(written)?.[0]].filter(
    (trace) => trace !== undefined,
  );
  const leaked = tokens.filter((token) => written.includes(token.slice(5, 20)));
  return [...found, ...leaked].map((trace) => `written: ${trace}`);
}

/** Answers as no registry should. */
function answerBadly(random: Random, response: ServerResponse): void {
  const body = random.pick([
    `{"error":false,"code_error":0,"error_message":null,"response":{"Solicitante":{"Nombres":"${MARK}"}}}`,
    `{"error":true,"code_error":300,"error_message":"${MARK}","response":{}}`,
    '{"error":true,"code_error":101,"error_message":"x","response":{}}',
    '['.repeat(random.below(100_000)),
    'x'.repeat(random.below(200_000)),
    random.bytes(random.below(500)),
  ]);
  random.pick([
    () => response.writeHead(random.pick([200, 200, 400, 401, 403, 404, 429, 500, 503, 302])).end(body),
    () => response.writeHead(200, { 'content-type': MARK, 'x-x': MARK }).end(body),
    () => response.write('{'), // The answer never ends.
    () => response.socket?.resetAndDestroy(),
    () => response.writeHead(200, { 'content-length': '99999' }).end('{}'),
  ])();
}
