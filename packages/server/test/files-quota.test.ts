/** The quota of files: each good row takes one unit, the quota is never exceeded, and no unit is lost. */
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { CURP, type Service, openService } from './service.js';
import {
  GOOD,
  HEADER,
  CSV,
  BAD,
  Upload,
  WIDE_GOOD,
  WIDE_HEADER,
  WIDE_ROWS,
  envelopeOf,
  uploadFile,
  distinct,
} from './upload.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

const NOVEMBER = '2026-11';
const failing = async (): Promise<never> => Promise.reject(new Error('database is locked'));

/** Returns the codes of the rows of an answer. */
const codesOf = (texto: string): number[] =>
  texto
    .split(/\n+/)
    .slice(1, -1)
    .map((line) => Number(/,(\d+),[^,]*$|,(\d+),"/.exec(line)?.slice(1).find(Boolean)));

/** Returns how many rows are good, and checks that all rows after them have this code. */
function goodBefore(codes: readonly number[], code: number): number {
  const good = codes.indexOf(code);
  expect(good).toBeGreaterThan(0);
  expect(codes).toEqual(Array.from({ length: WIDE_ROWS }, (_, i) => (i < good ? 0 : code)));
  return good;
}

async function withQuota(cuota: number) {
  const servicio = openService();
  const { proyecto, token } = await servicio.createProject({ cuota });
  return {
    servicio,
    proyecto,
    consulta: `token=${token}`,
    token,
    puerto: await servicio.listen(),
    tomada: async (month = NOVEMBER) => servicio.store.quotaTaken(proyecto.id, month),
    usada: async () => {
      const usages = await servicio.store.usage(proyecto.id, '2000-01-01', '2999-12-31');
      return usages.map(({ operacion, cuenta }) => `${operacion} ${cuenta}`);
    },
  };
}

/** Sends a wide file, and holds its answer back from the first time that it needs more units than it was given. */
async function heldBack({ servicio, puerto, consulta }: Awaited<ReturnType<typeof withQuota>>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const takeQuota = servicio.store.takeQuota.bind(servicio.store);
  let calls = 0;
  const take = vi.spyOn(servicio.store, 'takeQuota').mockImplementation(async (...args) => {
    calls += 1;
    if (calls === 2) {
      hold();
      await released;
    }
    return takeQuota(...args);
  });
  const upload = new Upload(puerto, consulta);
  upload.request.end(WIDE_HEADER + distinct(WIDE_GOOD.repeat(WIDE_ROWS)));
  await isHeld;
  return { upload, release, take };
}

/** Waits until the service knows that a client left. */
const cuts = async ({ log }: Service, count: number): Promise<unknown> =>
  vi.waitUntil(() => log.filter((line) => line.includes('"cortado":true')).length >= count, SOON);

describe('the quota of a file', () => {
  it('pays for good rows only, as usage shows, and unused units are returned', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await withQuota(100_000);
    await uploadFile(puerto, HEADER + distinct((GOOD + BAD + GOOD).repeat(1000)), consulta);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([2000, ['lote 2000']]);
  });

  it('gives the remaining rows code 4 and the renewal date if it ends in the middle', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await withQuota(250);
    const {
      status,
      text: texto,
      trailers,
    } = await uploadFile(puerto, HEADER + distinct((BAD + GOOD).repeat(300)), consulta);
    expect(status).toBe(200);
    const codes = codesOf(texto);
    expect(codes).toHaveLength(600);
    expect(codes.slice(0, 500)).toEqual(Array.from({ length: 250 }, () => [417, 0]).flat());
    expect(codes.slice(500)).toEqual(Array.from({ length: 100 }, () => 4));
    expect(texto).toContain('1 de diciembre de 2026');
    expect(trailers).toMatchObject({ 'lote-filas': '600', 'lote-correctas': '250', 'lote-errores': '350' });
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([250, ['lote 250']]);
    expect(servicio.metrics()).toContain('curp_lote_rows_total{code_error="4"} 100');
  });

  it('is answered with 403 and code 4 if it was used up before', async () => {
    const { consulta, puerto, tomada } = await withQuota(1);
    expect((await uploadFile(puerto, HEADER + GOOD, consulta)).text).toContain(CURP);
    const other = await uploadFile(puerto, HEADER + GOOD, consulta);
    expect([other.status, envelopeOf(other).code_error]).toEqual([403, 4]);
    expect(await tomada()).toBe(1);
  });

  it('is unchanged after a file without good rows, an unreadable file or a wrong parameter', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await withQuota(1000);
    await uploadFile(puerto, HEADER + BAD.repeat(100), consulta);
    await uploadFile(puerto, HEADER, consulta);
    await uploadFile(puerto, GOOD, consulta);
    await uploadFile(puerto, HEADER + GOOD, `${consulta}&operacion=x`);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([0, []]);
  });

  it('is exact while files and requests run at the same time', async () => {
    const { servicio, token, consulta, puerto, tomada } = await withQuota(4000);
    const files = Array.from({ length: 5 }, async () =>
      uploadFile(puerto, HEADER + distinct(GOOD.repeat(1001)), consulta),
    );
    const loose = Array.from({ length: 300 }, async () => servicio.operate('validar', { curp: CURP }, token));
    const rows = (await Promise.all(files)).flatMap(({ text: texto, status }) =>
      status === 200 ? codesOf(texto) : [],
    );
    const successes = [...rows, ...(await Promise.all(loose)).map(({ code_error }) => code_error)];
    const good = successes.filter((code) => code === 0).length;
    // A file that ends returns the rest of its last block of 40 units, perhaps after the others were refused.
    expect(good).toBeGreaterThan(4000 - 5 * 40);
    expect(good).toBeLessThanOrEqual(4000);
    expect(new Set(successes)).toEqual(new Set([0, 4]));
    await servicio.close();
    expect(await tomada()).toBe(good);
  });

  it('is returned when the client leaves before the answer, and pays for an answer that it does not take', async () => {
    const project = await withQuota(100_000);
    const { servicio, consulta, puerto, tomada, usada } = project;
    const { upload, release } = await heldBack(project);
    upload.request.destroy();
    await cuts(servicio, 1); // Its units are free for the next request.
    const mute = new Upload(puerto, consulta, { ...CSV, expect: '100-continue' });
    await once(mute.request, 'continue');
    mute.request.destroy();
    await cuts(servicio, 2);
    release();
    const unread = new Upload(puerto, consulta);
    unread.request.end(WIDE_HEADER + distinct(WIDE_GOOD.repeat(WIDE_ROWS)));
    (await unread.response).pause();
    unread.request.destroy();
    await cuts(servicio, 3);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([WIDE_ROWS, [`lote ${WIDE_ROWS}`]]);
  });

  it('is returned to the month and the quota that it was taken from', async () => {
    const project = await withQuota(100_000);
    const { servicio, consulta, proyecto, tomada } = project;
    const { upload, release } = await heldBack(project);
    servicio.now = Date.parse('2026-12-01T06:00:00Z');
    await servicio.store.changeProject(proyecto.id, { cuota: 50_000 });
    // Another request makes the service take a block of the new month, and forget the old one.
    await servicio.request(`/curp/entidades?${consulta}`);
    release();
    await upload.all();
    await servicio.close();
    const [november, december] = [await tomada(), await tomada('2026-12')];
    expect(november + december).toBe(WIDE_ROWS + 1);
    expect(november).toBeLessThan(WIDE_ROWS);
  });
});

describe('the remaining rows of a running file', () => {
  it('get code 9 if the store fails', async () => {
    const project = await withQuota(10_000); // Units are taken a hundred at a time.
    const { servicio, tomada } = project;
    const { upload, release, take } = await heldBack(project);
    take.mockImplementation(failing);
    release();
    const { text: texto, trailers } = await upload.all();
    const good = goodBefore(codesOf(texto), 9);
    expect(good % 100).toBe(0);
    expect(trailers).toMatchObject({ 'lote-filas': String(WIDE_ROWS), 'lote-correctas': String(good) });
    expect(servicio.log.filter((line) => line.includes('"msg":"store"')).length).toBe(1);
    await servicio.close();
    expect(await tomada()).toBe(good);
  });

  it.each<[que: string, codigo: number]>([
    ['a revoked token', 2],
    ['a disabled project', 3],
  ])('get the code of %s, %i', async (_, code) => {
    const project = await withQuota(100_000);
    const { servicio, proyecto } = project;
    const { upload } = await heldBack(project);
    if (code === 3) await servicio.store.changeProject(proyecto.id, { estado: 'revocado' });
    else await servicio.store.rotateToken(proyecto.id, 'f'.repeat(64), 0);
    servicio.now += 5000;
    goodBefore(codesOf((await upload.all()).text), code);
  });

  it('pay from a lowered quota', async () => {
    const project = await withQuota(100_000);
    const { servicio, proyecto, tomada } = project;
    const { upload, release } = await heldBack(project);
    await servicio.store.changeProject(proyecto.id, { cuota: 1 });
    const taken = await tomada();
    release();
    const good = goodBefore(codesOf((await upload.all()).text), 4);
    expect(good).toBe(taken);
    await servicio.close();
    expect(await tomada()).toBe(taken);
  });
});

describe('a process killed by kill -9', () => {
  it('never gives more than the quota, and wastes at most one block for each file and one more', async () => {
    const folder = newFolder();
    const DATABASE_URL = `sqlite:${join(folder, 'curp.db')}`;
    const store = await openStore(DATABASE_URL);
    const token = createToken();
    const cuota = 8000;
    const { id } = await store.createProject('prueba', { limite: null, cuota }, sha256(token));
    const block = cuota / 100;
    const [times, files] = [2, 2];
    let seen = 0;
    for (let time = 0; time <= times; time += 1) {
      const service = await ServiceProcess.start({ DATABASE_URL }, folder);
      const uploads = Array.from({ length: files }, () => new Upload(service.port, `token=${token}`));
      for (const upload of uploads) {
        upload.request.end(
          time < times ? WIDE_HEADER + distinct(WIDE_GOOD.repeat(1000)) : HEADER + distinct(GOOD.repeat(cuota)),
        );
      }
      if (time < times) {
        await Promise.all(uploads.map(async (upload) => upload.lines(1 + 200 * (time + 1))));
        await service.stop('SIGKILL');
      }
      const answers = await Promise.all(uploads.map(async (upload) => upload.all()));
      seen += answers.flatMap(({ text: texto }) => codesOf(texto)).filter((code) => code === 0).length;
      if (time === times) expect(await service.stop('SIGTERM')).toBe(0);
    }
    expect(await store.quotaTaken(id, mexicoMonth(Date.now()))).toBe(cuota);
    await store.close();
    expect(seen).toBeLessThanOrEqual(cuota);
    // Rows on their way to the client are counted and not seen: at most what was sent.
    expect(seen).toBeGreaterThanOrEqual(cuota - times * (files * (1000 + block) + block));
  });
});
