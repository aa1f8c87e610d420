/** Recognises a title before the given names, which is no part of a name (I06, chapter 3): `Lic. Renata` would give L. */

/** No title is longer, its period included. */
const LONGEST = 7;
const SPACE = 32;
const PERIOD = 46;

/** Letters as a number, five bits each, in any case. */
const pack = (word: number, letter: number): number => (word << 5) | (letter & 31);
const packAll = (word: string): number => Array.from(word, (letter) => letter.charCodeAt(0)).reduce(pack, 0);

const TITLES = 'ARQ DR DRA ENF ING LIC MTRA MTRO PROF PROFA PROFR PROFRA QFB SR SRA SRTA'.split(' ');
const PACKED: ReadonlySet<number> = new Set(TITLES.map(packAll));
/** 1 for the first two letters of each title: they tell for most names. */
const FIRST_TWO = new Uint8Array(1024);
for (const title of TITLES) FIRST_TWO[packAll(title.slice(0, 2))] = 1;

/** Whether the names between these places begin with a title and another word. */
export function titleAt(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && bytes[i] <= SPACE) i++;
  return FIRST_TWO[pack(bytes[i] & 31, bytes[i + 1])] === 1 && isTitle(bytes, i, to);
}

function isTitle(bytes: Uint8Array, from: number, to: number): boolean {
  let word = 0;
  for (let i = from, end = Math.min(to, from + LONGEST + 1); i < end; i++) {
    const byte = bytes[i];
    if (byte === SPACE) return i + 1 < to && PACKED.has(word);
    if (byte === PERIOD) continue;
    const letter = byte | 32;
    if (letter < 97 || letter > 122) return false;
    word = pack(word, byte);
  }
  return false;
}
