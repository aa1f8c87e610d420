/** Recognises the words that stand for no datum, in texts and among the bytes of a row. */

const UTF8 = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export class NullWords {
  /** A bit for the first two bytes and the length of each word: most cells have none of them. */
  readonly bits = new Uint8Array(1 << 13);
  private readonly words: ReadonlySet<string>;

  constructor(words: readonly string[]) {
    this.words = new Set(words);
    for (const word of words) {
      const bytes = UTF8.encode(word);
      const bit = bitOf(bytes, 0, bytes.length);
      this.bits[bit >> 3] |= 1 << (bit & 7);
    }
  }

  has(text: string): boolean {
    return this.words.has(text) || this.words.has(trimmed(text));
  }

  /** Whether the cell between these places is one of the words. */
  isAt(bytes: Uint8Array, from: number, to: number): boolean {
    let first = from;
    let end = to;
    while (first < end && bytes[first] <= 32) first++;
    while (end > first && bytes[end - 1] <= 32) end--;
    const bit = bitOf(bytes, first, end);
    return (this.bits[bit >> 3] & (1 << (bit & 7))) !== 0 && this.words.has(DECODER.decode(bytes.subarray(first, end)));
  }
}

/** The kernel calculates the same for cells of two bytes and more. */
function bitOf(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  const first = length > 0 ? bytes[from] : 0;
  const second = length > 1 ? bytes[from + 1] : 0;
  return ((first * 33 + second) * 33 + length) & 0xffff;
}

/** Without the white space and controls around it. A pattern for those at the end would take time by the square of any others. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}
