/** Remembers what follows from two entries of the dictionary. */

/** The slots are doubled when more than half of them are taken. */
const FIRST_PAIRS = 1 << 8;
const MOST_PAIRS = 1 << 18;
const PAIR_FACTOR = 0x9e3779b1 | 0;
const LENGTH = 3;

export class Pairs {
  private slots = new Int32Array(FIRST_PAIRS * LENGTH);
  private count = 0;

  get isFull(): boolean {
    return this.count >= MOST_PAIRS;
  }

  forget(): void {
    if (this.count > 0) this.slots.fill(0);
    this.count = 0;
  }

  /** Returns the entry that was set for a pair; 0 if there is none. */
  get(a: number, b: number): number {
    return this.slots[this.slotOf(a, b) + 2];
  }

  set(a: number, b: number, entry: number): void {
    if (this.count * 2 * LENGTH >= this.slots.length) this.grow();
    const slot = this.slotOf(a, b);
    this.slots[slot] = a;
    this.slots[slot + 1] = b;
    this.slots[slot + 2] = entry;
    this.count++;
  }

  private slotOf(a: number, b: number): number {
    const { slots } = this;
    const last = slots.length / LENGTH - 1;
    let hash = Math.imul(a ^ Math.imul(b, PAIR_FACTOR), PAIR_FACTOR);
    hash ^= hash >>> 15;
    for (let i = hash & last; ; i = (i + 1) & last) {
      const slot = i * LENGTH;
      if (slots[slot + 2] === 0 || (slots[slot] === a && slots[slot + 1] === b)) return slot;
    }
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Int32Array(slots.length * 2);
    for (let slot = 0; slot < slots.length; slot += LENGTH) {
      if (slots[slot + 2] === 0) continue;
      this.slots.set(slots.subarray(slot, slot + LENGTH), this.slotOf(slots[slot], slots[slot + 1]));
    }
  }
}
