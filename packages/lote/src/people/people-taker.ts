/** Takes the people of the rows of a file, by their keys and names. */
import { CLAVES_GENERICAS } from '@curp-service/core';
import { leerNombre } from '@curp-service/core/leido';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { wordsOf } from '../cell/words.js';

/** What two rows have in common: the key and the names, only the key, or only the data, which give one key. */
export type Shared = 'all' | 'key' | 'data';

/** An earlier row, counted from the header, with the same person or the same key. */
export interface Duplicate {
  readonly row: number;
  readonly shared: Shared;
  /** The sheet of that row, if it is another one, with the number of its header. */
  readonly sheet?: { readonly name: string; readonly headerRow: number };
}

/** The keys and the names of a row, which identify its person. */
export interface Identity {
  /** The key that the row has; `undefined` if it is no valid key. */
  readonly curp: string | undefined;
  /** The key that the data give, if it may be another one. */
  readonly calculada?: string | undefined;
  readonly names: readonly (string | undefined)[];
  /** The data that contradict the row's own key. */
  readonly difieren?: readonly string[];
}

/** Bit 0 of the hash of names: the data give the key, but the row has another one. */
export const ONLY_CALCULATED = 1;

export abstract class PeopleTaker {
  private readonly key = new Int32Array(WORDS_OF_KEY);
  /** The first row of this sheet that found no room, counted from the header; 0 if there is none. */
  abstract readonly fullAt: number;

  /**
   * Takes the person of a row by the five words of her key and the hash of her names, above the bit `ONLY_CALCULATED`. Returns the
   * earlier row with the same person or key.
   */
  abstract find(key: Int32Array, names: number, row: number): Duplicate | null;

  /** Takes the person of a row by her keys, as they are written. Returns the earlier row with the same person; `null` if there is none. */
  findPerson({ curp, calculada, names, difieren = [] }: Identity, row: number): Duplicate | null {
    const own = curp?.trim().toUpperCase();
    let found: Duplicate | null = null;
    if (isOfOnePerson(own))
      found = this.find(this.packed(own), wordsOf([...wordsIn(names), ...difieren]).hash << 1, row);
    if (calculada === own || !isOfOnePerson(calculada)) return found;
    const ofData = this.find(this.packed(calculada), (wordsOf(wordsIn(names)).hash << 1) | ONLY_CALCULATED, row);
    return found ?? ofData;
  }

  /** Returns a key as five words of four characters. */
  private packed(key: string): Int32Array {
    this.key.fill(0);
    for (let i = 0; i < key.length; i++) this.key[i >> 2] |= key.charCodeAt(i) << (8 * (i & 3));
    return this.key;
  }
}

/** Takes down the people of the rows of a part, and compares none. */
export class PeopleRecorder extends PeopleTaker {
  override readonly fullAt = 0;

  constructor(
    /** Takes the five words of a key, the hash of the names above a bit, and the row of the part. */
    private readonly record: (key: Int32Array, names: number, row: number) => void,
  ) {
    super();
  }

  override find(key: Int32Array, names: number, row: number): null {
    this.record(key, names, row);
    return null;
  }
}

const WORDS_OF_KEY = 5;
/** Returns the words of names as they are compared. */
const wordsIn = (names: readonly (string | undefined)[]): string[] =>
  names.flatMap((name) => leerNombre(name, 'nombres').palabras);

const isOfOnePerson = (key: string | undefined): key is string =>
  key?.length === KEY_LENGTH && !CLAVES_GENERICAS.includes(key);
