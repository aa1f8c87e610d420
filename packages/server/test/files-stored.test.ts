/** Uploads that the service stores before it answers: in memory or in a file that no other user can read, within bounds. */
import { randomBytes } from 'node:crypto';
import { fstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredUpload } from '../src/files/answer-upload.js';
import { EncryptedFile } from '../src/files/encrypted-file.js';
import { Spool } from '../src/files/spool.js';
import { limitTempBytes } from '../src/files/limits.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { openService } from './service.js';
import { CSV, GOOD, HEADER, Upload, envelopeOf, namelessFiles, uploadFile, distinct } from './upload.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

const MB = 1_000_000;
const SMALL = 100_000;
const LARGE = 3 * MB;

/** Returns a folder for the temporary files of this test. */
function tempFolder(): string {
  const folder = newFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** Reads a finished upload as a thread does. */
async function readAll({ size, bytes, file }: StoredUpload): Promise<Buffer> {
  if (file === null) return Buffer.from(bytes ?? []);
  const pieces: Buffer[] = [];
  const opened = new EncryptedFile(file.fd, file.secret);
  for (let from = 0; from < size; from += 65_535)
    pieces.push(Buffer.from(await opened.read(from, Math.min(65_535, size - from))));
  return Buffer.concat(pieces);
}

describe('a spool', () => {
  it.each([0, 1, SMALL, 262_144, 262_145, LARGE])('returns %i bytes as they arrived, twice', async (length) => {
    const folder = tempFolder();
    const bytes = randomBytes(length);
    const spool = new Spool(limitTempBytes(LARGE, LARGE), 'a');
    for (let from = 0; from < length; from += 70_001) await spool.add(bytes.subarray(from, from + 70_001));
    const upload = await spool.finish();
    expect((await readAll(upload)).equals(bytes)).toBe(true);
    expect((await readAll(upload)).equals(bytes)).toBe(true);
    expect(namelessFiles(folder)).toHaveLength(length > 262_144 ? 1 : 0);
    expect(spool.memory).toBeLessThanOrEqual(262_144);
    await spool.close();
    expect(namelessFiles(folder)).toEqual([]);
  });

  it('writes a nameless encrypted file that only this user may open', async () => {
    const folder = tempFolder();
    const spool = new Spool(limitTempBytes(LARGE, LARGE), 'a');
    await spool.add(Buffer.from(distinct(GOOD.repeat(LARGE / GOOD.length))));
    expect(readdirSync(folder)).toEqual([]);
    const [fd = ''] = namelessFiles(folder);
    expect(fstatSync(Number(fd)).mode & 0o777).toBe(0o600);
    const onDisk = readFileSync(`/proc/self/fd/${fd}`);
    expect(onDisk.length).toBeGreaterThan(2 * MB);
    expect(onDisk.includes('Renata')).toBe(false);
    expect(onDisk.subarray(0, GOOD.length).equals(onDisk.subarray(GOOD.length, 2 * GOOD.length))).toBe(false);
    await spool.close();
  });

  it('needs little memory for bytes that arrive one by one', async () => {
    tempFolder();
    const spool = new Spool(limitTempBytes(LARGE, LARGE), 'a');
    for (let i = 0; i < 300_000; i += 1) await spool.add(Buffer.of(i % 251));
    expect(spool.memory).toBe(262_144);
    expect([...(await readAll(await spool.finish())).subarray(299_990)]).toEqual(
      Array.from({ length: 10 }, (_, i) => (299_990 + i) % 251),
    );
    await spool.close();
  });
});

describe('the space for uploads', () => {
  it('is bounded for each project and in total, and free again once returned', () => {
    const space = limitTempBytes(10 * MB, 4 * MB);
    expect(space.take('a', 4 * MB)).toBeNull();
    expect(space.take('a', 1)).toEqual({ cause: 'lote_grande', parts: { limite: '4' } });
    expect([space.take('b', 4 * MB), space.take('c', 2 * MB)]).toEqual([null, null]);
    expect(space.take('c', 1)).toEqual({ cause: 'lote_sin_espacio' });
    space.giveBack('b', 4 * MB);
    expect([space.used, space.take('c', 2 * MB)]).toEqual([6 * MB, null]);
  });
});

describe('POST /curp/lote', () => {
  const file = (bytes: number): string => HEADER + distinct(GOOD.repeat(bytes / GOOD.length));
  const refusal = (answer: Awaited<ReturnType<typeof uploadFile>>) =>
    [answer.status, envelopeOf(answer).code_error, answer.headers['retry-after']] as const;

  it('answers nothing before the upload has ended', async () => {
    tempFolder();
    const port = await openService().listen();
    const upload = new Upload(port).send(file(LARGE));
    let answered = false;
    void upload.response.then(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(answered).toBe(false);
    const { status, trailers } = await upload.finish(distinct(GOOD, Math.floor(LARGE / GOOD.length)));
    const rows = String(Math.floor(LARGE / GOOD.length) + 1);
    expect([status, trailers['lote-filas'], trailers['lote-correctas']]).toEqual([200, rows, rows]);
  });

  it('refuses more than a project may store with 413, at once if the length is declared, and takes no quota', async () => {
    tempFolder();
    const service = openService({ loteTempBytesPerProject: MB });
    const port = await service.listen();
    const { token, proyecto } = await service.createProject({ cuota: 100_000 });
    const own = `token=${token}`;
    expect(refusal(await uploadFile(port, file(LARGE), own))).toEqual([413, 8, undefined]);
    const declared = new Upload(port, own, { ...CSV, 'content-length': String(LARGE), expect: '100-continue' });
    expect(refusal(await declared.all())).toEqual([413, 8, undefined]);
    declared.request.destroy();
    expect(service.metrics()).toContain('\ncurp_lote_temp_bytes 0\n');
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('refuses with 503 and Retry-After while the whole space is taken, and serves again afterwards', async () => {
    tempFolder();
    const service = openService({ loteTempBytes: 8 * MB });
    const port = await service.listen();
    const first = new Upload(port).send(file(LARGE));
    await vi.waitUntil(() => /\ncurp_lote_temp_bytes 2[89]\d{5}\n/.test(service.metrics()), SOON);
    expect(refusal(await uploadFile(port, file(2 * LARGE)))).toEqual([503, 9, '5']);
    expect((await uploadFile(port, HEADER + GOOD)).status).toBe(200); // The file fits in memory.
    expect((await first.finish()).status).toBe(200);
    expect((await uploadFile(port, file(LARGE))).status).toBe(200);
  });

  it.each(['ENOSPC', 'EIO'])(
    'refuses with 503 and Retry-After if the disk fails with %s, and logs it',
    async (code) => {
      const folder = tempFolder();
      const service = openService();
      const port = await service.listen();
      const failure = Object.assign(new Error('disk'), { code });
      vi.spyOn(EncryptedFile.prototype, 'append').mockRejectedValueOnce(failure);
      expect(refusal(await uploadFile(port, file(LARGE)))).toEqual([503, 9, '5']);
      vi.restoreAllMocks();
      expect(service.log.some((line) => line.includes('"msg":"disk"') && line.includes(code))).toBe(true);
      expect(namelessFiles(folder)).toEqual([]);
      expect((await uploadFile(port, file(LARGE))).status).toBe(200);
    },
  );

  it('refuses with 503 if the folder for temporary files does not exist', async () => {
    vi.stubEnv('TMPDIR', join(tempFolder(), 'missing'));
    expect(refusal(await uploadFile(await openService().listen(), file(LARGE)))).toEqual([503, 9, '5']);
  });

  it('deletes the file of a client that leaves, during the upload or the answer', async () => {
    const folder = tempFolder();
    const service = openService();
    const port = await service.listen();
    const leaving = new Upload(port).send(file(LARGE));
    await vi.waitUntil(() => namelessFiles(folder).length === 1, SOON);
    leaving.request.destroy();
    const reading = new Upload(port);
    reading.request.end(file(2 * LARGE));
    (await reading.response).pause();
    reading.request.destroy();
    await vi.waitUntil(() => namelessFiles(folder).length === 0, SOON);
    expect(service.metrics()).toContain('\ncurp_lote_temp_bytes 0\n');
  });

  it('leaves no file behind if the process is killed', async () => {
    const folder = newFolder();
    const service = await ServiceProcess.start({ TMPDIR: folder });
    const sendUntilTaken = async (): Promise<void> => {
      const upload = new Upload(service.port).send(file(LARGE));
      const answer = await upload.response.catch(() => null);
      // The upload never ends, so an answer is a refusal: the machine was too busy.
      if (answer !== null) await wait(300).then(sendUntilTaken);
    };
    const sent = sendUntilTaken();
    await vi.waitUntil(() => namelessFiles(folder, service.pid).length === 1, SOON);
    expect(readdirSync(folder)).toEqual([]);
    await service.stop('SIGKILL');
    await sent;
    expect(readdirSync(folder)).toEqual([]);
  });
});
