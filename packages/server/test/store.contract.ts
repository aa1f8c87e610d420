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
      const creado = await store.createProject('Nómina', { limite: 5, cuota: 100 }, hash('a'));
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
      const otro = await store.createProject('Escuela', SIN_LIMITES, hash('b'));
      expect(await store.listProjects()).toEqual([creado, otro]);
    });

    it('gives a name only once', async () => {
      const { id } = await store.createProject('Nómina', SIN_LIMITES, hash('a'));
      const otro = await store.createProject('Otro', SIN_LIMITES, hash('b'));
      await expect(store.createProject('Nómina', SIN_LIMITES, hash('c'))).rejects.toThrow(NameTaken);
      await expect(store.changeProject(otro.id, { nombre: 'Nómina' })).rejects.toThrow(NameTaken);
      await store.changeProject(id, { nombre: 'Nueva' });
      await expect(store.createProject('Nómina', SIN_LIMITES, hash('c'))).resolves.toMatchObject({ nombre: 'Nómina' });
      expect((await store.listProjects()).length).toBe(3);
    });

    it('adjusts what is given and nothing else', async () => {
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

    it('opens by hash, and tells a disabled project', async () => {
      const {
        tokens: _tokens,
        creado: _creado,
        ...proyecto
      } = await store.createProject('Nómina', SIN_LIMITES, hash('a'));
      expect(await store.openToken(hash('a'))).toEqual({ proyecto, vence: null });
      expect(await store.openToken(hash('b'))).toBeNull();
      await store.changeProject(proyecto.id, { estado: 'revocado' });
      expect(await store.openToken(hash('a'))).toMatchObject({ proyecto: { estado: 'revocado' } });
    });

    it('rotates: the others end at the moment given, never later than before', async () => {
      const { id } = await store.createProject('Nómina', SIN_LIMITES, hash('a'));
      const dentroDe = (horas: number): number => ahora + horas * 3_600_000;
      await store.rotateToken(id, hash('b'), dentroDe(1));
      await store.rotateToken(id, hash('c'), dentroDe(2));
      expect(await store.openToken(hash('a'))).toMatchObject({ vence: dentroDe(1) });
      expect(await store.openToken(hash('b'))).toMatchObject({ vence: dentroDe(2) });
      expect(await store.openToken(hash('c'))).toMatchObject({ vence: null });
      ahora = dentroDe(1);
      expect(await store.openToken(hash('a'))).toBeNull();
      expect(await store.openToken(hash('b'))).not.toBeNull();
      await store.rotateToken(id, hash('d'), ahora);
      for (const letra of ['a', 'b', 'c']) expect(await store.openToken(hash(letra))).toBeNull();
      expect(await store.openToken(hash('d'))).not.toBeNull();
    });

    it('revokes one token of its own project', async () => {
      const uno = await store.createProject('Uno', SIN_LIMITES, hash('a'));
      const dos = await store.createProject('Dos', SIN_LIMITES, hash('b'));
      const token = uno.tokens[0]?.id ?? '';
      expect(await store.revokeToken(dos.id, token)).toBe(false);
      expect(await store.openToken(hash('a'))).not.toBeNull();
      expect(await store.revokeToken(uno.id, token)).toBe(true);
      expect(await store.openToken(hash('a'))).toBeNull();
      expect(await store.revokeToken(uno.id, token)).toBe(true);
    });

    it('hands out a quota up to its end, and takes back', async () => {
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

    it('never hands out more, however many ask at once', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 97 }, hash('a'));
      const tomas = await Promise.all(Array.from({ length: 40 }, async () => store.takeQuota(id, '2026-11', 7)));
      expect(tomas.reduce((suma, toma) => suma + toma, 0)).toBe(97);
    });

    it('adds up usage', async () => {
      const uso = (dia: string, operacion: string, cuenta: number) => ({ proyecto: 'prj_x', dia, operacion, cuenta });
      const primera = [
        uso('2026-11-15', 'validar', 2),
        uso('2026-11-14', 'validar', 1),
        { ...uso('2026-11-15', 'validar', 9), proyecto: 'prj_y' },
      ];
      await store.addUsage(primera, { writer: 'a', number: 1 });
      await store.addUsage([uso('2026-11-15', 'validar', 3), uso('2026-11-15', 'cotejar', 1)], {
        writer: 'b',
        number: 1,
      });
      await store.addUsage([], { writer: 'c', number: 1 });
      expect(await store.usage('prj_x', '2026-11-15', '2026-11-30')).toEqual([
        uso('2026-11-15', 'cotejar', 1),
        uso('2026-11-15', 'validar', 5),
      ]);
      expect(await store.usage('prj_x', '2026-11-14', '2026-11-14')).toEqual([uso('2026-11-14', 'validar', 1)]);
      expect(await store.usage('prj_z', '2026-01-01', '2026-12-31')).toEqual([]);
    });

    it('adds a write of usage that is sent again only once', async () => {
      const usos = [{ proyecto: 'prj_x', dia: '2026-11-15', operacion: 'validar', cuenta: 2 }];
      const cuenta = async () => (await store.usage('prj_x', '2026-11-15', '2026-11-15'))[0]?.cuenta;
      await store.addUsage(usos, { writer: 'a', number: 1 });
      await Promise.all([1, 1, 1].map(async (numero) => store.addUsage(usos, { writer: 'a', number: numero })));
      expect(await cuenta()).toBe(2);
      await store.addUsage(usos, { writer: 'a', number: 2 });
      await store.addUsage(usos, { writer: 'b', number: 1 });
      expect(await cuenta()).toBe(6);
      ahora += 31 * 24 * 3_600_000; // whoever has said nothing for a month is forgotten, the others are not
      await store.addUsage(usos, { writer: 'a', number: 3 });
      await store.addUsage(usos, { writer: 'c', number: 1 });
      await store.addUsage(usos, { writer: 'a', number: 3 });
      await store.addUsage(usos, { writer: 'b', number: 1 });
      expect(await cuenta()).toBe(12);
    });

    it('takes usage from many at once, in whatever order', async () => {
      const usos = ['a', 'b', 'c', 'd'].map((letra) => ({
        proyecto: `prj_${letra}`,
        dia: '2026-11-15',
        operacion: 'validar',
        cuenta: 1,
      }));
      const escritores = Array.from({ length: 20 }, (_, i) => ({ writer: `e${i}`, number: 1 }));
      await Promise.all(
        escritores.map(async (escritura, i) => store.addUsage(i % 2 === 0 ? usos : usos.toReversed(), escritura)),
      );
      for (const { proyecto } of usos) {
        expect(await store.usage(proyecto, '2026-11-15', '2026-11-15')).toMatchObject([{ cuenta: 20 }]);
      }
    });

    it('undoes what fails halfway, and nothing that others did meanwhile', async () => {
      const { id } = await store.createProject('Nómina', { limite: null, cuota: 10 }, hash('a'));
      const buena = { proyecto: id, dia: '2026-11-15', operacion: 'validar', cuenta: 1 };
      // oxlint-disable-next-line typescript/no-explicit-any -- what the database must refuse
      const usos = [buena, { ...buena, operacion: 'zz', cuenta: null as any }];
      const mala = store.addUsage(usos, { writer: 'a', number: 1 });
      const [resultado, tomadas] = await Promise.allSettled([mala, store.takeQuota(id, '2026-11', 4)]);
      expect(resultado.status).toBe('rejected');
      expect(tomadas).toMatchObject({ value: 4 });
      expect(await store.usage(id, '2026-11-15', '2026-11-15')).toEqual([]);
      expect(await store.quotaTaken(id, '2026-11')).toBe(4);
      await store.addUsage([buena], { writer: 'a', number: 1 }); // undone, so it was never sent
      expect(await store.usage(id, '2026-11-15', '2026-11-15')).toEqual([buena]);
    });

    it('keeps what two administrators change at once', async () => {
      const { id, tokens } = await store.createProject('Nómina', { limite: 5, cuota: 100 }, hash('a'));
      await Promise.all([
        store.changeProject(id, { estado: 'revocado' }),
        store.changeProject(id, { cuota: 7 }),
        store.changeProject(id, { limite: null }),
        store.rotateToken(id, hash('b'), ahora),
        store.rotateToken(id, hash('c'), ahora),
        store.revokeToken(id, tokens[0]?.id ?? ''),
      ]);
      const [proyecto] = await store.listProjects();
      expect(proyecto).toMatchObject({ estado: 'revocado', limite: null, cuota: 7 });
      expect(proyecto?.tokens.filter(({ vence }) => vence === null)).toHaveLength(1);
      expect(await store.changeProject(id, {})).toMatchObject({ estado: 'revocado', limite: null, cuota: 7 });
    });
  });
}
