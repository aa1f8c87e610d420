/** A killed import leaves the padron unchanged, and can start again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '@curp-service/server/admin';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newDatabase } from '../../../server/test/postgres.js';
import { batchOf } from '../../../server/test/batches.js';
import { BIN, workspace } from '../curp.js';
import { FIELDS, csv, curpOf, csvLine } from '../records.js';

/** Long rows, so that a small number of them fills several runs. */
const ROWS = 12_500;
const LONG = Object.fromEntries(
  FIELDS.split(',')
    .slice(13)
    .map((field) => [field, 'X'.repeat(180)]),
);
const KILLS = 2;
const isBad = (n: number): boolean => n % 100 === 7;
const LINES = Array.from({ length: ROWS }, (_, n) => csvLine(n, isBad(n) ? { ...LONG, Nombres: '' } : LONG));
const BAD_ROWS = LINES.flatMap((row, n) => (isBad(n) ? [`${n + 2},"Nombres falta.",${row}`] : []));
const GOOD_COUNT = ROWS - BAD_ROWS.length;
const EXISTING = { curp: curpOf(ROWS + 1), datos: 'x' };

async function prepare(url: (dir: string) => Promise<string>) {
  const { dir, env } = workspace();
  const databaseUrl = await url(dir);
  writeFileSync(join(dir, 'r.csv'), csv(...LINES));
  const store = await openStore(databaseUrl, { statementTimeoutMs: 50_000 });
  onTestFinished(async () => store.close());
  const { padron } = store;
  const { turn } = await padron.begin('antes.csv', 'combinar');
  await padron.add(turn, batchOf(EXISTING), { read: 1, rejected: 0 });
  await padron.finish(turn);
  const startImport = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [BIN, 'padron', 'importar', 'r.csv', '--json', ...args], {
      cwd: dir,
      env: { ...env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  /** Kills the process at a random moment after it has added rows. */
  const kill = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<unknown[]> => {
    const before = (await padron.status()).ongoing?.moment;
    const end = once(child, 'close');
    const hasAdded = async (): Promise<boolean> => {
      const { ongoing } = await padron.status();
      return ongoing !== null && ongoing.read > 0 && ongoing.moment !== before;
    };
    while (!(await hasAdded()) && child.exitCode === null) await wait(5);
    await wait(Math.random() * 20);
    child.kill(signal);
    return end;
  };
  return { dir, startImport, kill, padron };
}

async function finish(child: ChildProcess): Promise<{ status: unknown; summary: Record<string, unknown> }> {
  let stdout = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += String(chunk)));
  const [status] = (await once(child, 'close')) as unknown[];
  return { status, summary: JSON.parse(stdout) as Record<string, unknown> };
}

const sqlite = async (dir: string): Promise<string> => `sqlite:${join(dir, 'curp.db')}`;

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', newDatabase],
])('%s', (_, url) => {
  it.each([
    ['without options', []],
    ['with --reemplazar', ['--reemplazar']],
  ])('an import %s survives kill -9', async (_how, mode) => {
    const { dir, startImport, kill, padron } = await prepare(url);
    for (let round = 0; round < KILLS; round += 1) {
      await kill(startImport(...mode));
      expect(await padron.find(EXISTING.curp)).toBe('x');
      expect(await padron.status()).toMatchObject({ rows: 1, ongoing: { file: 'r.csv' } });
    }

    const { status, summary } = await finish(startImport(...mode));
    expect(status).toBe(1);
    expect(summary).toMatchObject({
      filas: ROWS,
      nuevas: GOOD_COUNT,
      cambiadas: 0,
      iguales: 0,
      rechazadas: BAD_ROWS.length,
    });
    expect(readFileSync(join(dir, 'r.rechazadas.csv'), 'utf8')).toBe(
      `${[`linea,motivo,${FIELDS}`, ...BAD_ROWS].join('\n')}\n`,
    );
    const rows = GOOD_COUNT + (mode.length === 0 ? 1 : 0);
    expect(readdirSync(dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await padron.status()).toMatchObject({ rows, file: 'r.csv', ongoing: null });
    expect(await padron.find(EXISTING.curp)).toBe(mode.length === 0 ? 'x' : null);
    for (let n = 0; n < ROWS; n += 97) expect((await padron.find(curpOf(n))) !== null).toBe(!isBad(n));
  });
});

it('Ctrl-C exits with 130, and the import can start again', async () => {
  const { dir, startImport, kill, padron } = await prepare(sqlite);
  const first = startImport();
  let stderr = '';
  first.stderr?.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  expect(await kill(first, 'SIGINT')).toEqual([130, null]);
  expect(stderr).toMatch(/^Base de datos: sqlite:.*\n/);
  expect(stderr.split('\n').slice(1).join('\n')).toBe(
    'Interrumpido. La importación no terminó y el padrón queda como estaba: para empezarla de nuevo, repita el mismo comando.\n',
  );
  expect(readdirSync(dir).filter((name) => name.includes('rechazadas'))).toEqual([]);
  expect(await padron.status()).toMatchObject({ rows: 1 });
  const { summary } = await finish(startImport());
  expect(summary).toMatchObject({ filas: ROWS, filas_en_el_padron: GOOD_COUNT + 1, rechazadas: BAD_ROWS.length });
});
