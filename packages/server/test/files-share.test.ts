/** The files in progress share the slots and the threads. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { limitFiles } from '../src/files/send.js';
import type { TaskOptions } from '../src/files/pool.js';
import type { TaskDone, ThreadTask, TaskState } from '../src/files/task.js';
import { POOL_OPTIONS, SharedPool, openService } from './service.js';
import { BAD, GOOD, HEADER, Upload, WIDE_ROWS, envelopeOf, underWay, uploadFile, distinct } from './upload.js';
import { SOON } from './soon.js';

describe('the slots of files', () => {
  it('are limited for each project and in total, and free again once left', () => {
    const slots = limitFiles(3, 2);
    expect([slots.take('a'), slots.take('a')]).toEqual([null, null]);
    expect(slots.take('a')).toEqual({ cause: 'lote_simultaneos', parts: { limite: '2' } });
    expect(slots.take('b')).toBeNull();
    expect(slots.take('b')).toEqual({ cause: 'lote_ocupado' });
    slots.giveBack('a');
    expect([slots.used, slots.take('b'), slots.take('c')]).toEqual([2, null, { cause: 'lote_ocupado' }]);
  });
});

describe('POST /curp/lote', () => {
  it('answers 429 beyond the slots of a project and 503 beyond all, and says when to retry', async () => {
    const service = openService({ loteFiles: 3, loteFilesPerProject: 2 });
    const port = await service.listen();
    const { token, proyecto } = await service.createProject({ cuota: 1_000_000 });
    const own = `token=${token}`;
    const uploads = [await underWay(port, own), await underWay(port, own)];
    const third = await uploadFile(port, HEADER + GOOD, own);
    expect([third.status, envelopeOf(third).code_error, third.headers['retry-after']]).toEqual([429, 5, '5']);
    expect(envelopeOf(third).error_message).toContain('2 archivos');
    uploads.push(await underWay(port));
    const fourth = await uploadFile(port, HEADER + GOOD);
    expect([fourth.status, envelopeOf(fourth).code_error, fourth.headers['retry-after']]).toEqual([503, 9, '5']);
    expect(service.metrics()).toContain('\ncurp_lote_files 3\n');
    for (const upload of uploads) expect((await upload.all()).cut).toBe(false);
    expect((await uploadFile(port, HEADER + GOOD, own)).status).toBe(200);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(2 * WIDE_ROWS + 1); // A refused file takes none.
  });

  it('frees the slot of a file whose client left', async () => {
    const service = openService({ loteFiles: 1 });
    const port = await service.listen();
    const upload = await underWay(port);
    upload.request.destroy();
    await vi.waitUntil(async () => (await uploadFile(port, HEADER + GOOD)).status === 200, SOON);
  });

  it('stops the thread of a file whose client left at its next look', async () => {
    let task: TaskState | undefined;
    let isEnded = false;
    const pool = new (class extends SharedPool {
      override async run(given: ThreadTask, options: TaskOptions): Promise<TaskDone> {
        const onProgress: TaskOptions['onProgress'] = (state) => {
          task = state;
          options.onProgress?.(state);
        };
        return super.run(given, { ...options, onProgress }).finally(() => (isEnded = true));
      }
    })({ ...POOL_OPTIONS, tickMs: 20 });
    onTestFinished(async () => pool.end());
    const service = openService({}, { pool });
    const upload = new Upload(await service.listen());
    upload.request.end(HEADER + BAD.repeat(500_000));
    await vi.waitUntil(() => (task?.rows ?? 0) > 0, SOON);
    upload.request.destroy();
    await vi.waitUntil(() => isEnded, SOON);
    expect(() => task?.check()).toThrow('stopped');
    expect(task?.rows).toBeLessThan(500_000);
    expect((await service.request('/curp/entidades?token=pruebas')).status).toBe(200);
  });

  it('answers files of many people at a time', async () => {
    const service = openService({ loteFiles: 2 });
    const port = await service.listen();
    const people = HEADER + distinct(GOOD.repeat(100_000));
    const both = await Promise.all([uploadFile(port, people), uploadFile(port, people)]);
    expect(both.map(({ status, cut, trailers }) => [status, cut, trailers['lote-correctas']])).toEqual(
      Array.from({ length: 2 }, () => [200, false, '100000']),
    );
  });
});
