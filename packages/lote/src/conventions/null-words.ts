/** Recognises the words that stand for no datum, in texts and among the bytes of a row. */

const UTF8 = new TextEncoder();

export class NullWords {
  /** 1 for each byte with which one of the words may begin. White space counts too: it may stand before a word. */
  readonly firsts = new Uint8Array(256);
  /** 1 for the first two bytes of each word, the first by its last five bits. */
  private readonly pairs = new Uint8Array(32 << 8);
  /** 1 for the first byte and the length of each word, by their last five bits. */
  private readonly lengths = new Uint8Array(32 << 5);
  private readonly words: ReadonlySet<string>;
  /** The bytes of the words by their number. */
  private readonly written: (readonly Uint8Array[])[] = [];

  constructor(words: readonly string[]) {
    this.words = new Set(words);
    for (const word of words) {
      const bytes = UTF8.encode(word);
      const [first = 0, second] = bytes;
      this.firsts[first] = 1;
      this.lengths[lengthAt(first, bytes.length)] = 1;
      this.pairs.fill(1, pairAt(first, second ?? 0), pairAt(first, second ?? 255) + 1);
      this.written[bytes.length] = [...(this.written[bytes.length] ?? []), bytes];
    }
    this.firsts.fill(1, 0, 33);
  }

  has(text: string): boolean {
    return this.words.has(text) || this.words.has(trimmed(text));
  }

  /** Whether the cell between these places is one of the words. Its first bytes tell for most cells. */
  isAt(bytes: Uint8Array, from: number, to: number): boolean {
    const first = bytes[from];
    if (this.firsts[first] === 0) return false;
    if (first > 32 && bytes[to - 1] > 32 && this.lengths[lengthAt(first, to - from)] === 0) return false;
    return (first <= 32 || this.pairs[pairAt(first, bytes[from + 1])] !== 0) && this.isWord(bytes, from, to);
  }

  private isWord(bytes: Uint8Array, from: number, to: number): boolean {
    let first = from;
    let end = to;
    while (first < end && bytes[first] <= 32) first++;
    while (end > first && bytes[end - 1] <= 32) end--;
    return this.written[end - first]?.some((word) => isSame(word, bytes, first)) ?? false;
  }
}

/** Without the white space and controls around it. A pattern for those at the end would take time by the square of any others. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}

const pairAt = (first: number, second: number): number => ((first & 31) << 8) | second;

const lengthAt = (first: number, length: number): number => ((first & 31) << 5) | (length & 31);

function isSame(word: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < word.length; i++) if (word[i] !== bytes[from + i]) return false;
  return true;
}
