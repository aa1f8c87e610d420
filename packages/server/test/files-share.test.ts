/** The files under way share the event loop, the places and the memory: none of them keeps others waiting. */
import { describe, expect, it, vi } from 'vitest';
import { type Place, Places } from '../src/files/places.js';
import { Turns } from '../src/files/turns.js';
import { openService } from './service.js';
import { GOOD, HEADER, START, Upload, envelopeOf, uploadFile } from './upload.js';
import { SOON } from './soon.js';

describe('the turns of files', () => {
  /** Files that want to work without end, on a clock and a loop of our own; `ms`: how long a step of each takes. */
  const openTurns = (ms: readonly number[]) => {
    let now = 0;
    const loop: (() => void)[] = [];
    const turns = new Turns(
      () => now,
      (run) => loop.push(run),
    );
    const steps = ms.map(() => 0);
    const work = async (file: number): Promise<void> => {
      for (;;) {
        await turns.run(() => {
          now += ms[file] ?? 0;
          steps[file] = (steps[file] ?? 0) + 1;
        });
      }
    };
    ms.forEach((_, file) => void work(file));
    /** Runs one turn of the loop, and returns how long the files worked in it. */
    const turn = async (): Promise<number> => {
      const started = now;
      for (const run of loop.splice(0)) run();
      await new Promise(setImmediate);
      return now - started;
    };
    return { turns, steps, turn, pass: (time: number) => void (now += time) };
  };

  it('take about ten milliseconds of each turn of the loop, however many files there are', async () => {
    for (const files of [3, 64, 1000]) {
      const { turn } = openTurns(Array.from({ length: files }, () => 4));
      for (let i = 0; i < 20; i += 1) expect(await turn()).toBe(8);
    }
  });

  it('come to every file as often', async () => {
    const { turn, steps } = openTurns(Array.from({ length: 30 }, () => 1));
    for (let i = 0; i < 300; i += 1) await turn();
    expect(new Set(steps)).toEqual(new Set([80]));
  });

  it('come to a file once in a turn of the loop, so that one file alone leaves room for others', async () => {
    const { turn, steps } = openTurns([1]);
    for (let i = 0; i < 5; i += 1) expect(await turn()).toBe(1);
    expect(steps).toEqual([5]);
  });

  it('pause while connections are accepted, and not for longer than ten milliseconds', async () => {
    const { turn, turns, pass } = openTurns([4, 4, 4]);
    expect(await turn()).toBe(8);
    for (let i = 0; i < 5; i += 1) {
      turns.connected();
      expect(await turn()).toBe(0);
      pass(2);
    }
    turns.connected();
    expect(await turn()).toBe(8); // connections still come, but files go on
    expect(await turn()).toBe(8);
  });

  it('hand an error of a step to its file, and go on', async () => {
    const turns = new Turns();
    const bad = turns.run(() => {
      throw new RangeError('bad');
    });
    const good = turns.run(() => 7);
    await expect(bad).rejects.toThrow(RangeError);
    expect(await good).toBe(7);
  });
});

describe('the places of files', () => {
  const take = (places: Places, project: string): Place => {
    const place = places.take(project);
    if ('cause' in place) throw new Error(place.cause);
    return Object.assign(place, { cut: vi.fn<Place['cut']>() });
  };

  it('are limited for each project and in all, and free again once left', () => {
    const places = new Places(3, 2);
    const first = take(places, 'a');
    take(places, 'a');
    expect(places.take('a')).toEqual({ cause: 'lote_simultaneos', parts: { limite: '2' } });
    take(places, 'b');
    expect(places.take('b')).toEqual({ cause: 'lote_ocupado' });
    places.leave(first);
    expect(places.taken).toBe(2);
    take(places, 'b');
    expect(places.take('c')).toEqual({ cause: 'lote_ocupado' });
  });

  it('share one budget of memory: beyond it, the file that holds most is cut', () => {
    const places = new Places(4, 4);
    const [small, large, other] = [take(places, 'a'), take(places, 'b'), take(places, 'c')];
    places.hold(small, 500_000);
    places.hold(large, 2_500_000);
    places.hold(other, 1_000_000);
    for (const { cut } of [small, large, other]) expect(cut).not.toHaveBeenCalled();
    places.hold(small, 900_000); // 4.4 MB of 4 MiB
    expect(large.cut).toHaveBeenCalledExactlyOnceWith('lote_ocupado');
    expect(small.cut).not.toHaveBeenCalled();
    places.hold(small, 950_000); // the bytes of a file that was cut count no more
    places.hold(large, 3_000_000);
    for (const { cut } of [small, other]) expect(cut).not.toHaveBeenCalled();
    places.leave(large);
    places.hold(other, 2_000_000);
    expect(other.cut).not.toHaveBeenCalled();
  });
});

describe('POST /curp/lote', () => {
  const openUpload = async (port: number, query?: string): Promise<Upload> => {
    const upload = new Upload(port, query).send(START + GOOD);
    await upload.lines(2);
    return upload;
  };

  it('answers 429 beyond the places of a project and 503 beyond all, and says when to come back', async () => {
    const service = openService({ loteFiles: 3, loteFilesPerProject: 2 });
    const port = await service.listen();
    const { token, proyecto } = await service.createProject({ cuota: 1000 });
    const own = `token=${token}`;
    const uploads = [await openUpload(port, own), await openUpload(port, own)];
    const third = await uploadFile(port, HEADER + GOOD, own);
    expect([third.status, envelopeOf(third).code_error, third.headers['retry-after']]).toEqual([429, 5, '5']);
    expect(envelopeOf(third).error_message).toContain('2 archivos');
    uploads.push(await openUpload(port));
    const fourth = await uploadFile(port, HEADER + GOOD);
    expect([fourth.status, envelopeOf(fourth).code_error, fourth.headers['retry-after']]).toEqual([503, 9, '5']);
    expect(service.metrics()).toContain('\ncurp_lote_files 3\n');
    for (const upload of uploads) expect((await upload.finish()).cut).toBe(false);
    expect((await uploadFile(port, HEADER + GOOD, own)).status).toBe(200);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(3); // a refused file took none
  });

  it('frees the place of a file whose client left', async () => {
    const service = openService({ loteFiles: 1 });
    const port = await service.listen();
    const upload = await openUpload(port);
    upload.request.destroy();
    await vi.waitUntil(async () => (await uploadFile(port, HEADER + GOOD)).status === 200, SOON);
  });

  it('cuts the file that holds most once all together hold more than their budget', async () => {
    const service = openService({ loteFiles: 2 });
    const port = await service.listen();
    const uploads = [await openUpload(port), await openUpload(port)];
    for (const upload of uploads) upload.send('x'.repeat(1_000_000)); // a row that does not end
    await vi.waitUntil(() => service.log.some((entry) => entry.includes('"cortado":true')), SOON);
    const ends = await Promise.all(uploads.map(async (upload) => upload.finish()));
    expect(ends.map(({ cut }) => cut).toSorted()).toEqual([false, true]);
    expect(ends.find(({ cut }) => !cut)?.trailers).toMatchObject({ 'lote-filas': '2' });
    const line = service.log.find((entry) => entry.includes('"cortado":true')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'error', code_error: 9, filas: 1 });
  });
});
