/** Random numbers that a seed determines, so that every case can be repeated. */

export class Random {
  #state: number;

  /** Starts a sequence that is the same for the same numbers. */
  constructor(...seed: readonly number[]) {
    this.#state = 0;
    for (const number of seed) this.#state = Math.imul(this.#state ^ number, 0x9e3779b1) + 0x7f4a7c15;
    this.next();
  }

  /** Returns a number from 0 to 2³² − 1, by the generator “mulberry32”. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** Returns a number from 0 to `n` − 1. */
  below(n: number): number {
    return this.next() % n;
  }

  /** Returns true once in `n` times. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Returns up to `most` values. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  /** Cuts bytes into pieces of random lengths, some forty at most on average. */
  cut(bytes: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    const most = Math.max(1 + this.below(bytes.length + 1), Math.ceil(bytes.length / 20));
    for (let from = 0; from < bytes.length;) {
      const length = 1 + this.below(most);
      pieces.push(bytes.subarray(from, from + length));
      from += length;
    }
    return pieces;
  }

  /** Changes bytes at a few offsets: flips, removes, repeats, inserts or cuts off some. */
  mutate(bytes: Buffer): Buffer {
    let result = Buffer.from(bytes);
    for (let times = 1 + this.below(4); times > 0; times--) {
      const at = this.below(result.length + 1);
      const until = Math.min(result.length, at + 1 + this.below(this.oneIn(8) ? 2000 : 4));
      const [before, middle, after] = [result.subarray(0, at), result.subarray(at, until), result.subarray(until)];
      const flipped = Buffer.from(middle.map((byte) => byte ^ (1 << this.below(8))));
      const inserted = Buffer.from(this.pick(['\0', '\r\n', '\n', '"', '%', ' ', ':', 'ñ', '0', '\r\n\r\n', '{', ',']));
      result = this.pick([
        () => Buffer.concat([before, flipped, after]),
        () => Buffer.concat([before, after]),
        () => Buffer.concat([before, middle, middle, after]),
        () => Buffer.concat([before, inserted, middle, after]),
        () => Buffer.concat([before, this.bytes(1 + this.below(8)), after]),
        () => before,
      ])();
    }
    return result;
  }
}
