/** The signal of the caller ends every operation, before it is sent and while it is in progress. */
import { describe, expect, it, vi } from 'vitest';
import type { CallOptions, CurpClient } from '../src/index.js';
import { PERSONA, envelope, fakeClient, file } from './service.js';

const REASON = new Error('enough');
const CSV = { formato: 'csv' } as const;
const opened = vi.fn<() => ReturnType<typeof file>>(() => file(1));

const OPERATIONS: Readonly<Record<string, (client: CurpClient, options: CallOptions) => Promise<unknown>>> = {
  calcular: async (client, options) => client.calcular(PERSONA, options),
  validar: async (client, options) => client.validar('X', options),
  cotejar: async (client, options) => client.cotejar('X', PERSONA, options),
  entidades: async (client, options) => client.entidades(options),
  obtenerDatos: async (client, options) => client.obtenerDatos('X', options),
  lote: async (client, options) => client.lote(opened, { ...CSV, ...options }),
  createJob: async (client, options) => client.createJob(opened, { ...CSV, ...options }),
  listJobs: async (client, options) => client.listJobs(options),
  jobStatus: async (client, options) => client.jobStatus('x', options),
  waitForJob: async (client, options) => client.waitForJob('x', options),
  jobResult: async (client, options) => client.jobResult('x', options),
  eraseJob: async (client, options) => client.eraseJob('x', options),
};

describe.each(Object.entries(OPERATIONS))('%s', (_, call) => {
  it('sends nothing and opens no file after the caller has aborted', async () => {
    opened.mockClear();
    const { client, requests } = fakeClient(() => envelope({}));
    await expect(call(client, { signal: AbortSignal.abort(REASON) })).rejects.toBe(REASON);
    expect([requests, opened.mock.calls]).toEqual([[], []]);
  });

  it('fails with the reason of a caller who aborts before the service answers', async () => {
    const controller = new AbortController();
    const { client } = fakeClient(
      async (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('This operation was aborted', 'AbortError')));
          controller.abort(REASON);
        }),
    );
    await expect(call(client, { signal: controller.signal })).rejects.toBe(REASON);
  });
});

it('waitForJob ends between two requests', async () => {
  const controller = new AbortController();
  const { client, requests } = fakeClient(() => envelope({ estado: 'en_proceso' }));
  const onStatus = (): void => controller.abort(REASON);
  await expect(client.waitForJob('x', { onStatus, signal: controller.signal })).rejects.toBe(REASON);
  expect(requests).toHaveLength(1);
});

it('jobResult ends between two pieces of its rows', async () => {
  const controller = new AbortController();
  const { client, requests } = fakeClient((_url, { signal }) => {
    const start = (rows: ReadableStreamDefaultController<Uint8Array>): void => {
      rows.enqueue(new Uint8Array(1));
      signal?.addEventListener('abort', () => rows.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  });
  const reader = (await client.jobResult('x', { signal: controller.signal })).getReader();
  await reader.read();
  controller.abort(REASON);
  await expect(reader.read()).rejects.toBe(REASON);
  expect(requests).toHaveLength(1);
});
