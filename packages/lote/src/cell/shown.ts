/** What texts show about their file: few different things, so an entry remembers a small number, and the counts of entries are the evidence. */
import { EVIDENCE_NAMES, type EvidenceBits, JOINT } from '../datum/evidence-names.js';

/** The bits of a text are those of the first names. */
const BITS = 64;
const has = ({ low, high }: EvidenceBits, i: number): boolean => ((i < 32 ? low >> i : high >> (i - 32)) & 1) === 1;
const JOINT_INDEXES = EVIDENCE_NAMES.map((_, i) => i).filter((i) => i < BITS && has(JOINT, i));

/** Counts one thing that rows show. */
export type CountEvidence = (index: number, count: number, firstRow: number) => void;

export class ShownNumbers {
  /** By the lower and the higher bits. */
  private readonly numbers = new Map<number, Map<number, number>>([[0, new Map([[0, 0]])]]);
  private readonly bits: EvidenceBits[] = [{ low: 0, high: 0 }];
  /** By number: how many rows show these things, and the first of them. */
  private readonly counts: number[] = [0];
  private readonly rows: number[] = [0];
  /** By number: a bit for each thing that two data of a row show together. */
  joint = new Uint8Array(1 << 8);

  /** Returns the number of what a text shows. */
  numberOf(bits: EvidenceBits): number {
    const known = this.numbers.get(bits.low)?.get(bits.high);
    if (known !== undefined) return known;
    const number = this.bits.push(bits) - 1;
    this.counts.push(0);
    this.rows.push(0);
    this.numbers.set(bits.low, (this.numbers.get(bits.low) ?? new Map<number, number>()).set(bits.high, number));
    if (number >= this.joint.length) {
      const larger = new Uint8Array(this.joint.length * 2);
      larger.set(this.joint);
      this.joint = larger;
    }
    JOINT_INDEXES.forEach((index, i) => {
      if (has(bits, index)) this.joint[number] |= 1 << i;
    });
    return number;
  }

  bitsOf(number: number): EvidenceBits {
    return this.bits[number];
  }

  /** Counts the rows that show the things of a number. */
  readonly count = (number: number, count: number, firstRow: number): void => {
    this.rows[number] = this.counts[number] === 0 ? firstRow : Math.min(this.rows[number], firstRow);
    this.counts[number] += count;
  };

  /** Calls `see` for each thing that rows showed by one text, and counts from 0 again. */
  takeCounts(see: CountEvidence): void {
    this.counts.forEach((count, number) => {
      if (count === 0) return;
      const bits = this.bits[number];
      for (let i = 0; i < BITS; i++) if (has(bits, i) && !has(JOINT, i)) see(i, count, this.rows[number]);
    });
    this.counts.fill(0);
  }

  /** Counts the things of a set of `joint` that `count` rows show. */
  countJoint(set: number, count: number, firstRow: number, see: CountEvidence): void {
    JOINT_INDEXES.forEach((index, i) => {
      if ((set >> i) & 1) see(index, count, firstRow);
    });
  }
}
