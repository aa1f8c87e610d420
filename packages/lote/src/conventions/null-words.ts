/** Recognises null words, which mean that a datum is missing, in texts and in the bytes of a row. */

const UTF8 = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** The word lists of the last files. */
const KNOWN = new Map<string, NullWords>();
const MAX_KNOWN = 8;

export class NullWords {
  /** Returns the prepared words. Most files have the same words, so they are prepared once. */
  static of(words: readonly string[]): NullWords {
    const key = JSON.stringify(words);
    const known = KNOWN.get(key) ?? new NullWords(words);
    if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
    KNOWN.set(key, known);
    return known;
  }

  /** A bit for the first two bytes and the length of each word: it excludes most cells. */
  private readonly bits = new Uint8Array(1 << 13);
  private readonly words: ReadonlySet<string>;

  private constructor(words: readonly string[]) {
    this.words = new Set(words);
    for (const word of words) {
      const bytes = UTF8.encode(word);
      const bit = bitOf(bytes, 0, bytes.length);
      this.bits[bit >> 3] |= 1 << (bit & 7);
    }
  }

  /** Adds the bits to those at an offset in the kernel's memory. */
  addBits({ buffer }: Uint8Array<ArrayBuffer>, at: number): void {
    const target = new Uint32Array(buffer, at, this.bits.length / 4);
    const source = new Uint32Array(this.bits.buffer);
    for (let i = 0; i < source.length; i++) target[i] |= source[i];
  }

  has(text: string): boolean {
    return this.words.has(text) || this.words.has(trimmed(text));
  }

  /** Returns whether the cell between two indexes is one of the words. */
  isAt(bytes: Uint8Array, from: number, to: number): boolean {
    let first = from;
    let end = to;
    while (first < end && bytes[first] <= 32) first++;
    while (end > first && bytes[end - 1] <= 32) end--;
    const bit = bitOf(bytes, first, end);
    return (this.bits[bit >> 3] & (1 << (bit & 7))) !== 0 && this.words.has(DECODER.decode(bytes.subarray(first, end)));
  }
}

/** Returns the bit of a cell. The kernel computes the same for cells of two bytes and more. */
function bitOf(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  const first = length > 0 ? bytes[from] : 0;
  const second = length > 1 ? bytes[from + 1] : 0;
  return ((first * 33 + second) * 33 + length) & 0xffff;
}

/** Returns a text without the white space and controls around it. A pattern for the end could take quadratic time. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}
