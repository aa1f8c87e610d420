/** The quota of files: each good row takes one unit, the quota is never exceeded, and no unit is lost. */
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { Proceso, limpiar, nuevaCarpeta } from './process.js';
import { CURP, type Servicio, abrirServicio } from './service.js';
import { BUENA, CABECERA, CSV, MALA, Subida, sobreDe, subir } from './upload.js';

afterAll(limpiar);

const NOVIEMBRE = '2026-11';
const falla = async (): Promise<never> => Promise.reject(new Error('database is locked'));

/** The codes of the rows of an answer. */
const codigosDe = (texto: string): number[] =>
  texto
    .split('\n')
    .slice(1, -1)
    .map((linea) => Number(/,(\d+),[^,]*$|,(\d+),"/.exec(linea)?.slice(1).find(Boolean)));

async function conCuota(cuota: number) {
  const servicio = abrirServicio();
  const { proyecto, token } = await servicio.crearProyecto({ cuota });
  return {
    servicio,
    proyecto,
    consulta: `token=${token}`,
    token,
    puerto: await servicio.escuchar(),
    tomada: async (mes = NOVIEMBRE) => servicio.store.quotaTaken(proyecto.id, mes),
    usada: async () => {
      const usos = await servicio.store.usage(proyecto.id, '2000-01-01', '2999-12-31');
      return usos.map(({ operacion, cuenta }) => `${operacion} ${cuenta}`);
    },
  };
}

/** Waits until the service knows that a client left. */
const cortados = async ({ log }: Servicio, cuantos: number): Promise<unknown> =>
  vi.waitUntil(() => log.filter((linea) => linea.includes('"cortado":true')).length >= cuantos, { timeout: 10_000 });

describe('quota', () => {
  it('pays for good rows only, as usage shows, and unused units go back', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await conCuota(100_000);
    await subir(puerto, CABECERA + (BUENA + MALA + BUENA).repeat(1000), consulta);
    await servicio.cerrar();
    expect([await tomada(), await usada()]).toEqual([2000, ['lote 2000']]);
  });

  it('that ends in the middle of a file gives the remaining rows code 4 and the renewal date', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await conCuota(250);
    const { status, texto, trailers } = await subir(puerto, CABECERA + (MALA + BUENA).repeat(300), consulta);
    expect(status).toBe(200);
    const codigos = codigosDe(texto);
    expect(codigos).toHaveLength(600);
    expect(codigos.slice(0, 500)).toEqual(Array.from({ length: 250 }, () => [417, 0]).flat());
    expect(codigos.slice(500)).toEqual(Array.from({ length: 100 }, () => 4));
    expect(texto).toContain('1 de diciembre de 2026');
    expect(trailers).toEqual({ 'lote-filas': '600', 'lote-correctas': '250', 'lote-errores': '350' });
    await servicio.cerrar();
    expect([await tomada(), await usada()]).toEqual([250, ['lote 250']]);
    expect(servicio.metricas()).toContain('curp_lote_rows_total{code_error="4"} 100');
  });

  it('that was used up before is answered with 403 and code 4', async () => {
    const { consulta, puerto, tomada } = await conCuota(1);
    expect((await subir(puerto, CABECERA + BUENA, consulta)).texto).toContain(CURP);
    const otra = await subir(puerto, CABECERA + BUENA, consulta);
    expect([otra.status, sobreDe(otra).code_error]).toEqual([403, 4]);
    expect(await tomada()).toBe(1);
  });

  it('is unchanged after a file without good rows, an unreadable file or a wrong parameter', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await conCuota(1000);
    await subir(puerto, CABECERA + MALA.repeat(100), consulta);
    await subir(puerto, CABECERA, consulta);
    await subir(puerto, BUENA, consulta);
    await subir(puerto, CABECERA + BUENA, `${consulta}&operacion=x`);
    await servicio.cerrar();
    expect([await tomada(), await usada()]).toEqual([0, []]);
  });

  it('is exact while files and requests run at the same time', async () => {
    const { servicio, token, consulta, puerto, tomada } = await conCuota(2000);
    const archivos = Array.from({ length: 5 }, async () => subir(puerto, CABECERA + BUENA.repeat(500), consulta));
    const sueltas = Array.from({ length: 300 }, async () => servicio.operar('validar', { curp: CURP }, token));
    const filas = (await Promise.all(archivos)).flatMap(({ texto, status }) =>
      status === 200 ? codigosDe(texto) : [],
    );
    const exitos = [...filas, ...(await Promise.all(sueltas)).map(({ code_error }) => code_error)];
    expect(exitos.filter((codigo) => codigo === 0).length).toBe(2000);
    expect(new Set(exitos)).toEqual(new Set([0, 4]));
    await servicio.cerrar();
    expect(await tomada()).toBe(2000);
  });

  it('goes back when the client leaves, before the first byte or in the middle', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await conCuota(100_000);
    const aMedias = new Subida(puerto, consulta).enviar(CABECERA + BUENA.repeat(3));
    await aMedias.lineas(4);
    aMedias.peticion.destroy();
    const muda = new Subida(puerto, consulta, { ...CSV, expect: '100-continue' });
    await once(muda.peticion, 'continue');
    muda.peticion.destroy();
    await cortados(servicio, 2);
    await servicio.cerrar();
    expect([await tomada(), await usada()]).toEqual([3, ['lote 3']]);
  });

  it('goes back to the month and the quota it was taken from', async () => {
    const { servicio, consulta, puerto, proyecto, tomada } = await conCuota(100_000);
    const subida = new Subida(puerto, consulta).enviar(CABECERA + BUENA.repeat(10));
    await subida.lineas(11);
    expect(await tomada()).toBe(1000);
    servicio.now = Date.parse('2026-12-01T06:00:00Z');
    await servicio.store.changeProject(proyecto.id, { cuota: 50_000 });
    // Another request makes the service take a block of the new month, and forget the old one.
    await servicio.pedir(`/curp/entidades?${consulta}`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await subida.terminar(BUENA);
    await servicio.cerrar();
    expect([await tomada(), await tomada('2026-12')]).toEqual([11, 1]);
  });
});

describe('while a file is running', () => {
  it('a store that fails gives the remaining rows code 9', async () => {
    const { servicio, consulta, puerto, tomada } = await conCuota(1000); // ten at a time
    const subida = new Subida(puerto, consulta).enviar(CABECERA + BUENA.repeat(5));
    await subida.lineas(6);
    vi.spyOn(servicio.store, 'takeQuota').mockImplementation(falla);
    const { texto, trailers } = await subida.terminar(BUENA.repeat(20));
    expect(codigosDe(texto).slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, i) => (i < 10 ? 0 : 9)));
    expect(trailers).toMatchObject({ 'lote-filas': '25', 'lote-correctas': '10' });
    expect(servicio.log.filter((linea) => linea.includes('"msg":"store"')).length).toBe(1);
    await servicio.cerrar();
    expect(await tomada()).toBe(10);
  });

  it.each<[que: string, codigo: number]>([
    ['a token that is revoked', 2],
    ['a project that is closed', 3],
  ])('%s gives them code %i', async (_, codigo) => {
    const { servicio, consulta, puerto, proyecto } = await conCuota(100_000);
    const subida = new Subida(puerto, consulta).enviar(CABECERA + BUENA);
    await subida.lineas(2);
    if (codigo === 3) await servicio.store.changeProject(proyecto.id, { estado: 'revocado' });
    else await servicio.store.rotateToken(proyecto.id, 'f'.repeat(64), servicio.now);
    servicio.now += 5000;
    const { texto } = await subida.terminar(BUENA);
    expect(codigosDe(texto)).toEqual([0, codigo]);
  });

  it('a lowered quota applies from the next units on', async () => {
    const { servicio, consulta, puerto, proyecto, tomada } = await conCuota(100_000);
    const subida = new Subida(puerto, consulta).enviar(CABECERA + BUENA);
    await subida.lineas(2);
    await servicio.store.changeProject(proyecto.id, { cuota: 1 });
    servicio.now += 5000;
    const { trailers } = await subida.terminar(BUENA.repeat(5000));
    expect(trailers).toMatchObject({ 'lote-filas': '5001', 'lote-correctas': '1000' }); // what it had taken
    await servicio.cerrar();
    expect(await tomada()).toBe(1000);
  });
});

describe('kill -9', () => {
  it(
    'never gives more than the quota, and wastes at most a block for each file and one',
    { timeout: 60_000 },
    async () => {
      const carpeta = nuevaCarpeta();
      const DATABASE_URL = `sqlite:${join(carpeta, 'curp.db')}`;
      const store = await openStore(DATABASE_URL);
      const token = createToken();
      const cuota = 20_000;
      const { id } = await store.createProject('prueba', { limite: null, cuota }, sha256(token));
      const bloque = cuota / 100;
      const [veces, archivos] = [4, 3];
      let vistas = 0;
      for (let vez = 0; vez <= veces; vez += 1) {
        const proceso = await Proceso.iniciar({ DATABASE_URL }, carpeta);
        const subidas = Array.from({ length: archivos }, () => new Subida(proceso.puerto, `token=${token}`));
        for (const subida of subidas) subida.enviar(CABECERA + BUENA.repeat(1000));
        if (vez < veces) {
          await Promise.all(subidas.map(async (subida) => subida.lineas(1 + 200 * (vez + 1))));
          await proceso.terminar('SIGKILL');
        } else {
          for (const subida of subidas) subida.peticion.end(BUENA.repeat(cuota));
        }
        const respuestas = await Promise.all(subidas.map(async (subida) => subida.todo()));
        vistas += respuestas.flatMap(({ texto }) => codigosDe(texto)).filter((codigo) => codigo === 0).length;
        if (vez === veces) expect(await proceso.terminar('SIGTERM')).toBe(0);
      }
      expect(await store.quotaTaken(id, mexicoMonth(Date.now()))).toBe(cuota);
      await store.close();
      expect(vistas).toBeLessThanOrEqual(cuota);
      // Rows that were on their way to the client are counted and not seen: at most what was sent.
      expect(vistas).toBeGreaterThanOrEqual(cuota - veces * (archivos * (1000 + bloque) + bloque));
    },
  );
});
