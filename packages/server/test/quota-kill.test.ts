/** The quota of a project while its process is killed: never exceeded, and hardly wasted. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { Proceso, limpiar, nuevaCarpeta } from './process.js';
import { CURP } from './service.js';

afterAll(limpiar);

const CUOTA = 500;
const BLOQUE = 5;
const CLIENTES = 8;

interface Cuenta {
  /** The successes that clients saw. */
  readonly exitos: number;
  /** The units taken and used, by the store. */
  readonly tomada: number;
  readonly usada: number;
}

/** Uses up a quota while the process is stopped that many times, each time after a few successes. */
async function agotar(signal: NodeJS.Signals, veces: number): Promise<Cuenta> {
  const carpeta = nuevaCarpeta();
  const DATABASE_URL = `sqlite:${join(carpeta, 'curp.db')}`;
  const store = await openStore(DATABASE_URL);
  const token = createToken();
  const { id } = await store.createProject('prueba', { limite: null, cuota: CUOTA }, sha256(token));
  let exitos = 0;

  /** One client: sends requests in turn, every other one failing, until the quota is used up or nobody answers. */
  const usar = async (proceso: Proceso, hasta: number): Promise<void> => {
    for (;;) {
      const bien = await codigoDe(proceso, `/curp/validar?token=${token}&curp=${CURP}`);
      if (bien === null || bien === 4) return;
      expect([0, 9]).toContain(bien); // 9: it is stopping
      if (bien === 0) exitos += 1;
      if (bien === 0 && exitos === hasta) void proceso.terminar(signal);
      const mal = await codigoDe(proceso, `/curp/calcular_curp?token=${token}`);
      expect([400, 4, 9, null]).toContain(mal);
    }
  };

  for (let vez = 1; vez <= veces; vez += 1) {
    const proceso = await Proceso.iniciar({ DATABASE_URL }, carpeta);
    const hasta = exitos + 1 + Math.floor(Math.random() * 40);
    await Promise.all(Array.from({ length: CLIENTES }, async () => usar(proceso, hasta)));
    expect(await proceso.fin).toBe(signal === 'SIGKILL' ? null : 0);
  }
  const ultimo = await Proceso.iniciar({ DATABASE_URL }, carpeta);
  await Promise.all(Array.from({ length: CLIENTES }, async () => usar(ultimo, Infinity)));
  await usar(ultimo, Infinity); // what failures gave back meanwhile
  await ultimo.terminar('SIGTERM');
  const usos = await store.usage(id, '2000-01-01', '2999-12-31');
  const tomada = await store.quotaTaken(id, mexicoMonth(Date.now()));
  await store.close();
  return { exitos, tomada, usada: usos.reduce((suma, { cuenta }) => suma + cuenta, 0) };
}

/** The code of the answer; `null`: none came. */
async function codigoDe(proceso: Proceso, ruta: string): Promise<number | null> {
  try {
    return (await proceso.pedir(ruta)).sobre.code_error;
  } catch {
    return null;
  }
}

it.concurrent('SIGKILL wastes at most a block and the requests in flight', { timeout: 120_000 }, async () => {
  const veces = 8;
  const { exitos, tomada } = await agotar('SIGKILL', veces);
  expect(tomada).toBe(CUOTA);
  expect(exitos).toBeLessThanOrEqual(CUOTA);
  expect(exitos).toBeGreaterThanOrEqual(CUOTA - veces * (BLOQUE + CLIENTES));
});

it.concurrent('SIGTERM wastes nothing, and failures take nothing', { timeout: 120_000 }, async () => {
  expect(await agotar('SIGTERM', 3)).toEqual({ exitos: CUOTA, tomada: CUOTA, usada: CUOTA });
});
