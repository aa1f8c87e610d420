/** The contract of a padron, for every database. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportProgress, ImportTakenOver, type Padron } from '../src/store/padron.js';
import { runOf } from './runs.js';

const row = (n: number, datos = `datos ${n}`) => ({ curp: `AAAA000101HDFBBB${String(n).padStart(2, '0')}`, datos });
const key = (n: number): string => row(n).curp;
const upTo = (read: number): ImportProgress => ({ read, rejected: 0, rejectedBytes: 0 });

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
      const { turn } = await padron.begin(file, mode, file, true);
      await padron.add(turn, runOf(...rows), upTo(rows.length));
      return padron.finish(turn);
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

    it('combines: adds new rows, changes different ones, and leaves identical ones', async () => {
      await importRows('a.csv', 'combinar', row(1), row(2), row(3));
      const counts = await importRows('b.csv', 'combinar', row(2, 'otros'), row(3), row(4));
      expect(counts).toEqual({ added: 1, changed: 1 });
      const datos = await Promise.all([1, 2, 3, 4].map(async (n) => padron.find(key(n))));
      expect(datos).toEqual(['datos 1', 'otros', 'datos 3', 'datos 4']);
      expect(await padron.status()).toMatchObject({ rows: 4, file: 'b.csv' });
    });

    it('forgets an abandoned import', async () => {
      const { turn } = await padron.begin('a.csv', 'reemplazar', 'a', true);
      await padron.abandon('otro');
      expect((await padron.status()).ongoing).toMatchObject({ file: 'a.csv' });
      await padron.abandon(turn);
      expect((await other.status()).ongoing).toBeNull();
      await expect(padron.add(turn, runOf(row(1)), upTo(1))).rejects.toThrow(ImportTakenOver);
    });

    it('replaces all rows at once when the import finishes', async () => {
      await importRows('a.csv', 'combinar', row(1), row(2));
      const { turn } = await padron.begin('b.csv', 'reemplazar', 'b', true);
      await padron.add(turn, runOf(row(2, 'otros'), row(3)), upTo(2));
      await padron.add(turn, runOf(row(3, 'al fin')), upTo(3));
      expect(await other.find(key(1))).toBe('datos 1');
      expect(await other.find(key(2))).toBe('datos 2');
      expect(await other.find(key(3))).toBeNull();
      expect(await other.status()).toMatchObject({
        rows: 2,
        file: 'a.csv',
        ongoing: { file: 'b.csv', mode: 'reemplazar', read: 3, added: 3, changed: 0 },
      });
      expect(await padron.finish(turn)).toEqual({ added: 2, changed: 0 });
      expect(await other.find(key(1))).toBeNull();
      expect(await other.find(key(2))).toBe('otros');
      expect(await other.find(key(3))).toBe('al fin');
      expect(await other.status()).toMatchObject({ rows: 2, file: 'b.csv', ongoing: null });
      await importRows('c.csv', 'reemplazar', row(9)); // reuses the first table
      expect(await other.find(key(2))).toBeNull();
      expect(await other.find(key(9))).toBe('datos 9');
    });

    it('resumes an interrupted import, and refuses the process that held it', async () => {
      const first = await padron.begin('a.csv', 'reemplazar', 'a', true);
      await padron.add(first.turn, runOf(row(1)), { read: 5, rejected: 4, rejectedBytes: 321 });
      now += 1000;
      const second = await other.begin('a.csv', 'reemplazar', 'a', true);
      expect(second).toEqual({
        turn: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        identity: 'a',
        file: 'a.csv',
        mode: 'reemplazar',
        read: 5,
        added: 1,
        changed: 0,
        rejected: 4,
        rejectedBytes: 321,
        moment: '2026-11-15T18:00:00.000Z',
        abandoned: null,
      });
      await expect(padron.add(first.turn, runOf(row(7)), upTo(6))).rejects.toThrow(ImportTakenOver);
      await expect(padron.finish(first.turn)).rejects.toThrow(ImportTakenOver);
      await other.add(second.turn, runOf(row(2)), upTo(6));
      await other.finish(second.turn);
      expect(await padron.status()).toMatchObject({ rows: 2, ongoing: null });
      expect(await padron.find(key(7))).toBeNull();
      await expect(other.add(second.turn, runOf(row(7)), upTo(7))).rejects.toThrow(ImportTakenOver);
    });

    it('begins anew with another file or without `resume`, and keeps nothing of the interrupted import', async () => {
      const first = await padron.begin('a.csv', 'reemplazar', 'a', true);
      await padron.add(first.turn, runOf(row(1)), upTo(1));
      const second = await padron.begin('b.csv', 'reemplazar', 'b', true);
      expect(second).toMatchObject({ read: 0, abandoned: { file: 'a.csv', read: 1 } });
      await padron.add(second.turn, runOf(row(2)), upTo(1));
      const third = await padron.begin('b.csv', 'reemplazar', 'b', false);
      expect(third).toMatchObject({ read: 0, abandoned: { file: 'b.csv', read: 1 } });
      await padron.add(third.turn, runOf(row(3)), upTo(1));
      await padron.finish(third.turn);
      const found = await Promise.all([1, 2, 3].map(async (n) => padron.find(key(n))));
      expect(found).toEqual([null, null, 'datos 3']);
      expect(await padron.status()).toMatchObject({ rows: 1, ongoing: null });
    });

    it.each(['combinar', 'reemplazar'] as const)('%s: writes rows and progress together, or neither', async (mode) => {
      await importRows('a.csv', 'combinar', row(9));
      const { turn } = await padron.begin('b.csv', mode, 'b', true);
      await padron.add(turn, runOf(row(1)), upTo(1));
      // oxlint-disable-next-line typescript/no-explicit-any -- the database must refuse it
      const bad = padron.add(turn, runOf(row(2)), { ...upTo(3), read: null as any });
      await expect(bad).rejects.toThrow(/null/i);
      expect(await padron.find(key(2))).toBeNull();
      expect(await padron.status()).toMatchObject({
        rows: mode === 'combinar' ? 2 : 1,
        ongoing: { read: 1, added: 1 },
      });
      await padron.finish(turn);
      expect([await padron.find(key(1)), await padron.find(key(2))]).toEqual(['datos 1', null]);
    });

    it('answers nothing of a first import until it is complete', async () => {
      const { turn } = await padron.begin('a.csv', 'combinar', 'a', true);
      await padron.add(turn, runOf(row(1)), upTo(1));
      expect(await other.find(key(1))).toBeNull();
      expect(await other.status()).toMatchObject({ rows: 0, ongoing: { mode: 'combinar', added: 1 } });
      await padron.finish(turn);
      expect(await other.find(key(1))).toBe('datos 1');
    });

    it('keeps the last record of a key that several runs repeat', async () => {
      const { turn } = await padron.begin('a.csv', 'reemplazar', 'a', true);
      for (const run of [1, 2, 3]) {
        const rows = Array.from({ length: 30 }, (_, n) => row(n * run, `tramo ${run}`));
        await padron.add(turn, runOf(...rows), upTo(run * 30));
      }
      expect(await padron.finish(turn)).toEqual({ added: 60, changed: 0 });
      expect(await other.status()).toMatchObject({ rows: 60 });
      const found = await Promise.all([0, 1, 2, 29, 58, 87].map(async (n) => other.find(key(n))));
      expect(found).toEqual(['tramo 3', 'tramo 1', 'tramo 2', 'tramo 1', 'tramo 2', 'tramo 3']);
    });

    it('erases everything, including an import under way and more rows than one step erases', async () => {
      const many = Array.from({ length: 5001 }, (_, n) => ({
        curp: `BBBB000101HDF${String(n).padStart(5, '0')}`,
        datos: 'x',
      }));
      await importRows('a.csv', 'combinar', ...many);
      const { turn } = await padron.begin('b.csv', 'reemplazar', 'b', true);
      await padron.add(turn, runOf(...many), upTo(many.length));
      await other.erase();
      expect(await padron.status()).toEqual({ rows: 0, file: null, moment: null, ongoing: null });
      expect(await padron.find(many[0]?.curp ?? '')).toBeNull();
      await expect(padron.add(turn, runOf(row(1)), upTo(1))).rejects.toThrow(ImportTakenOver);
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
