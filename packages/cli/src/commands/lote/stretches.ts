/** Cuts a file into stretches for threads, each between two rows as far as the rows around it show. */
import type { Reading } from '@curp-service/contract/reading';
import { type FileFrame, type LoteOptions, answerPart, areRows } from '@curp-service/lote';
import type { Progress } from '../../terminal/progress.js';
import { readAt } from '../../files/bytes.js';

/** A file for threads. */
export interface ThreadedFile {
  readonly fd: number;
  readonly size: number;
  readonly threads: number;
  /** Its `done` follows the threads. */
  readonly progress: Progress & { done: number };
}

export interface Stretches {
  readonly fd: number;
  readonly cuts: readonly (readonly [from: number, to: number])[];
  readonly frame: FileFrame;
}

/** A shorter stretch is not worth a thread. */
const SHORTEST = 1 << 20;
const HEAD = 1 << 18;
/** A place to cut is looked for in so many bytes. */
const LOOKED_THROUGH = 1 << 18;
const NEWLINE = 10;

/** Returns the stretches of a file; `null` if it is not cut. */
export async function cutFile(
  { fd, size, threads }: Pick<ThreadedFile, 'fd' | 'size' | 'threads'>,
  options: LoteOptions & { readonly reading: Reading },
): Promise<Stretches | null> {
  const { codificacion, formato } = options.reading;
  const count = Math.min(threads, Math.floor(size / SHORTEST));
  if (count < 2 || formato.value !== null || codificacion.value.startsWith('utf-16')) return null;
  const { onUnderstood: _, onRow: __, ...own } = options;
  const head = async function* (): AsyncGenerator<Uint8Array, void> {
    yield readAt(fd, 0, HEAD);
  };
  const { frame } = await answerPart(head(), { ...own, isSupposed: true, duplicates: null });
  if (frame.hasReturns) return null;
  const places = [0];
  for (let i = 1; i < count; i++) {
    const at = rowAfter(fd, Math.floor((size / count) * i), frame);
    if (at === null) return null;
    places.push(at);
  }
  return { fd, cuts: places.map((from, i) => [from, places[i + 1] ?? size]), frame };
}

/** Returns where a row begins after a byte; `null` if no line looks like one. */
function rowAfter(fd: number, from: number, { header }: FileFrame): number | null {
  const bytes = readAt(fd, from, LOOKED_THROUGH);
  for (let i = bytes.indexOf(NEWLINE); i >= 0; i = bytes.indexOf(NEWLINE, i + 1))
    if (header === null || areRows(bytes.subarray(i + 1), header)) return from + i + 1;
  return null;
}
