/** Checks by the given names whether columns hold what they should: frequent names are known, and the last letter often shows the sex. */
import { DE_PILA, TABLAS, puedeEstar } from '@curp-service/core/masivo';
import { Byte } from '../bytes.js';
import { NameKind, Show } from '../kernel/layout.js';

const { clases } = TABLAS;
/** The bits of a letter in a class, and of six letters in a packed word. */
const LETTER = 31;
const SIX_LETTERS = (1 << 30) - 1;
const A = 1;
const O = 15;
const ONE = 49;
const TWO = 50;

/** Returns the bits of `NameKind` for the first word of a name; 0 if it is no frequent given name. The kernel does the same. */
export function kindOfName(bytes: Uint8Array, from: number, to: number): number {
  let word = 0;
  let letter = 0;
  for (let i = from; i < to && bytes[i] !== Byte.SPACE; i++) {
    if (bytes[i] < 128) letter = clases[bytes[i]] & LETTER;
    else letter = bytes[i] === 0xc3 ? clases[0xc0 | (bytes[++i] & 63)] & LETTER : 0;
    word = ((word << 5) | letter) & SIX_LETTERS;
  }
  if (!puedeEstar(word, DE_PILA)) return 0;
  return NameKind.GIVEN | (letter === A ? NameKind.WOMAN : letter === O ? NameKind.MAN : 0);
}

/** Returns, as a sight, whether a name contradicts the sex or agrees with it. M has two meanings and is counted separately. `sign`: a sex of one sign. */
export function showBesideSex(kind: number, sex: Show, sign: number): Show {
  const isWoman = (kind & NameKind.WOMAN) !== 0;
  if (sex === Show.M) return isWoman ? Show.WOMAN_M : Show.MAN_M;
  const isOfMan = sex === Show.H || sex === Show.MEN || sign === ONE;
  const isOfWoman = sex === Show.F || sex === Show.WOMEN || sign === TWO;
  if (!isOfMan && !isOfWoman) return Show.NOTHING;
  return isOfWoman === isWoman ? Show.AGREED : Show.CROSSED;
}
