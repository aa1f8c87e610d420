/** Recognises a title before the given names, which is no part of a name (I06, chapter 3): `Lic. Renata` would give L. */

/** No title is longer, its period included. */
const LONGEST = 7;
const SPACE = 32;
const PERIOD = 46;

/** The letters of a word as a number, five bits each. */
const pack = (word: number, letter: number): number => (word << 5) | (letter & 31);

const TITLES: ReadonlySet<number> = new Set(
  'ARQ DR DRA ENF ING LIC MTRA MTRO PROF PROFA PROFR PROFRA QFB SR SRA SRTA'
    .split(' ')
    .map((title) => Array.from(title, (letter) => letter.charCodeAt(0)).reduce(pack, 0)),
);

/** Whether the names between these places begin with a title and another word. */
export function titleAt(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && bytes[i] <= SPACE) i++;
  let word = 0;
  for (const end = Math.min(to, i + LONGEST + 1); i < end; i++) {
    const byte = bytes[i];
    if (byte === SPACE) return i + 1 < to && TITLES.has(word);
    if (byte === PERIOD) continue;
    const letter = byte | 32;
    if (letter < 97 || letter > 122) return false;
    word = pack(word, byte);
  }
  return false;
}
