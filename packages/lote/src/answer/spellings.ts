/** Remembers what odd spellings of a datum mean, so that each is read as a text only once. */
import type { Row } from '../read/row.js';

/** More spellings than people use. The limits keep a file of nonsense from filling the memory. */
const MAX_REMEMBERED = 1000;
const MAX_LENGTH = 100;

interface Spelling {
  readonly bytes: Uint8Array;
  readonly value: number;
}

export class Spellings {
  /** By a sum of their bytes, so that a known spelling makes no string. */
  private readonly known = new Map<number, Spelling>();
  private readonly none: number;
  private readonly read: (text: string) => number;

  /** `read`: the meaning of a text. `none`: that of a longer text than people write. */
  constructor(none: number, read: (text: string) => number) {
    this.none = none;
    this.read = read;
  }

  /** The meaning of a cell. */
  at(row: Row, cell: number): number {
    const { bytes } = row;
    const from = row.from[cell];
    const to = row.to[cell];
    if (to - from > MAX_LENGTH) return this.none;
    let sum = 0;
    for (let i = from; i < to; i++) sum = (Math.imul(sum, 31) + bytes[i]) | 0;
    const known = this.known.get(sum);
    if (known !== undefined && isAt(bytes, from, to, known.bytes)) return known.value;
    const value = this.read(row.text(cell));
    if (this.known.size < MAX_REMEMBERED) this.known.set(sum, { bytes: bytes.slice(from, to), value });
    return value;
  }
}

function isAt(bytes: Uint8Array, from: number, to: number, wanted: Uint8Array): boolean {
  if (to - from !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[from + i] !== wanted[i]) return false;
  return true;
}
