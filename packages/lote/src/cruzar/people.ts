/** The people of a list in memory: their packed profiles, and tables that find those who are alike. */
import { ByteSink, release, textBetween } from '../bytes.js';
import { BY_NAMES, MASKS, type Profile, ROOT_LENGTH, unpackProfile } from './profile.js';

const PEOPLE_BLOCK_BITS = 20;
const PEOPLE_BLOCK = 1 << PEOPLE_BLOCK_BITS;
const WITHIN = PEOPLE_BLOCK - 1;
/** An odd number whose bits are mixed. */
const FACTOR = 0x9e3779b1;
/** Chosen anew in every process, so that nobody can choose people whose hashes agree. */
const SEED = Math.trunc(Math.random() * 2 ** 32);
/** The most people with the same characters that are compared with a row: a common date may have thousands. */
const MOST_COMPARED = 300;

/** A list of whole numbers that grows. What was never set is 0. */
export class Numbers<T extends Uint8Array | Uint32Array = Uint32Array> {
  values: T;
  length = 0;

  constructor(private readonly make: (length: number) => T) {
    this.values = make(1 << 10);
  }

  push(value: number): void {
    this.set(this.length, value);
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) {
      const smaller = this.values;
      this.values = this.make(Math.max(index + 1, smaller.length * 2));
      this.values.set(smaller);
      release(smaller);
    }
    this.values[index] = value;
    if (index >= this.length) this.length = index + 1;
  }

  release(): void {
    release(this.values);
  }

  at(index: number): number {
    return index >= 0 && index < this.length ? this.values[index] : 0;
  }
}

export const words = (): Numbers => new Numbers((length) => new Uint32Array(length));
export const bytes = (): Numbers<Uint8Array> => new Numbers((length) => new Uint8Array(length));

/** Returns the hash of some characters of a root; -1 if one of them is unknown. */
function hashOf(root: Uint8Array, at: number, positions: readonly number[]): number {
  let hash = SEED;
  const { length } = positions;
  // Two characters at a time: each step waits for the one before.
  for (let i = 0; i < length; i += 2) {
    const byte = root[at + positions[i]];
    const next = i + 1 < length ? root[at + positions[i + 1]] : 1;
    if (byte === 0 || next === 0) return -1;
    hash = Math.imul(hash ^ (byte | (next << 8)), FACTOR);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 1;
}

/** Returns whether a root lacks a character of the date, the sex or the entity. */
function isPartial(root: Uint8Array, at: number): boolean {
  for (let i = at + 4; i < at + 13; i++) if (root[i] === 0) return true;
  return false;
}

/** Bytes at addresses that never change, in blocks that are never copied. */
class Blocks {
  private readonly blocks: ByteSink[] = [];

  /** Adds bytes and returns their address. */
  add(source: Uint8Array, length: number): number {
    let block = this.blocks.at(-1);
    if (block === undefined || block.length + length > PEOPLE_BLOCK)
      this.blocks.push((block = new ByteSink(PEOPLE_BLOCK)));
    const address = (this.blocks.length - 1) * PEOPLE_BLOCK + block.length;
    block.copy(source, 0, length);
    return address;
  }

  release(): void {
    for (const { bytes: block } of this.blocks) release(block);
  }

  /** Returns the block of an address; `address & WITHIN` is its index there. */
  of(address: number): Uint8Array {
    return this.blocks[address >>> PEOPLE_BLOCK_BITS].bytes;
  }
}

/** Finds the roots that agree in some positions: each is in the chain of the hash of these characters. */
class Chains {
  private heads: Uint32Array;
  private readonly next = words();

  constructor(
    private readonly blocks: Blocks,
    /** The addresses of the roots. */
    private readonly roots: Numbers,
    private readonly mask: readonly number[],
  ) {
    this.heads = new Uint32Array(1 << Math.max(10, 32 - Math.clz32(roots.length)));
  }

  release(): void {
    release(this.heads);
    this.next.release();
  }

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
    const hash = hashOf(root, 0, this.mask);
    return hash < 0 ? -1 : this.linked(this.heads[hash & (this.heads.length - 1)], root);
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
    const { mask } = this;
    const address = this.roots.values[entry];
    const own = this.blocks.of(address);
    const from = address & WITHIN;
    for (let i = 0; i < mask.length; i++) if (own[from + mask[i]] !== root[mask[i]]) return false;
    return true;
  }

  private link(entry: number): void {
    const address = this.roots.values[entry];
    const hash = hashOf(this.blocks.of(address), address & WITHIN, this.mask);
    if (hash < 0) return;
    const head = hash & (this.heads.length - 1);
    this.next.values[entry] = this.heads[head];
    this.heads[head] = entry + 1;
  }

  private grow(): void {
    const { length } = this.heads;
    release(this.heads);
    this.heads = new Uint32Array(length * 2);
    for (let entry = 0; entry < this.next.length; entry++) this.link(entry);
  }
}

export class People {
  private readonly blocks = new Blocks();
  /** By person: the address of the profile. */
  private readonly profiles = words();
  /** The addresses of all roots, and whose they are. A person whose key differs from her data has several. */
  private readonly roots = words();
  private readonly owners = words();
  /** By mask, once somebody asks for it. */
  private readonly chains: Chains[] = [];
  /** Whether somebody lacks a part of the date, the sex or the entity. */
  private hasPartial = false;

  /** Frees the memory at once: nobody is here any longer. */
  release(): void {
    for (const each of [this.blocks, this.profiles, this.roots, this.owners, ...this.chains.values()]) each?.release();
  }

  /** The key of the person's row, as it is written; empty if there is none. */
  keyOf(person: number): string {
    const address = this.profiles.values[person];
    const block = this.blocks.of(address);
    const from = (address & WITHIN) + 1 + ROOT_LENGTH;
    return textBetween(block, from, block.indexOf(0, from));
  }

  profileOf(person: number): Profile {
    const address = this.profiles.values[person];
    return unpackProfile(this.blocks.of(address), address & WITHIN);
  }

  /** Keeps a packed profile. A person without roots is never found. */
  add(person: number, { bytes: profile, length }: ByteSink, roots: readonly Uint8Array[]): void {
    const address = this.blocks.add(profile, length);
    this.profiles.set(person, address);
    this.hasPartial ||= roots.length > 0 && isPartial(profile, 1);
    for (const root of roots) {
      let i = 0;
      while (i < ROOT_LENGTH && root[i] === profile[1 + i]) i++;
      this.owners.push(person);
      this.roots.push(i === ROOT_LENGTH ? address + 1 : this.blocks.add(root, ROOT_LENGTH));
    }
  }

  /** Returns whether the profile before the root of an entry begins with these bytes. Before a root without a profile there is a zero. */
  isSame(entry: number, { bytes: profile }: ByteSink, length: number): boolean {
    const address = this.roots.values[entry];
    const own = this.blocks.of(address);
    const at = (address & WITHIN) - 1;
    for (let i = length - 1; i >= 0; i--) if (own[at + i] !== profile[i]) return false;
    return true;
  }

  /** Returns the last entry whose root agrees with this one in a mask; -1 if there is none. */
  last(mask: number, root: Uint8Array): number {
    const chains = (this.chains[mask] ??= new Chains(this.blocks, this.roots, MASKS[mask]));
    chains.extend();
    return chains.last(root);
  }

  /** Returns the entry before this one that agrees too; -1 if there is none. */
  before(mask: number, entry: number, root: Uint8Array): number {
    return this.chains[mask].before(entry, root);
  }

  /** Returns the person of an entry. Somebody may have several. */
  ownerOf(entry: number): number {
    return this.owners.values[entry];
  }

  /** Yields the people with this root, or one that a slip may turn into it. Somebody may come several times. */
  *like(root: Uint8Array): Generator<number, void> {
    const mayLack = this.hasPartial || isPartial(root, 0);
    for (const mask of MASKS.keys()) {
      if (mask === BY_NAMES && !mayLack) continue;
      let left = MOST_COMPARED;
      for (let entry = this.last(mask, root); entry >= 0 && left > 0; entry = this.before(mask, entry, root)) {
        if (!this.isNear(mask, entry, root)) continue;
        left--;
        yield this.ownerOf(entry);
      }
    }
  }

  /**
   * Returns whether the date of a root differs in two characters, in the year, or by the order of day and month. An unknown date
   * may agree. A root that agrees wholly is found by the first mask only, and one by its names if it or this one lacks the rest.
   */
  private isNear(mask: number, entry: number, root: Uint8Array): boolean {
    const address = this.roots.values[entry];
    const own = this.blocks.of(address);
    const from = address & WITHIN;
    const agree = (i: number, j: number): boolean => own[from + i] === root[j] && own[from + i + 1] === root[j + 1];
    if (mask === BY_NAMES && !isPartial(root, 0) && !isPartial(own, from)) return false;
    if (mask > 0 && root.every((byte, i) => byte !== 0 && byte === own[from + i])) return false;
    let different = 0;
    for (let i = 4; i < 10; i++) {
      if (own[from + i] === 0 || root[i] === 0) return true;
      if (own[from + i] !== root[i]) different++;
    }
    return different < 3 || (agree(6, 6) && agree(8, 8)) || (agree(6, 8) && agree(8, 6));
  }
}
