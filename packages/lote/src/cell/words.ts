/** The words of names as numbers, by which a row knows whether two of its names may share a word, and whether two rows have the same names. */
import { esParticula } from '@curp-service/core/leido';
import { hashOfWord } from '../datum/word-hash.js';
import { joinHashes } from './composed.js';
import type { Words } from './part.js';

/** Random, so that nobody can choose two names that seem to be the same. */
let seedOfWords = Math.trunc(Math.random() * 2 ** 32) | 0;

/** Sets the number that all share who compare the people of the parts of a file. Call it before the first row. */
export function shareSeedOfWords(seed: number): void {
  seedOfWords = seed | 0;
}

export const NO_WORDS: Words = { words: 0, otherWords: 0, hash: 0, count: 0 };

/** Returns words, as they are compared with those of other names, as numbers. A particle is no word that two names share. */
export function wordsOf(compared: readonly string[]): Words {
  let [words, otherWords, hash] = [0, 0, 0];
  for (const word of compared) {
    const own = hashOfWord(word, seedOfWords);
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
