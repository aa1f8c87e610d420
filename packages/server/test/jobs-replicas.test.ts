/** Jobs that outlive those who do them: replicas killed in the middle of a piece, a database that goes and comes back. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { JobClient, SOON, alone } from './jobs.js';
import { Postgres } from './postgres-server.js';
import { newDatabase, query } from './postgres.js';
import { Proceso, limpiar } from './process.js';
import { CURP } from './service.js';
import { BUENA, CABECERA, MALA } from './upload.js';

/** A key that is another's takes long to compare: with some of them, a piece takes about a second. */
const AJENA = 'OETR900517HDFLNN09';
const FILAS = 120_000;
const fila = (i: number): string => `${i % 8 === 0 ? AJENA : CURP},${i % 10 === 7 ? MALA : BUENA}`;
const TEXTO = `curp,${CABECERA}${Array.from({ length: FILAS }, (_, i) => fila(i)).join('')}`;
const ESPERA = { timeout: 120_000 };

let esperado: string;
beforeAll(() => {
  esperado = alone(TEXTO, { operacion: 'cotejar' });
}, 60_000);
afterAll(limpiar);

const base = (proceso: Proceso | undefined): string => `http://127.0.0.1:${proceso?.puerto}/curp/lotes`;

async function conProyecto(url: string) {
  const store = await openStore(url);
  const token = createToken();
  const { id } = await store.createProject('tenaz', { limite: null, cuota: 1_000_000 }, sha256(token));
  return {
    token,
    cuenta: async () => {
      const tomada = await store.quotaTaken(id, mexicoMonth(Date.now()));
      const usos = await store.usage(id, '2000-01-01', '2999-12-31');
      await store.close();
      return { tomada, usada: usos.reduce((suma, { cuenta }) => suma + cuenta, 0) };
    },
  };
}

/** Until so many pieces are in somebody's hands. */
const enMano = async (url: string, cuantas: number): Promise<unknown> =>
  vi.waitUntil(
    async () => (await query(url, `SELECT 1 FROM curp_cola.job WHERE state = 'active'`)).length >= cuantas,
    SOON,
  );

/** All rows, each once, in their order, and each good one counted once. */
async function comprobar(cliente: JobClient, id: string, cuenta: () => Promise<object>): Promise<void> {
  await vi.waitUntil(async () => (await cliente.status(id).catch(() => null))?.estado === 'terminado', {
    timeout: 100_000,
    interval: 200,
  });
  const estado = await cliente.status(id);
  expect((await cliente.download(id)).texto === esperado).toBe(true);
  const correctas = (FILAS / 10) * 9;
  expect(estado).toMatchObject({ filas_hechas: FILAS, filas_total: FILAS, filas_correctas: correctas });
  expect(await cuenta()).toEqual({ tomada: correctas, usada: correctas });
}

describe.concurrent('no row is lost, none is done twice', () => {
  it('where replicas are killed in the middle of their pieces', ESPERA, async () => {
    const url = await newDatabase();
    const { token, cuenta } = await conProyecto(url);
    const [una, otra] = await Promise.all([1, 2].map(async () => Proceso.iniciar({ DATABASE_URL: url })));
    const id = await new JobClient(base(una), token).send(TEXTO, '?operacion=cotejar');
    await enMano(url, 2);
    await una?.terminar('SIGKILL');
    const tercera = await Proceso.iniciar({ DATABASE_URL: url });
    await otra?.terminar('SIGKILL');
    await comprobar(new JobClient(base(tercera), token), id, cuenta);
    expect(await tercera.terminar('SIGTERM')).toBe(0);
    expect(tercera.salida + tercera.errores).not.toMatch(/Renata|OETR/);
  });

  it('where the database crashes, and comes back', ESPERA, async () => {
    const postgres = await Postgres.create();
    try {
      const { token, cuenta } = await conProyecto(postgres.url());
      const replica = await Proceso.iniciar({ DATABASE_URL: postgres.url(), LOG_LEVEL: 'fatal' });
      const cliente = new JobClient(base(replica), token);
      const id = await cliente.send(TEXTO, '?operacion=cotejar');
      await enMano(postgres.url(), 1);
      await postgres.stop('SIGQUIT');
      await postgres.start();
      await comprobar(cliente, id, cuenta);
      await replica.terminar('SIGTERM');
    } finally {
      await postgres.remove();
    }
  });
});
