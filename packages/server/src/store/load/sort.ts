/** Sorts records by the bytes of their keys: a radix sort, which keeps the order of equal keys. */

/** Six digits and letters make a number of 32 bits; three such numbers make a key. */
const PART = 6;
const PARTS = 3;
const BASE = 36;
const VALUES = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 65 ? byte - 48 : byte - 55));
/** Numbers are sorted by 11 bits at a time, the lowest first. */
const BITS = 11;
const MASK = (1 << BITS) - 1;

/** `places`: where the records begin; `keyAt`: where the key begins within a record. */
export function sortByKey(bytes: Uint8Array, places: readonly number[], keyAt: number): Uint32Array {
  const count = places.length;
  const numbers = new Uint32Array(count);
  const next = new Uint32Array(MASK + 1);
  let order = Uint32Array.from(places, (_, i) => i);
  let sorted = new Uint32Array(count);
  for (let part = PARTS - 1; part >= 0; part--) {
    for (let i = 0; i < count; i++) numbers[i] = numberAt(bytes, places[i] + keyAt + part * PART);
    for (let shift = 0; shift < 32; shift += BITS) {
      next.fill(0);
      for (let i = 0; i < count; i++) next[(numbers[i] >>> shift) & MASK]++;
      for (let digit = 0, before = 0; digit <= MASK; digit++) {
        const equal = next[digit];
        next[digit] = before;
        before += equal;
      }
      for (let i = 0; i < count; i++) sorted[next[(numbers[order[i]] >>> shift) & MASK]++] = order[i];
      [order, sorted] = [sorted, order];
    }
  }
  return order.map((i) => places[i]);
}

function numberAt(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let i = at; i < at + PART; i++) number = number * BASE + VALUES[bytes[i]];
  return number;
}
