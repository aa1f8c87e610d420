/** The contract of a store, for every database. */
import { beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../src/store/driver.js';
import { cannotUse } from '../src/store/failure.js';
import { EXPIRED, NameTaken, type Store } from '../src/store/projects.js';

const NO_LIMITS = { limite: null, cuota: null };
const hash = (letter: string): string => letter.repeat(64);

/** Runs the contract on empty stores with the given clock. `open` also closes them at the end. */
export function storeContract(name: string, open: (now: () => number) => Promise<Store>): void {
  describe(`the store on ${name}`, () => {
    let now: number;
    let store: Store;
    beforeEach(async () => {
      now = Date.parse('2026-11-15T18:00:00.000Z');
      store = await open(() => now);
    });

    it('answers a ping', async () => {
      await expect(store.heart.ping()).resolves.toBe('ok');
    });

    it('lists projects with their tokens in the order of their creation', async () => {
      const created = await store.createProject('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      expect(created).toMatchObject({
        nombre: 'Nómina',
        estado: 'activo',
        limite: 5,
        cuota: 100,
        creado: '2026-11-15T18:00:00.000Z',
      });
      expect(created.id).toMatch(/^prj_[0-9a-f]{12}$/);
      expect(created.tokens).toEqual([
        {
          id: expect.stringMatching(/^tok_/) as string,
          nombre: null,
          creado: '2026-11-15T18:00:00.000Z',
          vence: null,
          usado: null,
        },
      ]);
      now = Date.parse('2026-11-16T00:00:00.000Z');
      const other = await store.createProject('Escuela', NO_LIMITS, hash('b'));
      expect(await store.listProjects()).toEqual([created, other]);
    });

    it('refuses a name that another project has', async () => {
      const { id } = await store.createProject('Nómina', NO_LIMITS, hash('a'));
      const other = await store.createProject('Otro', NO_LIMITS, hash('b'));
      await expect(store.createProject('Nómina', NO_LIMITS, hash('c'))).rejects.toThrow(NameTaken);
      await expect(store.changeProject(other.id, { nombre: 'Nómina' })).rejects.toThrow(NameTaken);
      await store.changeProject(id, { nombre: 'Nueva' });
      await expect(store.createProject('Nómina', NO_LIMITS, hash('c'))).resolves.toMatchObject({ nombre: 'Nómina' });
      expect((await store.listProjects()).length).toBe(3);
    });

    it('tells a clash of other keys than the name apart', async () => {
      await store.createProject('Nómina', NO_LIMITS, hash('a'));
      const error: unknown = await store.createProject('Otro', NO_LIMITS, hash('a')).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(StoreError);
      const url = name === 'PostgreSQL' ? 'postgres://x@y/z' : 'sqlite:curp.db';
      expect(cannotUse(error, url, 'en')).toMatch(/tokens.*There is a row with the same key already/);
      expect((await store.listProjects()).length).toBe(1);
    });

    it('changes the given settings and no others', async () => {
      const { id } = await store.createProject('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      expect(await store.changeProject(id, { estado: 'revocado' })).toEqual({
        id,
        nombre: 'Nómina',
        estado: 'revocado',
        limite: 5,
        cuota: 100,
      });
      expect(await store.changeProject(id, { limite: null, cuota: 0 })).toEqual({
        id,
        nombre: 'Nómina',
        estado: 'revocado',
        limite: null,
        cuota: 0,
      });
      expect(await store.changeProject('prj_x', { cuota: 1 })).toBeNull();
    });

    it('opens a token by its hash, even that of a revoked project', async () => {
      const {
        tokens: _tokens,
        creado: _creado,
        ...proyecto
      } = await store.createProject('Nómina', NO_LIMITS, hash('a'));
      expect(await store.openToken(hash('a'))).toEqual({ proyecto, remainingMs: null });
      expect(await store.openToken(hash('b'))).toBeNull();
      await store.changeProject(proyecto.id, { estado: 'revocado' });
      expect(await store.openToken(hash('a'))).toMatchObject({ proyecto: { estado: 'revocado' } });
    });

    it('rotates a token, and the others end after the given time or at their earlier expiry', async () => {
      const { id } = await store.createProject('Nómina', NO_LIMITS, hash('a'));
      const HOUR = 3_600_000;
      await store.rotateToken(id, hash('b'), HOUR);
      await store.rotateToken(id, hash('c'), 2 * HOUR);
      expect(await store.openToken(hash('a'))).toMatchObject({ remainingMs: HOUR });
      expect(await store.openToken(hash('b'))).toMatchObject({ remainingMs: 2 * HOUR });
      expect(await store.openToken(hash('c'))).toMatchObject({ remainingMs: null });
      now += HOUR;
      expect(await store.openToken(hash('a'))).toBeNull();
      expect(await store.openToken(hash('b'))).not.toBeNull();
      await store.rotateToken(id, hash('d'), 0);
      for (const letter of ['a', 'b', 'c']) expect(await store.openToken(hash(letter))).toBeNull();
      expect(await store.openToken(hash('d'))).not.toBeNull();
    });

    it('revokes a token only for its own project', async () => {
      const one = await store.createProject('Uno', NO_LIMITS, hash('a'));
      const two = await store.createProject('Dos', NO_LIMITS, hash('b'));
      const token = one.tokens[0]?.id ?? '';
      expect(await store.revokeToken(two.id, token)).toBe(false);
      expect(await store.openToken(hash('a'))).not.toBeNull();
      expect(await store.revokeToken(one.id, token)).toBe(true);
      expect(await store.openToken(hash('a'))).toBeNull();
      expect(await store.revokeToken(one.id, token)).toBe(true);
    });

    it('tells a token that reached its own end from one that was revoked', async () => {
      const { id } = await store.createProject('Nómina', NO_LIMITS, hash('a'));
      const end = new Date(now + 1000).toISOString();
      const revoked = await store.addToken(id, 'uno', hash('b'), end);
      expect(await store.addToken(id, 'dos', hash('c'), end)).toMatchObject({ vence: end });
      await store.revokeToken(id, revoked.id);
      expect(await store.openToken(hash('c'))).toMatchObject({ remainingMs: 1000 });
      now += 1000;
      expect(await store.openToken(hash('b'))).toBeNull();
      expect(await store.openToken(hash('c'))).toBe(EXPIRED);
    });

    it('adds tokens by name, and stores the last day on which each was used', async () => {
      const { id } = await store.createProject('Nómina', NO_LIMITS, hash('a'));
      now += 1000;
      const { id: second } = await store.addToken(id, 'portal', hash('b'));
      expect(await store.openToken(hash('a'))).not.toBeNull();
      expect(await store.openToken(hash('b'), '2026-11-16')).toMatchObject({ proyecto: { id, nombre: 'Nómina' } });
      await expect
        .poll(async () => (await store.listProjects())[0]?.tokens)
        .toMatchObject([
          { nombre: null, usado: null },
          { id: second, nombre: 'portal', usado: '2026-11-16' },
        ]);
    });

    it('erases a project with its tokens and quota, and keeps its usage', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, hash('a'));
      const other = await store.createProject('Otro', NO_LIMITS, hash('b'));
      await store.takeQuota(id, '2026-11', 5);
      const usage = { proyecto: id, dia: '2026-11-15', operacion: 'validar', cuenta: 3 };
      await store.addUsage([usage], { writer: 'x', number: 1 });
      expect(await store.deleteProject(id)).toBe(true);
      expect(await store.deleteProject(id)).toBe(false);
      expect(await store.openToken(hash('a'))).toBeNull();
      expect(await store.quotaTaken(id, '2026-11')).toBe(0);
      expect(await store.listProjects()).toEqual([other]);
      expect(await store.monthlyUsage('2026-11', '2026-11')).toEqual([{ mes: '2026-11', proyecto: id, cuenta: 3 }]);
    });

    it('sums usage by month, erases a month of it, and records that', async () => {
      const days = ['2024-11-30', '2025-12-31', '2026-01-01', '2026-01-31'];
      const usage = days.map((dia) => ({ proyecto: 'p', dia, operacion: 'validar', cuenta: 2 }));
      await store.addUsage([...usage, { proyecto: 'o', dia: '2026-01-01', operacion: 'validar', cuenta: 7 }], {
        writer: 'x',
        number: 1,
      });
      expect(await store.monthlyUsage('2025-12', '2026-01')).toEqual([
        { mes: '2025-12', proyecto: 'p', cuenta: 2 },
        { mes: '2026-01', proyecto: 'o', cuenta: 7 },
        { mes: '2026-01', proyecto: 'p', cuenta: 4 },
      ]);
      expect(await store.usageSpan('2026-01-30')).toEqual({ first: '2024-11-30', last: '2026-01-01' });
      expect(await store.usageSpan('2024-11-29')).toBeNull();
      await store.eraseUsage('2025-12');
      expect((await store.monthlyUsage('2000-01', '2099-12')).map(({ mes }) => mes)).toEqual([
        '2024-11',
        '2026-01',
        '2026-01',
      ]);
      expect(await store.acts(1)).toMatchObject([{ acto: 'uso borrar', objeto: '2025-12', detalle: { filas: 1 } }]);
    });

    it('erases the quota of all but the newest months of each project', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, hash('a'));
      for (const month of ['2025-01', '2026-11', '2029-11']) await store.takeQuota(id, month, 1);
      await store.eraseQuotas(2);
      expect(
        await Promise.all(['2025-01', '2026-11', '2029-11'].map(async (month) => store.quotaTaken(id, month))),
      ).toEqual([0, 1, 1]);
    });

    it('records the actions of administrators, newest first', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, hash('a'));
      now += 1000;
      await store.changeProject(id, { limite: 5 });
      await store.record('padron borrar', null, { registros: 3 });
      const [last, changed, created] = await store.acts(10);
      expect(last).toMatchObject({ acto: 'padron borrar', objeto: null, detalle: { registros: 3 } });
      expect(changed).toMatchObject({ acto: 'proyectos cambiar', objeto: id, detalle: { limite: 5 } });
      expect(changed?.momento).toBe('2026-11-15T18:00:01.000Z');
      expect(created).toMatchObject({ acto: 'proyectos crear', objeto: id, detalle: { nombre: 'Nómina', cuota: 10 } });
      expect(await store.acts(1)).toEqual([last]);
    });

    it('hands out quota up to its limit, and accepts unused quota back', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 25 }, hash('a'));
      expect(await store.quotaTaken(id, '2026-11')).toBe(0);
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(10);
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(10);
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(5);
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(0);
      expect(await store.takeQuota(id, '2026-12', 10)).toBe(10);
      await store.returnQuota(id, '2026-11', 3);
      expect(await store.quotaTaken(id, '2026-11')).toBe(22);
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(3);
      await store.changeProject(id, { cuota: 20 });
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(0);
      await store.changeProject(id, { cuota: null });
      expect(await store.takeQuota(id, '2026-11', 10)).toBe(0);
      expect(await store.takeQuota('prj_x', '2026-11', 10)).toBe(0);
    });

    it('never hands out more than the quota to many at the same time', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 97 }, hash('a'));
      const taken = await Promise.all(Array.from({ length: 40 }, async () => store.takeQuota(id, '2026-11', 7)));
      expect(taken.reduce((sum, n) => sum + n, 0)).toBe(97);
    });

    it('sums usage by project, day and operation', async () => {
      const usage = (dia: string, operacion: string, cuenta: number) => ({ proyecto: 'prj_x', dia, operacion, cuenta });
      const first = [
        usage('2026-11-15', 'validar', 2),
        usage('2026-11-14', 'validar', 1),
        { ...usage('2026-11-15', 'validar', 9), proyecto: 'prj_y' },
      ];
      await store.addUsage(first, { writer: 'a', number: 1 });
      await store.addUsage([usage('2026-11-15', 'validar', 3), usage('2026-11-15', 'cotejar', 1)], {
        writer: 'b',
        number: 1,
      });
      await store.addUsage([], { writer: 'c', number: 1 });
      expect(await store.usage('prj_x', '2026-11-15', '2026-11-30')).toEqual([
        usage('2026-11-15', 'cotejar', 1),
        usage('2026-11-15', 'validar', 5),
      ]);
      expect(await store.usage('prj_x', '2026-11-14', '2026-11-14')).toEqual([usage('2026-11-14', 'validar', 1)]);
      expect(await store.usage('prj_z', '2026-01-01', '2026-12-31')).toEqual([]);
    });

    it('adds a repeated write of usage only once', async () => {
      const rows = [{ proyecto: 'prj_x', dia: '2026-11-15', operacion: 'validar', cuenta: 2 }];
      const count = async () => (await store.usage('prj_x', '2026-11-15', '2026-11-15'))[0]?.cuenta;
      await store.addUsage(rows, { writer: 'a', number: 1 });
      await Promise.all([1, 1, 1].map(async (number) => store.addUsage(rows, { writer: 'a', number })));
      expect(await count()).toBe(2);
      await store.addUsage(rows, { writer: 'a', number: 2 });
      await store.addUsage(rows, { writer: 'b', number: 1 });
      expect(await count()).toBe(6);
      now += 31 * 24 * 3_600_000; // A writer that is silent for a month is forgotten, and the others are not.
      await store.addUsage(rows, { writer: 'a', number: 3 });
      await store.addUsage(rows, { writer: 'c', number: 1 });
      await store.addUsage(rows, { writer: 'a', number: 3 });
      await store.addUsage(rows, { writer: 'b', number: 1 });
      expect(await count()).toBe(12);
    });

    it('adds usage of many writers at the same time, in any order', async () => {
      const rows = ['a', 'b', 'c', 'd'].map((letter) => ({
        proyecto: `prj_${letter}`,
        dia: '2026-11-15',
        operacion: 'validar',
        cuenta: 1,
      }));
      const writes = Array.from({ length: 20 }, (_, i) => ({ writer: `e${i}`, number: 1 }));
      await Promise.all(writes.map(async (write, i) => store.addUsage(i % 2 === 0 ? rows : rows.toReversed(), write)));
      for (const { proyecto } of rows) {
        expect(await store.usage(proyecto, '2026-11-15', '2026-11-15')).toMatchObject([{ cuenta: 20 }]);
      }
    });

    it('undoes a write that fails halfway, and nothing that others wrote meanwhile', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, hash('a'));
      const good = { proyecto: id, dia: '2026-11-15', operacion: 'validar', cuenta: 1 };
      // oxlint-disable-next-line typescript/no-explicit-any -- the database must refuse it
      const rows = [good, { ...good, operacion: 'zz', cuenta: null as any }];
      const bad = store.addUsage(rows, { writer: 'a', number: 1 });
      const [result, taken] = await Promise.allSettled([bad, store.takeQuota(id, '2026-11', 4)]);
      expect(result.status).toBe('rejected');
      expect(taken).toMatchObject({ value: 4 });
      expect(await store.usage(id, '2026-11-15', '2026-11-15')).toEqual([]);
      expect(await store.quotaTaken(id, '2026-11')).toBe(4);
      await store.addUsage([good], { writer: 'a', number: 1 }); // The number of the undone write is free again.
      expect(await store.usage(id, '2026-11-15', '2026-11-15')).toEqual([good]);
    });

    it('keeps all changes that administrators make at the same time', async () => {
      const { id, tokens } = await store.createProject('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      await Promise.all([
        store.changeProject(id, { estado: 'revocado' }),
        store.changeProject(id, { cuota: 7 }),
        store.changeProject(id, { limite: null }),
        store.rotateToken(id, hash('b'), 0),
        store.rotateToken(id, hash('c'), 0),
        store.revokeToken(id, tokens[0]?.id ?? ''),
      ]);
      const [project] = await store.listProjects();
      expect(project).toMatchObject({ estado: 'revocado', limite: null, cuota: 7 });
      expect(project?.tokens.filter(({ vence }) => vence === null)).toHaveLength(1);
      expect(await store.changeProject(id, {})).toMatchObject({ estado: 'revocado', limite: null, cuota: 7 });
    });
  });
}
