/** Stored moments are judged by the clock of the database, because that of the process may be wrong. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mexicoDay, mexicoMonth, monthsBefore, openStore } from '../src/admin.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { Heartbeat } from '../src/store/heartbeat.js';
import { openSqlite } from '../src/store/sqlite.js';
import { DATABASES, databaseFor, query } from './databases.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { SOON } from './soon.js';
import { FAKETIME, has } from '../../../test/tools.js';

afterAll(cleanUp);
afterEach(() => void vi.useRealTimers());

const DAY_MS = 24 * 3_600_000;
const CLOCK = fileURLToPath(new URL('faults/faults/clock.mjs', import.meta.url));

describe.each(DATABASES)('on $name', ({ create }) => {
  const database = databaseFor(create);
  const open = async () => {
    const store = await openStore(database.url);
    onTestFinished(async () => store.close());
    return store;
  };

  it.each([-400, -1, 40])('a process whose clock is %i days off ends tokens at the right time', async (days) => {
    const store = await open();
    const [old, kept] = [createToken(), createToken()].map(sha256);
    const { id } = await store.createProject(`off ${days}`, { limite: null, cuota: null }, old ?? '');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    expect(await store.openToken(old ?? '')).toMatchObject({ remainingMs: null });
    await store.rotateToken(id, kept ?? '', 60_000);
    vi.useRealTimers();
    const { remainingMs } = Object(await store.openToken(old ?? '')) as { readonly remainingMs?: unknown };
    expect(remainingMs).toBeGreaterThan(0);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
    await store.rotateToken(id, sha256(createToken()), 0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    expect(await store.openToken(old ?? '')).toBeNull();
    expect(await store.openToken(kept ?? '')).toBeNull();
  });

  it('the clock of the database continues while that of the process jumps', async () => {
    const { heart } = await open();
    await heart.begin();
    const real = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    expect(Math.abs(heart.clock.now() - real)).toBeLessThan(60_000);
  });

  it('the day of the last use of a token is stored, once a day', async () => {
    const store = await open();
    const hash = sha256(createToken());
    await store.createProject('usado', { limite: null, cuota: null }, hash);
    const used = async () => (await query(database.url, 'SELECT usado FROM tokens WHERE sha256 = $1', [hash]))[0];
    await store.openToken(hash);
    expect(await used()).toEqual({ usado: null });
    for (const usado of ['2026-11-15', '2026-11-16']) {
      await store.openToken(hash, usado);
      await vi.waitFor(async () => expect(await used()).toEqual({ usado }), SOON);
    }
  });

  it('a service whose clock is 40 days late refuses a rotated token, and counts in the month of the database', async () => {
    const store = await open();
    const token = createToken();
    const hash = sha256(token);
    const { id } = await store.createProject('atrasado', { limite: null, cuota: 1000 }, hash);
    const offset = join(newFolder(), 'offset');
    writeFileSync(offset, String(-40 * DAY_MS));
    const service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_OFFSET: offset,
    });
    const ask = async () => (await service.request(`/curp/entidades?token=${token}`)).status;
    expect(await ask()).toBe(200);
    const now = await store.time();
    await store.rotateToken(id, sha256(createToken()), 0);
    await vi.waitFor(async () => expect(await ask()).toBe(401), SOON);
    expect(await store.quotaTaken(id, mexicoMonth(now))).toBeGreaterThan(0);
    expect(await service.stop('SIGTERM')).toBe(0);
    const days = await query<{ dia: string }>(database.url, 'SELECT dia FROM usos WHERE proyecto = $1', [id]);
    expect(new Set(days.map(({ dia }) => dia))).toEqual(new Set([mexicoDay(now)]));
    expect(await query(database.url, 'SELECT usado FROM tokens WHERE sha256 = $1', [hash])).toEqual([
      { usado: mexicoDay(now) },
    ]);
  });
});

it('a jump of the clock of the database counts only once it has lasted ten minutes, and is reported once', async () => {
  let [time, monotonic] = [1_000_000, 0];
  const jumps: number[] = [];
  const heart = new Heartbeat(
    openSqlite(':memory:'),
    () => time,
    () => monotonic,
  );
  onTestFinished(async () => heart.close());
  await heart.begin();
  const pass = async (ms: number, jump = 0): Promise<number> => {
    monotonic += ms;
    time += ms + jump;
    await heart.beat((by) => void jumps.push(by));
    return heart.clock.now();
  };
  expect(await pass(10_000, 50)).toBe(1_010_050);
  expect(await pass(10_000, 40 * DAY_MS)).toBe(1_020_050);
  expect(await pass(10_000, -40 * DAY_MS)).toBe(1_030_050);
  expect(jumps).toEqual([40 * DAY_MS]);
  await pass(10_000, -DAY_MS);
  expect(await pass(599_999)).toBe(1_640_049);
  expect(await pass(1)).toBe(1_640_050 - DAY_MS);
  expect(jumps).toEqual([40 * DAY_MS, -DAY_MS]);
});

/** `faketime` sets the clock of a whole process, that of its SQLite too. */
it.skipIf(!has('faketime'))(
  'a service that runs with a clock three years ahead, and is started again with the right one, keeps usage and quota (needs faketime)',
  async () => {
    const url = `sqlite:${join(newFolder(), 'curp.db')}`;
    const token = createToken();
    const store = await openStore(url);
    onTestFinished(async () => store.close());
    const { id } = await store.createProject('adelantado', { limite: null, cuota: 3 }, sha256(token));
    const today = await store.time();
    const months = Array.from({ length: 20 }, (_, i) => monthsBefore(mexicoMonth(today), i));
    const usage = months.map((mes) => ({ proyecto: id, dia: `${mes}-01`, operacion: 'validar', cuenta: 1 }));
    await store.addUsage(usage, { writer: 'x', number: 1 });
    const ask = async (env: Readonly<Record<string, string>>, count: number): Promise<number[]> => {
      const service = await ServiceProcess.start({ DATABASE_URL: url, ...env });
      const codes = await Promise.all(
        Array.from(
          { length: count },
          async () => (await service.request(`/curp/entidades?token=${token}`)).sobre.code_error,
        ),
      );
      expect(await service.stop('SIGTERM')).toBe(0);
      return codes.toSorted();
    };
    expect(await ask({}, 4)).toEqual([0, 0, 0, 4]);
    const ahead = { LD_PRELOAD: FAKETIME ?? '', FAKETIME: '+3y', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    expect(await ask(ahead, 3)).toEqual([0, 0, 0]); // For this process it is another month.
    expect(await ask({}, 1)).toEqual([4]);
    const kept = await store.monthlyUsage('2000-01', mexicoMonth(today));
    expect(kept.map(({ mes }) => mes)).toEqual(months.toReversed());
    expect(await store.quotaTaken(id, mexicoMonth(today))).toBe(3);
  },
);
