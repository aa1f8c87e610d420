/** Recognises null words, which mean that a datum is missing. */

/** The word lists of the last files. */
const KNOWN_LISTS = new Map<string, NullWords>();
const MAX_KNOWN = 8;

export class NullWords {
  /** Returns the prepared words. Most files have the same words, so they are prepared once. */
  static of(words: readonly string[]): NullWords {
    const key = JSON.stringify(words);
    const known = KNOWN_LISTS.get(key) ?? new NullWords(words);
    if (KNOWN_LISTS.size >= MAX_KNOWN) KNOWN_LISTS.clear();
    KNOWN_LISTS.set(key, known);
    return known;
  }

  private readonly words: ReadonlySet<string>;

  private constructor(words: readonly string[]) {
    this.words = new Set(words);
  }

  has(text: string): boolean {
    return this.words.has(text) || this.words.has(trimmed(text));
  }
}

/** Returns a text without the white space and controls around it. A pattern for the end could take quadratic time. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}
