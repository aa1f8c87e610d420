/** Decides the reading of a file by what the user declares and by what its rows show. The order of the rows does not matter. */
import { type ReadingOptions, parseReadingOption } from '@curp-service/contract/file-options';
import { LAYOUT_CONVENTIONS, type Layout } from '@curp-service/contract/layouts';
import {
  type Convention,
  type Encoding,
  NULL_WORDS,
  type Reading,
  type SheetRange,
  WRAPPINGS,
  type Wrapping,
  isSpoilt,
} from '@curp-service/contract/reading';
import { KNOWN_IN_HEADER } from '../read/header-rows.js';
import { GUESSES, isUtf16 } from '../read/encoding.js';
import { type Evidence, type SightName } from './evidence.js';

/** A sheet that the user declared, or that was found among others. */
export interface ChosenSheet {
  readonly value: string;
  readonly basis: 'declarada' | 'vista';
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

/** The value of a convention that was decided from the rows. */
type Decided<T> = readonly [value: T, basis: 'vista' | 'supuesta'];

export function decideReading(evidence: Evidence, options: DeclaredOptions): Reading {
  const header = decideHeader(evidence, options);
  const { formato, codificacion, enie, rangos = [] } = options;
  const layout = formato === 'csv' ? (options.layout ?? evidence.layout) : null;
  const set = conventionsOf(layout);
  const { sexo = set.sexo, fechas = set.fechas, siglo = set.siglo, nulos = set.nulos } = options;
  const by = <T, E extends SightName = never>(
    declared: T | undefined,
    [value, basis]: Decided<T>,
    ...names: readonly E[]
  ): Convention<T, E> => {
    const seen = names.map((name) => {
      const { count, row } = evidence.sights[name];
      return [name, { count, row: count > 0 ? Math.max(row + header[0], 0) : 0 }];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, which `Object.fromEntries` forgets
    const shown = Object.fromEntries(seen) as Convention<T, E>['evidence'];
    if (declared !== undefined) return { value: declared, basis: 'declarada', evidence: shown };
    return { value, basis, evidence: shown };
  };
  return {
    codificacion: withMark(by(codificacion, decideEncoding(evidence), 'notUtf8', 'utf8', 'odd'), evidence),
    encabezado: {
      ...by(formato === 'csv' && options.encabezado !== undefined ? header[0] : undefined, header),
      filas: evidence.header.rows ?? 1,
      otro: evidence.otherHeader > 0 ? evidence.otherHeader + header[0] : 0,
    },
    formato: ofAllRows(
      by<Layout | null, 'withoutKey' | 'lines' | 'announced'>(
        options.layout,
        [layout, 'vista'],
        'withoutKey',
        'lines',
        'announced',
      ),
      evidence,
    ),
    sexo: by<Reading['sexo']['value'], keyof Reading['sexo']['evidence']>(
      sexo,
      decideSex(evidence),
      'H',
      'F',
      'M',
      'V',
      'men',
      'women',
      'digits',
    ),
    fechas: by<Reading['fechas']['value'], 'dayFirst' | 'monthFirst' | 'unproven'>(
      fechas,
      decideOrder(evidence),
      'dayFirst',
      'monthFirst',
      'unproven',
    ),
    siglo: by<number | null, 'shortYears'>(siglo, [null, 'supuesta'], 'shortYears'),
    nulos: by(nulos, [NULL_WORDS, 'supuesta'], 'surnames'),
    forma_fechas: by<Reading['forma_fechas']['value'], 'serial' | 'yearFirst'>(
      undefined,
      decideFormOfDates(evidence, fechas, options.sheet !== undefined),
      'serial',
      'yearFirst',
    ),
    envoltura: by<Wrapping | null, 'names'>(undefined, decideWrapping(evidence), 'names'),
    apellidos: by<Reading['apellidos']['value'], 'joined'>(undefined, decideSurnames(evidence), 'joined'),
    enie: by<string | null, 'lacksEnie'>(
      enie,
      set.enie === undefined ? decideEnie(evidence) : [set.enie, 'vista'],
      'lacksEnie',
    ),
    lugares: by<'pais' | null, 'mexico'>(undefined, decidePlaces(evidence), 'mexico'),
    nombres: by<Reading['nombres']['value'], 'swapped'>(
      undefined,
      decideNames(evidence, sexo ?? decideSex(evidence)[0]),
      'swapped',
    ),
    nombre_completo: by<'apellidos' | 'nombres' | null>(
      options.nombre_completo,
      set.nombre_completo === undefined ? [null, 'supuesta'] : [set.nombre_completo, 'vista'],
    ),
    hoja: { evidence: {}, ...(options.sheet ?? { value: null, basis: 'supuesta' }) },
    rangos: by<readonly SheetRange[]>(undefined, [rangos, 'vista']),
  };
}

const withMark = (
  { evidence, ...decided }: Convention<Encoding, 'notUtf8' | 'utf8' | 'odd'>,
  { mark }: Evidence,
): Reading['codificacion'] => ({
  ...decided,
  evidence: { ...evidence, mark: mark === null ? { count: 0, row: 0 } : { count: 1, row: 1 } },
});

/** The announced number of rows counts only if all rows were read. */
const ofAllRows = (format: Reading['formato'], { rows }: Evidence): Reading['formato'] =>
  Number.isFinite(rows) ? format : { ...format, evidence: { ...format.evidence, announced: { count: 0, row: 0 } } };

/** Returns the conventions that a layout sets. */
function conventionsOf(layout: Layout | null): ReadingOptions {
  const read = LAYOUT_CONVENTIONS.flatMap((name) => {
    const text = layout?.[name];
    const parsed = text === undefined ? null : parseReadingOption(name, String(text));
    return parsed !== null && 'value' in parsed ? [[name, parsed.value] as const] : [];
  });
  return Object.fromEntries(read);
}

function decideHeader({ header }: Evidence, { formato, encabezado, layout }: DeclaredOptions): Decided<number> {
  if (formato === 'ndjson') return [0, 'supuesta'];
  if (layout !== undefined || header.row < 0) return [0, 'vista'];
  return [header.row > 0 ? header.row : (encabezado ?? 1), header.count >= KNOWN_IN_HEADER ? 'vista' : 'supuesta'];
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

function decideSex({ sights, sexHint }: Evidence): Decided<Reading['sexo']['value']> {
  const h = sights.H.count;
  const f = sights.F.count;
  if (sights.V.count > 0 && h > 0 && f === 0 && sights.M.count === 0) return ['vh', 'vista'];
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

function decideOrder({ sights }: Evidence): Decided<'dma' | 'mda' | 'mixta'> {
  const { dayFirst, monthFirst } = sights;
  if (dayFirst.count > 0 && monthFirst.count > 0) return ['mixta', 'vista'];
  if (monthFirst.count > 0) return ['mda', 'vista'];
  return ['dma', dayFirst.count > 0 ? 'vista' : 'supuesta'];
}

/** Returns whether only a person can know what M means: the file has neither another letter nor a word for a sex. */
export const isSexUnknown = ({ basis, evidence }: Reading['sexo']): boolean =>
  basis === 'supuesta' && evidence.M.count > 0;

/** In a usual file, far fewer births are on 1 January. */
const NEW_YEAR_SHARE = 1 / 10;

function decideFormOfDates(
  { sights }: Evidence,
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
  if (mayBeSwapped) return ['convertidas', 'vista'];
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

function decidePlaces({ sights }: Evidence): Decided<'pais' | null> {
  return sights.mexico.count > 0 && sights.states.count === 0 ? ['pais', 'vista'] : [null, 'supuesta'];
}

/** In a usual file, few surnames are given names, and few given names end like those of the other sex. */
const TELLING_SHARE = 1 / 4;

function decideNames({ sights }: Evidence, sexo: Reading['sexo']['value']): Decided<Reading['nombres']['value']> {
  const least = sights.names.count * TELLING_SHARE;
  if (sights.swapped.count > least) return ['cambiados', 'vista'];
  if (sexo === 'vh' || sexo === 'mixta') return [null, 'supuesta'];
  const ofM = [sights.manM.count, sights.womanM.count];
  const [otherM, ownM] = sexo === 'hm' ? ofM : ofM.toReversed();
  const crossed = sights.womanH.count + sights.manF.count + otherM;
  const agreed = sights.womanF.count + sights.manH.count + ownM;
  // Sexes that have nothing to do with the names, as in invented data, agree as often as not.
  return crossed > Math.max(least, 1) && crossed > 3 * agreed ? ['otro_sexo', 'vista'] : [null, 'supuesta'];
}

/** Returns whether two readings read every row alike. Their evidence may differ. */
export function sameReading(a: Reading, b: Reading): boolean {
  return JSON.stringify(essence(a)) === JSON.stringify(essence(b));
}

/** Returns everything in a reading that the meaning of a row depends on. */
const essence = (reading: Reading): unknown => {
  const { codificacion, encabezado, sexo, fechas, siglo, nulos, nombre_completo } = reading;
  return [
    codificacion.value,
    hasOneEncoding(codificacion),
    encabezado.value,
    encabezado.otro,
    reading.formato.value,
    sexo.value,
    isUnexpected(sexo, 'H'),
    isUnexpected(sexo, 'F'),
    isUnexpected(sexo, 'M'),
    isSexUnknown(sexo),
    fechas.value,
    siglo.value,
    nulos.value,
    nombre_completo.value,
    reading.forma_fechas.value,
    reading.envoltura.value,
    reading.apellidos.value,
    reading.enie.value,
    reading.lugares.value,
    reading.nombres.value,
  ];
};

/** Returns whether a row that looks like another encoding contradicts the reading. */
export const hasOneEncoding = ({ value, basis, evidence }: Reading['codificacion']): boolean =>
  basis !== 'declarada' &&
  !isSpoilt(value) &&
  evidence.mark.count === 0 &&
  (value === 'utf-8' || evidence.utf8.count + evidence.odd.count === 0);

/** Returns whether a letter for a sex would have changed the reading if it had been seen in time. */
export function isUnexpected({ value, basis, evidence }: Reading['sexo'], letter: 'H' | 'F' | 'M'): boolean {
  if (letter === 'M')
    return basis === 'supuesta' && evidence.M.count === 0 && evidence.men.count + evidence.women.count > 0;
  return basis !== 'declarada' && evidence[letter].count === 0 && value === (letter === 'F' ? 'hm' : 'fm');
}
