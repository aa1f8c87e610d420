/** One fault from beginning to end: replicas and work start, it comes and goes, all recovers, all stops, all is counted. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../../src/admin.js';
import type { Intermediario } from '../relay.js';
import type { Postgres } from '../postgres-server.js';
import { consultar } from '../postgres.js';
import { porTurnos } from './path.js';
import { type Ajustes, type Emprender, type Falla, type Mundo, type Parte, type Taller, sumar } from './fault.js';
import { inscribir } from './projects.js';
import { recuperadas } from './recovery.js';
import { Replica } from './replica.js';

const ANTES_MS = 1500;
const DURA_MS = 1500;

export type Fila = Parte & {
  readonly nombre: string;
  /** From the end of the fault until all was well: the longest, where it came several times. */
  readonly recuperadaMs: number;
};

export async function probar(
  falla: Falla,
  base: Pick<Taller, 'postgres' | 'relevo'>,
  trabajos: readonly Emprender[],
): Promise<Fila> {
  const cierres: (() => unknown)[] = [];
  const carpeta = mkdtempSync(join(tmpdir(), 'curp-falla-'));
  cierres.push(() => rmSync(carpeta, { recursive: true }));
  try {
    const taller = { ...base, carpeta, alFinal: (cerrar: () => unknown) => void cierres.push(cerrar) };
    const fin = new AbortController();
    cierres.push(() => fin.abort());
    const mundo = await montar(falla, taller, fin.signal);
    const encargos = trabajos.map((emprender) => emprender(mundo));
    await setTimeout(ANTES_MS);
    let recuperadaMs = 0;
    for (let vez = 0; vez < (falla.veces ?? 1); vez += 1) {
      await falla.causar(mundo);
      if (falla.reparar !== undefined) await setTimeout(falla.duraMs ?? DURA_MS);
      const desde = performance.now();
      await falla.reparar?.(mundo);
      await recuperadas(mundo);
      recuperadaMs = Math.max(recuperadaMs, performance.now() - desde);
      await setTimeout(ANTES_MS);
    }
    fin.abort();
    await Promise.all(encargos.map(async ({ terminar }) => terminar()));
    const mal = await detener(mundo);
    const store = await openStore(mundo.url);
    cierres.push(async () => store.close());
    await Promise.all(encargos.map(async ({ cuadrar }) => cuadrar(store)));
    const total = sumar(encargos.map(({ parte }) => parte));
    return { nombre: falla.nombre, recuperadaMs, ...total, mal: [...mal, ...total.mal] };
  } finally {
    for (const cerrar of cierres.toReversed()) await cerrar();
  }
}

/** A database of its own, and replicas on it. */
async function montar(falla: Falla, taller: Taller, basta: AbortSignal): Promise<Mundo> {
  const ajustes: Ajustes = (await falla.ajustar?.(taller)) ?? {};
  const url = ajustes.url ?? (await baseEn(taller.postgres));
  const store = await openStore(url);
  const proyectos = await inscribir(store);
  await store.close();
  const DATABASE_URL = ajustes.url ?? alTravesDe(taller.relevo, url);
  const replicas = await Promise.all(
    Array.from({ length: ajustes.replicas ?? 2 }, async (_, i) =>
      Replica.iniciar({ DATABASE_URL, ...ajustes.env?.(i) }),
    ),
  );
  const camino = await (ajustes.camino ?? porTurnos)(replicas);
  return { ...taller, url, replicas, camino, proyectos, basta };
}

async function baseEn(postgres: Postgres): Promise<string> {
  const nombre = `falla_${randomBytes(6).toString('hex')}`;
  await consultar(postgres.url(), `CREATE DATABASE ${nombre}`);
  return postgres.url(nombre);
}

const alTravesDe = ({ puerto }: Intermediario, url: string): string =>
  Object.assign(new URL(url), { port: String(puerto) }).href;

/** Stops all replicas, and says what was not in order with them. */
async function detener({ replicas }: Mundo): Promise<string[]> {
  const codigos = await Promise.all(replicas.map(async (replica) => replica.detener()));
  return [
    ...codigos.filter((codigo) => codigo !== 0).map((codigo) => `a replica ended with ${codigo}`),
    ...replicas.flatMap((replica) => replica.bugs()),
  ];
}
