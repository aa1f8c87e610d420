/**
 * Writes the key of a row. Each datum is read from its bytes if it is spelled as usual, otherwise from its text. A row
 * that gives no key this way is answered from its texts, which say why. A test holds both ways to the same results.
 */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { isMissing, NULL_TEXTS } from '@curp-service/contract/parameters';
import { readFigures } from '@curp-service/contract/values';
import { dudasDeNombres } from '@curp-service/core';
import {
  codigosDeClave,
  escribirClave,
  type Filtro,
  type Lectura,
  leer,
  leerUtf8,
  primerAnioUsual,
} from '@curp-service/core/masivo';
import { dateAt, figuresAt } from './date-bytes.js';
import { NIGHT, type NameField, type Values } from './values.js';
import { Byte } from '../bytes.js';
import type { NullWords } from '../conventions/null-words.js';
import type { Row } from '../read/row.js';
import type { Value } from '../write/csv-writer.js';

export const KEY_LENGTH = 18;
/** The letters and the date of an RFC, and the same with its homoclave. */
const ROOT_LENGTH = 10;
const RFC_LENGTH = 13;
export const IDENTICAL = 'identica';

/** The values of a row whose data give a key, which the row brings too if keys are compared. */
export const plainValues = (key: string, compares: boolean): readonly Value[] =>
  compares ? [IDENTICAL, key, []] : [key];

/** The reading of a name that has a problem. */
const NO_NAME: Lectura = -1;

export class KeyWriter {
  /** Whether the row must bring the same key. */
  readonly compares: boolean;
  private readonly values: Values;
  private readonly refused: NullWords;
  private readonly doubtful: Filtro;
  /** Births before this year are looked at. */
  private readonly firstYear = primerAnioUsual();
  /** The words for nothing that the user declared, which may stand for any datum; `null`: none. */
  private readonly ownWords: NullWords | null;
  private readonly given: Spellings;
  private readonly paternal: Spellings;
  private readonly maternal: Spellings;
  private readonly married: Spellings;
  private readonly lone: Spellings;
  private readonly dates: Spellings;
  private readonly years: Spellings;
  private readonly months: Spellings;
  private readonly days: Spellings;
  private readonly sexes: Spellings;
  private readonly entities: Spellings;

  constructor(values: Values, compares: boolean) {
    this.compares = compares;
    this.values = values;
    this.refused = values.refusedWords;
    this.doubtful = values.doubtfulWords;
    this.ownWords = values.hasOwnWords ? values.nullWords : null;
    const name = (field: NameField): Spellings =>
      new Spellings(NO_NAME, (text) => this.nameOf(field, values.withEnie(text)));
    this.given = name('nombres');
    this.paternal = name('apellido_paterno');
    this.maternal = name('apellido_materno');
    this.lone = new Spellings(1, (text) => Number(values.isDoubtfulAlone(text)));
    this.married = new Spellings(
      1,
      (text) => dudasDeNombres({ nombres: 'X', apellidoPaterno: 'X', apellidoMaterno: text, sexo: 'M' }).length,
    );
    this.dates = new Spellings(0, (text) => {
      if (NIGHT.test(text)) return 0;
      const date = values.date(text);
      return 'cause' in date ? 0 : Number(date.anio) * 10_000 + Number(date.mes) * 100 + Number(date.dia);
    });
    this.years = new Spellings(0, (text) => {
      const year = values.year(text);
      return typeof year === 'string' && /^\d{4}$/.test(year) ? Number(year) : 0;
    });
    const twoDigits = (figures: string): number => (/^\d\d$/.test(figures) ? Number(figures) : 0);
    this.months = new Spellings(0, (text) => twoDigits(values.month(text)));
    this.days = new Spellings(0, (text) => twoDigits(readFigures(text)));
    this.sexes = new Spellings(0, (text) => {
      const sex = values.sex(text);
      return typeof sex === 'string' ? sex.charCodeAt(0) : 0;
    });
    this.entities = new Spellings(0, (text) => {
      const key = values.entity(text);
      return key.length === 2 ? codigosDeClave(key.charCodeAt(0), key.charCodeAt(1)) : 0;
    });
  }

  /** Writes the key of a row with these columns at a place of `target`. Returns `false` if the data give no such key. */
  write(row: Row, columns: ColumnIndexes, target: Uint8Array, at: number): boolean {
    const { nombres, apellido_paterno, apellido_materno, segundo_nombre, fecha_nacimiento, sexo, entidad } = columns;
    if (this.ownWords !== null && hasWord(this.ownWords, row, columns)) return false;
    const hasTwo = segundo_nombre >= 0 && row.to[segundo_nombre] > row.from[segundo_nombre];
    const n = hasTwo
      ? this.bothNames(row.text(nombres), row.text(segundo_nombre))
      : this.name(row, nombres, this.given, true);
    const a = this.name(row, apellido_paterno, this.paternal, false);
    const b = apellido_materno < 0 ? 0 : this.name(row, apellido_materno, this.maternal, false);
    let year = 0;
    let month = 0;
    let day = 0;
    if (fecha_nacimiento >= 0) {
      const date = this.date(row, fecha_nacimiento);
      year = (date / 10_000) | 0;
      month = ((date / 100) | 0) % 100;
      day = date % 100;
    } else {
      year = this.figure(row, columns.anio_nacimiento, 4, this.years);
      month = this.figure(row, columns.mes_nacimiento, 2, this.months);
      day = this.figure(row, columns.dia_nacimiento, 2, this.days);
    }
    if (year < this.firstYear || isRepeated(row, nombres, apellido_paterno)) return false;
    if (b === 0 && hasSeveralWords(row, apellido_paterno) && this.lone.at(row, apellido_paterno) === 1) return false;
    if (b !== 0 && beginsWithDe(row, apellido_materno) && this.married.at(row, apellido_materno) === 1) return false;
    if (!escribirClave(target, at, a, b, n, year, month, day, this.sex(row, sexo), this.entity(row, entidad)))
      return false;
    return !this.compares || (hasKey(row, columns.curp, target, at) && hasRfc(row, columns.rfc, target, at));
  }

  private name(row: Row, cell: number, spellings: Spellings, isGiven: boolean): Lectura {
    const { bytes } = row;
    const start = row.from[cell];
    const end = row.to[cell];
    // Its first letter tells for most names that they are no word for nothing.
    if (this.refused.firsts[bytes[start]] !== 0 && this.refused.isAt(bytes, start, end)) return spellings.at(row, cell);
    const lectura = leerUtf8(bytes, start, end, isGiven, this.doubtful);
    return lectura < 0 ? spellings.at(row, cell) : lectura;
  }

  private nameOf(field: NameField, text: string): Lectura {
    const { values } = this;
    const isNothing = values.nullWords.has(text) || isMissing(text) || values.nothing(field, text) === 'sure';
    if (isNothing) return field === 'apellido_materno' ? 0 : NO_NAME;
    return this.isSound(field, text) ? leer(text, field === 'nombres') : NO_NAME;
  }

  /** The reading of given names in two columns. */
  private bothNames(...written: readonly [first: string, second: string]): Lectura {
    const { values } = this;
    const [first = '', second = ''] = written.map((name) => values.withEnie(name));
    if (values.nullWords.has(second) || isMissing(second)) return this.nameOf('nombres', first);
    if (values.nullWords.has(first) || isMissing(first)) return NO_NAME;
    const areSound = this.isSound('nombres', first) && this.isSound('segundo_nombre', second);
    return areSound ? leer(`${first} ${second}`, true) : NO_NAME;
  }

  /** Whether nothing is wrong with a name, and nobody need look at it. */
  private isSound(field: NameField, text: string): boolean {
    const { values } = this;
    if (NULL_TEXTS.has(text) || values.nothing(field, text) !== null) return false;
    if (typeof values.name(field, text) !== 'string') return false;
    return values.doubts(field, text).length === 0;
  }

  /** The date as YYYYMMDD; 0: it has a problem. */
  private date(row: Row, cell: number): number {
    const date = dateAt(row.bytes, row.from[cell], row.to[cell], this.values.order);
    return date < 0 ? this.dates.at(row, cell) : date;
  }

  private figure(row: Row, cell: number, digits: 2 | 4, spellings: Spellings): number {
    const figure = figuresAt(row.bytes, row.from[cell], row.to[cell], digits);
    return figure < 0 ? spellings.at(row, cell) : figure;
  }

  private sex(row: Row, cell: number): number {
    const start = row.from[cell];
    return row.to[cell] - start === 1 ? this.values.sexes[row.bytes[start]] : this.sexes.at(row, cell);
  }

  private entity(row: Row, cell: number): number {
    const start = row.from[cell];
    const codes = row.to[cell] - start === 2 ? codigosDeClave(row.bytes[start], row.bytes[start + 1]) : 0;
    return codes === 0 ? this.entities.at(row, cell) : codes;
  }
}

/** Whether the given names begin with the first surname and a space. */
function isRepeated({ bytes, from, to }: Row, given: number, surname: number): boolean {
  const start = from[given];
  const length = to[surname] - from[surname];
  if (bytes[start] !== bytes[from[surname]] || to[given] - start <= length || length === 0) return false;
  for (let i = 1; i < length; i++) if (bytes[start + i] !== bytes[from[surname] + i]) return false;
  return bytes[start + length] === Byte.SPACE;
}

function hasSeveralWords({ bytes, from, to }: Row, cell: number): boolean {
  const space = bytes.indexOf(Byte.SPACE, from[cell]);
  return space >= 0 && space < to[cell] - 1;
}

/** Whether a surname begins with the particle `DE`, in any case. */
const beginsWithDe = ({ bytes, from }: Row, cell: number): boolean =>
  (bytes[from[cell]] & 31) === 4 && (bytes[from[cell] + 1] & 31) === 5 && bytes[from[cell] + 2] === Byte.SPACE;

/** Whether the row brings, byte for byte, the key that was written. */
function hasKey({ bytes, from, to }: Row, cell: number, target: Uint8Array, at: number): boolean {
  const start = from[cell];
  if (to[cell] - start !== KEY_LENGTH) return false;
  for (let i = 0; i < KEY_LENGTH; i++) if (bytes[start + i] !== target[at + i]) return false;
  return true;
}

/** Whether the row brings no RFC, or one with the letters and the date of the key. */
function hasRfc({ bytes, from, to }: Row, cell: number, target: Uint8Array, at: number): boolean {
  if (cell < 0 || from[cell] === to[cell]) return true;
  const length = to[cell] - from[cell];
  if (length !== RFC_LENGTH && length !== ROOT_LENGTH) return false;
  for (let i = 0; i < ROOT_LENGTH; i++) if (bytes[from[cell] + i] !== target[at + i]) return false;
  for (let i = ROOT_LENGTH; i < length; i++) if (!isUpperOrDigit(bytes[from[cell] + i])) return false;
  return true;
}

const isUpperOrDigit = (byte: number): boolean => (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90);

/** Whether a datum other than a name is one of the words. */
function hasWord(words: NullWords, { bytes, from, to }: Row, columns: ColumnIndexes): boolean {
  const { fecha_nacimiento, anio_nacimiento, mes_nacimiento, dia_nacimiento, sexo, entidad } = columns;
  return [fecha_nacimiento, anio_nacimiento, mes_nacimiento, dia_nacimiento, sexo, entidad].some(
    (cell) => cell >= 0 && words.isAt(bytes, from[cell], to[cell]),
  );
}

/** More spellings than people use. The limits keep a file of nonsense from filling the memory. */
const MAX_REMEMBERED = 1000;
const MAX_LENGTH = 100;

interface Spelling {
  readonly bytes: Uint8Array;
  readonly value: number;
}

export class Spellings {
  /** By a sum of their bytes, so that a known spelling makes no string. */
  private readonly known = new Map<number, Spelling>();
  private readonly none: number;
  private readonly read: (text: string) => number;

  /** `read`: the meaning of a text. `none`: that of a longer text than people write. */
  constructor(none: number, read: (text: string) => number) {
    this.none = none;
    this.read = read;
  }

  /** The meaning of a cell. */
  at(row: Row, cell: number): number {
    const { bytes } = row;
    const from = row.from[cell];
    const to = row.to[cell];
    if (to - from > MAX_LENGTH) return this.none;
    let sum = 0;
    for (let i = from; i < to; i++) sum = (Math.imul(sum, 31) + bytes[i]) | 0;
    const known = this.known.get(sum);
    if (known !== undefined && isAt(bytes, from, to, known.bytes)) return known.value;
    const value = this.read(row.text(cell));
    if (this.known.size < MAX_REMEMBERED) this.known.set(sum, { bytes: bytes.slice(from, to), value });
    return value;
  }
}

function isAt(bytes: Uint8Array, from: number, to: number, wanted: Uint8Array): boolean {
  if (to - from !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[from + i] !== wanted[i]) return false;
  return true;
}
