/** The people of a list in memory: their packed profiles, and tables that find those who are alike. */
import { ByteSink, textBetween } from '../bytes.js';
import { release } from '../split.js';
import { MASKS, type Profile, ROOT_LENGTH, unpack } from './profile.js';

const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
const FNV_PRIME = 0x01000193;
/** More people than these would take more than some 1.2 GB. */
const MOST_PEOPLE = 10_000_000;

/** The list has too many people for the memory. */
class ListTooLong extends Error {
  readonly es = `La lista B tiene más de ${MOST_PEOPLE} personas: divídala, por ejemplo por año de nacimiento, y cruce A con cada parte.`;
  readonly en = `List B has more than ${MOST_PEOPLE} people: divide it, for example by year of birth, and cross A with each part.`;
}

/** A list of numbers that grows. */
export class Numbers {
  values = new Uint32Array(1 << 10);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const smaller = this.values;
      this.values = new Uint32Array(this.length * 2);
      this.values.set(smaller);
      release(smaller);
    }
    this.values[this.length++] = value;
  }
}

/** Bytes at addresses that never change, in blocks that are never copied. */
class Blocks {
  private readonly blocks: ByteSink[] = [];

  /** Adds bytes and returns their address. */
  add(bytes: Uint8Array, length: number): number {
    let block = this.blocks.at(-1);
    if (block === undefined || block.length + length > BLOCK) this.blocks.push((block = new ByteSink(BLOCK)));
    const address = (this.blocks.length - 1) * BLOCK + block.length;
    block.copy(bytes, 0, length);
    return address;
  }

  /** Returns the block of an address; `address & WITHIN` is its index there. */
  of(address: number): Uint8Array {
    return this.blocks[address >>> BLOCK_BITS].bytes;
  }
}
const WITHIN = BLOCK - 1;

/** Finds the roots that agree in some positions: each is in the chain of the hash of these characters. */
class Chains {
  private heads = new Uint32Array(1 << 10);
  private readonly next = new Numbers();
  private readonly seed = Math.trunc(Math.random() * 2 ** 32);

  constructor(
    private readonly blocks: Blocks,
    /** The addresses of the roots. */
    private readonly roots: Numbers,
    private readonly mask: readonly number[],
  ) {}

  /** Takes the roots after the last one it has. */
  extend(): void {
    while (this.next.length < this.roots.length) {
      if (this.next.length === this.heads.length) this.grow();
      this.next.push(0);
      this.link(this.next.length - 1);
    }
  }

  /** Returns the number of the last root that agrees with this one; -1 if none does. */
  last(root: Uint8Array): number {
    const hash = this.hash(root, 0);
    return hash < 0 ? -1 : this.linked(this.heads[hash], root);
  }

  /** Returns the root before this one that agrees with it too; -1 if none does. */
  before(entry: number, root: Uint8Array): number {
    return this.linked(this.next.values[entry], root);
  }

  private linked(first: number, root: Uint8Array): number {
    let link = first;
    while (link > 0 && !this.agrees(link - 1, root)) link = this.next.values[link - 1];
    return link - 1;
  }

  private agrees(entry: number, root: Uint8Array): boolean {
    const address = this.roots.values[entry];
    const own = this.blocks.of(address);
    const from = address & WITHIN;
    for (const position of this.mask) if (own[from + position] !== root[position]) return false;
    return true;
  }

  private link(entry: number): void {
    const address = this.roots.values[entry];
    const hash = this.hash(this.blocks.of(address), address & WITHIN);
    if (hash < 0) return;
    this.next.values[entry] = this.heads[hash];
    this.heads[hash] = entry + 1;
  }

  private grow(): void {
    const { length } = this.heads;
    release(this.heads);
    this.heads = new Uint32Array(length * 2);
    for (let entry = 0; entry < this.next.length; entry++) this.link(entry);
  }

  /** Returns -1 if a character is unknown. */
  private hash(bytes: Uint8Array, at: number): number {
    let hash = this.seed;
    for (const position of this.mask) {
      const byte = bytes[at + position];
      if (byte === 0) return -1;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) & (this.heads.length - 1);
  }
}

export class People {
  private readonly blocks = new Blocks();
  /** By person: the address of the profile, and the number of the row. */
  private readonly profiles = new Numbers();
  private readonly numbers = new Numbers();
  /** The addresses of all roots, and whose they are. A person whose key differs from her data has several. */
  private readonly roots = new Numbers();
  private readonly owners = new Numbers();
  /** The table of whole roots, then those that allow for a slip, once somebody asks for them. */
  private readonly chains: Chains[] = [new Chains(this.blocks, this.roots, MASKS[0])];

  get count(): number {
    return this.profiles.length;
  }

  /** The number of the person's row. */
  numberOf(person: number): number {
    return this.numbers.values[person];
  }

  /** The key of the person's row, as it is written; empty if there is none. */
  keyOf(person: number): string {
    const address = this.profiles.values[person];
    const bytes = this.blocks.of(address);
    const from = (address & WITHIN) + 1 + ROOT_LENGTH;
    return textBetween(bytes, from, bytes.indexOf(0, from));
  }

  profileOf(person: number): Profile {
    const address = this.profiles.values[person];
    return unpack(this.blocks.of(address), address & WITHIN);
  }

  /** Adds a packed profile. A person without roots is never found. */
  add({ bytes, length }: ByteSink, number: number, roots: readonly Uint8Array[]): void {
    if (this.count === MOST_PEOPLE) throw new ListTooLong();
    const address = this.blocks.add(bytes, length);
    this.profiles.push(address);
    this.numbers.push(number);
    for (const root of roots) {
      this.owners.push(this.count - 1);
      const isOwn = root.every((byte, at) => byte === bytes[1 + at]);
      this.roots.push(isOwn ? address + 1 : this.blocks.add(root, ROOT_LENGTH));
    }
    for (const chains of this.chains) chains.extend();
  }

  /** Returns whether a person's profile is this one, byte by byte. */
  isSame(person: number, { bytes, length }: ByteSink): boolean {
    const address = this.profiles.values[person];
    const own = this.blocks.of(address);
    const at = address & WITHIN;
    for (let i = 0; i < length; i++) if (own[at + i] !== bytes[i]) return false;
    return true;
  }

  /** Returns the last entry with this root; -1 if there is none. */
  last(root: Uint8Array): number {
    return this.chains[0].last(root);
  }

  /** Returns the entry before this one with the same root; -1 if there is none. */
  before(entry: number, root: Uint8Array): number {
    return this.chains[0].before(entry, root);
  }

  /** Returns the person of an entry. Somebody may have several. */
  ownerOf(entry: number): number {
    return this.owners.values[entry];
  }

  /** Yields the people with this root, or one that a slip may turn into it. Somebody may come several times. */
  *like(root: Uint8Array): Generator<number, void> {
    for (const [i, mask] of MASKS.entries()) {
      const chains = (this.chains[i] ??= new Chains(this.blocks, this.roots, mask));
      chains.extend();
      for (let entry = chains.last(root); entry >= 0; entry = chains.before(entry, root)) {
        if (this.isDateNear(entry, root)) yield this.ownerOf(entry);
      }
    }
  }

  /** Returns whether the date of a root differs in two characters, in the year, or by the order of day and month. An unknown date may agree. */
  private isDateNear(entry: number, root: Uint8Array): boolean {
    const address = this.roots.values[entry];
    const own = this.blocks.of(address);
    const from = address & WITHIN;
    const agree = (i: number, j: number): boolean => own[from + i] === root[j] && own[from + i + 1] === root[j + 1];
    let different = 0;
    for (let i = 4; i < 10; i++) {
      if (own[from + i] === 0 || root[i] === 0) return true;
      if (own[from + i] !== root[i]) different++;
    }
    return different < 3 || (agree(6, 6) && agree(8, 8)) || (agree(6, 8) && agree(8, 6));
  }
}
