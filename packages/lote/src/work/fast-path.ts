/**
 * Calculates a key straight from the bytes of a row, for rows written as most are. For any other row it gives up, and
 * the row is read as texts. A test holds both ways to the same results.
 */
import { codigosDeClave, escribirClave, leerUtf8 } from '@curp-service/core/masivo';
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { Byte } from '../bytes.js';
import type { CsvReader } from '../read/csv-reader.js';
import { titleAt } from '../reading/titles.js';
import type { Values } from '../reading/values.js';

const UTF8 = new TextDecoder();
/** More spellings than people use for entities. The limit keeps a file of nonsense from filling the memory. */
const MAX_REMEMBERED = 1000;
const MAX_SPELLING = 100;
/** No day, month or year is so large: `escribirClave` refuses the date. */
const NO_NUMBER = 10_000;

/** A spelling and what it means. */
interface Spelling {
  readonly bytes: Uint8Array;
  readonly value: number;
}
/** Spellings by a sum of their bytes, so that one that is known makes no string. */
type Memory = Map<number, Spelling>;

export class FastPath {
  private readonly reader: CsvReader;
  private readonly columns: ColumnIndexes;
  /** The meaning of each spelling other than the plain keys and letters. */
  private readonly entities: Memory = new Map();
  private readonly sexes: Memory = new Map();
  private readonly values: Values;
  private readonly firsts: Uint8Array;
  private readonly isMonthFirst: boolean;
  private readonly hasOneOrder: boolean;

  constructor(reader: CsvReader, columns: ColumnIndexes, values: Values) {
    this.reader = reader;
    this.columns = columns;
    this.values = values;
    this.firsts = values.refusedWords.firsts;
    this.isMonthFirst = values.order === 'mda';
    this.hasOneOrder = this.isMonthFirst || values.order === 'dma';
  }

  /** Writes the key of the row that the reader has just read. `false`: it gave up. */
  writeKey(bytes: Uint8Array, target: Uint8Array, at: number): boolean {
    const { columns } = this;
    const { from, to } = this.reader;
    const nombres = columns.nombres;
    const paterno = columns.apellido_paterno;
    const materno = columns.apellido_materno;
    const segundo = columns.segundo_nombre;
    if (segundo >= 0 && to[segundo] > from[segundo]) return false;
    const { firsts } = this;
    let hasSecond = materno >= 0;
    const second = hasSecond ? firsts[bytes[from[materno]]] : 0;
    // The first letters of the names tell for most rows that none is a word for nothing.
    if ((firsts[bytes[from[nombres]]] | firsts[bytes[from[paterno]]] | second) !== 0) {
      const { nullWords, refusedWords } = this.values;
      if (refusedWords.isAt(bytes, from[nombres], to[nombres])) return false;
      if (refusedWords.isAt(bytes, from[paterno], to[paterno])) return false;
      if (hasSecond && refusedWords.isAt(bytes, from[materno], to[materno])) {
        if (!nullWords.isAt(bytes, from[materno], to[materno])) return false;
        hasSecond = false;
      }
    }
    if (titleAt(bytes, from[nombres], to[nombres])) return false;
    const n = leerUtf8(bytes, from[nombres], to[nombres], true);
    const a = leerUtf8(bytes, from[paterno], to[paterno], false);
    const b = hasSecond ? leerUtf8(bytes, from[materno], to[materno], false) : 0;

    let year = 0;
    let month = 0;
    let day = 0;
    const date = columns.fecha_nacimiento;
    if (date >= 0) {
      const f = from[date];
      if (to[date] - f !== 10) return false;
      if (bytes[f + 4] === Byte.HYPHEN && bytes[f + 7] === Byte.HYPHEN) {
        year = twoDigits(bytes, f) * 100 + twoDigits(bytes, f + 2);
        month = twoDigits(bytes, f + 5);
        day = twoDigits(bytes, f + 8);
      } else if (bytes[f + 2] === Byte.SLASH && bytes[f + 5] === Byte.SLASH && this.hasOneOrder) {
        day = twoDigits(bytes, this.isMonthFirst ? f + 3 : f);
        month = twoDigits(bytes, this.isMonthFirst ? f : f + 3);
        year = twoDigits(bytes, f + 6) * 100 + twoDigits(bytes, f + 8);
      } else return false;
    } else {
      const y = columns.anio_nacimiento;
      const m = columns.mes_nacimiento;
      const d = columns.dia_nacimiento;
      if (to[y] - from[y] !== 4) return false;
      year = twoDigits(bytes, from[y]) * 100 + twoDigits(bytes, from[y] + 2);
      month = upToTwoDigits(bytes, from[m], to[m]);
      day = upToTwoDigits(bytes, from[d], to[d]);
    }
    return escribirClave(target, at, a, b, n, year, month, day, this.sex(bytes), this.entity(bytes));
  }

  private sex(bytes: Uint8Array): number {
    const from = this.reader.from[this.columns.sexo];
    const to = this.reader.to[this.columns.sexo];
    const { values } = this;
    if (to - from === 1) return values.sexes[bytes[from]];
    return remember(this.sexes, bytes, from, to, (text) => {
      const sex = values.sex(text);
      return typeof sex === 'string' ? sex.charCodeAt(0) : 0;
    });
  }

  private entity(bytes: Uint8Array): number {
    const from = this.reader.from[this.columns.entidad];
    const to = this.reader.to[this.columns.entidad];
    const codes = to - from === 2 ? codigosDeClave(bytes[from], bytes[from + 1]) : 0;
    if (codes !== 0) return codes;
    return remember(this.entities, bytes, from, to, (text) => {
      const key = this.values.entity(text);
      return key.length === 2 ? codigosDeClave(key.charCodeAt(0), key.charCodeAt(1)) : 0;
    });
  }
}

function remember(memory: Memory, bytes: Uint8Array, from: number, to: number, read: (text: string) => number): number {
  if (to - from > MAX_SPELLING) return 0;
  let sum = 0;
  for (let i = from; i < to; i++) sum = (Math.imul(sum, 31) + bytes[i]) | 0;
  const known = memory.get(sum);
  if (known !== undefined && isAt(bytes, from, to, known.bytes)) return known.value;
  const spelling = bytes.slice(from, to);
  const value = read(UTF8.decode(spelling));
  if (memory.size < MAX_REMEMBERED) memory.set(sum, { bytes: spelling, value });
  return value;
}

function isAt(bytes: Uint8Array, from: number, to: number, wanted: Uint8Array): boolean {
  if (to - from !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[from + i] !== wanted[i]) return false;
  return true;
}

/** The number that two digits make; `NO_NUMBER` if they are no digits. */
function twoDigits(bytes: Uint8Array, i: number): number {
  const tens = bytes[i] - Byte.ZERO;
  const units = bytes[i + 1] - Byte.ZERO;
  return (tens | (9 - tens) | units | (9 - units)) >= 0 ? tens * 10 + units : NO_NUMBER;
}

/** The number that one or two digits make; `NO_NUMBER` for anything else. */
function upToTwoDigits(bytes: Uint8Array, from: number, to: number): number {
  if (to - from === 2) return twoDigits(bytes, from);
  const units = bytes[from] - Byte.ZERO;
  return to - from === 1 && units >>> 0 <= 9 ? units : NO_NUMBER;
}
