/** A stored upload as its thread reads it, and the memory that the work at it takes. */
import { type LoteOptions, SheetLote } from '@curp-service/lote';
import { type Source, openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';

/** Bytes that are asked for at a time. */
const PIECE = 1 << 16;
/** Growth of the memory that is reported at once, not with the next piece. */
const STEP = 1 << 20;

export interface StoredUpload {
  readonly size: number;
  /** All of it, if it is short. */
  readonly bytes: Uint8Array | null;
}

export interface UploadHost {
  /** Gives `length` bytes from `offset` on; fewer only at the end. `memory`: the bytes that the work holds. */
  readonly read: (offset: number, length: number, memory: number) => Promise<Uint8Array>;
  /** Throws if the work may not hold that many bytes. */
  readonly hold: (memory: number) => Promise<void>;
}

export class UploadSource implements Source {
  readonly size: number;
  readonly #bytes: Uint8Array | null;
  readonly #host: UploadHost;
  readonly #held = new Map<string, number>();
  #reported = 0;

  constructor({ size, bytes }: StoredUpload, host: UploadHost) {
    this.size = size;
    this.#bytes = bytes;
    this.#host = host;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (this.#bytes !== null) return this.#bytes.subarray(offset, offset + length);
    this.#reported = this.#memory;
    return this.#host.read(offset, length, this.#reported);
  }

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for (let offset = 0; offset < this.size; offset += PIECE) yield this.read(offset, PIECE);
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
    return [...this.#held.values()].reduce((sum, bytes) => sum + bytes, this.#bytes?.length ?? 0);
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
