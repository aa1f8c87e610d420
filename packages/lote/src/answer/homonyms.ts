/** Remembers the roots (first 16 characters) of a file's keys, to find rows whose root an earlier row had. */

const ROOT_LENGTH = 16;
const FNV_PRIME = 0x01000193;

/** A hash table with open addressing, at most half full: 16 bytes for a root and four for the number of its row. */
export class Roots {
  private capacity = 1 << 12;
  private roots = new Uint8Array(this.capacity * ROOT_LENGTH);
  private rows = new Uint32Array(this.capacity);
  private count = 0;
  /** A random number for each file, so that an attacker cannot choose roots that collide. */
  private readonly seed = Math.trunc(Math.random() * 2 ** 32);

  /** Returns the first row with this root, or 0 if `row` is the first. */
  record(bytes: Uint8Array, from: number, row: number): number {
    if (this.count * 2 >= this.capacity) this.grow();
    const slot = this.find(bytes, from);
    const first = this.rows[slot];
    if (first !== 0) return first;
    this.rows[slot] = row;
    for (let i = 0; i < ROOT_LENGTH; i++) this.roots[slot * ROOT_LENGTH + i] = bytes[from + i];
    this.count++;
    return 0;
  }

  /** Returns the slot of a root, or the free slot where it belongs. */
  private find(bytes: Uint8Array, from: number): number {
    let hash = this.seed;
    for (let i = 0; i < ROOT_LENGTH; i++) hash = Math.imul(hash ^ bytes[from + i], FNV_PRIME);
    let slot = (hash ^ (hash >>> 15)) & (this.capacity - 1);
    while (this.rows[slot] !== 0 && !this.holds(slot, bytes, from)) slot = (slot + 1) & (this.capacity - 1);
    return slot;
  }

  private holds(slot: number, bytes: Uint8Array, from: number): boolean {
    for (let i = 0; i < ROOT_LENGTH; i++) if (this.roots[slot * ROOT_LENGTH + i] !== bytes[from + i]) return false;
    return true;
  }

  private grow(): void {
    const { roots, rows } = this;
    this.capacity *= 2;
    this.roots = new Uint8Array(this.capacity * ROOT_LENGTH);
    this.rows = new Uint32Array(this.capacity);
    rows.forEach((row, i) => {
      if (row === 0) return;
      const slot = this.find(roots, i * ROOT_LENGTH);
      this.rows[slot] = row;
      this.roots.set(roots.subarray(i * ROOT_LENGTH, (i + 1) * ROOT_LENGTH), slot * ROOT_LENGTH);
    });
  }
}
