/** Decides single conventions of a file by what its rows and its header show. */
import { prevails } from '@curp-service/contract/conventions/majority';
import { TELLING_SHARE, areOfOtherSex } from '@curp-service/contract/conventions/sex-of-names';
import { COLLIDING } from '@curp-service/contract/conventions/postal';
import type { ReadingOptions } from '@curp-service/contract/file-options';
import {
  type Basis,
  type Encoding,
  type Reading,
  WRAPPINGS,
  type Wrapping,
  isSpoilt,
} from '@curp-service/contract/reading';
import { GUESSES, isUtf16 } from '../read/encoding.js';
import type { LikelySlip } from '../datum/name-counts.js';
import type { Evidence } from './evidence.js';

/** The value of a convention, and what it was decided by. */
export type Decided<T> = readonly [value: T, basis: Basis];

/** A convention prevails over another if it is seen this many times as often. */
const TIMES = 10;

export function decideEncoding({ mark, shown }: Evidence): Decided<Encoding> {
  const { notUtf8, utf8, odd, signs, judged } = shown;
  if (isUtf16(mark)) return [mark, 'vista'];
  const isUtf8 = notUtf8.count === 0;
  const guesses = GUESSES.filter((guess) => isSpoilt(guess) === isUtf8);
  const best = guesses.toSorted((a, b) => shown[b].count - shown[a].count)[0] ?? 'windows-1252';
  const inUtf8 = utf8.count + odd.count + signs.count;
  // UTF-8 that was read as another encoding has two signs for a letter, which one row proves. A single KÖHLER proves nothing.
  const areOdd = odd.count > (best.endsWith('>utf-8') ? 0 : 1) && utf8.count * TIMES <= odd.count;
  if (isUtf8 && areOdd && shown[best].count === judged.count) return [best, 'vista'];
  if (mark !== null) return [mark, 'vista'];
  if (!isUtf8 && inUtf8 * TIMES <= notUtf8.count) return [best, 'vista'];
  return ['utf-8', notUtf8.count + inUtf8 > 0 ? 'vista' : 'supuesta'];
}

/** This many given names of one sex with M, and so many times those of the other, say what M means where letters do not. */
const FEWEST_NAMES = 5;
const NAMES_AS_MANY = 10;

export function decideSex({ shown, hints: { sexo: sexHint } }: Evidence): Decided<Reading['sexo']['value']> {
  const h = shown.H.count;
  const f = shown.F.count;
  const [keyWoman, keyMan] = [shown.keyWoman.count, shown.keyMan.count];
  if (h > 0 && f === 0 && (sexHint === 'vh' || (shown.V.count > 0 && shown.M.count === 0))) return ['vh', 'vista'];
  if (h === 0 && f === 0) {
    if (sexHint !== null) return [sexHint, 'vista'];
    if (prevails(keyWoman, keyMan)) return ['hm', 'vista'];
    if (prevails(keyMan, keyWoman)) return ['fm', 'vista'];
    const [men, women] = [shown.men.count + shown.V.count, shown.women.count]; // V is varón
    if (women > 0 && men === 0) return ['fm', 'vista'];
    return ['hm', men > 0 && women === 0 ? 'vista' : 'supuesta'];
  }
  const contradictsHeader = (sexHint === 'hm' && h === 0) || (sexHint === 'fm' && f === 0);
  if (contradictsHeader) return ['mixta', 'vista'];
  if (prevails(h, f)) return ['hm', 'vista'];
  if (prevails(f, h)) return ['fm', 'vista'];
  if (prevails(keyWoman, keyMan)) return ['hm', 'vista'];
  if (prevails(keyMan, keyWoman)) return ['fm', 'vista'];
  const [women, men] = [shown.womanM.count, shown.manM.count];
  if (women >= Math.max(FEWEST_NAMES, NAMES_AS_MANY * men)) return ['hm', 'vista'];
  return men >= Math.max(FEWEST_NAMES, NAMES_AS_MANY * women) ? ['fm', 'vista'] : ['mixta', 'vista'];
}

export function decideOrder(
  { shown, stamped, hints: { fechas: hint, hasOneDate } }: Evidence,
  isSheet: boolean,
): Decided<Reading['fechas']['value']> {
  const { dayFirst, monthFirst, keyDayFirst, keyMonthFirst, monthLast, lateDay, notSerial } = shown;
  // `1990-17-05`, where no date has its day last. In a workbook, Excel may have swapped the real dates.
  const isMonthLast = hasOneDate && !isSheet && monthLast.count > 0 && lateDay.count + notSerial.count === 0;
  if (isMonthLast && hint === null) return ['adm', 'vista'];
  // A header proves like a row: it counts as one more.
  const days = dayFirst.count + keyDayFirst.count + Number(hint === 'dma');
  const months = monthFirst.count + keyMonthFirst.count + Number(hint === 'mda');
  if (days + months === 0 && hint !== null) return [hint, 'vista'];
  if (prevails(months, days)) return ['mda', 'vista'];
  if (months > 0 && !prevails(days, months)) return ['mixta', 'vista'];
  // A form writes the time of an answer and the dates in it alike, unless people type the dates.
  if (days === 0 && stamped !== 0 && shown.unproven.count > 0) return ['mixta', 'vista'];
  return ['dma', days > 0 ? 'vista' : 'supuesta'];
}

/** In a usual file, far fewer births are on 1 January. */
const NEW_YEAR_SHARE = 1 / 10;

export function decideFormOfDates(
  { shown }: Evidence,
  order: Reading['fechas']['value'],
  declared: ReadingOptions['fechas'],
  isSheet: boolean,
): Decided<Reading['forma_fechas']['value']> {
  const { serial, lostZero, notSerial, yearFirst, lateDay, monthFirst, dayFirst, unproven, newYear, names } = shown;
  // One day number in 27 looks like YYMMDD without its first zero. If most look so, they are YYMMDD.
  const areDays = serial.count > 0 && serial.count >= lostZero.count;
  if (areDays && notSerial.count + yearFirst.count === 0) return ['serie', 'vista'];
  if (shown.monthZero.count > 0 && shown.december.count === 0) return ['desde_cero', 'vista'];
  const isMonthFirst = monthFirst.count > 0 && dayFirst.count === 0;
  // An English Excel takes the day for the month, and leaves as texts only dates with a day above 12.
  const areLeftOver = isSheet && dayFirst.count > 0 && monthFirst.count + unproven.count === 0;
  const areOfTwoOrders = (isMonthFirst || areLeftOver) && declared === undefined;
  const mayBeSwapped = (areOfTwoOrders || shown.monthLast.count > 0) && yearFirst.count > 0 && lateDay.count === 0;
  if (mayBeSwapped && order !== 'adm') return ['convertidas', 'vista'];
  const areYears = newYear.count > Math.max(names.count * NEW_YEAR_SHARE, 4);
  return areYears ? ['anios', 'vista'] : [null, 'supuesta'];
}

export function decideWrapping({ shown }: Evidence): Decided<Wrapping | null> {
  const all = shown.names.count;
  const found = WRAPPINGS.find((name) => all > 0 && shown[name].count === all);
  // The initial of a single person may be C.
  return found === undefined || (found === 'ciudadano' && all === 1) ? [null, 'supuesta'] : [found, 'vista'];
}

export function decideSurnames({ shown }: Evidence): Decided<Reading['apellidos']['value']> {
  if (shown.together.count > 0) return ['columna', 'vista'];
  return shown.joined.count * 2 > shown.names.count ? ['juntos', 'vista'] : [null, 'supuesta'];
}

export function decideEnie({ shown }: Evidence): Decided<'sin' | null> {
  const { enie, odd, notUtf8 } = shown;
  return enie.count + odd.count + notUtf8.count === 0 ? ['sin', 'vista'] : [null, 'supuesta'];
}

/** This many of the four letters that mean another state for the post are no chance, if no other letters are those of the CURP. */
const TELLING_LETTERS = 3;

export function decidePlaces({ shown }: Evidence): Decided<Reading['lugares']['value']> {
  const colliding = COLLIDING.filter((letters) => shown[letters].count > 0).length;
  const isPostal = shown.postal.count > 0 || colliding >= TELLING_LETTERS;
  const [ofPost, own] = [shown.postal.count, shown.ownCode.count];
  if (isPostal && (prevails(ofPost, own) || ofPost + own === 0)) return ['postal', 'vista'];
  if (isPostal && ofPost > 0 && colliding > 0 && !prevails(own, ofPost)) return ['mixtos', 'vista'];
  // Beside `Estado de México`, a bare `México` may be the country.
  const isCountry = shown.states.count === 0 || shown.stateOfMexico.count > 0;
  return shown.mexico.count > 0 && isCountry ? ['pais', 'vista'] : [null, 'supuesta'];
}

/** A word that the file has for every twenty of the name that it may be a slip of is a name of its own. */
const NEAR_AS_MANY = 20;
/** More words are not excused. */
const MOST_REPEATED = 1000;

export const decideRepeated = (slips: readonly LikelySlip[]): readonly number[] =>
  slips
    .filter(({ count, ofNear }) => count * NEAR_AS_MANY >= ofNear)
    .map(({ hash }) => hash)
    .toSorted((a, b) => a - b)
    .slice(0, MOST_REPEATED);

export function decideNames({ shown }: Evidence, sexo: Reading['sexo']['value']): Decided<Reading['nombres']['value']> {
  const least = shown.names.count * TELLING_SHARE;
  if (shown.swapped.count > least) return ['cambiados', 'vista'];
  return areOfOtherSex(sexo, shown) ? ['otro_sexo', 'vista'] : [null, 'supuesta'];
}
