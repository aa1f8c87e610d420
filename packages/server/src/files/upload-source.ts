/** Reads a stored upload in a thread, and reports the memory that its processing takes. */
import { type LoteOptions, SheetLote } from '@curp-service/lote';
import { type Source, openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';

/** The bytes requested at a time. They are many because a message to the main thread costs more than reading. */
const ASKED = 1 << 18;
/** The bytes yielded at a time. They are few so that the buffers of the consumer stay small. */
const PIECE = 1 << 16;
/** If the memory grows by this much, the growth is reported at once and not with the next piece. */
const STEP = 1 << 20;

/** Bytes that both threads can read and write, which saves copies and garbage collection. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>;

export const shareBytes = (length: number): SharedBytes => new Uint8Array(new SharedArrayBuffer(length));

export interface StoredUpload {
  readonly size: number;
  /** The whole upload if it is short, otherwise `null`. */
  readonly bytes: Uint8Array | null;
}

export interface UploadHost {
  /** Fills `into` with the bytes from `offset` on and returns the filled part. `memory` is the bytes that the work holds. */
  readonly read: (offset: number, into: SharedBytes, memory: number) => Promise<SharedBytes>;
  /** Reports the bytes that the work holds. Throws if they are too many. */
  readonly hold: (memory: number) => Promise<void>;
}

export class UploadSource implements Source {
  readonly size: number;
  readonly #bytes: Uint8Array | null;
  readonly #host: UploadHost;
  readonly #held = new Map<string, number>();
  /** Shared buffers that no read is using. */
  readonly #spare: SharedBytes[] = [];
  #reported = 0;

  constructor({ size, bytes }: StoredUpload, host: UploadHost) {
    this.size = size;
    this.#bytes = bytes;
    this.#host = host;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (this.#bytes !== null) return this.#bytes.subarray(offset, offset + length);
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    let end = 0;
    for await (const part of this.#parts(offset, offset + bytes.length)) {
      bytes.set(part, end);
      end += part.length;
    }
    return bytes;
  }

  /** Yields all bytes in order. Each piece is valid until the next is requested. */
  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for await (const part of this.#parts(0, this.size)) {
      for (let from = 0; from < part.length; from += PIECE) yield part.subarray(from, from + PIECE);
    }
  }

  /** Yields the bytes between two offsets. */
  async *#parts(from: number, to: number): AsyncGenerator<Uint8Array, void> {
    if (this.#bytes !== null) {
      yield this.#bytes.subarray(from, to);
      return;
    }
    const shared = this.#spare.pop() ?? shareBytes(ASKED);
    for (let at = from; at < to; at += ASKED) {
      this.#reported = this.#memory;
      yield this.#host.read(at, shared.subarray(0, to - at), this.#reported);
    }
    this.#spare.push(shared);
  }

  /** Notes how many bytes a part of the work holds. */
  hold(part: string, bytes: number): void {
    this.#held.set(part, bytes);
  }

  /** Like `hold`, but waits for permission if the memory has grown by `STEP`. */
  async ask(part: string, bytes: number): Promise<void> {
    this.hold(part, bytes);
    if (this.#memory - this.#reported < STEP) return;
    this.#reported = this.#memory;
    await this.#host.hold(this.#reported);
  }

  get #memory(): number {
    return [...this.#held.values()].reduce((sum, bytes) => sum + bytes, this.#bytes?.length ?? ASKED);
  }
}

/** The bytes of the buffers of zlib and of the rows. */
export const WORKBOOK_MEMORY = 3 << 20;

export async function openBook(
  source: UploadSource,
  hoja: string | undefined,
  options: LoteOptions,
): Promise<SheetLote> {
  const onMemory = async (bytes: number): Promise<void> => source.ask('workbook', WORKBOOK_MEMORY + bytes);
  await onMemory(0);
  return SheetLote.open(await openSheet(source, { hoja, codec: nodeCodec(), onMemory }), options);
}
