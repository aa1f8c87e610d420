/** A stored upload as its thread reads it, and the memory that the work at it takes. */
import { type LoteOptions, SheetLote } from '@curp-service/lote';
import { type Source, openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';

/** Bytes that are asked for at a time: a message to the main thread costs more than to read some. */
const ASKED = 1 << 18;
/** Bytes that are given at a time: the buffers of whoever takes them stay small. */
const PIECE = 1 << 16;
/** Growth of the memory that is reported at once, not with the next piece. */
const STEP = 1 << 20;

/** Bytes that both threads can read and write, so that none are handed over and collected. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>;

export const shareBytes = (length: number): SharedBytes => new Uint8Array(new SharedArrayBuffer(length));

export interface StoredUpload {
  readonly size: number;
  /** All of it, if it is short. */
  readonly bytes: Uint8Array | null;
}

export interface UploadHost {
  /** Fills `into`, whose memory is shared, from `offset` on; gives the part that is filled. `memory`: the bytes that the work holds. */
  readonly read: (offset: number, into: SharedBytes, memory: number) => Promise<SharedBytes>;
  /** Throws if the work may not hold that many bytes. */
  readonly hold: (memory: number) => Promise<void>;
}

export class UploadSource implements Source {
  readonly size: number;
  readonly #bytes: Uint8Array | null;
  readonly #host: UploadHost;
  readonly #held = new Map<string, number>();
  /** Shared memory that no read is using. */
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

  /** All bytes in their order. Each piece holds until the next is asked for. */
  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for await (const part of this.#parts(0, this.size)) {
      for (let from = 0; from < part.length; from += PIECE) yield part.subarray(from, from + PIECE);
    }
  }

  /** The bytes between two places. */
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

  /** Notes the bytes that a part of the work holds. */
  hold(part: string, bytes: number): void {
    this.#held.set(part, bytes);
  }

  /** Like `hold`, and waits for permission if the memory has grown much. */
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

/** The buffers of zlib and of the rows. */
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
