/** An import that is killed at any moment goes on where it stopped: no record is lost or written twice, no rejected row either. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Padron, openStore } from '@curp-service/server/admin';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newDatabase } from '../../server/test/postgres.js';
import { BIN, PACIENCIA, sitio } from './curp.js';
import { CAMPOS, csv, curpDe, linea } from './records.js';

vi.setConfig(PACIENCIA);

const FILAS = 25_000;
const MUERTES = 2;
const esMala = (n: number): boolean => n % 100 === 7;
const LINEAS = Array.from({ length: FILAS }, (_, n) => linea(n, esMala(n) ? { Nombres: '' } : {}));
const MALAS = LINEAS.flatMap((una, n) => (esMala(n) ? [`${n + 2},"Nombres falta.",${una}`] : []));
const BUENAS = FILAS - MALAS.length;

async function preparar(url: (dir: string) => Promise<string>) {
  const { dir, env } = sitio();
  const databaseUrl = await url(dir);
  writeFileSync(join(dir, 'r.csv'), csv(...LINEAS));
  const store = await openStore(databaseUrl, { statementTimeoutMs: 20_000 });
  onTestFinished(async () => store.close());
  const importar = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [BIN, 'padron', 'importar', 'r.csv', '--json', ...args], {
      cwd: dir,
      env: { ...env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return { dir, importar, padron: store.padron };
}

const leidas = async (padron: Padron): Promise<number> => (await padron.status()).ongoing?.read ?? 0;

/** Kills it once it has written some rows more, at whatever moment comes then. */
async function matar(proceso: ChildProcess, padron: Padron, senal: NodeJS.Signals = 'SIGKILL'): Promise<unknown[]> {
  const antes = await leidas(padron);
  const fin = once(proceso, 'close');
  await vi.waitUntil(async () => (await leidas(padron)) > antes || proceso.exitCode !== null, {
    timeout: 50_000,
    interval: 5,
  });
  await wait(Math.random() * 60);
  proceso.kill(senal);
  return fin;
}

async function acabar(proceso: ChildProcess): Promise<{ status: unknown; resumen: Record<string, unknown> }> {
  let stdout = '';
  proceso.stdout?.on('data', (trozo: Buffer) => (stdout += String(trozo)));
  const [status] = (await once(proceso, 'close')) as unknown[];
  return { status, resumen: JSON.parse(stdout) as Record<string, unknown> };
}

const BASES: readonly (readonly [string, (dir: string) => Promise<string>])[] = [
  ['SQLite', async (dir) => `sqlite:${join(dir, 'curp.db')}`],
  ['PostgreSQL', async () => newDatabase()],
];

describe.each(BASES)('%s', (_, url) => {
  it.each(['--combinar', '--reemplazar'])('kill -9, %s', async (modo) => {
    const { dir, importar, padron } = await preparar(url);
    const { turn: turno } = await padron.begin('antes.csv', 'combinar', 'antes', true);
    const deAntes = { curp: curpDe(FILAS + 1), datos: 'x' };
    await padron.add(turno, [deAntes], { read: 1, rejected: 0, rejectedBytes: 0 });
    await padron.finish(turno);

    const puntos: number[] = [0];
    for (let vez = 0; vez < MUERTES; vez += 1) {
      await matar(importar(modo), padron);
      puntos.push(await leidas(padron));
      expect(await padron.find(deAntes.curp)).toBe('x');
    }
    expect(puntos).toEqual(puntos.toSorted((a, b) => a - b));
    const quedan = await padron.status();
    expect(quedan.rows).toBe(modo === '--combinar' ? 1 + (quedan.ongoing?.added ?? 0) : 1);

    const { status, resumen } = await acabar(importar(modo));
    expect(status).toBe(1);
    expect(resumen).toMatchObject({ filas: FILAS, nuevas: BUENAS, cambiadas: 0, iguales: 0, rechazadas: MALAS.length });
    expect(readFileSync(join(dir, 'r.rechazadas.csv'), 'utf8')).toBe(
      `${[`linea,motivo,${CAMPOS}`, ...MALAS].join('\n')}\n`,
    );
    const filas = BUENAS + (modo === '--combinar' ? 1 : 0);
    expect(await padron.status()).toMatchObject({ filas, archivo: 'r.csv', importacion: null });
    expect(await padron.find(deAntes.curp)).toBe(modo === '--combinar' ? 'x' : null);
    for (let n = 0; n < FILAS; n += 97) expect((await padron.find(curpDe(n))) !== null).toBe(!esMala(n));
  });
});

it('Ctrl-C: one line, 130, and it goes on; a file that was changed meanwhile begins anew', async () => {
  const { dir, importar, padron } = await preparar(BASES[0]?.[1] ?? newDatabase);
  const primera = importar();
  let stderr = '';
  primera.stderr?.on('data', (trozo: Buffer) => (stderr += String(trozo)));
  expect(await matar(primera, padron, 'SIGINT')).toEqual([130, null]);
  expect(stderr).toBe('Interrumpido: el mismo comando sigue donde se quedó.\n');
  const hasta = await leidas(padron);
  await matar(importar(), padron);
  expect(await leidas(padron)).toBeGreaterThan(hasta);
  utimesSync(join(dir, 'r.csv'), 1, 1);
  const { resumen } = await acabar(importar('--forzar'));
  expect(Number(resumen['iguales'])).toBeGreaterThan(hasta * 0.9);
  expect(resumen).toMatchObject({ filas: FILAS, filas_en_el_padron: BUENAS, rechazadas: MALAS.length });
});
