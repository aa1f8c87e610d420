/** Sends a file to the service. After a failure, sends it again if that is safe. */
import { type FileOptions, fileRequest } from '@curp-service/contract/jobs';
import { CurpServiceError } from './errors.js';
import type { CallOptions, Outgoing, Transport } from './transport.js';
import type { Watch } from './watch.js';

type UploadBytes = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A file to send. Browsers send a `Blob` (a `File` is one) or a `Uint8Array`; Node, Deno and Bun send streams and iterables too.
 * A function opens the file each time it is sent.
 */
export type FileSource = UploadBytes | (() => UploadBytes | Promise<UploadBytes>);

/** Returns whether the file can be sent a second time. */
const canReopen = (source: FileSource): boolean =>
  typeof source === 'function' || source instanceof Blob || source instanceof Uint8Array;

export interface UploadOptions extends FileOptions, CallOptions {
  /** Called with the number of bytes sent so far; not for a `Blob` or a `Uint8Array`, which the platform sends by itself. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** Called before the file is sent again, with the failure and the milliseconds until then. */
  readonly onRetry?: ((error: unknown, waitMs: number) => void) | undefined;
}

/** How a file is sent, and when it is sent again. */
interface Sending {
  readonly idempotencyKey?: string;
  /** Returns whether a file whose connection broke may be sent again. */
  readonly isSafe: (upload: UploadAttempt) => boolean;
  /** The number of times that a partly sent file is sent again. */
  readonly maxBreaks: number;
}

/** After this many broken uploads, another attempt is unlikely to arrive. */
export const MAX_BREAKS = 5;

/**
 * Sends a file. Sends it again if it can be opened again and the service refused it for now or, if the connection broke,
 * `isSafe` allows it.
 */
export async function sendFile<T>(
  transport: Transport,
  path: string,
  file: FileSource,
  options: UploadOptions,
  { idempotencyKey, isSafe, maxBreaks }: Sending,
  read: (response: Response, watch: Watch, upload: UploadAttempt) => Promise<T>,
): Promise<T> {
  const { contentType, parameters } = fileRequest(options);
  const query = new URLSearchParams(parameters).toString();
  const address = query === '' ? path : `${path}?${query}`;
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  let last: UploadAttempt | null = null;
  let breaks = 0;
  const attempt = async (): Promise<T> => {
    last = null;
    options.signal?.throwIfAborted();
    const bytes = typeof file === 'function' ? await file() : file;
    const watch = transport.watch(options.signal);
    const upload = new UploadAttempt(bytes, watch, options.onProgress);
    last = upload;
    const init = { method: 'POST', contentType, ...key, ...upload.init };
    try {
      return await transport.send(address, init, watch, async (response) => {
        upload.answered();
        watch.start();
        return read(response, watch, upload);
      });
    } catch (error) {
      throw upload.reasonFor(error);
    }
  };
  return transport.insist(attempt, options, {
    isSafe: (error) =>
      canReopen(file) && (error instanceof CurpServiceError || (last !== null && isSafe(last) && breaks <= maxBreaks)),
    gotFurther: () => {
      const isBreak = last !== null && last.sent > 0;
      if (isBreak) breaks += 1;
      return isBreak && maxBreaks > 0;
    },
    onRetry: options.onRetry,
  });
}

/** One attempt to send a file. */
export class UploadAttempt {
  /** The body of the request. */
  readonly init: Pick<Outgoing, 'body' | 'duplex'>;
  /** The number of bytes that `fetch` has taken. */
  sent = 0;
  /** True if `fetch` has taken the whole file, so that the service may have it. */
  ended = false;
  /** The error of the source; `null` if it did not fail. */
  #failure: { readonly error: unknown } | null = null;
  #watch: Watch | null;

  constructor(bytes: UploadBytes, watch: Watch, onProgress: ((sentBytes: number) => void) | undefined) {
    this.#watch = watch;
    if (bytes instanceof Blob || bytes instanceof Uint8Array) {
      this.ended = true; // the platform does not report how much of it was sent
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any memory will do, shared or not
      this.init = { body: bytes as BodyInit };
      return;
    }
    const iterator = 'getReader' in bytes ? readAll(bytes) : bytes[Symbol.asyncIterator]();
    // The promise is not awaited, because a source may be waiting for its next piece.
    const close = (): unknown => iterator.return?.().catch(() => undefined);
    watch.onEnd = close;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      try {
        // A source may be slow: the timer runs only while `fetch` waits for the service.
        this.#watch?.stop();
        const { done, value } = await iterator.next();
        this.#watch?.start();
        if (done === true) {
          this.ended = true;
          controller.close();
        } else {
          controller.enqueue(value);
          this.sent += value.byteLength;
          onProgress?.(this.sent);
        }
      } catch (error) {
        this.#failure = { error };
        throw error;
      }
    };
    const stream = new ReadableStream({ pull, cancel: () => void close() }, { highWaterMark: 0 });
    watch.start();
    this.init = { body: stream, duplex: 'half' };
  }

  /** Leaves the timer to the reader of the answer: the service has begun to answer. */
  answered(): void {
    this.#watch?.stop();
    this.#watch = null;
  }

  /** Returns why the attempt failed. A source that fails breaks the connection, so its error comes first. */
  reasonFor(error: unknown): unknown {
    return this.#failure === null ? error : this.#failure.error;
  }
}

/** Yields the pieces of a stream, also on platforms whose streams are not iterable. */
async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}
