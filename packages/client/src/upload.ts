/** A file on its way to the service. */
import type { Outgoing } from './transport.js';
import type { Watch } from './watch.js';

type Bytes = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A file to send. Browsers send a `Blob` (a `File` is one) or a `Uint8Array`; Node, Deno and Bun send streams and iterables too.
 * A function opens the file, and opens it again where it has to be sent again.
 */
export type FileSource = Bytes | (() => Bytes | Promise<Bytes>);

/** Whether the file can be sent a second time. */
export const canReopen = (source: FileSource): boolean =>
  typeof source === 'function' || source instanceof Blob || source instanceof Uint8Array;

/** One attempt to send a file. */
export class Upload {
  /** The body of the request. */
  readonly init: Pick<Outgoing, 'body' | 'duplex'>;
  /** How many bytes `fetch` has taken. */
  sent = 0;
  /** `fetch` has taken all of it, so that the service may have it. */
  ended = false;
  /** The source failed with this. */
  failure: { readonly error: unknown } | null = null;
  #iterator: AsyncIterator<Uint8Array> | null = null;
  #watch: Watch | null;

  constructor(bytes: Bytes, watch: Watch, onProgress: ((sentBytes: number) => void) | undefined) {
    this.#watch = watch;
    if (bytes instanceof Blob || bytes instanceof Uint8Array) {
      this.ended = true; // nobody can tell how much of it was sent
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any memory will do, shared or not
      this.init = { body: bytes as BodyInit };
      return;
    }
    const iterator = 'getReader' in bytes ? readAll(bytes) : bytes[Symbol.asyncIterator]();
    this.#iterator = iterator;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      try {
        // A source may be slow: only while `fetch` is at work is it the service's turn.
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
        this.failure = { error };
        throw error;
      }
    };
    const stream = new ReadableStream({ pull, cancel: () => this.close() }, { highWaterMark: 0 });
    watch.start();
    this.init = { body: stream, duplex: 'half' };
  }

  /** The service has begun to answer: from now on the reader of its answer watches it. */
  answered(): void {
    this.#watch?.stop();
    this.#watch = null;
  }

  /** Nothing more of the source is read. A source that is waiting for its next piece is not waited for. */
  close(): void {
    this.#iterator?.return?.().catch(() => undefined);
  }
}

/** A stream, also where streams are not iterable. */
async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}
