/** Jobs for tests: replicas that keep them, and what a client does with one. */
import type { JobStatus } from '@curp-service/contract/jobs';
import { Lote, type LoteOptions } from '@curp-service/lote';
import { expect, onTestFinished, vi } from 'vitest';
import type { Parts } from '../src/app.js';
import type { Config } from '../src/config.js';
import { createLog } from '../src/observe/log.js';
import { Jobs } from '../src/jobs/jobs.js';
import { type Hecha, type Encargo, hacerPieza } from '../src/jobs/piece.js';
import { Trabajador } from '../src/jobs/piece-work.js';
import { openStore } from '../src/store/open.js';
import { openPostgres } from '../src/store/postgres.js';
import { SqlPieces } from '../src/store/sql/pieces.js';
import { type Servicio, type Sobre, abrirServicio } from './service.js';
import { BUENA, CABECERA, CSV, MALA } from './upload.js';

export const SOON = { timeout: 55_000, interval: 50 };
export const DAY_MS = 86_400_000;

/** Several pieces, with rows of which some are bad, and an accent that comes late. */
export const ROWS = 160_000;
export const fileOf = (filas = ROWS): string =>
  CABECERA +
  Array.from({ length: filas }, (_, i) =>
    i % 10 === 3 ? MALA : i > filas / 2 ? BUENA.replace('Olvera', 'Ávalos') : BUENA,
  ).join('');

/** What one alone makes of a file. */
export function alone(texto: string | Buffer, opciones: Partial<LoteOptions> = {}): string {
  const lote = new Lote({ formato: 'csv', ...opciones });
  let hecho = '';
  for (const partes of [lote.process(Buffer.from(texto)), lote.finish()]) {
    for (const parte of partes) hecho += Buffer.from(parte).toString();
  }
  return hecho;
}

export interface JobReplica extends Servicio {
  readonly jobs: Jobs;
  readonly base: string;
}

/** A replica in this process. `hacer`: how a piece is done. */
export async function openJobReplica(
  url: string,
  hacer: (encargo: Encargo) => Hecha = hacerPieza,
  partes: Partial<Parts> = {},
  ajustes: Partial<Config> = {},
): Promise<JobReplica> {
  const reloj = { now: (): number => Date.now() };
  const now = (): number => reloj.now();
  const [store, driver] = [await openStore(url, { now }), await openPostgres(url, 3)];
  const trabajador = new Trabajador({ piezas: new SqlPieces(driver), hacer, now, retentionMs: DAY_MS });
  const lotes = await Jobs.open({
    databaseUrl: url,
    pool: 3,
    retentionMs: DAY_MS,
    log: createLog('silent'),
    now,
    doPiece: async (turno) => trabajador.hacer(turno),
  });
  onTestFinished(async () => {
    await lotes.close();
    await Promise.all([driver.close(), store.close()]);
  });
  const servicio = abrirServicio(ajustes, { store, jobs: lotes, maxLagMs: 60_000, ...partes });
  reloj.now = () => servicio.now;
  return Object.assign(servicio, { jobs: lotes, base: `http://127.0.0.1:${await servicio.escuchar()}/curp/lotes` });
}

/** A client with its token. */
export class JobClient {
  constructor(
    readonly base: string,
    readonly token = 'pruebas',
  ) {}

  async request(ruta: string, opciones: RequestInit = {}): Promise<{ status: number; sobre: Sobre; headers: Headers }> {
    const authorization = `Bearer ${this.token}`;
    const respuesta = await fetch(`${this.base}${ruta}`, {
      ...opciones,
      headers: { authorization, ...(opciones.headers as Record<string, string>) },
    });
    const sobre = (await respuesta.json()) as Sobre;
    return { status: respuesta.status, sobre, headers: respuesta.headers };
  }

  async send(cuerpo: string | Buffer, consulta = '', headers: Record<string, string> = CSV): Promise<string> {
    const { status, sobre } = await this.request(consulta, { method: 'POST', body: cuerpo as string, headers });
    expect([status, sobre.error_message]).toEqual([202, null]);
    return String(sobre.response['id']);
  }

  async status(id: string): Promise<JobStatus> {
    const { sobre } = await this.request(`/${id}`);
    expect(sobre.error_message).toBeNull();
    return sobre.response as unknown as JobStatus;
  }

  /** Waits for it, whatever becomes of those who do it. */
  async waitFor(id: string, hasta = 'terminado'): Promise<JobStatus> {
    let estado: JobStatus | null = null;
    await vi.waitUntil(async () => {
      estado = await this.status(id).catch(() => null);
      return estado?.estado === hasta;
    }, SOON);
    return estado ?? expect.fail();
  }

  async download(id: string): Promise<{ status: number; texto: string; headers: Headers }> {
    const respuesta = await fetch(`${this.base}/${id}/resultado?token=${this.token}`);
    const texto = Buffer.from(await respuesta.arrayBuffer()).toString(); // with its mark, if it has one
    return { status: respuesta.status, texto, headers: respuesta.headers };
  }

  async erase(id: string): Promise<Sobre> {
    return (await this.request(`/${id}`, { method: 'DELETE' })).sobre;
  }
}
