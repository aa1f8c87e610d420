/** Makes the record of a person: hashes of her key and her names, as the kernel makes them, and her row. */
import { CLAVES_GENERICAS } from '@curp-service/core';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { identityOf } from '../datum/for-kernel.js';
import { NotedPerson } from '../kernel/layout.js';

/** The keys and the names of a row, which identify its person. */
export interface Identity {
  /** The key that the row has or, in `calcular`, gets; `undefined` if it is no valid key. */
  readonly curp: string | undefined;
  /** The key that the data give, if it may be another one. */
  readonly calculada?: string | undefined;
  readonly names: readonly (string | undefined)[];
  /** The data that contradict the row's own key. */
  readonly difieren?: readonly string[];
}

/** Numbers that make the hashes of a file unpredictable, so that nobody can choose keys that collide. */
export type HashSeed = readonly [number, number];
const random = (): number => Math.trunc(Math.random() * 2 ** 32) | 0;
export const newSeed = (): HashSeed => [random(), random()];

/** The numbers of a record, as the kernel notes it: two hashes of a key, the hash of the names, and the row. */
export const RECORD = NotedPerson.SIZE / 4;
/** Returns the row of the first record. */
export const rowOf = (records: Int32Array): number => records[NotedPerson.ROW / 4];
/** Bit 0 of the hash of names: the data give the key, but the row has another one. */
export const ONLY_CALCULATED = 1;

/** Returns the records of a row that was answered from its texts. */
export function recordsOf(
  { curp, calculada, names, difieren = [] }: Identity,
  row: number,
  seed: HashSeed,
): Int32Array {
  const own = curp?.trim().toUpperCase();
  const records: number[] = [];
  if (isOfOnePerson(own)) records.push(...hashesOf(own, seed), hashOfNames([...names, ...difieren]) << 1, row);
  if (calculada !== own && isOfOnePerson(calculada)) {
    records.push(...hashesOf(calculada, seed), (hashOfNames(names) << 1) | ONLY_CALCULATED, row);
  }
  return Int32Array.from(records);
}

const isOfOnePerson = (key: string | undefined): key is string =>
  key?.length === KEY_LENGTH && !CLAVES_GENERICAS.includes(key);

/** Returns the two hashes of a key. */
function hashesOf(key: string, [seed, otherSeed]: HashSeed): readonly [number, number] {
  const [a, b, c, d, e] = [0, 4, 8, 12, 16].map((at) => fourSigns(key, at));
  return [mixed(seed, a, b, c, d, e), mixed(otherSeed, e, d, c, b, a)];
}

/** Returns up to four signs of a key as the number that they are in memory. */
function fourSigns(key: string, at: number): number {
  let number = 0;
  for (let i = 0; i < 4 && at + i < key.length; i++) number |= key.charCodeAt(at + i) << (8 * i);
  return number;
}

/** Returns the hash of a person's names, as the kernel does. Accents and cases do not matter. */
function hashOfNames(names: readonly (string | undefined)[]): number {
  let hash = 0;
  for (const word of names.join(' ').split(' ')) {
    const identity = identityOf(word);
    if (identity !== 0) hash = Math.imul(hash, NotedPerson.PRIME) ^ identity;
  }
  return hash;
}

/** Returns a hash of five numbers. */
function mixed(seed: number, a: number, b: number, c: number, d: number, e: number): number {
  let hash = Math.imul(seed ^ a, NotedPerson.FACTOR);
  hash = Math.imul(hash ^ (hash >>> 15) ^ b, NotedPerson.OTHER_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 13) ^ c, NotedPerson.FACTOR);
  hash = Math.imul(hash ^ (hash >>> 15) ^ d, NotedPerson.OTHER_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 13) ^ e, NotedPerson.FACTOR);
  return hash ^ (hash >>> 16);
}
