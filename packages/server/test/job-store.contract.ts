/** The contract of a job store, for every database. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ByteLimits } from '../src/store/jobs.js';
import type { FinishedPiece, PieceMoment } from '../src/store/pieces.js';
import type { JobStore } from '../src/store/open.js';
import type { Store } from '../src/store/projects.js';

const DAY_MS = 86_400_000;
const HEADER = { bytes: Buffer.from('nombres\n'), encoding: 'utf-8' };
const piece = (numero: number, text = `fila ${numero}\n`) => ({
  numero,
  codificacion: 'utf-8',
  lineas: 1,
  peso: 100,
  datos: Buffer.from(text),
});
const OPTIONS = '{"formato":"csv"}';
const NO_LIMIT: ByteLimits = { total: Infinity, perProject: Infinity };
const ofProject = (perProject: number): ByteLimits => ({ total: Infinity, perProject });
const MAX_JOBS = 4;
const finished = (text: string, good = 1, errors: [number, number][] = []): FinishedPiece => ({
  bytes: new Uint8Array(Buffer.from(text)),
  rows: good + errors.reduce((sum, [, n]) => sum + n, 0),
  good,
  reviews: 0,
  errors: new Map(errors),
});
const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString();

/** Runs the contract on an empty job store that `open` creates, with the store of projects on the same database. */
export function jobStoreContract(
  name: string,
  open: () => Promise<{ readonly jobs: JobStore; readonly store: Store }>,
): void {
  describe(`the job store on ${name}`, () => {
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
      expect(await create(id, proyecto)).toBe(true);
      for (let n = 0; n < pieces; n += 1) expect(await jobs.addPiece(id, piece(n), now, NO_LIMIT)).toBe('guardada');
    };
    const create = async (id: string, proyecto: string, at = now): Promise<boolean> =>
      jobs.create({ id, proyecto, nombre: 'nomina.csv', opciones: OPTIONS }, at, at + DAY_MS, MAX_JOBS);
    const complete = async (pieces = 1, id = 'lote_a', limits = NO_LIMIT, clave: string | null = null) =>
      jobs.complete(id, HEADER, { piezas: pieces, lineas: pieces, huella: null, expires: now + DAY_MS, clave }, limits);
    const queued = async (proyecto: string, pieces = 1, id = 'lote_a'): Promise<void> => {
      await received(proyecto, pieces, id);
      expect(await complete(pieces, id)).toMatchObject({ id });
    };
    const take = async (numero = 0) =>
      (await jobs.takePiece('lote_a', numero, moment.month, now)) ?? expect.fail('nothing to take');

    it('returns the time of the database', async () => {
      expect(Math.abs((await jobs.time()) - Date.now())).toBeLessThan(60_000);
    });

    it('receives pieces until the upload is complete', async () => {
      await received('prj_x', 2);
      expect(await jobs.touch('lote_a', now)).toBe(true);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'recibiendo', piezas: 0 });
      expect(await complete(2)).toEqual({
        id: 'lote_a',
        proyecto: 'prj_x',
        nombre: 'nomina.csv',
        huella: null,
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
      expect(await jobs.addPiece('lote_a', piece(2), now, NO_LIMIT)).toBe('ajena');
      expect(await jobs.touch('lote_a', now)).toBe(false);
      expect(await complete(2)).toBe('ajena');
      expect(await jobs.pendingPieces()).toBe(2);
    });

    it('shows a job only to its own project', async () => {
      await queued('prj_x');
      expect(await jobs.find('lote_a', 'prj_y')).toBeNull();
      expect(await jobs.cancel('lote_a', 'prj_y', now)).toBe(false);
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'en_cola' });
    });

    it('counts every byte of a project: options, headers, and unfinished pieces as their results', async () => {
      await queued('prj_x', 2);
      await received('prj_x', 1, 'lote_b');
      await received('prj_y', 1, 'lote_c');
      expect(await jobs.bytesKept('prj_x')).toBe(3 * 100 + HEADER.bytes.length + 2 * OPTIONS.length);
      await jobs.finishPiece(await take(), finished('x'.repeat(1000)), moment);
      expect(await jobs.bytesKept('prj_x')).toBe(1000 + 2 * 100 + HEADER.bytes.length + 2 * OPTIONS.length);
      await jobs.cancel('lote_a', 'prj_x', now);
      expect(await jobs.bytesKept('prj_x')).toBe(100 + OPTIONS.length);
    });

    it('stores neither a piece nor a header beyond the bytes that a project may keep', async () => {
      await received('prj_x');
      const room = 100 + OPTIONS.length + HEADER.bytes.length;
      expect(await jobs.addPiece('lote_a', piece(1), now, ofProject(room))).toBe('lleno');
      expect(await complete(1, 'lote_a', ofProject(room - 1))).toBe('lleno');
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject({ estado: 'recibiendo' });
      expect(await complete(1, 'lote_a', ofProject(room))).toMatchObject({ estado: 'en_cola' });
    });

    it('stores neither a piece nor a header beyond the bytes that all projects may keep', async () => {
      await received('prj_x');
      await received('prj_y', 1, 'lote_b');
      const kept = await jobs.bytesKept();
      expect(kept).toBe(2 * (100 + OPTIONS.length));
      const limits = { total: kept + HEADER.bytes.length, perProject: Infinity };
      expect(await jobs.addPiece('lote_a', piece(1), now, limits)).toBe('sin_espacio');
      expect(await complete(1, 'lote_a', limits)).toMatchObject({ estado: 'en_cola' });
      expect(await complete(1, 'lote_b', limits)).toBe('sin_espacio');
    });

    it('stores no more in uploads at the same moment than in uploads one after another', async () => {
      const ids = ['lote_a', 'lote_b', 'lote_c', 'lote_d'];
      for (const id of ids) await received('prj_x', 1, id);
      const room = ids.length * (100 + OPTIONS.length) + HEADER.bytes.length;
      const outcomes = await Promise.all(ids.map(async (id) => complete(1, id, ofProject(room))));
      expect(outcomes.filter((outcome) => outcome === 'lleno')).toHaveLength(3);
    });

    it('stores one job under a key of a project, however often its file is sent', async () => {
      for (const id of ['lote_a', 'lote_b', 'lote_c']) await received('prj_x', 1, id);
      await received('prj_y', 1, 'lote_d');
      expect(await jobs.findByKey('prj_x', 'k')).toBeNull();
      const ids = ['lote_a', 'lote_b'];
      const [job, same] = await Promise.all(ids.map(async (id) => complete(1, id, NO_LIMIT, 'k')));
      expect(job).toMatchObject({ estado: 'en_cola' });
      expect([same, await jobs.findByKey('prj_x', 'k')]).toEqual([job, job]);
      const states = await Promise.all(ids.map(async (id) => (await jobs.find(id, 'prj_x'))?.estado));
      expect(states.toSorted()).toEqual(['en_cola', 'recibiendo']);
      expect(await complete(1, 'lote_d', NO_LIMIT, 'k')).toMatchObject({ id: 'lote_d' });
      for (const id of ids) await jobs.cancel(id, 'prj_x', now);
      expect(await jobs.findByKey('prj_x', 'k')).toBeNull();
      expect(await complete(1, 'lote_c', NO_LIMIT, 'k')).toMatchObject({ id: 'lote_c' });
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
        await complete(0, id);
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

    describe('hands out pieces', () => {
      const HOLD_MS = 10_000;
      const claim = async (at = now) => jobs.claimPiece(at, at + HOLD_MS);
      const claimAll = async (): Promise<string[]> => {
        const order: string[] = [];
        for (let next = await claim(); next !== null; next = await claim()) order.push(`${next.lote} ${next.pieza}`);
        return order;
      };

      it('in turns: projects first, then the jobs of a project', async () => {
        await queued('prj_x', 4, 'lote_a');
        for (const id of ['lote_b', 'lote_c', 'lote_d']) await queued('prj_y', 1, id);
        await queued('prj_z', 2, 'lote_e');
        expect(await claimAll()).toEqual(
          'lote_a 0, lote_b 0, lote_e 0, lote_a 1, lote_c 0, lote_e 1, lote_a 2, lote_d 0, lote_a 3'.split(', '),
        );
      });

      it('of an old job, however many new ones arrive', async () => {
        await queued('prj_x', 3, 'lote_a');
        const order: string[] = [];
        for (const [i, proyecto] of ['prj_x', 'prj_y', 'prj_x', 'prj_y', 'prj_x', 'prj_y'].entries()) {
          await queued(proyecto, 1, `lote_b${i}`);
          order.push((await claim())?.lote ?? '');
        }
        expect(order).toEqual(['lote_a', 'lote_b1', 'lote_b0', 'lote_b3', 'lote_a', 'lote_b5']);
      });

      it('once, to any number of workers at the same moment', async () => {
        await queued('prj_x', 5);
        const claimed = await Promise.all(Array.from({ length: 8 }, async () => claim()));
        expect(claimed.map((own) => own?.pieza ?? -1).toSorted()).toEqual([-1, -1, -1, 0, 1, 2, 3, 4]);
      });

      it('again once no worker holds them, with the number of attempts', async () => {
        await queued('prj_x');
        const first = (await claim()) ?? expect.fail();
        expect(first).toEqual({ lote: 'lote_a', pieza: 0, attempt: 0 });
        await jobs.holdPiece(first, now + 2 * HOLD_MS);
        expect(await claim(now + 2 * HOLD_MS - 1)).toBeNull();
        expect(await claim(now + 2 * HOLD_MS)).toMatchObject({ attempt: 1 });
        await jobs.holdPiece(first, now); // The first worker is late, and the second holds the piece.
        expect(await claim(now + 2 * HOLD_MS)).toBeNull();
      });

      it('only of running jobs, and only unfinished ones', async () => {
        await received('prj_x', 1, 'lote_a');
        await queued('prj_x', 1, 'lote_b');
        await jobs.cancel('lote_b', 'prj_x', now);
        expect(await claim()).toBeNull();
        await complete();
        await jobs.finishPiece(await take(), finished('uno\n'), moment);
        expect(await claim()).toBeNull();
      });
    });

    it('returns a piece with its bytes, the header and the rest of the quota', async () => {
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
        line: 0,
      });
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({
        estado: 'en_proceso',
        inicio: new Date(now).toISOString(),
      });
      await store.changeProject(proyecto, { estado: 'revocado', cuota: null });
      expect(await take()).toMatchObject({ active: false, quotaLeft: null });
      expect(await jobs.takePiece('lote_a', 1, moment.month, now)).toBeNull();
    });

    it('stores each result, and counts its rows in the job, the quota and the usage', async () => {
      const proyecto = await project(10);
      await queued(proyecto, 2);
      expect(await jobs.finishPiece(await take(0), finished('uno\n', 3, [[417, 1]]), moment)).toBe('hecha');
      expect(await jobs.pendingPieces()).toBe(1);
      const last = await take(1);
      expect(last.line).toBe(1); // One line comes before it.
      const errors: [number, number][] = [
        [417, 2],
        [9, 1],
      ];
      expect(await jobs.finishPiece(last, finished('dos\n', 2, errors), moment)).toBe('hecha');
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
      expect([text(await jobs.result('lote_a', 0, 0, 9)), text(await jobs.result('lote_a', 1, 1, 2))]).toEqual([
        'uno\n',
        'os',
      ]);
      expect(text(await jobs.result('lote_a', 0, 4, 9))).toBe('');
      expect(await jobs.result('lote_a', 2, 0, 9)).toBeNull();
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(5);
      expect(await store.usage(proyecto, moment.day, moment.day)).toMatchObject([{ operacion: 'lotes', cuenta: 5 }]);
    });

    it('returns no bytes as the result of a piece without rows', async () => {
      await queued(await project());
      expect(await jobs.result('lote_a', 0, 0, 9)).toBeNull();
      expect(await jobs.finishPiece(await take(), finished('', 0), moment)).toBe('hecha');
      expect(text(await jobs.result('lote_a', 0, 0, 9))).toBe('');
    });

    it('stores a piece once, however many workers finish it at the same time', async () => {
      const proyecto = await project(10);
      await queued(proyecto, 2);
      const taken = await take();
      const outcomes = await Promise.all(
        Array.from({ length: 3 }, async () => jobs.finishPiece(taken, finished('uno\n'), moment)),
      );
      expect(outcomes.toSorted()).toEqual(['hecha', 'repetida', 'repetida']);
      expect(await jobs.takePiece('lote_a', 0, moment.month, now)).toBeNull();
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(1);
    });

    it('adds up pieces of one job that finish at the same time', async () => {
      await queued(await project(), 5);
      const taken = await Promise.all([0, 1, 2, 3, 4].map(take));
      await Promise.all(taken.map(async (each) => jobs.finishPiece(each, finished('x', 1, [[417, 1]]), moment)));
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
      expect(await jobs.finishPiece(taken, finished('uno\n', 3), moment)).toBe('sin_cuota');
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({ hechas: 0, filas: 0 });
      expect(await store.quotaTaken(proyecto, moment.month)).toBe(3);
      expect(await store.usage(proyecto, moment.day, moment.day)).toEqual([]);
      expect(await take()).toMatchObject({ quotaLeft: 2 });
    });

    it('writes nothing of a piece whose job was cancelled, and hands out no more of its pieces', async () => {
      const proyecto = await project();
      await queued(proyecto, 2);
      const taken = await take();
      expect(await jobs.cancel('lote_a', proyecto, now)).toBe(true);
      expect(await jobs.finishPiece(taken, finished('uno\n'), moment)).toBe('ajena');
      expect(await jobs.takePiece('lote_a', 1, moment.month, now)).toBeNull();
      expect(await store.usage(proyecto, moment.day, moment.day)).toEqual([]);
      expect(await jobs.pendingPieces()).toBe(0);
    });

    it('fails only a running job', async () => {
      await queued('prj_x');
      await jobs.failJob('lote_a', moment);
      const failed = { estado: 'fallido', fin: new Date(moment.now).toISOString() };
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject(failed);
      await jobs.failJob('lote_a', { ...moment, now: moment.now + 1 });
      expect(await jobs.find('lote_a', 'prj_x')).toMatchObject(failed);
    });

    it('erases the bytes of a cancelled job, then the job', async () => {
      await queued(await project(), 45);
      const { proyecto } = await take();
      await jobs.finishPiece(await take(), finished('uno\n'), moment);
      expect(await jobs.halfErased()).toEqual([]);
      await jobs.cancel('lote_a', proyecto, now);
      expect(await jobs.halfErased()).toEqual(['lote_a']);
      await jobs.eraseBytes('lote_a');
      expect(await jobs.halfErased()).toEqual([]);
      expect(await jobs.result('lote_a', 0, 0, 9)).toBeNull();
      expect(await jobs.find('lote_a', proyecto)).toMatchObject({
        estado: 'cancelado',
        fin: new Date(now).toISOString(),
      });
      await jobs.erase('lote_a');
      expect(await jobs.find('lote_a', proyecto)).toBeNull();
    });

    it('cancels expired jobs and abandoned uploads', async () => {
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

    it('keeps totals of jobs and bytes that agree with the jobs, whatever happens to them', async () => {
      const [one, other] = [await project(), 'prj_otro'];
      const agrees = async (of: string, ids: readonly string[]): Promise<void> => {
        const kept = (await jobs.kept()).filter(({ proyecto }) => proyecto === of);
        expect(kept.map(({ id }) => id).toSorted()).toEqual(ids);
        expect(await jobs.bytesKept(of)).toBe(kept.reduce((sum, { bytes }) => sum + bytes, 0));
      };
      await queued(one, 2);
      await received(one, 1, 'lote_b');
      await queued(other, 1, 'lote_c');
      await jobs.setOptions('lote_b', `${OPTIONS}   `);
      await jobs.finishPiece(await take(), finished('un resultado más largo que su peso'.repeat(9)), moment);
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
