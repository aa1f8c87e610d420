/** The contract of a padron, for every database. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ImportTakenOver, type Padron } from '../src/store/padron.js';
import { batchOf } from './batches.js';

const row = (n: number, datos = `datos ${n}`) => ({ curp: `AAAA000101HDFBBB${String(n).padStart(2, '0')}`, datos });
const key = (n: number): string => row(n).curp;
const upTo = (read: number) => ({ read, rejected: 0 });

/** Runs the contract on an empty padron that `open` opens twice, as two processes would. */
export function padronContract(name: string, open: (now: () => number) => Promise<readonly [Padron, Padron]>): void {
  describe(`the padron on ${name}`, () => {
    let now: number;
    let padron: Padron;
    let other: Padron;
    beforeEach(async () => {
      now = Date.parse('2026-11-15T18:00:00.000Z');
      [padron, other] = await open(() => now);
    });

    const importRows = async (file: string, mode: 'combinar' | 'reemplazar', ...rows: ReturnType<typeof row>[]) => {
      const { turn } = await padron.begin(file, mode);
      await padron.add(turn, batchOf(...rows), upTo(rows.length));
      const counts = await padron.finish(turn);
      await padron.clean();
      return counts;
    };

    it('is empty at first', async () => {
      expect(await padron.status()).toEqual({ rows: 0, file: null, moment: null, ongoing: null });
      expect(await padron.find(key(1))).toBeNull();
    });

    it('finds imported rows by their key, and no others', async () => {
      const strange = "Ñ\t\"\\ \u{1F600}\t\ttú, 'x'";
      expect(await importRows('a.csv', 'combinar', row(1), row(2, strange))).toEqual({ added: 2, changed: 0 });
      expect(await other.find(key(1))).toBe('datos 1');
      expect(await other.find(key(2))).toBe(strange);
      expect(await other.find(key(3))).toBeNull();
      expect(await other.status()).toEqual({
        rows: 2,
        file: 'a.csv',
        moment: '2026-11-15T18:00:00.000Z',
        ongoing: null,
      });
    });

    it('combines: adds new rows, changes different ones, and keeps identical ones', async () => {
      await importRows('a.csv', 'combinar', row(1), row(2), row(3));
      const counts = await importRows('b.csv', 'combinar', row(2, 'otros'), row(3), row(4));
      expect(counts).toEqual({ added: 1, changed: 1 });
      const datos = await Promise.all([1, 2, 3, 4].map(async (n) => padron.find(key(n))));
      expect(datos).toEqual(['datos 1', 'otros', 'datos 3', 'datos 4']);
      expect(await padron.status()).toMatchObject({ rows: 4, file: 'b.csv' });
    });

    it('forgets an abandoned import', async () => {
      const { turn } = await padron.begin('a.csv', 'reemplazar');
      await padron.abandon('otro');
      expect((await padron.status()).ongoing).toMatchObject({ file: 'a.csv' });
      await padron.abandon(turn);
      expect((await other.status()).ongoing).toBeNull();
      await expect(padron.add(turn, batchOf(row(1)), upTo(1))).rejects.toThrow(ImportTakenOver);
    });

    it('replaces all rows at once when the import finishes', async () => {
      await importRows('a.csv', 'combinar', row(1), row(2));
      const { turn } = await padron.begin('b.csv', 'reemplazar');
      await padron.add(turn, batchOf(row(2, 'otros'), row(3)), upTo(2));
      await padron.add(turn, batchOf(row(3, 'al fin')), upTo(3));
      expect(await other.find(key(1))).toBe('datos 1');
      expect(await other.find(key(2))).toBe('datos 2');
      expect(await other.find(key(3))).toBeNull();
      expect(await other.status()).toMatchObject({
        rows: 2,
        file: 'a.csv',
        ongoing: { file: 'b.csv', mode: 'reemplazar', read: 3 },
      });
      expect(await padron.finish(turn)).toEqual({ added: 2, changed: 0 });
      expect(await other.find(key(1))).toBeNull();
      expect(await other.find(key(2))).toBe('otros');
      expect(await other.find(key(3))).toBe('al fin');
      expect(await other.status()).toMatchObject({ rows: 2, file: 'b.csv', ongoing: null });
      await importRows('c.csv', 'reemplazar', row(9)); // It also erases what the import before left.
      expect(await other.find(key(2))).toBeNull();
      expect(await other.find(key(9))).toBe('datos 9');
    });

    it('starts again after an interruption, refuses the interrupted process, and keeps none of its rows', async () => {
      const first = await padron.begin('a.csv', 'reemplazar');
      expect(first).toEqual({ turn: expect.stringMatching(/^[0-9a-f]{16}$/) as string, abandoned: null });
      await padron.add(first.turn, batchOf(row(1)), { read: 5, rejected: 4 });
      now += 1000;
      const second = await other.begin('b.csv', 'reemplazar');
      expect(second.abandoned).toEqual({
        file: 'a.csv',
        mode: 'reemplazar',
        read: 5,
        rejected: 4,
        moment: '2026-11-15T18:00:00.000Z',
      });
      await expect(padron.add(first.turn, batchOf(row(7)), upTo(6))).rejects.toThrow(ImportTakenOver);
      await expect(padron.finish(first.turn)).rejects.toThrow(ImportTakenOver);
      await other.add(second.turn, batchOf(row(2)), upTo(1));
      expect(await other.finish(second.turn)).toEqual({ added: 1, changed: 0 });
      const found = await Promise.all([1, 2, 7].map(async (n) => padron.find(key(n))));
      expect(found).toEqual([null, 'datos 2', null]);
      expect(await padron.status()).toMatchObject({ rows: 1, file: 'b.csv', ongoing: null });
      await expect(other.add(second.turn, batchOf(row(7)), upTo(7))).rejects.toThrow(ImportTakenOver);
    });

    it.each(['combinar', 'reemplazar'] as const)('%s: changes nothing before the import finishes', async (mode) => {
      await importRows('a.csv', 'combinar', row(9));
      const { turn } = await padron.begin('b.csv', mode);
      await padron.add(turn, batchOf(row(1), row(9, 'otros')), upTo(2));
      expect([await other.find(key(1)), await other.find(key(9))]).toEqual([null, 'datos 9']);
      expect(await other.status()).toMatchObject({ rows: 1, file: 'a.csv', ongoing: { file: 'b.csv', mode, read: 2 } });
      await padron.finish(turn);
      expect([await other.find(key(1)), await other.find(key(9))]).toEqual(['datos 1', 'otros']);
    });

    it('combines more records than one transaction erases', async () => {
      const many = (count: number, datos: string) =>
        Array.from({ length: count }, (_, n) => ({ curp: `BBBB000101HDF${String(n).padStart(5, '0')}`, datos }));
      await importRows('a.csv', 'combinar', ...many(15_000, 'antes'));
      const counts = await importRows('b.csv', 'combinar', ...many(25_000, 'ahora'));
      expect(counts).toEqual({ added: 10_000, changed: 15_000 });
      expect(await padron.status()).toMatchObject({ rows: 25_000, file: 'b.csv', ongoing: null });
      const curps = ['00000', '09999', '10000', '10001', '20001', '24999'].map((n) => `BBBB000101HDF${n}`);
      const found = await Promise.all(curps.map(async (curp) => other.find(curp)));
      expect(found).toEqual(curps.map(() => 'ahora'));
    });

    it.each(['combinar', 'reemplazar'] as const)(
      '%s: the next import erases what an interrupted one left',
      async (mode) => {
        await importRows('a.csv', 'combinar', row(1), row(2));
        const { turn } = await padron.begin('b.csv', mode);
        await padron.add(turn, batchOf(row(2, 'otros'), row(3)), upTo(2));
        await padron.finish(turn); // The process ends before it cleans.
        const found = async () => Promise.all([1, 2, 3].map(async (n) => other.find(key(n))));
        const complete = [mode === 'combinar' ? 'datos 1' : null, 'otros', 'datos 3'];
        expect(await found()).toEqual(complete);
        const { turn: next, abandoned } = await other.begin('c.csv', 'combinar');
        expect(abandoned).toBeNull();
        await other.add(next, batchOf(row(2, 'al fin')), upTo(1));
        expect(await found()).toEqual(complete);
        expect(await other.finish(next)).toEqual({ added: 0, changed: 1 });
        expect(await found()).toEqual([complete[0], 'al fin', 'datos 3']);
        expect(await padron.status()).toMatchObject({ rows: mode === 'combinar' ? 3 : 2 });
      },
    );

    it('is empty after a replacement without records, and takes new ones', async () => {
      await importRows('a.csv', 'combinar', row(1), row(2), row(3));
      expect(await importRows('b.csv', 'reemplazar')).toEqual({ added: 0, changed: 0 });
      expect(await padron.find(key(1))).toBeNull();
      expect(await importRows('c.csv', 'combinar', row(1), row(4))).toEqual({ added: 2, changed: 0 });
      expect(await importRows('d.csv', 'combinar', row(4, 'otros'), row(5))).toEqual({ added: 1, changed: 1 });
      const found = await Promise.all([1, 2, 4, 5].map(async (n) => other.find(key(n))));
      expect(found).toEqual(['datos 1', null, 'otros', 'datos 5']);
      expect(await other.status()).toMatchObject({ rows: 3 });
    });

    it('does not answer from a first import until it is complete', async () => {
      const { turn } = await padron.begin('a.csv', 'combinar');
      await padron.add(turn, batchOf(row(1)), upTo(1));
      expect(await other.find(key(1))).toBeNull();
      expect(await other.status()).toMatchObject({ rows: 0, ongoing: { mode: 'combinar', read: 1 } });
      await padron.finish(turn);
      expect(await other.find(key(1))).toBe('datos 1');
    });

    it('keeps the last record of a key that several batches repeat', async () => {
      const { turn } = await padron.begin('a.csv', 'reemplazar');
      for (const part of [1, 2, 3]) {
        const rows = Array.from({ length: 30 }, (_, n) => row(n * part, `tramo ${part}`));
        await padron.add(turn, batchOf(...rows), upTo(part * 30));
      }
      expect(await padron.finish(turn)).toEqual({ added: 60, changed: 0 });
      expect(await other.status()).toMatchObject({ rows: 60 });
      const found = await Promise.all([0, 1, 2, 29, 58, 87].map(async (n) => other.find(key(n))));
      expect(found).toEqual(['tramo 3', 'tramo 1', 'tramo 2', 'tramo 1', 'tramo 2', 'tramo 3']);
    });

    it('erases everything, including an import in progress and more rows than one step erases', async () => {
      const many = Array.from({ length: 5001 }, (_, n) => ({
        curp: `BBBB000101HDF${String(n).padStart(5, '0')}`,
        datos: 'x',
      }));
      await importRows('a.csv', 'combinar', ...many);
      const { turn } = await padron.begin('b.csv', 'reemplazar');
      await padron.add(turn, batchOf(...many), upTo(many.length));
      await other.erase();
      expect(await padron.status()).toEqual({ rows: 0, file: null, moment: null, ongoing: null });
      expect(await padron.find(many[0]?.curp ?? '')).toBeNull();
      await expect(padron.add(turn, batchOf(row(1)), upTo(1))).rejects.toThrow(ImportTakenOver);
      await padron.erase();
      expect(await importRows('c.csv', 'combinar', row(1))).toEqual({ added: 1, changed: 0 });
    });

    it('answers at every moment while it is replaced', async () => {
      await importRows('a.csv', 'combinar', row(1, 'antes'));
      const stop = new AbortController();
      const seen = new Set<string | null>();
      const look = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          seen.add(await other.find(key(1)));
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
        }
      };
      const looks = [look(), look(), look()];
      for (let i = 0; i < 10; i++) await importRows(`${i}.csv`, 'reemplazar', row(1, `vez ${i}`));
      stop.abort();
      await Promise.all(looks);
      expect(seen).not.toContain(null);
      expect(await other.find(key(1))).toBe('vez 9');
    });
  });
}
