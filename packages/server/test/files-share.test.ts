/** The files under way share the places and the memory. */
import { describe, expect, it, vi } from 'vitest';
import { type Place, Places } from '../src/files/places.js';
import { openService } from './service.js';
import { GOOD, HEADER, WIDE_ROWS, envelopeOf, underWay, uploadFile } from './upload.js';
import { SOON } from './soon.js';

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
  it('answers 429 beyond the places of a project and 503 beyond all, and says when to come back', async () => {
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
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(2 * WIDE_ROWS + 1); // a refused file took none
  });

  it('frees the place of a file whose client left', async () => {
    const service = openService({ loteFiles: 1 });
    const port = await service.listen();
    const upload = await underWay(port);
    upload.request.destroy();
    await vi.waitUntil(async () => (await uploadFile(port, HEADER + GOOD)).status === 200, SOON);
  });

  it('refuses the file that holds most once all together hold more than their budget', async () => {
    const service = openService({ loteFiles: 2 });
    const port = await service.listen();
    const small = await underWay(port);
    const large = await uploadFile(port, `${HEADER}${'x'.repeat(1_000_000)}\n`);
    expect([large.status, envelopeOf(large).code_error]).toEqual([503, 9]);
    const { cut, trailers } = await small.all();
    expect([cut, trailers['lote-filas']]).toEqual([false, String(WIDE_ROWS)]);
  });
});
