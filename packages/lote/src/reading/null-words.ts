/** Recognises the words that stand for no datum, in texts and among the bytes of a row. */

/** Longer words share one bit. */
const LAST_BIT = 31;
const EVERY_LENGTH = -1;

export class NullWords {
  private readonly words: ReadonlySet<string>;
  private readonly written: readonly Uint8Array[];
  /** For each first byte, the lengths of the words that begin with it, as bits. */
  private readonly lengths = new Int32Array(256);

  constructor(words: readonly string[]) {
    this.words = new Set(words);
    this.written = words.map((word) => new TextEncoder().encode(word));
    for (const word of this.written) this.lengths[word[0] ?? 0] |= 1 << Math.min(word.length, LAST_BIT);
    if (words.length > 0) this.lengths.fill(EVERY_LENGTH, 0, 33); // white space: the text decides
  }

  has(text: string): boolean {
    return this.words.has(text) || this.words.has(text.replace(/^[\0- ]+|[\0- ]+$/g, ''));
  }

  /** Whether the cell between these places is one of the words. Most cells are told by their first byte and length. */
  isAt(bytes: Uint8Array, from: number, to: number): boolean {
    const length = to - from;
    if (length <= 0) return false;
    const lengths = this.lengths[bytes[from]];
    if (lengths === 0 || (((lengths >> Math.min(length, LAST_BIT)) & 1) === 0 && bytes[to - 1] > 32)) return false;
    let first = from;
    let end = to;
    while (first < end && bytes[first] <= 32) first++;
    while (end > first && bytes[end - 1] <= 32) end--;
    return this.written.some(
      (word) => word.length === end - first && word.every((byte, i) => byte === bytes[first + i]),
    );
  }
}
