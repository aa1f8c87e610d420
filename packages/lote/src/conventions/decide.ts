/** Decides the reading of a file by what the user declares and by what its rows show. The order of the rows does not matter. */
import { CONVENTIONS, CONVENTION_NAMES, isSexUnknown } from '@curp-service/contract/conventions/table';
import { type ReadingOptions, parseReadingOption } from '@curp-service/contract/file-options';
import { LAYOUT_CONVENTIONS, type Layout } from '@curp-service/contract/layouts';
import { COLLIDING } from '@curp-service/contract/conventions/postal';
import {
  type Basis,
  type Convention,
  type ConventionName,
  type Encoding,
  NULL_WORDS,
  READING_PARAMETERS,
  type Reading,
  type SheetRange,
  type Sight,
  WRAPPINGS,
  type Wrapping,
  isSpoilt,
} from '@curp-service/contract/reading';
import { KNOWN_IN_HEADER } from '../read/header-rows.js';
import { GUESSES, isUtf16 } from '../read/encoding.js';
import type { SightName } from '../datum/sights.js';
import { isUnexpected } from '../datum/sexes.js';
import { type Evidence, NOTHING } from './evidence.js';

/** A sheet that the user declared, or that was found among others. */
export interface ChosenSheet {
  readonly value: string;
  readonly basis: 'declarada' | 'vista';
  /** The other sheets with people. */
  readonly otras: readonly string[];
}

export interface DeclaredOptions extends ReadingOptions {
  readonly formato: 'csv' | 'ndjson';
  readonly codificacion?: Encoding | undefined;
  /** The sheet of a workbook. */
  readonly sheet?: ChosenSheet | null;
  /** The ranges of a sheet that cannot include its new columns. */
  readonly rangos?: readonly SheetRange[];
  /** The layout of a file without a header. */
  readonly layout?: Layout | undefined;
}

/** A convention prevails over another if it is seen this many times as often. */
const TIMES = 10;

/** The value of a convention, and what it was decided by. */
type Decided<T> = readonly [value: T, basis: Basis];

/** What decides a convention. */
interface Grounds {
  readonly evidence: Evidence;
  readonly options: DeclaredOptions;
  readonly layout: Layout | null;
  /** The conventions that the user declares, else those that the layout sets. */
  readonly told: ReadingOptions;
  readonly header: Decided<number>;
}

interface Decision<C extends ConventionName> {
  /** Returns the declared value. If absent, that is the value that the user declares or the layout sets. */
  readonly declared?: (options: DeclaredOptions) => Reading[C]['value'] | undefined;
  /** Decides by the rows, if nobody declared the convention. */
  readonly decide: (grounds: Grounds) => Decided<Reading[C]['value']>;
  /** Returns what else is decided. */
  readonly more?: (grounds: Grounds) => Omit<Reading[C], keyof Convention<never>>;
  /** Returns all of the convention that the meaning of a row depends on. If absent, that is all but its basis and its evidence. */
  readonly matters?: (convention: Reading[C]) => unknown;
}

/** How each convention of the table is decided. */
const DECISIONS: { readonly [C in ConventionName]: Decision<C> } = {
  codificacion: {
    declared: ({ codificacion }) => codificacion,
    decide: ({ evidence }) => decideEncoding(evidence),
    matters: (codificacion) => [codificacion.value, hasOneEncoding(codificacion)],
  },
  hoja: {
    decide: ({ options: { sheet } }) => (sheet ? [sheet.value, sheet.basis] : [null, 'supuesta']),
    more: ({ options: { sheet } }) => (sheet && sheet.otras.length > 0 ? { otras: sheet.otras } : {}),
    matters: () => null,
  },
  encabezado: {
    declared: () => undefined, // the header says so
    decide: ({ header }) => header,
    more: ({ evidence, header: [row] }) => ({
      filas: evidence.header.rows ?? 1,
      otro: evidence.otherHeader > 0 ? evidence.otherHeader + row : 0,
    }),
  },
  formato: { decide: ({ layout, options }) => [layout, options.layout === undefined ? 'vista' : 'declarada'] },
  sexo: {
    decide: ({ evidence }) => decideSex(evidence),
    matters: (sexo) => [
      sexo.value,
      ...(['H', 'F', 'M'] as const).map((letter) => isUnexpected(sexo, letter)),
      isSexUnknown(sexo),
    ],
  },
  fechas: { decide: ({ evidence, options }) => decideOrder(evidence, options.sheet !== undefined) },
  siglo: { decide: () => [null, 'supuesta'] },
  nulos: {
    decide: () => [NULL_WORDS, 'supuesta'],
    matters: ({ value, basis, evidence: { surnames } }) => [value, basis === 'declarada', surnames.count > 0],
  },
  enie: {
    declared: ({ enie }) => enie,
    decide: ({ evidence, told: { enie } }) => (enie === undefined ? decideEnie(evidence) : [enie, 'vista']),
  },
  nombre_completo: {
    declared: ({ nombre_completo }) => nombre_completo,
    decide: ({ told: { nombre_completo }, evidence: { hints } }) => {
      const said = nombre_completo ?? hints.nombre_completo;
      return [said, said === null ? 'supuesta' : 'vista'];
    },
  },
  forma_fechas: {
    decide: ({ evidence, told, options }) => {
      const isSheet = options.sheet !== undefined;
      return decideFormOfDates(evidence, told.fechas ?? decideOrder(evidence, isSheet)[0], told.fechas, isSheet);
    },
  },
  envoltura: { decide: ({ evidence }) => decideWrapping(evidence) },
  apellidos: { decide: ({ evidence }) => decideSurnames(evidence) },
  lugares: { decide: ({ evidence }) => decidePlaces(evidence) },
  nombres: { decide: ({ evidence, told }) => decideNames(evidence, told.sexo ?? decideSex(evidence)[0]) },
  pedazos: { decide: ({ evidence: { pieces }, header: [row] }) => [pieces.map((piece) => piece + row), 'vista'] },
  rangos: { decide: ({ options: { rangos = [] } }) => [rangos, 'vista'], matters: () => null },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the decision of a convention takes and returns that convention
const decisionOf = (name: ConventionName): Decision<ConventionName> => DECISIONS[name] as Decision<ConventionName>;

export function decideReading(evidence: Evidence, options: DeclaredOptions): Reading {
  const layout = options.formato === 'csv' ? (options.layout ?? evidence.layout) : null;
  const told = toldBy(options, layout);
  const byName: Readonly<Partial<Record<ConventionName, unknown>>> = told;
  const grounds: Grounds = { evidence, options, layout, told, header: decideHeader(evidence, options) };
  const reading = CONVENTION_NAMES.map((name) => {
    const { decide, more, declared = () => byName[name] } = decisionOf(name);
    const said = declared(options);
    const [value, basis]: Decided<unknown> = said === undefined ? decide(grounds) : [said, 'declarada'];
    return [name, { value, basis, evidence: shownAbout(name, grounds), ...more?.(grounds) }];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all conventions, which `Object.fromEntries` forgets
  return Object.fromEntries(reading) as Reading;
}

/** Returns the evidence about a convention, with the rows of the file. */
function shownAbout(name: ConventionName, { evidence, header: [headerRow] }: Grounds): Readonly<Record<string, Sight>> {
  const names: readonly (SightName | 'mark')[] = CONVENTIONS[name].evidence;
  const shown = names.map((each): [string, Sight] => {
    if (each === 'mark') return [each, evidence.mark === null ? NOTHING : { count: 1, row: 1 }];
    // The announced number of rows counts only if all rows were read.
    if (each === 'announced' && !Number.isFinite(evidence.rows)) return [each, NOTHING];
    const { count, row } = evidence.sights[each];
    return [each, { count, row: count > 0 ? Math.max(row + headerRow, 0) : 0 }];
  });
  return Object.fromEntries(shown);
}

/** Returns the conventions that the user declares, else those that the layout sets. */
function toldBy(options: DeclaredOptions, layout: Layout | null): ReadingOptions {
  const set = LAYOUT_CONVENTIONS.map((name) => [name, layout?.[name]] as const);
  const read = set.flatMap(([name, text]) => {
    const parsed = text === undefined ? null : parseReadingOption(name, String(text));
    return parsed !== null && 'value' in parsed ? [[name, parsed.value] as const] : [];
  });
  const declared = READING_PARAMETERS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return Object.fromEntries([...read, ...declared]);
}

function decideHeader({ header }: Evidence, { formato, encabezado, layout }: DeclaredOptions): Decided<number> {
  if (formato === 'ndjson') return [0, 'supuesta'];
  const row = layout === undefined ? Math.max(header.row || (encabezado ?? 1), 0) : 0;
  if (encabezado !== undefined) return [row, 'declarada'];
  return [row, row === 0 || header.count >= KNOWN_IN_HEADER ? 'vista' : 'supuesta'];
}

function decideEncoding({ mark, sights }: Evidence): Decided<Encoding> {
  const { notUtf8, utf8, odd, signs, judged } = sights;
  if (isUtf16(mark)) return [mark, 'vista'];
  const isUtf8 = notUtf8.count === 0;
  const guesses = GUESSES.filter((guess) => isSpoilt(guess) === isUtf8);
  const best = guesses.toSorted((a, b) => sights[b].count - sights[a].count)[0] ?? 'windows-1252';
  const inUtf8 = utf8.count + odd.count + signs.count;
  // UTF-8 that was read as another encoding has two signs for a letter, which one row proves. A single KÖHLER proves nothing.
  const areOdd = odd.count > (best.endsWith('>utf-8') ? 0 : 1) && utf8.count * TIMES <= odd.count;
  if (isUtf8 && areOdd && sights[best].count === judged.count) return [best, 'vista'];
  if (mark !== null) return [mark, 'vista'];
  if (!isUtf8 && inUtf8 * TIMES <= notUtf8.count) return [best, 'vista'];
  return ['utf-8', notUtf8.count + inUtf8 > 0 ? 'vista' : 'supuesta'];
}

function decideSex({ sights, hints: { sexo: sexHint } }: Evidence): Decided<Reading['sexo']['value']> {
  const h = sights.H.count;
  const f = sights.F.count;
  if (h > 0 && f === 0 && (sexHint === 'vh' || (sights.V.count > 0 && sights.M.count === 0))) return ['vh', 'vista'];
  if (h === 0 && f === 0) {
    if (sexHint !== null) return [sexHint, 'vista'];
    const [men, women] = [sights.men.count + sights.V.count, sights.women.count]; // V is varón
    if (women > 0 && men === 0) return ['fm', 'vista'];
    return ['hm', men > 0 && women === 0 ? 'vista' : 'supuesta'];
  }
  const contradictsHeader = (sexHint === 'hm' && h === 0) || (sexHint === 'fm' && f === 0);
  if (contradictsHeader) return ['mixta', 'vista'];
  if (h >= f * TIMES) return ['hm', 'vista'];
  return f >= h * TIMES ? ['fm', 'vista'] : ['mixta', 'vista'];
}

function decideOrder(
  { sights, hints: { fechas: hint, hasOneDate } }: Evidence,
  isSheet: boolean,
): Decided<Reading['fechas']['value']> {
  const { dayFirst, monthFirst, monthLast, lateDay, notSerial } = sights;
  // `1990-17-05`, where no date has its day last. In a workbook, Excel may have swapped the real dates.
  const isMonthLast = hasOneDate && !isSheet && monthLast.count > 0 && lateDay.count + notSerial.count === 0;
  if (isMonthLast && hint === null) return ['adm', 'vista'];
  // A header proves like a row: it counts as one more.
  const [days, months] = [dayFirst.count + Number(hint === 'dma'), monthFirst.count + Number(hint === 'mda')];
  if (days + months === 0 && hint !== null) return [hint, 'vista'];
  if (days > 0 && months > 0) return ['mixta', 'vista'];
  if (months > 0) return ['mda', 'vista'];
  return ['dma', days > 0 ? 'vista' : 'supuesta'];
}

/** In a usual file, far fewer births are on 1 January. */
const NEW_YEAR_SHARE = 1 / 10;

function decideFormOfDates(
  { sights }: Evidence,
  order: Reading['fechas']['value'],
  declared: ReadingOptions['fechas'],
  isSheet: boolean,
): Decided<Reading['forma_fechas']['value']> {
  const { serial, lostZero, notSerial, yearFirst, lateDay, monthFirst, dayFirst, unproven, newYear, names } = sights;
  // One day number in 27 looks like YYMMDD without its first zero. If most look so, they are YYMMDD.
  const areDays = serial.count > 0 && serial.count >= lostZero.count;
  if (areDays && notSerial.count + yearFirst.count === 0) return ['serie', 'vista'];
  const isMonthFirst = monthFirst.count > 0 && dayFirst.count === 0;
  // An English Excel takes the day for the month, and leaves as texts only dates with a day above 12.
  const areLeftOver = isSheet && dayFirst.count > 0 && monthFirst.count + unproven.count === 0;
  const areOfTwoOrders = (isMonthFirst || areLeftOver) && declared === undefined;
  const mayBeSwapped = (areOfTwoOrders || sights.monthLast.count > 0) && yearFirst.count > 0 && lateDay.count === 0;
  if (mayBeSwapped && order !== 'adm') return ['convertidas', 'vista'];
  const areYears = newYear.count > Math.max(names.count * NEW_YEAR_SHARE, 4);
  return areYears ? ['anios', 'vista'] : [null, 'supuesta'];
}

function decideWrapping({ sights }: Evidence): Decided<Wrapping | null> {
  const all = sights.names.count;
  const found = WRAPPINGS.find((name) => all > 0 && sights[name].count === all);
  // The initial of a single person may be C.
  return found === undefined || (found === 'ciudadano' && all === 1) ? [null, 'supuesta'] : [found, 'vista'];
}

function decideSurnames({ sights }: Evidence): Decided<Reading['apellidos']['value']> {
  if (sights.together.count > 0) return ['columna', 'vista'];
  return sights.joined.count * 2 > sights.names.count ? ['juntos', 'vista'] : [null, 'supuesta'];
}

function decideEnie({ sights }: Evidence): Decided<'sin' | null> {
  const { enie, odd, notUtf8 } = sights;
  return enie.count + odd.count + notUtf8.count === 0 ? ['sin', 'vista'] : [null, 'supuesta'];
}

/** This many of the four letters that mean another state for the post are no chance, if no other letters are those of the CURP. */
const TELLING_LETTERS = 3;

function decidePlaces({ sights }: Evidence): Decided<Reading['lugares']['value']> {
  const colliding = COLLIDING.filter((letters) => sights[letters].count > 0).length;
  const isPostal = sights.postal.count > 0 || colliding >= TELLING_LETTERS;
  if (isPostal && sights.ownCode.count * TIMES <= sights.postal.count) return ['postal', 'vista'];
  // Beside `Estado de México`, a bare `México` may be the country.
  const isCountry = sights.states.count === 0 || sights.stateOfMexico.count > 0;
  return sights.mexico.count > 0 && isCountry ? ['pais', 'vista'] : [null, 'supuesta'];
}

/** In a usual file, few surnames are given names, and few given names end like those of the other sex. */
const TELLING_SHARE = 1 / 4;

function decideNames({ sights }: Evidence, sexo: Reading['sexo']['value']): Decided<Reading['nombres']['value']> {
  const least = sights.names.count * TELLING_SHARE;
  if (sights.swapped.count > least) return ['cambiados', 'vista'];
  if (sexo === 'vh' || sexo === 'mixta') return [null, 'supuesta'];
  const ofM = [sights.manM.count, sights.womanM.count];
  const [otherM, ownM] = sexo === 'hm' ? ofM : ofM.toReversed();
  const ofOther = sights.womanH.count + sights.manF.count + otherM;
  const ofOwn = sights.womanF.count + sights.manH.count + ownM;
  const [crossed, agreed] = sexo === '21' ? [ofOwn, ofOther] : [ofOther, ofOwn]; // a 1 is counted as a man
  // Sexes that have nothing to do with the names, as in invented data, agree as often as not.
  return crossed > Math.max(least, 1) && crossed > 3 * agreed ? ['otro_sexo', 'vista'] : [null, 'supuesta'];
}

/** Returns whether two readings read every row alike. Their evidence may differ. */
export const sameReading = (a: Reading, b: Reading): boolean =>
  CONVENTION_NAMES.every((name) => JSON.stringify(whatMatters(name, a)) === JSON.stringify(whatMatters(name, b)));

function whatMatters(name: ConventionName, reading: Reading): unknown {
  const { basis: _basis, evidence: _evidence, ...rest } = reading[name];
  const { matters = () => rest } = decisionOf(name);
  return matters(reading[name]);
}

/** Returns whether a row that looks like another encoding contradicts the reading. */
export const hasOneEncoding = ({ value, basis, evidence }: Reading['codificacion']): boolean =>
  basis !== 'declarada' &&
  !isSpoilt(value) &&
  evidence.mark.count === 0 &&
  (value === 'utf-8' || evidence.utf8.count + evidence.odd.count === 0);
