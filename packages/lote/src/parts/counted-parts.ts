/** Counts the parts of a file one after the other: their sum decides how all of them are read. */
import { joinBytes } from '../bytes.js';
import type { AnswerRows, TextSource } from '../file.js';
import { type Totals, sumTotals } from '../answer/context.js';
import { operationParts } from '../answer/row-work.js';
import { addEvidence } from '../conventions/add-evidence.js';
import { type Evidence, NO_EVIDENCE } from '../conventions/evidence.js';
import type { PartPlace } from '../read/csv-header.js';
import { type PartDone, answerPart, repeatsHeader } from './answer-part.js';

export const sumEvidence = ([first = NO_EVIDENCE, ...others]: readonly Evidence[]): Evidence =>
  others.reduce(addEvidence, first);

/** Returns where the parts after the first stand. */
export function placesOf(done: readonly Pick<PartDone, 'evidence' | 'frame'>[], repeats: boolean): PartPlace[] {
  const [first] = done;
  if (first === undefined) return [];
  let before = 0;
  return done.slice(0, -1).map(({ evidence }): PartPlace => {
    before += evidence.rows;
    const { header, hasReturns } = first.frame;
    return { header, hasReturns, before, repeatsHeader: repeats };
  });
}

export class CountedParts {
  /** What the parts show, in their order. */
  done: readonly PartDone[] = [];
  /** True if each part repeats the header; otherwise only the first has one. */
  repeatHeader = false;

  constructor(private readonly parts: readonly TextSource[]) {}

  /** Counts the parts instead of answering them. */
  readonly answer: AnswerRows = (chunks, options) => {
    const count = async function* (this: CountedParts): AsyncGenerator<Uint8Array, void> {
      const [, ...others] = this.parts;
      const first = await answerPart(chunks, { ...options, duplicates: null });
      const { frame } = first;
      const heads = await Promise.all(others.map(headOf));
      const { operationName } = operationParts(options, options.reading);
      const { header } = frame;
      const isTable = header !== null && options.reading.formato.value === null;
      this.repeatHeader = isTable && heads.every((head) => repeatsHeader(head, header, options.reading, operationName));
      this.done = [first];
      const part = { ...frame, before: 0, repeatsHeader: this.repeatHeader };
      const { onUnderstood: _, ...own } = options;
      const later = async function* (): AsyncGenerator<PartDone, void> {
        for (const { chunks: open } of others) yield answerPart(open(), { ...own, part, duplicates: null });
      };
      for await (const done of later()) {
        this.done = [...this.done, done];
        yield new Uint8Array();
      }
    };
    return {
      pieces: count.call(this),
      totals: (): Readonly<Totals> => sumTotals(this.done.map(({ totals }) => totals)),
      evidence: () => sumEvidence(this.done.map(({ evidence }) => evidence)),
    };
  };
}

/** Enough bytes for the header of a part. */
const BYTES_OF_FRAME = 1 << 16;

/** Returns the first bytes of a part. */
export async function headOf({ chunks }: TextSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunks()) {
    pieces.push(piece.slice());
    length += piece.length;
    if (length >= BYTES_OF_FRAME) break;
  }
  return joinBytes(pieces);
}
