/** The contract of a job store, for every database. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { FinishedPiece, JobStore, PieceMoment } from '../src/store/job-store.js';
import type { Store } from '../src/store/store.js';

const DAY_MS = 86_400_000;
const HEADER = { bytes: Buffer.from('nombres\n'), encoding: 'utf-8' };
const piece = (numero: number, text = `fila ${numero}\n`) => ({
  numero,
  codificacion: 'utf-8',
  lineas: 1,
  datos: Buffer.from(text),
});
const finished = (text: string, good = 1, errors: [number, number][] = []): FinishedPiece => ({
  bytes: new Uint8Array(Buffer.from(text)),
  rows: good + errors.reduce((sum, [, n]) => sum + n, 0),
  good,
  contradictions: 0,
  errors: new Map(errors),
});
const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString();

/** Runs the contract on an empty job store that `open` makes, with the store of projects on the same database. */
export function jobStoreContract(
  name: string,
  open: () => Promise<{ readonly jobs: JobStore; readonly store: Store }>,
): void {
  describe(`${name} keeps jobs`, () => {
    const now = Date.parse('2026-11-15T18:00:00.000Z');
    const moment: PieceMoment = {
      now: now + 1000,
      month: '2026-11',
      day: '2026-11-15',
      operation: 'lotes',
      expires: now + 2 * DAY_MS,
    };
    let jobs: JobStore;
    let store: Store;
    beforeEach(async () => {
      ({ jobs, store } = await open());
    });

    const project = async (cuota: number | null = null): Promise<string> =>
      (await store.createProject('Nómina', { limite: null, cuota }, 'a'.repeat(64))).id;
    const received = async (proyecto: string, pieces = 1, id = 'lote_a'): Promise<void> => {
      await jobs.create(id, proyecto, '{"formato":"csv"}', now, now + DAY_MS);
      for (let n = 0; n < pieces; n += 1) expect(await jobs.addPiece(id, piece(n), now)).toBe(true);
    };
    const complete = async (pieces = 1, id = 'lote_a', enqueue = async (): Promise<void> => undefined) =>
      jobs.complete(id, HEADER, { piezas: pieces, lineas: pieces, expires: now + DAY_MS }, enqueue);
    const queued = async (proyecto: string, pieces = 1, id = 'lote_a'): Promise<void> => {
      await received(proyecto, pieces, id);
      expect(await complete(pieces, id)).not.toBeNull();
    };
    const take = async (numero = 0) =>
      (await jobs.pieces.take('lote_a', numero, moment.month, now)) ?? expect.fail('nothing to take');

    it('gives the time of the database', async () => {
      expect(Math.abs((await jobs.time()) - Date.now())).toBeLessThan(60_000);
    });

    it('receives pieces until the upload is complete', async () => {
      await received('prj_x', 2);
      expect(await jobs.touch('lote_a', now)).toBe(true);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'recibiendo', piezas: 0 });
      expect(await complete(2)).toEqual({
        id: 'lote_a',
        proyecto: 'prj_x',
        estado: 'en_cola',
        opciones: '{"formato":"csv"}',
        errores: '{}',
        piezas: 2,
        hechas: 0,
        lineas: 2,
        lineas_hechas: 0,
        filas: 0,
        correctas: 0,
        salida: 0,
        creado: new Date(now).toISOString(),
        inicio: null,
        fin: null,
        vence: new Date(now + DAY_MS).toISOString(),
      });
      expect(await jobs.addPiece('lote_a', piece(2), now)).toBe(false);
      expect(await jobs.touch('lote_a', now)).toBe(false);
      expect(await complete(2)).toBeNull();
      expect(await jobs.pendingPieces()).toBe(2);
    });

    it('completes an upload and queues its pieces together, or does neither', async () => {
      await received('prj_x');
      const failed = complete(1, 'lote_a', async () => Promise.reject(new Error('no queue')));
      await expect(failed).rejects.toThrow('no queue');
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'recibiendo' });
      expect(await complete()).toMatchObject({ estado: 'en_cola' });
    });

    it('shows a job to its own project alone', async () => {
      await queued('prj_x');
      expect(await jobs.find('lote_a', 'prj_y')).toBeNull();
      expect(await jobs.cancel('lote_a', 'prj_y', now)).toBe(false);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'en_cola' });
    });

    it('counts the bytes of a project, except those of cancelled jobs', async () => {
      await queued('prj_x', 2);
      await received('prj_x', 1, 'lote_b');
      await received('prj_y', 1, 'lote_c');
      expect(await jobs.bytesKept('prj_x')).toBe(3 * piece(0).datos.length);
      await jobs.cancel('lote_a', 'prj_x', now);
      expect(await jobs.bytesKept('prj_x')).toBe(piece(0).datos.length);
    });

    it('gives a piece with its bytes, the header and the rest of the quota', async () => {
      const proyecto = await project(10);
      await store.takeQuota(proyecto, moment.month, 4);
      await queued(proyecto);
      const { data, header, ...rest } = await take();
      expect([text(data), text(header)]).toEqual(['fila 0\n', 'nombres\n']);
      expect(rest).toEqual({
        id: 'lote_a',
        numero: 0,
        proyecto,
        opciones: '{"formato":"csv"}',
        active: true,
        quotaLeft: 6,
        encoding: 'utf-8',
        headerEncoding: 'utf-8',
      });
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({
        estado: 'en_proceso',
        inicio: new Date(now).toISOString(),
      });
      await store.changeProject(proyecto, { estado: 'revocado', cuota: null });
      expect(await take()).toMatchObject({ active: false, quotaLeft: null });
      expect(await jobs.pieces.take('lote_a', 1, moment.month, now)).toBeNull();
    });

    it('stores each result, and counts its rows in the job, the quota and the usage', async () => {
      const proyecto = await project(10);
      await queued(proyecto, 2);
      expect(await jobs.pieces.finish(await take(0), finished('uno\n', 3, [[417, 1]]), moment)).toBe('hecha');
      expect(await jobs.pendingPieces()).toBe(1);
      const last = await take(1);
      const errors: [number, number][] = [
        [417, 2],
        [9, 1],
      ];
      expect(await jobs.pieces.finish(last, finished('dos\n', 2, errors), moment)).toBe('hecha');
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({
        estado: 'terminado',
        hechas: 2,
        lineas_hechas: 2,
        filas: 9,
        correctas: 5,
        salida: 8,
        fin: new Date(moment.now).toISOString(),
        vence: new Date(moment.expires).toISOString(),
      });
      const { errores } = (await jobs.find('lote_a', proyecto)) ?? expect.fail();
      expect(JSON.parse(errores)).toEqual({ '9': 1, '417': 3 });
      expect([text(await jobs.result('lote_a', 0)), text(await jobs.result('lote_a', 1))]).toEqual(['uno\n', 'dos\n']);
      expect(await jobs.result('lote_a', 2)).toBeNull();
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(5);
      expect(await store.usage(proyecto, moment.day, moment.day)).toMatchObject([{ operacion: 'lotes', cuenta: 5 }]);
    });

    it('stores a piece once, however many workers finish it at the same time', async () => {
      const proyecto = await project(10);
      await queued(proyecto, 2);
      const taken = await take();
      const outcomes = await Promise.all(
        Array.from({ length: 3 }, async () => jobs.pieces.finish(taken, finished('uno\n'), moment)),
      );
      expect(outcomes.toSorted()).toEqual(['hecha', 'repetida', 'repetida']);
      expect(await jobs.pieces.take('lote_a', 0, moment.month, now)).toBeNull();
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(1);
    });

    it('adds up pieces of one job that finish at the same time', async () => {
      await queued(await project(), 5);
      const taken = await Promise.all([0, 1, 2, 3, 4].map(take));
      await Promise.all(taken.map(async (each) => jobs.pieces.finish(each, finished('x', 1, [[417, 1]]), moment)));
      expect(await jobs.find('lote_a', taken[0]?.proyecto ?? '')).toMatchObject({
        estado: 'terminado',
        hechas: 5,
        filas: 10,
        correctas: 5,
        errores: '{"417":5}',
        salida: 5,
      });
    });

    it('writes nothing of a piece whose good rows exceed the quota', async () => {
      const proyecto = await project(5);
      await queued(proyecto);
      const taken = await take();
      await store.takeQuota(proyecto, moment.month, 3);
      expect(await jobs.pieces.finish(taken, finished('uno\n', 3), moment)).toBe('sin_cuota');
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({ hechas: 0, filas: 0 });
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(3);
      expect(await store.usage(proyecto, moment.day, moment.day)).toEqual([]);
      expect(await take()).toMatchObject({ quotaLeft: 2 });
    });

    it('writes nothing of a piece whose job was cancelled, and gives no more of its pieces', async () => {
      const proyecto = await project();
      await queued(proyecto, 2);
      const taken = await take();
      expect(await jobs.cancel('lote_a', proyecto, now)).toBe(true);
      expect(await jobs.pieces.finish(taken, finished('uno\n'), moment)).toBe('ajena');
      expect(await jobs.pieces.take('lote_a', 1, moment.month, now)).toBeNull();
      expect(await store.usage(proyecto, moment.day, moment.day)).toEqual([]);
      expect(await jobs.pendingPieces()).toBe(0);
    });

    it('fails a running job, and only such a one', async () => {
      await queued('prj_x');
      await jobs.pieces.failJob('lote_a', moment);
      const failed = { estado: 'fallido', fin: new Date(moment.now).toISOString() };
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject(failed);
      await jobs.pieces.failJob('lote_a', { ...moment, now: moment.now + 1 });
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject(failed);
    });

    it('erases the bytes of a cancelled job, then the job', async () => {
      await queued(await project(), 45);
      const { proyecto } = await take();
      await jobs.pieces.finish(await take(), finished('uno\n'), moment);
      await jobs.cancel('lote_a', proyecto, now);
      await jobs.eraseBytes('lote_a');
      expect(await jobs.result('lote_a', 0)).toBeNull();
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({
        estado: 'cancelado',
        fin: new Date(now).toISOString(),
      });
      await jobs.erase('lote_a');
      expect(await jobs.find('lote_a', proyecto)).toBeNull();
    });

    it('cancels expired jobs, and uploads that nobody continues', async () => {
      await queued('prj_x', 1, 'lote_a');
      await received('prj_x', 1, 'lote_b');
      await received('prj_x', 1, 'lote_c');
      await jobs.touch('lote_c', now + 2000);
      expect(await jobs.cancelExpired(now + DAY_MS - 1, now - 1)).toEqual([]);
      expect(await jobs.cancelExpired(now + DAY_MS - 1, now + 1000)).toEqual(['lote_b']);
      expect((await jobs.cancelExpired(now + DAY_MS, now + 1000)).toSorted()).toEqual(['lote_a', 'lote_b']);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'cancelado' });
      expect(await jobs.find('lote_c', 'prj_x')).toMatchObject({ estado: 'recibiendo' });
    });
  });
}
