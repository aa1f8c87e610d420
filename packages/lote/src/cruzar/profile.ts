/** What a row of a list says about its person, packed into bytes: her key, her root as far as it is known, and her names. */
import { CLAVES_GENERICAS, type Dato, calcular, sugerir, validar } from '@curp-service/core';
import { digitoVerificador } from '@curp-service/core/leido';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import { KEY_LENGTH, isMissing, malformedKey, personProblems, toKnownData } from '@curp-service/contract/parameters';
import { typedKey } from '@curp-service/contract/values';
import type { RowData } from '../answer/row-data.js';
import { ByteSink, textBetween } from '../bytes.js';

/** The first 16 characters of a key, and one for the century: 0 for 19, A for 20, 8 for 18. */
export const ROOT_LENGTH = 17;
const CENTURY = 16;
/** The characters of a root that no datum decides. */
export const UNKNOWN_SIGN = '\0';

/** The bits of a profile: its key is valid, and which data the row has. */
export const enum Has {
  KEY = 1,
  NOMBRES = 2,
  PATERNO = 4,
  MATERNO = 8,
  FECHA = 16,
  SEXO = 32,
  ENTIDAD = 64,
  NAMES = 14,
  ALL = 126,
  /** Some datum of the row is none that a person has. */
  DOUBTFUL = 128,
}

/** The positions of a root, from 0, that each datum decides. */
export const POSITIONS = {
  nombres: [3, 15],
  apellidoPaterno: [0, 1, 13],
  apellidoMaterno: [2, 14],
  fechaNacimiento: [4, 5, 6, 7, 8, 9, CENTURY],
  sexo: [10],
  entidad: [11, 12],
} as const satisfies Readonly<Record<Dato, readonly number[]>>;

export const DATUM_BITS: Readonly<Record<Dato, number>> = {
  nombres: Has.NOMBRES,
  apellidoPaterno: Has.PATERNO,
  apellidoMaterno: Has.MATERNO,
  fechaNacimiento: Has.FECHA,
  sexo: Has.SEXO,
  entidad: Has.ENTIDAD,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
export const PROFILE_DATA = Object.keys(POSITIONS) as Dato[];
export const NAME_DATUMS = PROFILE_DATA.slice(0, 3);

type Known = Record<Dato, string | undefined>;

export interface Profile {
  readonly has: number;
  readonly root: string;
  /** The key, without blanks; empty if there is none. */
  readonly key: string;
  /** Given names, first and second surname: in capitals, without accents. */
  readonly names: readonly string[];
  /** The data as they are written, in the order of `PROFILE_DATA`; empty for one that the row lacks. */
  readonly written: readonly string[];
  /** Whether the day of the date may be its month. */
  readonly hasTwoDates: boolean;
}

/**
 * The positions by which rows are found: of the whole root, without those that a slip in the names, the date, the sex or the
 * entity changes, and of the names alone, for a row that lacks the rest.
 */
export const MASKS: readonly (readonly number[])[] = [
  Array.from({ length: ROOT_LENGTH }, (_, i) => i),
  [4, 5, 6, 7, 8, 9, 10, 11, 12, CENTURY],
  [0, 1, 2, 3, 10, 11, 12, 13, 14, 15],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, CENTURY],
  [0, 1, 2, 3, 13, 14, 15],
];
export const BY_NAMES = MASKS.length - 1;

const isFindable = (root: string): boolean =>
  root !== '' && MASKS.some((mask) => mask.every((position) => root.charAt(position) !== UNKNOWN_SIGN));

/** Returns the root of a key. */
export const rootOfKey = (key: string): string => key.slice(0, CENTURY) + (/\d/.test(key.charAt(CENTURY)) ? '0' : 'A');

/** Returns the key of a row without blanks; empty if it has none, or a generic one. */
export function keyIn({ curp = '' }: RowData): string {
  const key = typedKey(curp);
  return CLAVES_GENERICAS.includes(key) ? '' : key;
}

/** Like `validar`, which takes longer to find a wrong check digit. */
const isValidKey = (key: string): boolean =>
  key.length === KEY_LENGTH && digitoVerificador(key) === key.charAt(KEY_LENGTH - 1) && validar(key).valido;

/** A row whose profile is packed. */
export interface PackedRow {
  /** The roots by which it is found; none if it has neither a key nor enough data. */
  readonly roots: readonly Uint8Array[];
  /** How many bytes of the profile say who it is; the rest is how that is written. */
  readonly length: number;
}

/** Packs the profile of a row. */
export function packRow(data: RowData, out: ByteSink): PackedRow {
  const key = keyIn(data);
  const { root, known, curp, isDoubtful } = rootOfData(data);
  const isWhole = !root.includes(UNKNOWN_SIGN);
  const isValid = (isWhole && key === curp) || isValidKey(key);
  const own = isValid ? [rootOfKey(key)] : isWhole ? [] : brokenRoots(key);
  let has = isValid ? Has.KEY : 0;
  for (const datum of PROFILE_DATA) if (known[datum] !== undefined) has |= DATUM_BITS[datum];
  // The characters of a key of another length are not in their positions.
  const filling = !isWhole && (key.length === KEY_LENGTH || has === 0) ? (own[0] ?? '') : '';
  const full =
    filling === '' ? root : Array.from(root, (each, i) => (each === UNKNOWN_SIGN ? filling[i] : each)).join('');
  if (isDoubtful || data.problems.length > 0) has |= Has.DOUBTFUL;
  out.length = 0;
  out.reserve(1);
  out.byte(has);
  out.text(full);
  out.text(`${key.replaceAll(UNKNOWN_SIGN, '')}${UNKNOWN_SIGN}`);
  for (const datum of NAME_DATUMS) {
    SCRATCH.length = 0;
    SCRATCH.text(known[datum] ?? '');
    foldName(SCRATCH.bytes, 0, SCRATCH.length, out);
    endName(out);
  }
  const { length } = out;
  const hasTwoDates = data.doubts.some((doubt) => 'codigo' in doubt && doubt.codigo === TWO_DATES);
  const written = data.written();
  for (const datum of PROFILE_DATA) out.text(`${shown(written[datum])}${UNKNOWN_SIGN}`);
  out.text(hasTwoDates ? `1${UNKNOWN_SIGN}` : UNKNOWN_SIGN);
  const isEnough = own.length > 0 || (has & Has.NAMES) === Has.NAMES || (has & ENOUGH) === ENOUGH;
  const roots = isEnough ? (own.includes(full) ? own : [full, ...own]).filter(isFindable).map(rootBytes) : [];
  return { roots, length };
}
const SCRATCH = new ByteSink();
const ENOUGH = Has.NOMBRES | Has.FECHA;
/** Returns a text as a reason shows it. */
function shown(text = ''): string {
  const short = text.length > LONGEST_SHOWN ? text.slice(0, LONGEST_SHOWN) : text;
  return short.includes(UNKNOWN_SIGN) ? short.replaceAll(UNKNOWN_SIGN, '') : short;
}
/** How many characters of a datum are kept as they are written. */
const LONGEST_SHOWN = 100;
/** The doubt about a date whose day may be its month. */
const TWO_DATES = 'fecha_convertida';

function rootBytes(root: string): Uint8Array {
  const signs = new Uint8Array(ROOT_LENGTH);
  for (let i = 0; i < ROOT_LENGTH; i++) signs[i] = root.charCodeAt(i);
  return signs;
}

/** Says what a row lacks that has neither a key nor enough data. */
export function missingIn(data: RowData, language: Language): readonly RowProblem[] {
  const key = keyIn(data);
  if (key !== '') return [...data.problems, ...malformedKey(key, language).slice(0, 1)];
  if (data.nombres === undefined || data.curp !== undefined) return [...data.problems, { cause: 'curp_ausente' }];
  return [...data.problems, ...personProblems(data)];
}

/** Reads a packed profile. Few rows are asked how they are written. */
export function unpackProfile(bytes: Uint8Array, at: number): Profile {
  const root = at + 1;
  const texts: string[] = [];
  let from = root + ROOT_LENGTH;
  for (let i = 0; i < 4; i++) {
    const to = bytes.indexOf(0, from);
    texts.push(textBetween(bytes, from, to));
    from = to + 1;
  }
  const [key = '', ...names] = texts;
  return new UnpackedProfile(bytes, from, bytes[at], textBetween(bytes, root, root + ROOT_LENGTH), key, names);
}

class UnpackedProfile implements Profile {
  constructor(
    private readonly bytes: Uint8Array,
    /** Where the texts begin as they are written. */
    private readonly end: number,
    readonly has: number,
    readonly root: string,
    readonly key: string,
    readonly names: readonly string[],
  ) {}

  get written(): readonly string[] {
    return this.texts.slice(0, -1);
  }

  get hasTwoDates(): boolean {
    return this.texts.at(-1) !== '';
  }

  private get texts(): readonly string[] {
    let from = this.end;
    return Array.from({ length: PROFILE_DATA.length + 1 }, () => {
      const to = this.bytes.indexOf(0, from);
      const text = textBetween(this.bytes, from, to);
      from = to + 1;
      return text;
    });
  }
}

/** Returns the root that some data give. Data that no person has count as unknown; `isDoubtful`: there are some. */
function rootOfData(data: RowData): { root: string; known: Known; curp: string; isDoubtful: boolean } {
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad } = toKnownData(data);
  // A person with a second surname and an empty first one has only one.
  const hasOne = data.apellido_paterno === '' && !isMissing(apellidoMaterno ?? '');
  const first = apellidoPaterno ?? (hasOne ? '' : undefined);
  const known: Known = {
    nombres,
    apellidoPaterno: first,
    apellidoMaterno: apellidoMaterno ?? undefined,
    fechaNacimiento,
    sexo,
    entidad,
  };
  for (let isDoubtful = false; ; isDoubtful = true) {
    const result = calcular({
      nombres: known.nombres ?? STAND_IN,
      apellidoPaterno: known.apellidoPaterno ?? STAND_IN,
      apellidoMaterno: known.apellidoMaterno,
      fechaNacimiento: known.fechaNacimiento ?? '2000-01-01',
      sexo: known.sexo ?? STAND_IN,
      entidad: known.entidad ?? '09',
    });
    if (result.ok) {
      const { curp } = result;
      return { root: withoutUnknown(rootOfKey(curp), known), known, curp, isDoubtful };
    }
    for (const datum of PROFILE_DATA) if (result.hallazgos.some(({ dato }) => dato === datum)) known[datum] = undefined;
  }
}

/** Takes the place of a name or a sex that a row lacks. */
const STAND_IN = 'X';

function withoutUnknown(root: string, known: Known): string {
  if (PROFILE_DATA.every((datum) => known[datum] !== undefined) && !known.fechaNacimiento?.startsWith('18'))
    return root;
  const signs = Array.from(root);
  if (known.fechaNacimiento?.startsWith('18') === true) signs[CENTURY] = '8'; // a key does not tell 1899 from 1999
  for (const datum of PROFILE_DATA)
    if (known[datum] === undefined) for (const i of POSITIONS[datum]) signs[i] = UNKNOWN_SIGN;
  return signs.join('');
}

const ROOT_FORM = /^[A-ZÑ\0]{4}[\d\0]{6}[HMX\0][A-Z\0]{5}[A-Z\d\0]{2}$/;

/** Returns the roots of a key with an error: as it is written, and one slip away. What a missing character was is unknown. */
function brokenRoots(key: string): readonly string[] {
  const signs = Array.from(key);
  const cut = (i: number, removed: number, ...put: string[]): string => signs.toSpliced(i, removed, ...put).join('');
  const whole =
    signs.length === KEY_LENGTH
      ? [key, ...sugerir(key).map(({ curp }) => curp)]
      : signs.length === 17
        ? signs.map((_, i) => cut(i, 0, UNKNOWN_SIGN))
        : signs.length === 19
          ? signs.map((_, i) => cut(i, 1))
          : [];
  return whole.filter((each) => ROOT_FORM.test(each)).map(rootOfKey);
}

/** The letter of each byte in UTF-8 after 0xC3: Á is A. Ñ and letters of other languages stay, as 0. */
const PLAIN_LETTERS = Uint8Array.from({ length: 64 }, (_, i) => {
  const [letter = ''] = String.fromCharCode(0xc0 | i)
    .toUpperCase()
    .normalize('NFD');
  return letter === 'N' || letter > 'Z' ? 0 : letter.charCodeAt(0);
});
const SPACE = 32;

/** Adds a name in capitals, without accents or signs, with one space between words. */
function foldName(bytes: Uint8Array, from: number, to: number, out: ByteSink): void {
  out.reserve(to - from + 2);
  const target = out.bytes;
  let at = out.length;
  let isApart = target[at - 1] !== 0;
  for (let i = from; i < to; i++) {
    let byte = bytes[i];
    if (byte > 96 && byte < 123) byte -= 32;
    else if (byte === 0xc3) byte = PLAIN_LETTERS[bytes[++i] & 63] || byte;
    else if (byte < 48 || (byte > 57 && byte < 65) || (byte > 90 && byte < 128)) {
      isApart = target[at - 1] !== 0;
      continue;
    }
    if (isApart) target[at++] = SPACE;
    isApart = false;
    target[at++] = byte;
    if (byte === 0xc3) target[at++] = 0x80 | (bytes[i] & 31);
  }
  out.length = at;
}

function endName(out: ByteSink): void {
  out.reserve(1);
  out.byte(0);
}
