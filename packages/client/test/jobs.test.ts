/** Jobs from the upload to the deletion, against a service. */
import { describe, expect, it } from 'vitest';
import { CurpClient } from '../src/index.js';
import { ANSWERED_HEADER, ANSWERED_ROW, HEADER, ROW, file, startJobService, startService, textOf } from './service.js';

describe('a job', () => {
  it('is created, waited for, downloaded and deleted', async () => {
    const { client, liveJobs } = await startJobService();
    const { id, estado } = await client.createJob(() => file(3000), { formato: 'csv' });
    expect(estado).toBe('en_cola');
    const states: string[] = [];
    const status = await client.waitForJob(id, { everyMs: 20, onStatus: (seen) => states.push(seen.estado) });
    expect(status).toMatchObject({ id, estado: 'terminado', filas_hechas: 3000, filas_correctas: 3000 });
    expect(states.at(-1)).toBe('terminado');
    const rows = await textOf(await client.jobResult(id));
    expect(rows.startsWith(`${ANSWERED_HEADER}\n${ANSWERED_ROW}\n`)).toBe(true);
    expect(rows.match(/,[A-Z]{4}\d{6}[A-Z]{6}\d\d,,0,\n/g)).toHaveLength(3000);
    expect(await client.eraseJob(id)).toMatchObject({ id, estado: 'cancelado' });
    expect(await liveJobs()).toEqual([]);
    await expect(client.jobResult(id)).rejects.toMatchObject({ codeError: 8, httpStatus: 400 });
  });

  it('is downloaded byte for byte although the download is cut twice and a proxy answers once', async () => {
    const { client, url } = await startJobService();
    const { id } = await client.createJob(new Blob([`${HEADER}\n${`${ROW}\n`.repeat(3000)}`]), { formato: 'csv' });
    await client.waitForJob(id, { everyMs: 20 });
    const whole = await textOf(await client.jobResult(id));
    const cuts = [40_000, 10, 90_000];
    const waits: number[] = [];
    const cutting = new CurpClient({
      url,
      token: 'pruebas',
      sleep: async (ms) => void waits.push(ms),
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        const cut = cuts.shift();
        if (cut === undefined) return response;
        if (cut === 10) return new Response('<h1>Bad Gateway</h1>', { status: 502 });
        return new Response(cutAfter(response, cut), response);
      },
    });
    expect(await textOf(await cutting.jobResult(id))).toBe(whole);
    expect([cuts, waits]).toEqual([[], [1000, 2000, 1000]]);
  });

  it('is listed by pages, with its name and operation', async () => {
    const { client } = await startJobService();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push((await client.createJob(file(1), { formato: 'csv', nombre: `n${i}` })).id);
    const all = await client.listJobs();
    expect(all).toMatchObject({ pagina: 1, por_pagina: 20, total: 3 });
    expect(all.lotes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const names = all.lotes.map(({ nombre, operacion }) => `${nombre} ${operacion}`);
    expect(names.toSorted()).toEqual(['n0 calcular', 'n1 calcular', 'n2 calcular']);
    const last = await client.listJobs({ pagina: 2, porPagina: 2 });
    expect(last).toMatchObject({ lotes: [{ id: all.lotes[2]?.id }], pagina: 2, por_pagina: 2, total: 3 });
    await expect(client.listJobs({ pagina: 0 })).rejects.toMatchObject({ codeError: 8, httpStatus: 400 });
  });

  it('is refused with code 9 by a service that keeps none', async () => {
    const { client } = await startService();
    const job = client.createJob(file(10), { formato: 'csv' });
    await expect(job).rejects.toMatchObject({ codeError: 9, httpStatus: 503, retryAfter: undefined });
  });

  it('has code 6 if it does not exist', async () => {
    const { client } = await startJobService();
    const unknown = `lote_${'0'.repeat(24)}`;
    await expect(client.jobStatus(unknown)).rejects.toMatchObject({ codeError: 6, httpStatus: 404 });
    await expect(client.eraseJob('../calcular_curp')).rejects.toMatchObject({ codeError: 6 });
  });
});

/** Returns the body of a response that breaks off after this number of bytes. */
function cutAfter(response: Response, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return (response.body as ReadableStream<Uint8Array>).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        controller.enqueue(piece.subarray(0, left));
        left -= piece.length;
        if (left <= 0) controller.error(new TypeError('terminated'));
      },
    }),
  );
}
