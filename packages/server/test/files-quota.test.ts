/** The quota of files: each good row takes one unit, the quota is never exceeded, and no unit is lost. */
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { CURP, POOL_OPTIONS, type Service, SharedPool, openService } from './service.js';
import type { Parts } from '../src/app.js';
import type { TaskOptions } from '../src/files/pool.js';
import type { TaskDone, ThreadTask } from '../src/files/task.js';
import { DiskFile } from '../src/files/temp-files.js';
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

async function withQuota(cuota: number, parts: Partial<Parts> = {}) {
  const servicio = openService({}, parts);
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

/** Sends a wide file, and holds its answer back while it is charged. */
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

/** Returns a pool that does this once a file is answered, before anything is charged or sent. */
function poolThat(act: (options: TaskOptions) => Promise<void>): SharedPool {
  const pool = new (class extends SharedPool {
    override async run(task: ThreadTask, options: TaskOptions): Promise<TaskDone> {
      const done = await super.run(task, options);
      await act(options);
      return done;
    }
  })(POOL_OPTIONS);
  onTestFinished(async () => pool.end());
  return pool;
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

  it('is not charged when the client leaves before the answer, and pays for an answer that it does not take', async () => {
    let left = false;
    const pool = poolThat(async (options) => {
      if (!left && options.signal?.aborted === false) await once(options.signal, 'abort');
      left = true;
    });
    const { servicio, consulta, puerto, tomada, usada } = await withQuota(100_000, { pool });
    const leaving = new Upload(puerto, consulta);
    leaving.request.end(HEADER + distinct(GOOD.repeat(100)));
    await vi.waitUntil(() => /curp_lote_temp_bytes [1-9]/.test(servicio.metrics()), SOON);
    leaving.request.destroy();
    await cuts(servicio, 1);
    const mute = new Upload(puerto, consulta, { ...CSV, expect: '100-continue' });
    await once(mute.request, 'continue');
    mute.request.destroy();
    await cuts(servicio, 2);
    left = true;
    const unread = new Upload(puerto, consulta);
    unread.request.end(WIDE_HEADER + distinct(WIDE_GOOD.repeat(WIDE_ROWS)));
    (await unread.response).pause();
    unread.request.destroy();
    await cuts(servicio, 3);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([WIDE_ROWS, [`lote ${WIDE_ROWS}`]]);
  });
});

describe('an answer that does not begin', () => {
  it('costs nothing if its client leaves while its first bytes are read', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await withQuota(100_000);
    const { server } = servicio.app.server;
    const leaving = new Upload(puerto, consulta);
    vi.spyOn(DiskFile.prototype, 'read').mockImplementationOnce(async () => {
      leaving.request.destroy();
      const connections = promisify(server.getConnections.bind(server));
      await vi.waitUntil(async () => (await connections()) === 0, SOON);
      return Buffer.from('x');
    });
    leaving.request.end(HEADER + GOOD);
    await cuts(servicio, 1);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([0, []]);
  });

  it('costs nothing if its bytes cannot be read, and is a clear error', async () => {
    const { servicio, consulta, puerto, tomada, usada } = await withQuota(100_000);
    const broken = Object.assign(new Error('EIO'), { syscall: 'read', code: 'EIO' });
    vi.spyOn(DiskFile.prototype, 'read').mockRejectedValueOnce(broken);
    const answer = await uploadFile(puerto, HEADER + GOOD, consulta);
    expect([answer.status, envelopeOf(answer).code_error, answer.headers['retry-after']]).toEqual([503, 9, '5']);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([0, []]);
  });
});

describe('a file whose project changes while it is answered', () => {
  it('is answered with 503 and code 9, and charged nothing, if the store fails', async () => {
    const { servicio, puerto, consulta, tomada, usada } = await withQuota(10_000);
    await servicio.request(`/curp/entidades?${consulta}`); // takes a block of a hundred units
    vi.spyOn(servicio.store, 'takeQuota').mockImplementation(failing);
    const answer = await uploadFile(puerto, HEADER + distinct(GOOD.repeat(200)), consulta);
    expect([answer.status, envelopeOf(answer).code_error]).toEqual([503, 9]);
    expect(servicio.log.filter((line) => line.includes('"msg":"store"')).length).toBe(1);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([1, ['entidades 1']]);
  });

  it.each<[que: string, status: number, codigo: number]>([
    ['a revoked token', 401, 2],
    ['a disabled project', 403, 3],
  ])('is answered with the code of %s, and charged nothing', async (_, status, code) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
    const pool = poolThat(async () => {
      answered();
      await released;
    });
    const { servicio, proyecto, puerto, consulta, tomada } = await withQuota(100_000, { pool });
    const upload = uploadFile(puerto, HEADER + distinct(GOOD.repeat(100)), consulta);
    await isAnswered;
    if (code === 3) await servicio.store.changeProject(proyecto.id, { estado: 'revocado' });
    else await servicio.store.rotateToken(proyecto.id, 'f'.repeat(64), 0);
    servicio.now += 5000;
    release();
    const answer = await upload;
    expect([answer.status, envelopeOf(answer).code_error]).toEqual([status, code]);
    await servicio.close();
    expect(await tomada()).toBe(0);
  });

  it('pays from a lowered quota, and its rows beyond it get code 4', async () => {
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

  it('shares the rest of a quota with another file, and both together never pass it', async () => {
    const { servicio, puerto, consulta, tomada, usada } = await withQuota(1500);
    const file = HEADER + distinct(GOOD.repeat(1000));
    const answers = await Promise.all([1, 2].map(async () => uploadFile(puerto, file, consulta)));
    const good = answers.map(({ text }) => codesOf(text).filter((code) => code === 0).length);
    expect(good.reduce((a, b) => a + b)).toBe(1500);
    await servicio.close();
    expect([await tomada(), await usada()]).toEqual([1500, ['lote 1500']]);
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
