/** Sends requests with the token, aborts them when the service stays silent, and sends them again if that is safe. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Language } from '@curp-service/contract/language';
import { CurpConnectionError, CurpServiceError } from './errors.js';
import type { PieceReader } from './rows.js';
import { Watch, sleep } from './watch.js';

/** The first pause between two attempts if the service names none. It doubles after each failure, up to `LONGEST_RETRY_MS`. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 5000;
/** The shortest pause, whatever the service says. */
const MIN_RETRY_MS = 100;

/** When a call is repeated after a failure that passes by itself. */
interface Repetition {
  /** Returns whether sending the request again is harmless: always if absent. */
  readonly isSafe?: (error: unknown) => boolean;
  /** Returns whether the last attempt sent a part of the file. If so, the patience starts again. */
  readonly gotFurther?: () => boolean;
  /** Called before another attempt, with the failure and the milliseconds until the attempt. */
  readonly onRetry?: ((error: unknown, waitMs: number) => void) | undefined;
}

/** Returns how long to wait before the request is sent again, or `null` if it would fail again. */
function retryDelay(error: unknown, failures: number): number | null {
  if (error instanceof CurpServiceError) {
    return error.retryAfter === undefined ? null : Math.max(error.retryAfter * 1000, MIN_RETRY_MS);
  }
  // A proxy answers 404, 429 or 5xx while its service is away. Any other status means a wrong address.
  const passes = error instanceof CurpConnectionError && !/^HTTP (?!404|429|5)/.test(error.reason);
  return passes ? Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) : null;
}

export interface ClientOptions {
  /** The address of the service, like `https://curp.example.mx`. */
  readonly url: string | URL;
  readonly token: string;
  /** The platform's `fetch` if absent. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The language of the messages: `es` if absent. */
  readonly language?: Language | undefined;
  /** How long the service may stay silent: 30 seconds if absent. */
  readonly timeoutMs?: number | undefined;
  /** How long a call waits for a service that is away or busy before it fails: 10 seconds if absent, no wait if 0. */
  readonly patienceMs?: number | undefined;
  /** A clock in milliseconds, for tests. */
  readonly now?: (() => number) | undefined;
  /** Waits before a request is sent again, for tests. */
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Replaces `patienceMs` of the client. */
  readonly patienceMs?: number | undefined;
}

/** A request without its address and without the headers that every request has. */
export interface Outgoing {
  readonly method?: string;
  readonly contentType?: string;
  /** The service creates only one job for all files sent under this key. */
  readonly idempotencyKey?: string;
  readonly body?: NonNullable<RequestInit['body']>;
  /** Node requires `half` for a body that is a stream. */
  readonly duplex?: 'half';
}

export class Transport {
  readonly sleep: NonNullable<ClientOptions['sleep']>;
  readonly #base: string;
  readonly #origin: string;
  readonly #fetch: NonNullable<ClientOptions['fetch']>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #patienceMs: number;
  readonly #now: () => number;

  constructor(options: ClientOptions) {
    const { protocol, host, pathname } = new URL(options.url);
    this.#origin = `${protocol}//${host}`;
    this.#base = `${this.#origin}${pathname.replace(/\/+$/, '')}/curp/`;
    // The token is checked here because the error of `fetch` would repeat a token that no header can hold.
    if (!/^[!-~]+$/.test(options.token))
      throw new TypeError('token: it must be of visible ASCII characters, without spaces');
    this.#headers = { authorization: `Bearer ${options.token}`, 'accept-language': options.language ?? 'es' };
    this.#fetch = options.fetch ?? (async (url, init) => fetch(url, init));
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#patienceMs = options.patienceMs ?? 10_000;
    this.#now = options.now ?? (() => performance.now());
    this.sleep = options.sleep ?? sleep;
  }

  watch(signal: AbortSignal | undefined): Watch {
    return new Watch(this.#timeoutMs, signal);
  }

  /** Sends a request once and reads its answer. Any failure ends the watch. */
  async send<T>(
    path: string,
    { contentType, idempotencyKey, ...init }: Outgoing,
    watch: Watch,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    try {
      const response = await this.#fetch(`${this.#base}${path}`, {
        redirect: 'manual', // neither data nor token go to another address
        ...init,
        headers: {
          ...this.#headers,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        signal: watch.signal,
      });
      return await read(response);
    } catch (error) {
      watch.end();
      throw this.#failure(error, watch);
    }
  }

  /** Sends a request, again if the service is away or busy, and returns the `response` of its envelope. */
  async call<T>(path: string, init: Outgoing, options: CallOptions): Promise<T> {
    return this.insist(async () => {
      const watch = this.watch(options.signal);
      watch.start();
      const response = await this.send(path, init, watch, async (answer) => this.open<T>(answer));
      watch.end();
      return response;
    }, options);
  }

  /** Returns the `response` of an envelope, or throws its error. */
  async open<T>(response: Response): Promise<T> {
    const envelope = parse(await response.text());
    if (envelope === null) throw new CurpConnectionError(this.#origin, `HTTP ${response.status}`);
    if (!envelope.error) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
      return envelope.response as T;
    }
    throw new CurpServiceError(envelope.error_message ?? String(envelope.code_error), {
      codeError: envelope.code_error,
      httpStatus: response.status,
      errores: envelope.response.errores ?? [],
      retryAfter: secondsOf(response.headers.get('retry-after')),
      requestId: response.headers.get('x-request-id') ?? undefined,
    });
  }

  /** Returns the rows of a file, or throws the error of the envelope. The watch ends with the rows. */
  async rows(response: Response, watch: Watch): Promise<PieceReader> {
    if (!response.ok || /^(text\/html|application\/json)/.test(response.headers.get('content-type') ?? '')) {
      await this.open(response);
      throw new CurpConnectionError(this.#origin, `HTTP ${response.status}`);
    }
    watch.stop();
    const body = response.body?.getReader();
    const read = async (): Promise<Uint8Array | null> => {
      try {
        watch.start();
        const { done = true, value } = (await body?.read()) ?? {};
        watch.stop();
        if (!done && value !== undefined) return value;
        watch.end();
        return null;
      } catch (error) {
        watch.end();
        throw this.#failure(error, watch);
      }
    };
    const cancel = async (): Promise<void> => {
      watch.end();
      await body?.cancel();
    };
    return { read, cancel };
  }

  /** Repeats `attempt` after each failure that passes by itself, for at most `patienceMs`. */
  async insist<T>(
    attempt: () => Promise<T>,
    { signal, patienceMs = this.#patienceMs }: CallOptions,
    { isSafe, gotFurther, onRetry }: Repetition = {},
  ): Promise<T> {
    let start = this.#now();
    for (let failures = 0; ; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (gotFurther?.() === true) {
          start = this.#now();
          failures = 0;
        }
        const waitMs = retryDelay(error, failures);
        if (waitMs === null || isSafe?.(error) === false || this.#now() - start + waitMs > patienceMs) throw error;
        onRetry?.(error, waitMs);
        await this.sleep(waitMs, signal);
      }
    }
  }

  #failure(error: unknown, watch: Watch): unknown {
    if (error instanceof CurpServiceError || error instanceof CurpConnectionError) return error;
    if (watch.timedOut) return new CurpConnectionError(this.#origin, 'ETIMEDOUT');
    if (watch.signal.aborted) return watch.signal.reason;
    return new CurpConnectionError(this.#origin, codeOf(error) ?? 'NETWORK', error);
  }
}

interface Envelope {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: { readonly errores?: readonly ErrorEntry[] };
}

/** Returns the envelope, or `null` if the text is none: another program answers at that address. */
function parse(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
    return typeof value === 'object' && value !== null && 'code_error' in value ? (value as Envelope) : null;
  } catch {
    return null;
  }
}

/** Returns the seconds until a `Retry-After`, which names seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Returns the code of a system error, which Node puts into the cause of another error. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : undefined;
}
