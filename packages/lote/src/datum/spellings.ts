/** Remembers what was found out about a text. It keeps the texts that repeat, and forgets others: at most twice `most`. */
export class Spellings<T> {
  private recent = new Map<string, T>();
  private older = new Map<string, T>();

  constructor(private readonly most = 1 << 13) {}

  /** Returns what is remembered about a text, or finds it out. */
  get(text: string, find: () => T): T {
    const known = this.recent.get(text);
    if (known !== undefined) return known;
    const found = this.older.get(text) ?? find();
    if (this.recent.size >= this.most) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(text, found);
    return found;
  }
}
