/** Uploads that the service stores before it answers: in files that no other user can read, within bounds. */
import { randomBytes } from 'node:crypto';
import { fstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { limitTempBytes } from '../src/files/send.js';
import { piecesOf } from '../src/files/task.js';
import { DiskFile, TempFile } from '../src/files/temp-files.js';
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

describe('a temporary file', () => {
  const create = async (): Promise<TempFile> => TempFile.create(limitTempBytes(LARGE, LARGE), 'a');

  it.each([0, 1, SMALL, LARGE])(
    'returns %i bytes as they arrived, from any offset and in another thread',
    async (length) => {
      const folder = tempFolder();
      const bytes = randomBytes(length);
      const file = await create();
      for (let from = 0; from < length; from += 70_001) await file.append(bytes.subarray(from, from + 70_001));
      for (const own of [file, new DiskFile(file.fd, file.size)]) {
        const pieces: Uint8Array[] = [];
        for await (const piece of piecesOf(own)) pieces.push(Uint8Array.from(piece));
        expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
        for (const [from, count] of [
          [15, 2],
          [length - 10, 20],
        ] as const)
          expect(
            bytes
              .subarray(Math.max(from, 0))
              .subarray(0, count)
              .equals(await own.read(Math.max(from, 0), count)),
          ).toBe(true);
      }
      await file.erase();
      expect(namelessFiles(folder)).toEqual([]);
    },
  );

  it('has no name, and only this user may open it', async () => {
    const folder = tempFolder();
    const file = await create();
    await file.append(Buffer.from(GOOD));
    expect(readdirSync(folder)).toEqual([]);
    const [fd = ''] = namelessFiles(folder);
    expect(fstatSync(Number(fd)).mode & 0o777).toBe(0o600);
    await file.erase();
  });

  it('begins again once it is truncated', async () => {
    tempFolder();
    const file = await create();
    await file.append(Buffer.from('abc'));
    await file.truncate();
    await file.append(Buffer.from('d'));
    expect([file.size, Buffer.from(await file.read(0, 9)).toString()]).toEqual([1, 'd']);
    await file.erase();
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

  it('refuses a file above `LOTE_MAX_MB` with 413 and names `/curp/lotes`, at once if its length is declared', async () => {
    tempFolder();
    const port = await openService({ loteMaxBytes: MB }).listen();
    const message = expect.stringMatching(/1 MB.*`\/curp\/lotes`/) as string;
    const sent = await uploadFile(port, file(LARGE));
    expect([refusal(sent), envelopeOf(sent).error_message]).toEqual([[413, 8, undefined], message]);
    const declared = new Upload(port, undefined, { ...CSV, 'content-length': String(LARGE), expect: '100-continue' });
    const refused = await declared.all();
    expect([refusal(refused), envelopeOf(refused).error_message]).toEqual([[413, 8, undefined], message]);
    declared.request.destroy();
    expect((await uploadFile(port, file(MB / 2))).status).toBe(200);
  });

  it('refuses with 503 and Retry-After while the whole space is taken, and serves again afterwards', async () => {
    tempFolder();
    const service = openService({ loteTempBytes: 8 * MB });
    const port = await service.listen();
    const first = new Upload(port).send(file(LARGE));
    await vi.waitUntil(() => /\ncurp_lote_temp_bytes (29|30)\d{5}\n/.test(service.metrics()), SOON);
    expect(refusal(await uploadFile(port, file(2 * LARGE)))).toEqual([503, 9, '5']);
    expect((await uploadFile(port, HEADER + GOOD)).status).toBe(200);
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
      vi.spyOn(DiskFile.prototype, 'append').mockRejectedValueOnce(failure);
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
    await vi.waitUntil(() => namelessFiles(folder).length === 2, SOON);
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
    await vi.waitUntil(() => namelessFiles(folder, service.pid).length === 2, SOON);
    expect(readdirSync(folder)).toEqual([]);
    await service.stop('SIGKILL');
    await sent;
    expect(readdirSync(folder)).toEqual([]);
  });
});
