/** The data that a thread of `curp lote --hilos` receives, and the data that it returns. */
import type { LoteOptions, Seeds } from '@curp-service/lote';
import type { Reading } from '@curp-service/contract/reading';

/** What a thread is given. */
export interface ThreadPart {
  readonly fd: number;
  /** The bytes of the file that it answers. */
  readonly from: number;
  readonly to: number;
  readonly options: LoteOptions & { readonly reading: Reading };
  readonly seeds: Seeds;
  readonly seedOfWords: number;
  /** By thread: the bytes that it has read, which the main thread looks at. */
  readonly progress: SharedArrayBuffer;
  readonly number: number;
}

/** The numbers of a person that a thread takes down: two of her key, the hash of her names, and the row of the part. */
export const NUMBERS_OF_PERSON = 4;
