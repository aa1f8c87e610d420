/** Words as numbers, by which they are compared and kept without their text. */

const LETTER_FACTOR = 0x9e3779b1 | 0;

export function hashOfWord(word: string, seed = 0): number {
  let hash = seed ^ word.length;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), LETTER_FACTOR) ^ (hash >>> 15);
  return hash;
}

/** Tells a word as a surname from the same word as a given name. A reading has these numbers, so every process makes the same. */
export const hashOfName = (word: string, isSurname: boolean): number => hashOfWord(`${isSurname ? 'A' : 'N'}${word}`);
