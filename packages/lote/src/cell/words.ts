/** The words of names as numbers, by which a row knows whether two of its names may share a word, and whether two rows have the same names. */
import { esParticula } from '@curp-service/core/leido';
import type { Words } from './part.js';

const LETTER_FACTOR = 0x9e3779b1 | 0;

export const NO_WORDS: Words = { words: 0, otherWords: 0, hash: 0, count: 0 };

/** The hash of words in order is `hash of those before * WORDS_FACTOR + hash of the last`, so that those of several names can be joined. */
export const WORDS_FACTOR = 0x01000193;
const POWERS = new Int32Array(256);
POWERS[0] = 1;
for (let i = 1; i < POWERS.length; i++) POWERS[i] = Math.imul(POWERS[i - 1], WORDS_FACTOR);

/** Returns the hash of the words of two names, one after the other. `count`: the words of the second. */
export const joinHashes = (first: number, second: number, count: number): number =>
  (Math.imul(first, POWERS[count & 255]) + second) | 0;

function hashOfWord(word: string): number {
  let hash = word.length;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), LETTER_FACTOR) ^ (hash >>> 15);
  return hash;
}

/** Returns words, as they are compared with those of other names, as numbers. A particle is no word that two names share. */
export function wordsOf(compared: readonly string[]): Words {
  let [words, otherWords, hash] = [0, 0, 0];
  for (const word of compared) {
    const own = hashOfWord(word);
    if (!esParticula(word)) {
      words |= 1 << (own & 31);
      otherWords |= 1 << ((own >>> 5) & 31);
    }
    hash = joinHashes(hash, own, 1);
  }
  return { words, otherWords, hash, count: compared.length };
}

/** Returns whether two names share a word that is no particle. */
export const shareWord = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((word) => !esParticula(word) && b.includes(word));
