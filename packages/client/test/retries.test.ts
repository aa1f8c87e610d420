/** Temporary failures: what is sent again, when, and what is not. A fake `fetch` and a fake clock replace the service. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HEADER, PERSONA, envelope, failureOf, fakeClient, file, refusal } from './service.js';

const CSV = { formato: 'csv' } as const;
const offline = (): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNRESET' }) });
};

describe('requests of the client', () => {
  it('have names and the token in their body and headers, never in their address', async () => {
    const { client, requests } = fakeClient(() => envelope({ curp: 'X' }));
    const withPhone = { ...PERSONA, telefono: '5555555555' };
    await client.calcular(withPhone, { detalle: true });
    await client.cotejar('OETR900517MDFLNN05', PERSONA);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://curp.example.mx/base/curp/calcular_curp',
      'https://curp.example.mx/base/curp/cotejar',
    ]);
    const { init } = requests[0] ?? expect.fail();
    expect(init).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: 'Bearer secreto', 'accept-language': 'es', 'content-type': 'application/json' },
    });
    expect(JSON.parse(init.body as string)).toEqual({ ...PERSONA, detalle: '1' });
  });

  it('are sent again after the seconds that the service asks for', async () => {
    const { client, waits } = fakeClient((_url, _init, attempt) =>
      attempt === 1
        ? refusal(429, 5, { 'retry-after': '2' })
        : attempt === 2
          ? refusal(503, 9, { 'retry-after': '0' })
          : envelope({ valido: true }),
    );
    expect(await client.validar('X')).toEqual({ valido: true });
    expect(waits).toEqual([2000, 100]);
  });

  it("are not sent again if the service asks for more time than the caller's patience", async () => {
    const { client, waits } = fakeClient(() => refusal(503, 9, { 'retry-after': '11' }));
    await expect(client.validar('X')).rejects.toMatchObject({ codeError: 9, retryAfter: 11 });
    expect(waits).toEqual([]);
  });

  it('obey a Retry-After that is a date, and ignore an invalid one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-15T18:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const headers = { 'retry-after': 'Sun, 15 Nov 2026 18:01:00 GMT' };
    const { client } = fakeClient(() => refusal(503, 9, headers));
    await expect(client.validar('X')).rejects.toMatchObject({ retryAfter: 60 });
    const { client: other } = fakeClient(() => refusal(503, 9, { 'retry-after': 'later' }));
    await expect(other.validar('X')).rejects.toMatchObject({ retryAfter: undefined });
  });

  it('are sent again, less and less often, while the service cannot be reached and the patience lasts', async () => {
    const { client, waits } = fakeClient(offline, { patienceMs: 20_000 });
    await expect(client.entidades()).rejects.toMatchObject({ name: 'CurpConnectionError', reason: 'ECONNRESET' });
    expect(waits).toEqual([1000, 2000, 4000, 5000, 5000]);
    await expect(client.entidades({ patienceMs: 0 })).rejects.toThrow('ECONNRESET');
    expect(waits).toHaveLength(5);
  });

  it.each([
    [502, true],
    [404, true],
    [429, true],
    [200, false],
    [301, false],
    [403, false],
  ])('are sent again if a proxy answers with %i: %s', async (status, again) => {
    const { client, waits } = fakeClient(() => new Response('<h1>proxy</h1>', { status }), { patienceMs: 1000 });
    await expect(client.validar('X')).rejects.toMatchObject({ reason: `HTTP ${status}` });
    expect(waits).toEqual(again ? [1000] : []);
  });

  it('are not sent again if the service refuses them', async () => {
    const { client, requests } = fakeClient(() => refusal(400, 101));
    await expect(client.obtenerDatos('X')).rejects.toMatchObject({ codeError: 101, message: 'No.' });
    expect(requests).toHaveLength(1);
  });

  it('are sent again if they are not answered in time, and then fail with ETIMEDOUT', async () => {
    const { client, requests } = fakeClient(never, { timeoutMs: 10, patienceMs: 1000 });
    await expect(client.jobStatus('x')).rejects.toMatchObject({ reason: 'ETIMEDOUT' });
    expect(requests).toHaveLength(2);
  });

  it('end when the caller aborts: before, during, and while waiting', async () => {
    const reason = new Error('enough');
    const { client: idle, requests } = fakeClient(never);
    await expect(idle.validar('X', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);

    const during = new AbortController();
    const answer = idle.validar('X', { signal: during.signal });
    during.abort(reason);
    await expect(answer).rejects.toBe(reason);

    const waiting = new AbortController();
    const { client: busy } = fakeClient(() => {
      waiting.abort(reason);
      return refusal(503, 9, { 'retry-after': '1' });
    });
    await expect(busy.validar('X', { signal: waiting.signal })).rejects.toBe(reason);
  });

  it('leave no listener on the signal of the caller', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { client } = fakeClient(() => envelope({}));
    await client.validar('X', { signal });
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('rows from the service', () => {
  it('are refused if a web page answers instead of the service', async () => {
    const page = (): Response => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } });
    const { client } = fakeClient(page);
    await expect(client.jobResult('x')).rejects.toMatchObject({ reason: 'HTTP 200' });
    await expect(client.lote(new Blob(['x']), CSV)).rejects.toMatchObject({ reason: 'HTTP 200' });
  });

  it('may be read slowly, and fail if the service falls silent in the middle of them', async () => {
    const { client, requests } = fakeClient(
      (_url, { signal }) =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(new Uint8Array(10));
              signal?.addEventListener('abort', () => controller.error(signal.reason));
            },
          }),
        ),
      { timeoutMs: 20, patienceMs: 1500 },
    );
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reader = (await client.jobResult('x', { patienceMs: 1500 })).getReader();
    await vi.advanceTimersByTimeAsync(60);
    expect((await reader.read()).value).toHaveLength(10);
    const failing = failureOf(reader.read());
    await vi.advanceTimersByTimeAsync(60);
    expect(await failing).toMatchObject({ reason: 'ETIMEDOUT' });
    expect(requests).toHaveLength(2);
  });
});

describe('uploads of the client', () => {
  /** Reads `pieces` pieces of the file, or all of it. */
  const take = async ({ body }: RequestInit, pieces = Infinity): Promise<void> => {
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let i = 0; i < pieces && !(await reader.read()).done; i += 1);
  };

  it('are sent again if they break before their end and the source can be opened again', async () => {
    const progress: number[] = [];
    const { client, requests } = fakeClient(async (_url, init, attempt) => {
      await take(init, attempt === 1 ? 2 : Infinity);
      return attempt === 1 ? offline() : envelope({ id: 'lote_1' });
    });
    const open = vi.fn<() => ReturnType<typeof file>>(() => file(2000));
    const onProgress = (bytes: number): void => void progress.push(bytes);
    expect(await client.createJob(open, { ...CSV, onProgress })).toEqual({ id: 'lote_1' });
    expect([requests.length, open.mock.calls.length]).toEqual([2, 2]);
    expect(progress.slice(0, 3)).toEqual([HEADER.length + 1, expect.any(Number), HEADER.length + 1]);
    expect(requests[0]?.url).toBe('https://curp.example.mx/base/curp/lotes');
  });

  it('are sent again under the same key if they are a whole job, which the service may have accepted', async () => {
    const { client, requests } = fakeClient(async (_url, init, attempt) => {
      if (attempt < 3) await take(init);
      return attempt % 2 === 1 ? offline() : envelope({ id: 'lote_1' });
    });
    expect(await client.createJob(() => file(1), CSV)).toEqual({ id: 'lote_1' });
    expect(await client.createJob(new Blob(['x']), CSV)).toEqual({ id: 'lote_1' });
    const keys = requests.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([keys[1], keys[3]]).toEqual([keys[0], keys[2]]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('are sent five times more if a job breaks in the middle, each time with new patience and a notice', async () => {
    const { client, requests, waits } = fakeClient(
      async (_url, init) => {
        await take(init, 2);
        return offline();
      },
      { patienceMs: 1500 },
    );
    const told: unknown[] = [];
    const onRetry = (error: unknown, waitMs: number): void => void told.push([(error as Error).name, waitMs]);
    await expect(client.createJob(() => file(2000), { ...CSV, onRetry })).rejects.toThrow('ECONNRESET');
    expect([requests.length, waits]).toEqual([6, [1000, 1000, 1000, 1000, 1000]]);
    expect(told).toEqual(waits.map((ms) => ['CurpConnectionError', ms]));
  });

  it('are not sent again if the source cannot be opened again', async () => {
    const { client, requests } = fakeClient((_url, _init, attempt) =>
      attempt === 1 ? offline() : refusal(503, 9, { 'retry-after': '1' }),
    );
    await expect(client.createJob(file(1), CSV)).rejects.toThrow('ECONNRESET');
    await expect(client.createJob(file(1), CSV)).rejects.toMatchObject({ codeError: 9 });
    expect(requests).toHaveLength(2);
  });

  it('are sent again from a Blob when the service asks for it later', async () => {
    const { client, waits } = fakeClient((_url, _init, attempt) =>
      attempt === 1 ? refusal(503, 9, { 'retry-after': '1' }) : envelope({ id: 'lote_1' }),
    );
    await client.createJob(new Blob(['x']), CSV);
    expect(waits).toEqual([1000]);
  });

  it('are sent again to lote only if nothing was sent, because answered rows count', async () => {
    const { client, requests } = fakeClient(async (_url, init, attempt) => {
      if (attempt === 2) await take(init, 1);
      return offline();
    });
    await expect(client.lote(() => file(1), CSV)).rejects.toThrow('ECONNRESET');
    expect(requests).toHaveLength(2);
  });

  it('leave no timer behind when they fail while their source is waiting', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { client } = fakeClient((_url, init) => {
      void take(init, 1).catch(() => undefined);
      return offline();
    });
    let wake = (): void => undefined;
    async function* source(): AsyncGenerator<Uint8Array, void> {
      await new Promise<void>((resolve) => (wake = resolve));
      yield new Uint8Array(1);
    }
    await expect(client.createJob(source(), CSV)).rejects.toThrow('ECONNRESET');
    wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fail with the error of a source that cannot be opened', async () => {
    const { client } = fakeClient(offline);
    const broken = async (): Promise<never> => client.jobResult('x', { patienceMs: 0 }) as Promise<never>;
    await expect(client.createJob(broken, CSV)).rejects.toMatchObject({ name: 'CurpConnectionError' });
  });

  it('fail when the service stops accepting them, and not while the source is slow', async () => {
    const { client } = fakeClient(
      async (_url, init) => {
        await take(init, 2);
        return never(_url, init);
      },
      { timeoutMs: 30 },
    );
    let slow = 0;
    async function* source(): AsyncGenerator<Uint8Array, void> {
      await new Promise((resolve) => setTimeout(resolve, 90));
      slow += 1;
      yield* file(5000);
    }
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const failing = failureOf(client.createJob(source(), CSV));
    await vi.advanceTimersByTimeAsync(200);
    expect(await failing).toMatchObject({ reason: 'ETIMEDOUT' });
    expect(slow).toBe(1);
  });
});

/** Returns a service that does not answer. */
const never = async (_url: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
