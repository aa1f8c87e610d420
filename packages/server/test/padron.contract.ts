/** What every store must do with a padron, whatever database it is made of. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportProgress, ImportTakenOver, type Padron } from '../src/store/padron.js';

const fila = (n: number, datos = `datos ${n}`) => ({ curp: `AAAA000101HDFBBB${String(n).padStart(2, '0')}`, datos });
const clave = (n: number): string => fila(n).curp;
const hasta = (leidas: number): ImportProgress => ({ read: leidas, rejected: 0, rejectedBytes: 0 });

/** Runs the contract on empty padrones that `open` makes, each of which two processes may have open. */
export function padronContract(nombre: string, open: (now: () => number) => Promise<readonly [Padron, Padron]>): void {
  describe(nombre, () => {
    let ahora: number;
    let padron: Padron;
    let otro: Padron;
    beforeEach(async () => {
      ahora = Date.parse('2026-11-15T18:00:00.000Z');
      [padron, otro] = await open(() => ahora);
    });

    const importar = async (archivo: string, modo: 'combinar' | 'reemplazar', ...filas: readonly object[]) => {
      const { turn: turno } = await padron.begin(archivo, modo, archivo, true);
      const cuentas = await padron.add(turno, filas as never, hasta(filas.length));
      await padron.finish(turno);
      return cuentas;
    };

    it('is empty at first', async () => {
      expect(await padron.status()).toEqual({ filas: 0, archivo: null, momento: null, importacion: null });
      expect(await padron.find(clave(1))).toBeNull();
    });

    it('finds what was imported, by its key and no other', async () => {
      const raro = "Ñ\t\"\\ \u{1F600}\t\ttú, 'x'";
      expect(await importar('a.csv', 'combinar', fila(1), fila(2, raro))).toEqual({ nuevas: 2, cambiadas: 0 });
      expect(await otro.find(clave(1))).toBe('datos 1');
      expect(await otro.find(clave(2))).toBe(raro);
      expect(await otro.find(clave(3))).toBeNull();
      expect(await otro.status()).toEqual({
        filas: 2,
        archivo: 'a.csv',
        momento: '2026-11-15T18:00:00.000Z',
        importacion: null,
      });
    });

    it('combines: adds, changes, and leaves what is the same', async () => {
      await importar('a.csv', 'combinar', fila(1), fila(2), fila(3));
      expect(await importar('b.csv', 'combinar', fila(2, 'otros'), fila(3), fila(4))).toEqual({
        nuevas: 1,
        cambiadas: 1,
      });
      const datos = await Promise.all([1, 2, 3, 4].map(async (n) => padron.find(clave(n))));
      expect(datos).toEqual(['datos 1', 'otros', 'datos 3', 'datos 4']);
      expect(await padron.status()).toMatchObject({ filas: 4, archivo: 'b.csv' });
    });

    it('forgets an import that came to nothing', async () => {
      const { turn: turno } = await padron.begin('a.csv', 'reemplazar', 'a', true);
      await padron.abandon('otro');
      expect((await padron.status()).ongoing).toMatchObject({ archivo: 'a.csv' });
      await padron.abandon(turno);
      expect((await otro.status()).ongoing).toBeNull();
      await expect(padron.add(turno, [fila(1)], hasta(1))).rejects.toThrow(ImportTakenOver);
    });

    it('replaces at the end and all at once', async () => {
      await importar('a.csv', 'combinar', fila(1), fila(2));
      const { turn: turno } = await padron.begin('b.csv', 'reemplazar', 'b', true);
      await padron.add(turno, [fila(2, 'otros'), fila(3)], hasta(2));
      await padron.add(turno, [fila(3, 'al fin')], hasta(3));
      expect(await otro.find(clave(1))).toBe('datos 1');
      expect(await otro.find(clave(2))).toBe('datos 2');
      expect(await otro.find(clave(3))).toBeNull();
      expect(await otro.status()).toMatchObject({
        filas: 2,
        archivo: 'a.csv',
        importacion: { archivo: 'b.csv', modo: 'reemplazar', leidas: 3, nuevas: 2, cambiadas: 1 },
      });
      await padron.finish(turno);
      expect(await otro.find(clave(1))).toBeNull();
      expect(await otro.find(clave(2))).toBe('otros');
      expect(await otro.find(clave(3))).toBe('al fin');
      expect(await otro.status()).toMatchObject({ filas: 2, archivo: 'b.csv', importacion: null });
      await importar('c.csv', 'reemplazar', fila(9)); // into the table that was left
      expect(await otro.find(clave(2))).toBeNull();
      expect(await otro.find(clave(9))).toBe('datos 9');
    });

    it('goes on with an import that was left, and the process that had it is told', async () => {
      const primero = await padron.begin('a.csv', 'reemplazar', 'a', true);
      await padron.add(primero.turn, [fila(1)], { read: 5, rejected: 4, rejectedBytes: 321 });
      ahora += 1000;
      const segundo = await otro.begin('a.csv', 'reemplazar', 'a', true);
      expect(segundo).toEqual({
        turno: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        identidad: 'a',
        archivo: 'a.csv',
        modo: 'reemplazar',
        leidas: 5,
        nuevas: 1,
        cambiadas: 0,
        rechazadas: 4,
        bytesRechazadas: 321,
        momento: '2026-11-15T18:00:00.000Z',
        abandonada: null,
      });
      await expect(padron.add(primero.turn, [fila(7)], hasta(6))).rejects.toThrow(ImportTakenOver);
      await expect(padron.finish(primero.turn)).rejects.toThrow(ImportTakenOver);
      await otro.add(segundo.turn, [fila(2)], hasta(6));
      await otro.finish(segundo.turn);
      expect(await padron.status()).toMatchObject({ filas: 2, importacion: null });
      expect(await padron.find(clave(7))).toBeNull();
      await expect(otro.add(segundo.turn, [fila(7)], hasta(7))).rejects.toThrow(ImportTakenOver);
    });

    it('begins anew with another file, or where it is told to, and nothing of the first is left', async () => {
      const primera = await padron.begin('a.csv', 'reemplazar', 'a', true);
      await padron.add(primera.turn, [fila(1)], hasta(1));
      const segunda = await padron.begin('b.csv', 'reemplazar', 'b', true);
      expect(segunda).toMatchObject({ leidas: 0, abandonada: { archivo: 'a.csv', leidas: 1 } });
      await padron.add(segunda.turn, [fila(2)], hasta(1));
      const tercera = await padron.begin('b.csv', 'reemplazar', 'b', false);
      expect(tercera).toMatchObject({ leidas: 0, abandonada: { archivo: 'b.csv', leidas: 1 } });
      await padron.add(tercera.turn, [fila(3)], hasta(1));
      await padron.finish(tercera.turn);
      const hay = await Promise.all([1, 2, 3].map(async (n) => padron.find(clave(n))));
      expect(hay).toEqual([null, null, 'datos 3']);
      expect(await padron.status()).toMatchObject({ filas: 1, importacion: null });
    });

    it('writes a batch with how far it came, or neither', async () => {
      const { turn: turno } = await padron.begin('a.csv', 'combinar', 'a', true);
      await padron.add(turno, [fila(1)], hasta(1));
      // oxlint-disable-next-line typescript/no-explicit-any -- what the database must refuse
      const mala = padron.add(turno, [fila(2)], { ...hasta(3), read: null as any });
      await expect(mala).rejects.toThrow(/null/i);
      expect(await padron.find(clave(2))).toBeNull();
      expect(await padron.status()).toMatchObject({ filas: 1, importacion: { leidas: 1 } });
    });

    it('erases everything, an import under way too, more rows than go at once', async () => {
      const muchas = Array.from({ length: 5001 }, (_, n) => ({
        curp: `BBBB000101HDF${String(n).padStart(5, '0')}`,
        datos: 'x',
      }));
      await importar('a.csv', 'combinar', ...muchas);
      const { turn: turno } = await padron.begin('b.csv', 'reemplazar', 'b', true);
      await padron.add(turno, muchas, hasta(muchas.length));
      await otro.erase();
      expect(await padron.status()).toEqual({ filas: 0, archivo: null, momento: null, importacion: null });
      expect(await padron.find(muchas[0]?.curp ?? '')).toBeNull();
      await expect(padron.add(turno, [fila(1)], hasta(1))).rejects.toThrow(ImportTakenOver);
      await padron.erase();
      expect(await importar('c.csv', 'combinar', fila(1))).toEqual({ nuevas: 1, cambiadas: 0 });
    });

    it('answers all the time while it is replaced', async () => {
      await importar('a.csv', 'combinar', fila(1, 'antes'));
      const parar = new AbortController();
      const vistos = new Set<string | null>();
      const mirar = async (): Promise<void> => {
        while (!parar.signal.aborted) {
          vistos.add(await otro.find(clave(1)));
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
        }
      };
      const miradas = [mirar(), mirar(), mirar()];
      for (let i = 0; i < 10; i++) await importar(`${i}.csv`, 'reemplazar', fila(1, `vez ${i}`));
      parar.abort();
      await Promise.all(miradas);
      expect(vistos).not.toContain(null);
      expect(await otro.find(clave(1))).toBe('vez 9');
    });
  });
}
