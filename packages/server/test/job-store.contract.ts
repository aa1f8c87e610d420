/** The contract of a job store, for every database. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ByteLimits } from '../src/store/jobs.js';
import type { FinishedJob, JobMoment, Lease } from '../src/store/leases.js';
import type { JobStore } from '../src/store/jobs.js';
import type { Store } from '../src/store/projects.js';

const DAY_MS = 86_400_000;
const CHUNK = Buffer.from('fila\n');
const OPTIONS = '{"formato":"csv"}';
const NO_LIMIT: ByteLimits = { total: Infinity, perProject: Infinity };
const ofProject = (perProject: number): ByteLimits => ({ total: Infinity, perProject });
const MAX_JOBS = 4;
const finished = (good = 1, errors: [number, number][] = [], size = 0): FinishedJob => ({
  opciones: OPTIONS,
  rows: good + errors.reduce((sum, [, n]) => sum + n, 0),
  good,
  fullAt: 0,
  reviews: 0,
  errors: new Map(errors),
  size,
});
const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString();

/** Runs the contract on an empty job store that `open` creates, with the store of projects on the same database. */
export function jobStoreContract(
  name: string,
  open: () => Promise<{ readonly jobs: JobStore; readonly store: Store }>,
): void {
  describe(`the job store on ${name}`, () => {
    const now = Date.parse('2026-11-15T18:00:00.000Z');
    const moment: JobMoment = {
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
    const received = async (proyecto: string, chunks = 1, id = 'lote_a'): Promise<void> => {
      expect(await create(id, proyecto)).toBe(true);
      for (let n = 0; n < chunks; n += 1) expect(await jobs.addChunk(id, n, CHUNK, now, NO_LIMIT)).toBe('guardado');
    };
    const create = async (id: string, proyecto: string, at = now): Promise<boolean> =>
      jobs.create({ id, proyecto, nombre: null, opciones: '' }, at, at + DAY_MS, MAX_JOBS);
    const complete = async (id = 'lote_a', limits = NO_LIMIT, clave: string | null = null, peso = 0) => {
      const totals = { nombre: 'nomina.csv', opciones: OPTIONS, lineas: 2, huella: null, expires: now + DAY_MS };
      return jobs.complete(id, { ...totals, clave, peso }, limits);
    };
    const queued = async (proyecto: string, id = 'lote_a'): Promise<void> => {
      await received(proyecto, 1, id);
      expect(await complete(id)).toMatchObject({ id });
    };
    const HOLD_MS = 10_000;
    const lease = async (at = now, busy: readonly string[] = []): Promise<Lease | null> =>
      jobs.leaseJob(at, at + HOLD_MS, busy);
    const leased = async (at = now): Promise<Lease> => (await lease(at)) ?? expect.fail('nothing to lease');

    it('returns the time of the database', async () => {
      expect(Math.abs((await jobs.time()) - Date.now())).toBeLessThan(60_000);
    });

    it('receives chunks until the upload is complete', async () => {
      await received('prj_x', 2);
      expect(await jobs.touch('lote_a', now)).toBe(true);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'recibiendo', archivo: 2 * CHUNK.length });
      expect(await complete()).toEqual({
        id: 'lote_a',
        proyecto: 'prj_x',
        nombre: 'nomina.csv',
        huella: null,
        estado: 'en_cola',
        opciones: OPTIONS,
        errores: '{}',
        archivo: 2 * CHUNK.length,
        leidos: 0,
        lineas: 2,
        intento: 0,
        filas: 0,
        correctas: 0,
        salida: 0,
        creado: new Date(now).toISOString(),
        inicio: null,
        fin: null,
        vence: new Date(now + DAY_MS).toISOString(),
      });
      expect(await jobs.addChunk('lote_a', 2, CHUNK, now, NO_LIMIT)).toBe('ajeno');
      expect(await jobs.touch('lote_a', now)).toBe(false);
      expect(await complete()).toBe('ajeno');
      expect(await jobs.pending()).toBe(1);
      expect([
        text(await jobs.readChunk('lote_a', 0, 1, 0, 99)),
        text(await jobs.readChunk('lote_a', 0, 0, 1, 2)),
      ]).toEqual(['fila\n', 'il']);
      expect(await jobs.readChunk('lote_a', 0, 2, 0, 9)).toBeNull();
    });

    it('shows a job only to its own project', async () => {
      await queued('prj_x');
      expect(await jobs.find('lote_a', 'prj_y')).toBeNull();
      expect(await jobs.cancel('lote_a', 'prj_y', now)).toBe(false);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'en_cola' });
    });

    it('counts every byte of a project: options, files, and the expected results until their jobs end', async () => {
      await received('prj_x');
      await complete('lote_a', NO_LIMIT, null, 1000);
      await received('prj_x', 1, 'lote_b');
      await received('prj_y', 1, 'lote_c');
      expect(await jobs.bytesKept('prj_x')).toBe(1000 + 2 * CHUNK.length + OPTIONS.length);
      await jobs.finishJob(await leased(), finished(1, [], 77), false, moment);
      expect(await jobs.bytesKept('prj_x')).toBe(77 + CHUNK.length + OPTIONS.length);
      await jobs.cancel('lote_a', 'prj_x', now);
      expect(await jobs.bytesKept('prj_x')).toBe(CHUNK.length);
    });

    it('stores neither a chunk nor a job beyond the bytes that a project may keep', async () => {
      await received('prj_x');
      expect(await jobs.addChunk('lote_a', 1, CHUNK, now, ofProject(CHUNK.length))).toBe('lleno');
      expect(await complete('lote_a', ofProject(CHUNK.length + 99), null, 100)).toBe('lleno');
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'recibiendo' });
      expect(await complete('lote_a', ofProject(CHUNK.length + 100), null, 100)).toMatchObject({ estado: 'en_cola' });
    });

    it('stores neither a chunk nor a job beyond the bytes that all projects may keep', async () => {
      await received('prj_x');
      await received('prj_y', 1, 'lote_b');
      const kept = await jobs.bytesKept();
      expect(kept).toBe(2 * CHUNK.length);
      const limits = { total: kept + 50, perProject: Infinity };
      expect(await jobs.addChunk('lote_a', 1, Buffer.alloc(51), now, limits)).toBe('sin_espacio');
      expect(await complete('lote_a', limits, null, 50)).toMatchObject({ estado: 'en_cola' });
      expect(await complete('lote_b', limits, null, 50)).toBe('sin_espacio');
    });

    it('stores no more in uploads at the same moment than in uploads one after another', async () => {
      const ids = ['lote_a', 'lote_b', 'lote_c', 'lote_d'];
      for (const id of ids) await received('prj_x', 1, id);
      const limits = ofProject(ids.length * CHUNK.length + 100);
      const outcomes = await Promise.all(ids.map(async (id) => complete(id, limits, null, 100)));
      expect(outcomes.filter((outcome) => outcome === 'lleno')).toHaveLength(3);
    });

    it('stores one job under a key of a project, however often its file is sent', async () => {
      for (const id of ['lote_a', 'lote_b', 'lote_c']) await received('prj_x', 1, id);
      await received('prj_y', 1, 'lote_d');
      expect(await jobs.findByKey('prj_x', 'k')).toBeNull();
      const ids = ['lote_a', 'lote_b'];
      const [job, same] = await Promise.all(ids.map(async (id) => complete(id, NO_LIMIT, 'k')));
      expect(job).toMatchObject({ estado: 'en_cola' });
      expect([same, await jobs.findByKey('prj_x', 'k')]).toEqual([job, job]);
      const states = await Promise.all(ids.map(async (id) => (await jobs.find(id, 'prj_x'))?.estado));
      expect(states.toSorted()).toEqual(['en_cola', 'recibiendo']);
      expect(await complete('lote_d', NO_LIMIT, 'k')).toMatchObject({ id: 'lote_d' });
      for (const id of ids) await jobs.cancel(id, 'prj_x', now);
      expect(await jobs.findByKey('prj_x', 'k')).toBeNull();
      expect(await complete('lote_c', NO_LIMIT, 'k')).toMatchObject({ id: 'lote_c' });
    });

    it('keeps a bounded number of jobs of a project, and as many cancelled ones', async () => {
      const ids = Array.from({ length: 10 }, (_, i) => `lote_${i}`);
      for (const [i, id] of ids.entries()) {
        expect(await create(id, 'prj_x', now + i)).toBe(true);
        await jobs.cancel(id, 'prj_x', now + i);
        await jobs.eraseBytes(id);
      }
      const known = await Promise.all(ids.map(async (id) => (await jobs.find(id, 'prj_x')) !== null));
      expect(known.lastIndexOf(false)).toBe(ids.length - MAX_JOBS - 2);
      const created = await Promise.all(ids.map(async (id) => create(`${id}_b`, 'prj_x')));
      expect(created.filter(Boolean)).toHaveLength(MAX_JOBS);
      expect(await create('lote_y', 'prj_y')).toBe(true);
    });

    it('lists the jobs of a project, newest first, without its uploads in progress', async () => {
      for (const [i, id] of ['lote_c', 'lote_a', 'lote_b'].entries()) {
        await create(id, 'prj_x', now + i);
        await complete(id);
      }
      await create('lote_d', 'prj_x', now + 9);
      await create('lote_e', 'prj_y', now + 9);
      await jobs.cancel('lote_a', 'prj_x', now);
      const page = async (offset: number) => {
        const { jobs: rows, total } = await jobs.list('prj_x', 2, offset);
        return [...rows.map(({ id, estado }) => `${id} ${estado}`), total];
      };
      expect(await page(0)).toEqual(['lote_b en_cola', 'lote_a cancelado', 3]);
      expect(await page(2)).toEqual(['lote_c en_cola', 3]);
      expect(await page(4)).toEqual([3]);
    });

    it('returns the jobs of all projects except cancelled ones, or one job by its id', async () => {
      for (const id of ['lote_a', 'lote_b', 'lote_c']) await create(id, `prj_${id}`);
      await jobs.cancel('lote_b', 'prj_lote_b', now);
      const kept = async (id?: string) => (await jobs.kept(id)).map((job) => job.id);
      expect(await kept()).toEqual(['lote_a', 'lote_c']);
      expect([await kept('lote_c'), await kept('lote_b'), await kept('lote_x')]).toEqual([['lote_c'], [], []]);
    });

    describe('leases jobs', () => {
      it('of the project with the fewest leased jobs, the oldest first', async () => {
        for (const id of ['lote_a', 'lote_b', 'lote_c']) await queued('prj_x', id);
        for (const id of ['lote_d', 'lote_e']) await queued('prj_y', id);
        const order: string[] = [];
        for (let next = await lease(); next !== null; next = await lease()) order.push(next.id);
        expect(order).toEqual(['lote_a', 'lote_d', 'lote_b', 'lote_e', 'lote_c']);
      });

      it('but none of a busy project', async () => {
        for (const proyecto of ['prj_x', 'prj_y']) await queued(proyecto, `lote_${proyecto}`);
        expect(await lease(now, ['prj_x', 'prj_z'])).toMatchObject({ proyecto: 'prj_y' });
        expect(await lease(now, ['prj_x', 'prj_z'])).toBeNull();
      });

      it('once, to any number of workers at the same moment', async () => {
        for (const id of ['lote_a', 'lote_b', 'lote_c']) await queued('prj_x', id);
        const found = await Promise.all(Array.from({ length: 6 }, async () => lease()));
        expect(found.map((own) => own?.id ?? '').toSorted()).toEqual(['', '', '', 'lote_a', 'lote_b', 'lote_c']);
      });

      it('again once no worker holds them, and the first worker can write nothing more', async () => {
        await queued('prj_x');
        const first = await leased();
        expect(first).toEqual({ id: 'lote_a', proyecto: 'prj_x', intento: 1, archivo: CHUNK.length });
        const hold = { until: now + 2 * HOLD_MS, expires: now + 9 * DAY_MS, read: 3, rows: 1 };
        expect(await jobs.holdJob(first, hold)).toBe(true);
        expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({
          estado: 'en_proceso',
          inicio: new Date(now).toISOString(),
          vence: new Date(now + 9 * DAY_MS).toISOString(),
          leidos: 3,
          filas: 1,
        });
        expect(await jobs.writeResult(first, 0, CHUNK)).toBe(true);
        expect(await lease(now + 2 * HOLD_MS - 1)).toBeNull();
        const second = await leased(now + 2 * HOLD_MS);
        expect(second).toMatchObject({ intento: 2 });
        expect(await jobs.holdJob(first, hold)).toBe(false);
        expect(await jobs.writeResult(first, 1, CHUNK)).toBe(false);
        expect(await jobs.takeJob(first, moment.month)).toBeNull();
        expect(await jobs.finishJob(first, finished(), false, moment)).toBe('ajeno');
        await jobs.eraseResult(second);
        expect(await jobs.readChunk(first.id, first.intento, 0, 0, 99)).toBeNull();
      });

      it('only if they run', async () => {
        await received('prj_x', 1, 'lote_a');
        await queued('prj_x', 'lote_b');
        await jobs.cancel('lote_b', 'prj_x', now);
        expect(await lease()).toBeNull();
        await complete();
        await jobs.finishJob(await leased(), finished(), false, moment);
        expect(await lease(now + HOLD_MS)).toBeNull();
      });
    });

    it('returns a leased job with the rest of the quota', async () => {
      const proyecto = await project(10);
      await store.takeQuota(proyecto, moment.month, 4);
      await queued(proyecto);
      const own = await leased();
      expect(await jobs.takeJob(own, moment.month)).toEqual({ opciones: OPTIONS, active: true, quotaLeft: 6 });
      await store.changeProject(proyecto, { estado: 'revocado', cuota: null });
      expect(await jobs.takeJob(own, moment.month)).toMatchObject({ active: false, quotaLeft: null });
    });

    it('shows the result, the counts, the quota and the usage of a job at once', async () => {
      const proyecto = await project(10);
      await queued(proyecto);
      const own = await leased();
      for (const [numero, chunk] of ['uno\n', 'dos\n'].entries())
        await jobs.writeResult(own, numero, Buffer.from(chunk));
      const errors: [number, number][] = [
        [417, 3],
        [9, 1],
      ];
      const opciones = '{"formato":"csv","excel":true}';
      expect(await jobs.finishJob(own, { ...finished(5, errors, 8), opciones, reviews: 2 }, true, moment)).toBe(
        'hecho',
      );
      const job = (await jobs.find('lote_a', proyecto)) ?? expect.fail();
      expect(job).toMatchObject({
        estado: 'terminado',
        opciones,
        filas: 9,
        correctas: 5,
        salida: 8,
        fin: new Date(moment.now).toISOString(),
        vence: new Date(moment.expires).toISOString(),
      });
      expect(JSON.parse(job.errores)).toEqual({ '9': 1, '417': 3, revisar: 2 });
      expect([
        text(await jobs.readChunk(job.id, job.intento, 0, 0, 99)),
        text(await jobs.readChunk(job.id, job.intento, 1, 0, 99)),
      ]).toEqual(['uno\n', 'dos\n']);
      expect(await jobs.readChunk(job.id, job.intento, 2, 0, 99)).toBeNull();
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(5);
      expect(await store.usage(proyecto, moment.day, moment.day)).toMatchObject([{ operacion: 'lotes', cuenta: 5 }]);
      expect(await jobs.endedWithFile()).toEqual(['lote_a']);
      await jobs.eraseFile('lote_a');
      expect(await jobs.endedWithFile()).toEqual([]);
      expect([
        await jobs.readChunk('lote_a', 0, 0, 0, 9),
        text(await jobs.readChunk(job.id, job.intento, 0, 0, 99)),
      ]).toEqual([null, 'uno\n']);
    });

    it('counts a job once, however often it is finished at the same time', async () => {
      const proyecto = await project(10);
      await queued(proyecto);
      const own = await leased();
      const finish = async () => jobs.finishJob(own, finished(), true, moment);
      expect((await Promise.all([finish(), finish(), finish()])).toSorted()).toEqual(['ajeno', 'ajeno', 'hecho']);
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(1);
    });

    it('writes nothing of a job whose good rows exceed the quota', async () => {
      const proyecto = await project(5);
      await queued(proyecto);
      const own = await leased();
      await store.takeQuota(proyecto, moment.month, 3);
      expect(await jobs.finishJob(own, finished(3), true, moment)).toBe('sin_cuota');
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({ estado: 'en_proceso', filas: 0 });
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(3);
      expect(await store.usage(proyecto, moment.day, moment.day)).toEqual([]);
      expect(await jobs.takeJob(own, moment.month)).toMatchObject({ quotaLeft: 2 });
    });

    it('writes nothing of a job that was cancelled', async () => {
      const proyecto = await project();
      await queued(proyecto);
      const own = await leased();
      expect(await jobs.cancel('lote_a', proyecto, now)).toBe(true);
      expect(await jobs.writeResult(own, 0, CHUNK)).toBe(false);
      expect(await jobs.finishJob(own, finished(), false, moment)).toBe('ajeno');
      expect(await store.usage(proyecto, moment.day, moment.day)).toEqual([]);
      expect(await jobs.pending()).toBe(0);
    });

    it('fails a job after the last of its attempts', async () => {
      await queued('prj_x');
      await jobs.failJob(await leased(), 2, now, moment);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'en_proceso', fin: null });
      const own = await leased();
      await jobs.writeResult(own, 0, CHUNK);
      await jobs.failJob(own, 2, now, moment);
      const failed = { estado: 'fallido', fin: new Date(moment.now).toISOString() };
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject(failed);
      await jobs.failJob(own, 2, now, { ...moment, now: moment.now + 1 });
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject(failed);
      await jobs.eraseFile('lote_a');
      expect([await jobs.readChunk('lote_a', 0, 0, 0, 9), await jobs.readChunk(own.id, own.intento, 0, 0, 99)]).toEqual(
        [null, null],
      );
      expect(await jobs.bytesKept('prj_x')).toBe(0);
    });

    it('erases the bytes of a cancelled job, then the job', async () => {
      const proyecto = await project();
      await received(proyecto, 45);
      await complete();
      const own = await leased();
      await jobs.writeResult(own, 0, CHUNK);
      expect(await jobs.halfErased()).toEqual([]);
      await jobs.cancel('lote_a', proyecto, now);
      expect(await jobs.halfErased()).toEqual(['lote_a']);
      await jobs.eraseBytes('lote_a');
      expect(await jobs.halfErased()).toEqual([]);
      expect([
        await jobs.readChunk('lote_a', 0, 44, 0, 9),
        await jobs.readChunk(own.id, own.intento, 0, 0, 99),
      ]).toEqual([null, null]);
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({
        estado: 'cancelado',
        fin: new Date(now).toISOString(),
      });
      await jobs.erase('lote_a');
      expect(await jobs.find('lote_a', proyecto)).toBeNull();
    });

    it('cancels expired jobs and abandoned uploads', async () => {
      await queued('prj_x', 'lote_a');
      await received('prj_x', 1, 'lote_b');
      await received('prj_x', 1, 'lote_c');
      await jobs.touch('lote_c', now + 2000);
      expect(await jobs.cancelExpired(now + DAY_MS - 1, now - 1)).toEqual([]);
      expect(await jobs.cancelExpired(now + DAY_MS - 1, now + 1000)).toEqual(['lote_b']);
      expect((await jobs.cancelExpired(now + DAY_MS, now + 1000)).toSorted()).toEqual(['lote_a', 'lote_b']);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'cancelado' });
      expect(await jobs.find('lote_c', 'prj_x')).toMatchObject({ estado: 'recibiendo' });
    });

    it('keeps totals of jobs and bytes that agree with the jobs, whatever happens to them', async () => {
      const [one, other] = [await project(), 'prj_otro'];
      const agrees = async (of: string, ids: readonly string[]): Promise<void> => {
        const kept = (await jobs.kept()).filter(({ proyecto }) => proyecto === of);
        expect(kept.map(({ id }) => id).toSorted()).toEqual(ids);
        expect(await jobs.bytesKept(of)).toBe(kept.reduce((sum, { bytes }) => sum + bytes, 0));
      };
      await queued(one);
      await received(one, 1, 'lote_b');
      await jobs.finishJob(await leased(), finished(1, [], 999), false, moment);
      await queued(other, 'lote_c');
      await agrees(one, ['lote_a', 'lote_b']);
      await agrees(other, ['lote_c']);
      expect(await jobs.bytesKept()).toBe((await jobs.bytesKept(one)) + (await jobs.bytesKept(other)));
      await jobs.cancel('lote_a', one, now);
      await jobs.cancel('lote_a', one, now);
      await agrees(one, ['lote_b']);
      await jobs.eraseBytes('lote_a');
      expect(await jobs.cancelExpired(now, now)).toEqual(['lote_b']);
      await jobs.erase('lote_b');
      await agrees(one, []);
      expect(await jobs.bytesKept(one)).toBe(0);
      for (let n = 0; n < MAX_JOBS; n += 1) expect(await create(`lote_${n}`, one)).toBe(true);
      expect(await create('lote_d', one)).toBe(false);
    });
  });
}
