/** The quota of a project while its process is killed: never exceeded, and hardly wasted. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { CURP } from './service.js';

afterAll(cleanUp);

const QUOTA = 300;
const BLOCK = 3;
const CLIENTS = 8;

interface Count {
  /** The successes that clients saw. */
  readonly exitos: number;
  /** The units taken and used, by the store. */
  readonly tomada: number;
  readonly usada: number;
}

/** Uses up a quota while the process is stopped that many times, each time after a few successes. */
async function useUp(signal: NodeJS.Signals, times: number): Promise<Count> {
  const folder = newFolder();
  const DATABASE_URL = `sqlite:${join(folder, 'curp.db')}`;
  const store = await openStore(DATABASE_URL);
  const token = createToken();
  const { id } = await store.createProject('prueba', { limite: null, cuota: QUOTA }, sha256(token));
  let exitos = 0;

  /** Acts as one client: sends requests in turn, every other one failing, until the quota is used up or no answer comes. */
  const use = async (service: ServiceProcess, until: number): Promise<void> => {
    for (;;) {
      const good = await codeOf(service, `/curp/validar?token=${token}&curp=${CURP}`);
      if (good === null || good === 4) return;
      expect([0, 9]).toContain(good); // Code 9 means that the service is stopping.
      if (good === 0) exitos += 1;
      if (good === 0 && exitos === until) void service.stop(signal);
      const bad = await codeOf(service, `/curp/calcular_curp?token=${token}`);
      expect([400, 4, 9, null]).toContain(bad);
    }
  };

  for (let time = 1; time <= times; time += 1) {
    const service = await ServiceProcess.start({ DATABASE_URL }, folder);
    const until = exitos + 1 + Math.floor(Math.random() * 40);
    await Promise.all(Array.from({ length: CLIENTS }, async () => use(service, until)));
    expect(await service.exitCode).toBe(signal === 'SIGKILL' ? null : 0);
  }
  const last = await ServiceProcess.start({ DATABASE_URL }, folder);
  await Promise.all(Array.from({ length: CLIENTS }, async () => use(last, Infinity)));
  await use(last, Infinity); // These are the units that failures returned meanwhile.
  await last.stop('SIGTERM');
  const usages = await store.usage(id, '2000-01-01', '2999-12-31');
  const tomada = await store.quotaTaken(id, mexicoMonth(Date.now()));
  await store.close();
  return { exitos, tomada, usada: usages.reduce((sum, { cuenta }) => sum + cuenta, 0) };
}

/** Returns the code of the answer, or `null` if none came. */
async function codeOf(service: ServiceProcess, path: string): Promise<number | null> {
  try {
    return (await service.request(path)).sobre.code_error;
  } catch {
    return null;
  }
}

// The bound holds for each kill, and a start costs more than all requests, so a few kills show as much as many.
it.concurrent('SIGKILL wastes at most a block of quota and the requests in progress', async () => {
  const times = 4;
  const { exitos, tomada } = await useUp('SIGKILL', times);
  expect(tomada).toBe(QUOTA);
  expect(exitos).toBeLessThanOrEqual(QUOTA);
  expect(exitos).toBeGreaterThanOrEqual(QUOTA - times * (BLOCK + CLIENTS));
});

it.concurrent('SIGTERM wastes no quota, and failures take none', async () => {
  expect(await useUp('SIGTERM', 2)).toEqual({ exitos: QUOTA, tomada: QUOTA, usada: QUOTA });
});
