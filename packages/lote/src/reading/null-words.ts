/** Recognises the words that stand for no datum, in texts and among the bytes of a row. */

export class NullWords {
  /** 1 for each byte with which one of the words may begin. White space counts too: it may stand before a word. */
  readonly firsts = new Uint8Array(256);
  private readonly words: ReadonlySet<string>;
  private readonly written: readonly Uint8Array[];

  constructor(words: readonly string[]) {
    this.words = new Set(words);
    this.written = words.map((word) => new TextEncoder().encode(word));
    this.firsts.fill(1, 0, 33);
    for (const word of this.written) this.firsts[word[0] ?? 0] = 1;
  }

  has(text: string): boolean {
    return this.words.has(text) || this.words.has(text.replace(/^[\0- ]+|[\0- ]+$/g, ''));
  }

  /** Whether the cell between these places is one of the words. Its first byte tells for most cells. */
  isAt(bytes: Uint8Array, from: number, to: number): boolean {
    return this.firsts[bytes[from]] !== 0 && this.isWord(bytes, from, to);
  }

  private isWord(bytes: Uint8Array, from: number, to: number): boolean {
    let first = from;
    let end = to;
    while (first < end && bytes[first] <= 32) first++;
    while (end > first && bytes[end - 1] <= 32) end--;
    for (const word of this.written) {
      if (word.length === end - first && isSame(word, bytes, first)) return true;
    }
    return false;
  }
}

function isSame(word: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < word.length; i++) if (word[i] !== bytes[from + i]) return false;
  return true;
}
