/** Compares the sexes of a file with its given names that are nearly always of one sex. */
import type { ShownRows } from './values.js';

/** What rows show: they have a given name, and which letter stands beside one of a man or of a woman. */
export const SEX_OF_NAMES = ['names', 'manM', 'manH', 'manF', 'womanM', 'womanH', 'womanF'] as const;
export type SexOfNames = (typeof SEX_OF_NAMES)[number];

/** In no usual file, so many given names are of the other sex, or are surnames. */
export const TELLING_SHARE = 1 / 4;

/** Returns whether most given names are of the other sex, if the letters and digits of the sexes mean `sexo`. */
export function areOfOtherSex(sexo: string, shown: Readonly<Record<SexOfNames, ShownRows>>): boolean {
  if (sexo === 'vh' || sexo === 'mixta') return false;
  const ofM = [shown.manM.count, shown.womanM.count];
  const [otherM, ownM] = sexo === 'hm' ? ofM : ofM.toReversed();
  const ofOther = shown.womanH.count + shown.manF.count + otherM;
  const ofOwn = shown.womanF.count + shown.manH.count + ownM;
  const [crossed, agreed] = sexo === '21' ? [ofOwn, ofOther] : [ofOther, ofOwn]; // a 1 is counted as a man
  // Sexes that have nothing to do with the names, as in invented data, agree as often as not.
  return crossed > Math.max(shown.names.count * TELLING_SHARE, 1) && crossed > 3 * agreed;
}
