/** The files in progress share the slots, the memory and the threads. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type FileSlot, FileSlots } from '../src/files/limits.js';
import type { TaskOptions } from '../src/threads.js';
import type { TaskState } from '../src/turns.js';
import { SharedThreads, THREAD_OPTIONS, openService } from './service.js';
import { BAD, GOOD, HEADER, Upload, WIDE_ROWS, envelopeOf, underWay, uploadFile, distinct } from './upload.js';
import { SOON } from './soon.js';

describe('the slots of files', () => {
  const take = (slots: FileSlots, project: string): FileSlot => {
    const slot = slots.take(project);
    if ('cause' in slot) throw new Error(slot.cause);
    return Object.assign(slot, { cut: vi.fn<FileSlot['cut']>() });
  };

  it('are limited for each project and in total, and free again once left', () => {
    const slots = new FileSlots(3, 2);
    const first = take(slots, 'a');
    take(slots, 'a');
    expect(slots.take('a')).toEqual({ cause: 'lote_simultaneos', parts: { limite: '2' } });
    take(slots, 'b');
    expect(slots.take('b')).toEqual({ cause: 'lote_ocupado' });
    slots.leave(first);
    expect(slots.taken).toBe(2);
    take(slots, 'b');
    expect(slots.take('c')).toEqual({ cause: 'lote_ocupado' });
  });

  it('share one budget of memory, beyond which the file that holds most is cut', () => {
    const slots = new FileSlots(4, 4);
    const [small, large, other] = [take(slots, 'a'), take(slots, 'b'), take(slots, 'c')];
    slots.hold(small, 500_000);
    slots.hold(large, 2_500_000);
    slots.hold(other, 1_000_000);
    for (const { cut } of [small, large, other]) expect(cut).not.toHaveBeenCalled();
    slots.hold(small, 900_000); // They hold 4.4 MB of 4 MiB.
    expect(large.cut).toHaveBeenCalledExactlyOnceWith('lote_ocupado');
    expect(small.cut).not.toHaveBeenCalled();
    slots.hold(small, 950_000); // The bytes of a file that was cut no longer count.
    slots.hold(large, 3_000_000);
    for (const { cut } of [small, other]) expect(cut).not.toHaveBeenCalled();
    slots.leave(large);
    slots.hold(other, 2_000_000);
    expect(other.cut).not.toHaveBeenCalled();
  });

  it('cut a file that alone exceeds the budget as one that no repetition makes fit', () => {
    const slots = new FileSlots(4, 4);
    const [huge, other] = [take(slots, 'a'), take(slots, 'b')];
    slots.hold(other, 1_000_000);
    slots.hold(huge, 4_200_000);
    expect(huge.cut).toHaveBeenCalledExactlyOnceWith('lote_memoria');
    expect(other.cut).not.toHaveBeenCalled();
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
    const threads = new (class extends SharedThreads {
      override async run<R>(name: string, input: object, options: TaskOptions): Promise<R> {
        const onLook: TaskOptions['onLook'] = (state) => {
          task = state;
          return options.onLook?.(state) ?? null;
        };
        return super.run<R>(name, input, { ...options, onLook }).finally(() => (isEnded = true));
      }
    })(THREAD_OPTIONS);
    const service = openService({}, { threads });
    const upload = new Upload(await service.listen());
    upload.request.end(HEADER + BAD.repeat(500_000));
    await vi.waitUntil(() => (task?.usedMs ?? 0) > 100, SOON);
    upload.request.destroy();
    await vi.waitUntil(() => isEnded, SOON);
    const used = task?.usedMs;
    await setTimeout(200);
    expect([task?.isStopped, task?.hasTurn, task?.usedMs]).toEqual([true, false, used]);
    expect(task?.rows).toBeLessThan(500_000);
    expect((await service.request('/curp/entidades?token=pruebas')).status).toBe(200);
  });

  it('answers files of many people, whom it remembers apart from that budget', async () => {
    const service = openService({ loteFiles: 2 });
    const port = await service.listen();
    const people = HEADER + distinct(GOOD.repeat(100_000));
    const both = await Promise.all([uploadFile(port, people), uploadFile(port, people)]);
    expect(both.map(({ status, cut, trailers }) => [status, cut, trailers['lote-correctas']])).toEqual(
      Array.from({ length: 2 }, () => [200, false, '100000']),
    );
  });

  it('refuses the file that holds most once all files together exceed their budget, with 413 if it exceeds it alone', async () => {
    const service = openService({ loteFiles: 2 });
    const port = await service.listen();
    const small = await underWay(port);
    const large = await uploadFile(port, HEADER + `${'x'.repeat(1_000_000)}\n`.repeat(30));
    expect([large.status, envelopeOf(large).code_error]).toEqual([413, 8]);
    const { cut, trailers } = await small.all();
    expect([cut, trailers['lote-filas']]).toEqual([false, String(WIDE_ROWS)]);
  });
});
