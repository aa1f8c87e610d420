/** What every store must do, whatever database it is made of. */
import { beforeEach, describe, expect, it } from 'vitest';
import { NameTaken, type Store } from '../src/store/store.js';

const SIN_LIMITES = { limite: null, cuota: null };
const hash = (letra: string): string => letra.repeat(64);

/** Runs the contract on stores that `open` makes: empty, with the clock given, and closed by it at the end. */
export function storeContract(nombre: string, open: (now: () => number) => Promise<Store>): void {
  describe(nombre, () => {
    let ahora: number;
    let store: Store;
    beforeEach(async () => {
      ahora = Date.parse('2026-11-15T18:00:00.000Z');
      store = await open(() => ahora);
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });

    it('keeps projects', async () => {
      const creado = await store.crearProyecto('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      expect(creado).toMatchObject({
        nombre: 'Nómina',
        estado: 'activo',
        limite: 5,
        cuota: 100,
        creado: '2026-11-15T18:00:00.000Z',
      });
      expect(creado.id).toMatch(/^prj_[0-9a-f]{12}$/);
      expect(creado.tokens).toEqual([
        { id: expect.stringMatching(/^tok_/) as string, creado: '2026-11-15T18:00:00.000Z', vence: null },
      ]);
      ahora = Date.parse('2026-11-16T00:00:00.000Z');
      const otro = await store.crearProyecto('Escuela', SIN_LIMITES, hash('b'));
      expect(await store.listarProyectos()).toEqual([creado, otro]);
    });

    it('gives a name only once', async () => {
      const { id } = await store.crearProyecto('Nómina', SIN_LIMITES, hash('a'));
      const otro = await store.crearProyecto('Otro', SIN_LIMITES, hash('b'));
      await expect(store.crearProyecto('Nómina', SIN_LIMITES, hash('c'))).rejects.toThrow(NameTaken);
      await expect(store.ajustarProyecto(otro.id, { nombre: 'Nómina' })).rejects.toThrow(NameTaken);
      await store.ajustarProyecto(id, { nombre: 'Nueva' });
      await expect(store.crearProyecto('Nómina', SIN_LIMITES, hash('c'))).resolves.toMatchObject({ nombre: 'Nómina' });
      expect((await store.listarProyectos()).length).toBe(3);
    });

    it('adjusts what is given and nothing else', async () => {
      const { id } = await store.crearProyecto('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      expect(await store.ajustarProyecto(id, { estado: 'revocado' })).toEqual({
        id,
        nombre: 'Nómina',
        estado: 'revocado',
        limite: 5,
        cuota: 100,
      });
      expect(await store.ajustarProyecto(id, { limite: null, cuota: 0 })).toEqual({
        id,
        nombre: 'Nómina',
        estado: 'revocado',
        limite: null,
        cuota: 0,
      });
      expect(await store.ajustarProyecto('prj_x', { cuota: 1 })).toBeNull();
    });

    it('opens by hash, and tells a disabled project', async () => {
      const {
        tokens: _tokens,
        creado: _creado,
        ...proyecto
      } = await store.crearProyecto('Nómina', SIN_LIMITES, hash('a'));
      expect(await store.abrir(hash('a'))).toEqual({ proyecto, vence: null });
      expect(await store.abrir(hash('b'))).toBeNull();
      await store.ajustarProyecto(proyecto.id, { estado: 'revocado' });
      expect(await store.abrir(hash('a'))).toMatchObject({ proyecto: { estado: 'revocado' } });
    });

    it('rotates: the others end at the moment given, never later than before', async () => {
      const { id } = await store.crearProyecto('Nómina', SIN_LIMITES, hash('a'));
      const dentroDe = (horas: number): number => ahora + horas * 3_600_000;
      await store.rotarToken(id, hash('b'), dentroDe(1));
      await store.rotarToken(id, hash('c'), dentroDe(2));
      expect(await store.abrir(hash('a'))).toMatchObject({ vence: dentroDe(1) });
      expect(await store.abrir(hash('b'))).toMatchObject({ vence: dentroDe(2) });
      expect(await store.abrir(hash('c'))).toMatchObject({ vence: null });
      ahora = dentroDe(1);
      expect(await store.abrir(hash('a'))).toBeNull();
      expect(await store.abrir(hash('b'))).not.toBeNull();
      await store.rotarToken(id, hash('d'), ahora);
      for (const letra of ['a', 'b', 'c']) expect(await store.abrir(hash(letra))).toBeNull();
      expect(await store.abrir(hash('d'))).not.toBeNull();
    });

    it('revokes one token of its own project', async () => {
      const uno = await store.crearProyecto('Uno', SIN_LIMITES, hash('a'));
      const dos = await store.crearProyecto('Dos', SIN_LIMITES, hash('b'));
      const token = uno.tokens[0]?.id ?? '';
      expect(await store.revocarToken(dos.id, token)).toBe(false);
      expect(await store.abrir(hash('a'))).not.toBeNull();
      expect(await store.revocarToken(uno.id, token)).toBe(true);
      expect(await store.abrir(hash('a'))).toBeNull();
      expect(await store.revocarToken(uno.id, token)).toBe(true);
    });

    it('hands out a quota up to its end, and takes back', async () => {
      const { id } = await store.crearProyecto('Nómina', { limite: null, cuota: 25 }, hash('a'));
      expect(await store.cuotaTomada(id, '2026-11')).toBe(0);
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(10);
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(10);
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(5);
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(0);
      expect(await store.tomarCuota(id, '2026-12', 10)).toBe(10);
      await store.devolverCuota(id, '2026-11', 3);
      expect(await store.cuotaTomada(id, '2026-11')).toBe(22);
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(3);
      await store.ajustarProyecto(id, { cuota: 20 });
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(0);
      await store.ajustarProyecto(id, { cuota: null });
      expect(await store.tomarCuota(id, '2026-11', 10)).toBe(0);
      expect(await store.tomarCuota('prj_x', '2026-11', 10)).toBe(0);
    });

    it('never hands out more, however many ask at once', async () => {
      const { id } = await store.crearProyecto('Nómina', { limite: null, cuota: 97 }, hash('a'));
      const tomas = await Promise.all(Array.from({ length: 40 }, async () => store.tomarCuota(id, '2026-11', 7)));
      expect(tomas.reduce((suma, toma) => suma + toma, 0)).toBe(97);
    });

    it('adds up usage', async () => {
      const uso = (dia: string, operacion: string, cuenta: number) => ({ proyecto: 'prj_x', dia, operacion, cuenta });
      const primera = [
        uso('2026-11-15', 'validar', 2),
        uso('2026-11-14', 'validar', 1),
        { ...uso('2026-11-15', 'validar', 9), proyecto: 'prj_y' },
      ];
      await store.sumarUsos(primera, { escritor: 'a', numero: 1 });
      await store.sumarUsos([uso('2026-11-15', 'validar', 3), uso('2026-11-15', 'cotejar', 1)], {
        escritor: 'b',
        numero: 1,
      });
      await store.sumarUsos([], { escritor: 'c', numero: 1 });
      expect(await store.usos('prj_x', '2026-11-15', '2026-11-30')).toEqual([
        uso('2026-11-15', 'cotejar', 1),
        uso('2026-11-15', 'validar', 5),
      ]);
      expect(await store.usos('prj_x', '2026-11-14', '2026-11-14')).toEqual([uso('2026-11-14', 'validar', 1)]);
      expect(await store.usos('prj_z', '2026-01-01', '2026-12-31')).toEqual([]);
    });

    it('adds a write of usage that is sent again only once', async () => {
      const usos = [{ proyecto: 'prj_x', dia: '2026-11-15', operacion: 'validar', cuenta: 2 }];
      const cuenta = async () => (await store.usos('prj_x', '2026-11-15', '2026-11-15'))[0]?.cuenta;
      await store.sumarUsos(usos, { escritor: 'a', numero: 1 });
      await Promise.all([1, 1, 1].map(async (numero) => store.sumarUsos(usos, { escritor: 'a', numero })));
      expect(await cuenta()).toBe(2);
      await store.sumarUsos(usos, { escritor: 'a', numero: 2 });
      await store.sumarUsos(usos, { escritor: 'b', numero: 1 });
      expect(await cuenta()).toBe(6);
      ahora += 31 * 24 * 3_600_000; // whoever has said nothing for a month is forgotten, the others are not
      await store.sumarUsos(usos, { escritor: 'a', numero: 3 });
      await store.sumarUsos(usos, { escritor: 'c', numero: 1 });
      await store.sumarUsos(usos, { escritor: 'a', numero: 3 });
      await store.sumarUsos(usos, { escritor: 'b', numero: 1 });
      expect(await cuenta()).toBe(12);
    });

    it('takes usage from many at once, in whatever order', async () => {
      const usos = ['a', 'b', 'c', 'd'].map((letra) => ({
        proyecto: `prj_${letra}`,
        dia: '2026-11-15',
        operacion: 'validar',
        cuenta: 1,
      }));
      const escritores = Array.from({ length: 20 }, (_, i) => ({ escritor: `e${i}`, numero: 1 }));
      await Promise.all(
        escritores.map(async (escritura, i) => store.sumarUsos(i % 2 === 0 ? usos : usos.toReversed(), escritura)),
      );
      for (const { proyecto } of usos) {
        expect(await store.usos(proyecto, '2026-11-15', '2026-11-15')).toMatchObject([{ cuenta: 20 }]);
      }
    });

    it('undoes what fails halfway, and nothing that others did meanwhile', async () => {
      const { id } = await store.crearProyecto('Nómina', { limite: null, cuota: 10 }, hash('a'));
      const buena = { proyecto: id, dia: '2026-11-15', operacion: 'validar', cuenta: 1 };
      // oxlint-disable-next-line typescript/no-explicit-any -- what the database must refuse
      const usos = [buena, { ...buena, operacion: 'zz', cuenta: null as any }];
      const mala = store.sumarUsos(usos, { escritor: 'a', numero: 1 });
      const [resultado, tomadas] = await Promise.allSettled([mala, store.tomarCuota(id, '2026-11', 4)]);
      expect(resultado.status).toBe('rejected');
      expect(tomadas).toMatchObject({ value: 4 });
      expect(await store.usos(id, '2026-11-15', '2026-11-15')).toEqual([]);
      expect(await store.cuotaTomada(id, '2026-11')).toBe(4);
      await store.sumarUsos([buena], { escritor: 'a', numero: 1 }); // undone, so it was never sent
      expect(await store.usos(id, '2026-11-15', '2026-11-15')).toEqual([buena]);
    });

    it('keeps what two administrators change at once', async () => {
      const { id, tokens } = await store.crearProyecto('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      await Promise.all([
        store.ajustarProyecto(id, { estado: 'revocado' }),
        store.ajustarProyecto(id, { cuota: 7 }),
        store.ajustarProyecto(id, { limite: null }),
        store.rotarToken(id, hash('b'), ahora),
        store.rotarToken(id, hash('c'), ahora),
        store.revocarToken(id, tokens[0]?.id ?? ''),
      ]);
      const [proyecto] = await store.listarProyectos();
      expect(proyecto).toMatchObject({ estado: 'revocado', limite: null, cuota: 7 });
      expect(proyecto?.tokens.filter(({ vence }) => vence === null)).toHaveLength(1);
      expect(await store.ajustarProyecto(id, {})).toMatchObject({ estado: 'revocado', limite: null, cuota: 7 });
    });
  });
}
