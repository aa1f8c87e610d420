/**
 * The kernel, in AssemblyScript: applies the rules to bytes. It answers the plain rows of a file from bytes to bytes
 * and stops before any other row, which is then answered from its texts. So it is either right or stops.
 * `src/kernel/host.ts` copies its tables from those for texts. The host reads a datum with an unusual spelling, and the
 * kernel keeps its meaning.
 */
import {
  At,
  ByteForm,
  DateOrder,
  Datum,
  Frame,
  MAX_JUDGED,
  MIN_SURNAME,
  NameKind,
  Piece,
  Show,
  Size,
} from '../src/kernel/layout';
import { Clase, LARGO_MAXIMO, Paquete } from '../../core/src/nombre/clase';

/** Returns the meaning of a datum, and leaves its sights in `SHOWN`. */
declare function read(datum: i32, from: usize, to: usize): i32;
/** Returns whether a row beyond ASCII has the encoding of the file. If so, the host counts what the row shows. */
declare function accept(from: usize, to: usize): bool;
/** Writes the text of a sheet's cell that refers to another part, or is a number, at `at`. Returns its end, or 0 if it is too long. */
declare function cell(from: usize, to: usize, column: i32, style: u32, isShared: bool, at: usize): usize;

// The host sets these for each file. A missing column is -1.
export let columns: i32 = 0;
export let nombres: i32 = -1;
export let segundo_nombre: i32 = -1;
export let apellido_paterno: i32 = -1;
export let apellido_materno: i32 = -1;
export let fecha_nacimiento: i32 = -1;
export let anio_nacimiento: i32 = -1;
export let mes_nacimiento: i32 = -1;
export let dia_nacimiento: i32 = -1;
export let sexo: i32 = -1;
export let entidad: i32 = -1;
/** The column of the key with which a row must agree, and whether it may be empty. */
export let curp: i32 = -1;
export let mayLackKey: bool = false;
export let delimiter: u32 = 44;
export let encoding: i32 = ByteForm.UTF8;
export let order: i32 = DateOrder.DAY_FIRST;
/** Births before `firstYear` need a review; those after `today` are in the future. */
export let firstYear: u32 = 0;
export let today: u32 = 0;
/** True if no cell may look like a formula. */
export let excel: bool = false;
/** True if the user declared null words, which may appear for any datum. */
export let ownWords: bool = false;
/** The number of frames that the host has made for an NDJSON; 0 for a CSV. */
export let frames: u32 = 0;
/** The answer before and after the key. */
let beforeAt: usize = At.BEFORE;
let afterAt: usize = At.AFTER;
export let beforeLength: u32 = 0;
export let afterLength: u32 = 0;
/** The first new column of a sheet, from 0, or 0 if the file is no sheet. */
export let newColumn: i32 = 0;
/** The length of the answer to a sheet's row between the number of the row and the key. */
export let middleLength: u32 = 0;

// A run reads and updates these.
export let rowNumber: f64 = 0;
export let done: u32 = 0;
/** The number of the last row of a sheet. */
export let sheetRow: u32 = 0;
export let outEnd: usize = 0;
/** The frame of the last line. */
export let frame: u32 = 0;

/** Answers up to `most` plain rows from `start` on, while the output has room. Returns the offset where it stopped. */
export function run(start: usize, limit: usize, most: u32): usize {
  const isSheet = newColumn > 0;
  const isCsv = frames == 0 && !isSheet;
  let from = start;
  let out: usize = At.OUTPUT;
  for (done = 0; done < most && out < <usize>(At.OUTPUT + Size.OUTPUT); done++) {
    const next = isCsv ? split(from, limit) : isSheet ? splitXml(from, limit) : splitLine(from, limit);
    if (next == 0 || rowEnd == from || rowEnd - from > <usize>Size.ROW) break;
    const isRewritten = encoding != ByteForm.UTF8 && hasHigh;
    if (isRewritten && (!isCsv || encoding == ByteForm.OTHER)) break;
    let at = isRewritten ? rewrite(from, out) : copyRow(out, from);
    if (isCsv && excel && hasFormula()) break;
    if (isSheet) at = endXml(out, from, at);
    else at = copy(at, beforeAt, beforeLength);
    if (!writeKey(at)) break;
    const before = rowNumber;
    rowNumber += isSheet ? row - sheetRow : 1;
    if (hasHigh && !isOfFile(from, frames == 0 ? rowEnd : next - 1)) {
      rowNumber = before;
      break;
    }
    observe();
    out = copy(at + 18, afterAt, afterLength);
    sheetRow = row;
    from = next;
  }
  outEnd = out;
  return from;
}

/** Writes the key of the row whose cells are noted. Returns `false` if its texts must answer it. */
export function writeKey(at: usize): bool {
  if (ownWords && hasOwnWord()) return false;
  const n = given();
  shownGiven = shown;
  const a = meaningOf(Datum.PATERNAL, apellido_paterno);
  shownPaternal = shown;
  shownMaternal = 0;
  let b: i32 = 0;
  if (apellido_materno >= 0) {
    b = meaningOf(Datum.MATERNAL, apellido_materno);
    shownMaternal = shown;
  }
  if (n <= 0 || a <= 0 || b < 0 || mayBeUnknown(a, b)) return false;
  if (!readBirth() || year < firstYear || year * 10000 + month * 100 + day > today) return false;
  if (month == 0 || month > 12 || day == 0) return false;
  if (day > load<u8>(At.DAYS + month) && !(month == 2 && day == 29 && isLeap(year))) return false;
  if (repeats(nombres, apellido_paterno)) return false;
  if (b == 0) {
    if (a & Clase.ESPACIO && meaningOf(Datum.LONE, apellido_paterno) != 0) return false;
  } else if (b & Clase.ESPACIO && meaningOf(Datum.MARRIED, apellido_materno) != 0) return false;
  const sex = <u32>meaningOf(Datum.SEX, sexo);
  shownSex = shown;
  const entity = <u32>meaningOf(Datum.ENTITY, entidad);
  shownEntity = shown;
  if (sex == 0 || entity == 0) return false;
  compose(at, a, b, n, sex, entity);
  return curp < 0 || hasKey(at);
}

// ---- The cells of a row

let rowEnd: usize = 0;
/** `hasHigh`: the row has bytes beyond ASCII; `hasOdd`: some are no accented letter of Spanish in UTF-8; `hasLone`: one cannot be UTF-8. */
let hasHigh: bool = false;
let hasOdd: bool = false;
let hasLone: bool = false;

function fromOf(cell: i32): usize {
  return load<u32>(At.CELLS + (cell << 3));
}

function toOf(cell: i32): usize {
  return load<u32>(At.CELLS + (cell << 3), 4);
}

/** Returns a bit for each of 64 bytes that is a delimiter, a line feed, a quote or a zero. */
function marksAt(at: usize, delimiters: v128): u64 {
  const first = <u64>(<u32>marksOf(v128.load(at), delimiters) | ((<u32>marksOf(v128.load(at, 16), delimiters)) << 16));
  const second = <u64>(
    (<u32>marksOf(v128.load(at, 32), delimiters) | ((<u32>marksOf(v128.load(at, 48), delimiters)) << 16))
  );
  return first | (second << 32);
}

function marksOf(bytes: v128, delimiters: v128): i32 {
  const breaks = v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, i8x16.splat(10)));
  return i8x16.bitmask(v128.or(breaks, v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(0)))));
}

/** Returns a bit for each of 64 bytes that is beyond ASCII. */
function highAt(at: usize): u64 {
  const first = <u64>(<u32>i8x16.bitmask(v128.load(at)) | ((<u32>i8x16.bitmask(v128.load(at, 16))) << 16));
  const second = <u64>(<u32>i8x16.bitmask(v128.load(at, 32)) | ((<u32>i8x16.bitmask(v128.load(at, 48))) << 16));
  return first | (second << 32);
}

/** Notes the cells of the row at `start`. Returns the offset after the row; 0 if it is not plain or not whole. */
function split(start: usize, limit: usize): usize {
  const delimiters = i8x16.splat(<i8>delimiter);
  const lastCell: usize = At.CELLS + (columns << 3);
  let cell: usize = At.CELLS;
  let from = start;
  let isQuoted = false;
  hasHigh = false;
  hasOdd = false;
  hasLone = false;
  /** The bits of the next 64 bytes that were already examined. */
  let skip: u64 = 0;
  let skipHigh: u64 = 0;
  for (let block = start; block < limit; block += 64) {
    let bits = marksAt(block, delimiters) & ~skip;
    const high = highAt(block) & ~skipHigh;
    skip = 0;
    while (bits != 0) {
      const i = block + <usize>ctz(bits);
      bits &= bits - 1;
      const byte: u32 = load<u8>(i);
      if (byte == delimiter) {
        if (isQuoted) continue;
        if (cell > lastCell) return 0;
        store<u32>(cell, <u32>from);
        store<u32>(cell, <u32>i, 4);
        cell += 8;
        from = i + 1;
      } else if (byte == 10) {
        if (i >= limit || isQuoted) return 0;
        rowEnd = i;
        while (rowEnd > start && load<u8>(rowEnd - 1) == 13) rowEnd--;
        lookAtHigh(block, high & (((<u64>1) << (i - block)) - 1));
        return endRow(cell, from, rowEnd, i);
      } else if (byte == 34) {
        if (!isQuoted) {
          if (i != from) return 0; // a quote in the middle of a cell
          isQuoted = true;
          from = i + 1;
          continue;
        }
        const next: u32 = load<u8>(i, 1);
        if (load<u8>(i - 1) == 92 && i > from) return 0; // it may be an escaped quote
        if (next == delimiter) {
          if (cell > lastCell) return 0;
          store<u32>(cell, <u32>from);
          store<u32>(cell, <u32>i, 4);
          cell += 8;
          from = i + 2;
          isQuoted = false;
          if (i + 1 < block + 64) bits &= bits - 1;
          else skip = 1;
        } else {
          rowEnd = i + 1;
          let end = rowEnd;
          while (load<u8>(end) == 13) end++;
          lookAtHigh(block, high & (((<u64>1) << (i - block)) - 1));
          return load<u8>(end) == 10 && end < limit ? endRow(cell, from, i, end) : 0;
        }
      } else return 0;
    }
    skipHigh = lookAtHigh(block, high);
  }
  return 0;
}

/** Classifies bytes beyond ASCII, given as bits of 64 bytes. Returns 1 if a letter also takes the first of the next 64 bytes. */
function lookAtHigh(block: usize, high: u64): u64 {
  if (high == 0) return 0;
  hasHigh = true;
  for (let rest = high; rest != 0; rest &= rest - 1) {
    const i = block + <usize>ctz(rest);
    const next: u32 = load<u8>(i, 1);
    if (load<u8>(i) == 0xc3 && (next & 0xc0) == 0x80) {
      if (classOf(0xc0 | (next & 63)) & Clase.RARO) hasOdd = true;
      if (i + 1 == block + 64) return 1;
      rest &= rest - 1;
    } else {
      hasOdd = true;
      if (next < 128 && load<u8>(i - 1) < 128) hasLone = true;
    }
  }
  return 0;
}

/** Notes the last cell, except an empty one after the last column: some programs end every row with a delimiter. */
function endRow(cell: usize, from: usize, to: usize, lineFeed: usize): usize {
  const lastCell: usize = At.CELLS + (columns << 3);
  store<u32>(cell, <u32>from);
  store<u32>(cell, <u32>to, 4);
  if (cell == lastCell && from == rowEnd) rowEnd--;
  else if (cell + 8 != lastCell) return 0;
  return lineFeed + 1;
}

// ---- The values of a line of NDJSON

let unescapedEnd: usize = 0;

/** Like `split`, for an object with the names and signs of a frame. Sets `rowEnd` before the closing brace. */
function splitLine(start: usize, limit: usize): usize {
  for (let tries: u32 = 0; tries < frames; tries++) {
    const next = splitBy(At.FRAMES + frame * Frame.SIZE, start, limit);
    if (next != 0) return next;
    frame = (frame + 1) % frames;
    useFrame(At.FRAMES + frame * Frame.SIZE);
  }
  return 0;
}

/** Uses the frame at an offset for the next lines. */
export function useFrame(at: usize): void {
  beforeAt = at + Frame.BEFORE;
  afterAt = at + Frame.AFTER;
  beforeLength = load<u32>(at, Frame.BEFORE_LENGTH);
  afterLength = load<u32>(at, Frame.AFTER_LENGTH);
  nombres = load<i32>(at, Frame.COLUMNS);
  segundo_nombre = load<i32>(at, Frame.COLUMNS + 4);
  apellido_paterno = load<i32>(at, Frame.COLUMNS + 8);
  apellido_materno = load<i32>(at, Frame.COLUMNS + 12);
  fecha_nacimiento = load<i32>(at, Frame.COLUMNS + 16);
  anio_nacimiento = load<i32>(at, Frame.COLUMNS + 20);
  mes_nacimiento = load<i32>(at, Frame.COLUMNS + 24);
  dia_nacimiento = load<i32>(at, Frame.COLUMNS + 28);
  sexo = load<i32>(at, Frame.COLUMNS + 32);
  entidad = load<i32>(at, Frame.COLUMNS + 36);
  curp = load<i32>(at, Frame.COLUMNS + 40);
}

function splitBy(pieces: usize, start: usize, limit: usize): usize {
  const count = load<u32>(pieces, Frame.PIECES);
  let piece = pieces + Frame.FIRST_PIECE;
  let cell: usize = At.CELLS;
  let i = start;
  hasHigh = load<u32>(pieces, Frame.IS_HIGH) != 0;
  hasOdd = false;
  unescapedEnd = At.UNESCAPED;
  for (let k: u32 = 0; k < count; k++) {
    const kind = load<u32>(piece);
    const length = load<u32>(piece, 4);
    if (i + length > limit || !isSame(piece + 8, i, length)) return 0;
    i += length;
    piece += 8 + ((length + 7) & ~7);
    if (kind == Piece.LAST) {
      rowEnd = i - 1;
      while (load<u8>(rowEnd - 1) <= 32) rowEnd--;
      while (load<u8>(i) == 32 || load<u8>(i) == 9 || load<u8>(i) == 13) i++;
      return load<u8>(i) == 10 && i < limit ? i + 1 : 0;
    }
    let from = i;
    let to = i;
    if (kind == Piece.NUMBER) {
      to = digitsEnd(i, limit);
      const digits = to - i;
      if (digits == 0 || digits > <usize>Size.DIGITS || (digits > 1 && load<u8>(i) == 48)) return 0;
      i = to;
    } else if (kind == Piece.TEXT) {
      to = textEnd(i, limit);
      i = to;
      if (load<u8>(to) == 92) {
        i = unescape(from, limit);
        if (i == 0) return 0;
        from = unescapedStart;
        to = unescapedEnd - 1;
      }
      if (load<u8>(i) != 34 || load<u8>(from) == 0xef) return 0; // a byte order mark is no part of a text
    }
    store<u32>(cell, <u32>from);
    store<u32>(cell, <u32>to, 4);
    cell += 8;
  }
  return 0;
}

function isSame(a: usize, b: usize, length: u32): bool {
  let i: u32 = 0;
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  const mask = ((<u64>1) << ((length & 7) << 3)) - 1;
  return ((load<u64>(a + i) ^ load<u64>(b + i)) & mask) == 0;
}

/** Returns the offset where a text stops: at its closing quote, at an escape, or at a byte that JSON forbids in texts. Notes bytes beyond ASCII. */
function textEnd(start: usize, limit: usize): usize {
  let i = start;
  while (i < limit) {
    const bytes = v128.load(i);
    const ends = v128.or(i8x16.eq(bytes, i8x16.splat(34)), i8x16.eq(bytes, i8x16.splat(92)));
    const bits = i8x16.bitmask(v128.or(ends, i8x16.lt_s(bytes, i8x16.splat(32))));
    if (bits == 0) {
      i += 16;
      continue;
    }
    i += <usize>ctz(bits);
    const byte: u32 = load<u8>(i);
    if (byte < 128) return i;
    hasHigh = true;
    const next: u32 = load<u8>(i, 1);
    const isLetter = byte == 0xc3 && (next & 0xc0) == 0x80;
    if (!isLetter || classOf(0xc0 | (next & 63)) & Clase.RARO) hasOdd = true;
    i += isLetter ? 2 : 1;
  }
  return limit;
}

let unescapedStart: usize = 0;

/** Writes a text without its escapes. Returns the offset where it stops; 0 if it has an unusual escape or is too long. */
function unescape(start: usize, limit: usize): usize {
  unescapedStart = unescapedEnd;
  let at = unescapedEnd;
  let i = start;
  for (;;) {
    const end = textEnd(i, limit);
    if (at + (end - i) + 64 > <usize>(At.UNESCAPED + Size.UNESCAPED)) return 0;
    at = copy(at, i, end - i);
    i = end;
    if (load<u8>(i) != 92) break;
    const sign: u32 = load<u8>(i, 1);
    if (sign != 117) {
      if (sign != 34 && sign != 92 && sign != 47) return 0; // a control character, which no plain datum has
      store<u8>(at++, <u8>sign);
      i += 2;
      continue;
    }
    const code = hex(i + 2) * 4096 + hex(i + 3) * 256 + hex(i + 4) * 16 + hex(i + 5);
    if (code >= 0x800 || code < 32) return 0;
    if (code >= 128) store<u8>(at++, <u8>(0xc0 | (code >> 6)));
    store<u8>(at++, <u8>(code < 128 ? code : 0x80 | (code & 63)));
    i += 6;
  }
  store<u8>(at, 10); // keeps the digits of two texts apart
  unescapedEnd = at + 1;
  return i;
}

/** Returns the value of a hexadecimal digit; a large number for any other sign. */
function hex(at: usize): u32 {
  const byte: u32 = load<u8>(at);
  if (isDigit(byte)) return byte - 48;
  const letter = (byte | 32) - 97;
  return letter < 6 ? letter + 10 : 0x10000;
}

// ---- The cells of a sheet's row, in the XML that most programs write

/** The signs of that XML as numbers, the last sign first. */
const ROW: u64 = 0x223d7220776f723c; // <row r="
const ROW_END_1: u32 = 0x6f722f3c; // </ro
const ROW_END_2: u32 = 0x3e77; // w>
const CELL: u32 = 0x7220633c; // <c r
const EQUALS_QUOTE: u32 = 0x223d; // ="
const STYLE: u32 = 0x223d7320; // s=" after a space
const TYPE: u32 = 0x223d7420; // t=" after a space
const EMPTY_END: u32 = 0x3e2f; // />
const VALUE: u32 = 0x3e763c3e; // ><v>
const VALUE_END: u64 = 0x3e632f3c3e762f3c; // </v></c>
const INLINE_1: u64 = 0x7453656e696c6e69; // inlineSt
const INLINE_2: u64 = 0x3c3e73693c3e2272; // r"><is><
const INLINE_3: u32 = 0x3e74; // t>
const TEXT_END_1: u64 = 0x73692f3c3e742f3c; // </t></is
const TEXT_END_2: u32 = 0x632f3c3e; // ></c
const LAST_ROW: u32 = 1 << 20;
/** The most digits of a style, and of a row's number. */
const MOST_DIGITS: usize = 7;

/** The number of the row and its position; the beginning and the end of the attribute `spans`. */
let row: u32 = 0;
let rowFrom: usize = 0;
let rowTo: usize = 0;
let spansFrom: usize = 0;
let spansTo: usize = 0;

/** Like `split`, for the XML of a row. `rowEnd` is the start of its end tag. */
function splitXml(start: usize, limit: usize): usize {
  if (load<u64>(start) != ROW) return 0;
  rowFrom = start + 8;
  rowTo = digitsEnd(rowFrom, limit);
  row = number;
  if (rowTo - rowFrom > MOST_DIGITS || row <= sheetRow || row > LAST_ROW) return 0;
  let i = attributesEnd(rowTo, limit);
  if (i == 0) return 0;
  hasHigh = false;
  hasOdd = false;
  store<u8>(At.UNESCAPED, 10);
  unescapedEnd = At.UNESCAPED + 1;
  for (let slot = 0; slot < Size.NOTED; slot++) {
    store<u32>(At.CELLS + (slot << 3), At.UNESCAPED);
    store<u32>(At.CELLS + (slot << 3), At.UNESCAPED, 4);
  }
  for (let column: i32 = -1; load<u32>(i) == CELL;) {
    if (<u32>load<u16>(i, 4) != EQUALS_QUOTE) return 0;
    i += 6;
    const letters = i;
    let found: i32 = 0;
    let byte: u32 = load<u8>(i);
    for (; byte >= 65 && byte <= 90; byte = load<u8>(++i)) found = found * 26 + <i32>byte - 64;
    if (found <= column + 1 || found > newColumn || i - letters > 3) return 0;
    column = found - 1;
    i = digitsEnd(i, limit);
    if (load<u8>(i++) != 34) return 0;
    let style: u32 = 0;
    if (load<u32>(i) == STYLE) {
      const end = digitsEnd(i + 4, limit);
      if (load<u8>(end) != 34 || end - i - 4 > MOST_DIGITS) return 0;
      style = number;
      i = end + 1;
    }
    let isShared = false;
    let isText = false;
    if (load<u32>(i) == TYPE) {
      const letter: u32 = load<u8>(i, 4);
      isShared = letter == 115;
      if (load<u8>(i, 5) == 34 && (isShared || letter == 110)) i += 6;
      else {
        isText = load<u64>(i, 4) == INLINE_1 && load<u64>(i, 12) == INLINE_2 && <u32>load<u16>(i, 20) == INLINE_3;
        if (!isText) return 0;
        i += 22;
      }
    }
    if (!isText) {
      if (<u32>load<u16>(i) == EMPTY_END) {
        i += 2;
        continue;
      }
      if (load<u32>(i) != VALUE) return 0;
      i += 4;
    }
    const from = i;
    while (i < limit && load<u8>(i) != 60) i++;
    const to = i;
    if (isText) {
      if (load<u64>(i) != TEXT_END_1 || load<u32>(i, 8) != TEXT_END_2 || load<u8>(i, 12) != 62) return 0;
      i += 13;
    } else {
      if (load<u64>(i) != VALUE_END) return 0;
      i += 8;
    }
    if (i > limit) return 0;
    if (from == to) continue;
    if (column >= columns) return 0;
    const slot: u32 = load<u8>(At.NEEDED + column);
    if (slot == 0) continue;
    if (isText ? !noteText(slot - 1, from, to) : !noteCell(slot - 1, from, to, column, style, isShared)) return 0;
  }
  rowEnd = i;
  return i + 6 <= limit && load<u32>(i) == ROW_END_1 && <u32>load<u16>(i, 4) == ROW_END_2 && !hasOdd ? i + 6 : 0;
}

/** Notes where `spans` is. Returns the position after the tag whose first attribute ends at this quote, or 0 if it has no cells. */
function attributesEnd(quote: usize, limit: usize): usize {
  let i = quote;
  spansTo = 0;
  while (i < limit && load<u8>(i) == 34) {
    if (load<u8>(++i) == 62) return i + 1;
    if (load<u8>(i++) != 32) return 0;
    const from = i;
    while (i < limit && load<u8>(i) > 32 && load<u8>(i) != 61) i++;
    const isSpans = i - from == 5 && <u32>load<u16>(from) == 0x7073; // sp
    if (<u32>load<u16>(i) != EQUALS_QUOTE || <u32>load<u16>(from) == 0x3d72) return 0; // r=
    i += 2;
    while (i < limit && load<u8>(i) != 34) i++;
    if (isSpans) {
      spansFrom = from;
      spansTo = i + 1;
    }
  }
  return 0;
}

/** Notes a cell whose text the host writes. */
function noteCell(slot: u32, from: usize, to: usize, column: i32, style: u32, isShared: bool): bool {
  const start = unescapedEnd;
  const end = cell(from, to, column, style, isShared, start);
  if (end == 0) return false;
  store<u8>(end, 10); // separates the digits of two texts
  unescapedEnd = end + 1;
  return noteText(slot, start, end);
}

/** Notes a cell, and whether it has bytes beyond ASCII. Returns `false` if it has a control character or a sign with a meaning in XML. */
function noteText(slot: u32, from: usize, to: usize): bool {
  store<u32>(At.CELLS + (slot << 3), <u32>from);
  store<u32>(At.CELLS + (slot << 3), <u32>to, 4);
  let skip: u64 = 0;
  for (let i = from; i < to; i += 64) {
    const mask = to - i < 64 ? ((<u64>1) << (to - i)) - 1 : <u64>-1;
    for (let k: usize = 0; k < 64 && k < to - i; k += 16) {
      const bytes = v128.load(i + k);
      const signs = v128.or(i8x16.eq(bytes, i8x16.splat(38)), i8x16.eq(bytes, i8x16.splat(95)));
      const bits = <u64>(<u32>i8x16.bitmask(v128.or(signs, i8x16.lt_u(bytes, i8x16.splat(32)))));
      if ((bits << k) & mask) return false;
    }
    skip = lookAtHigh(i, highAt(i) & mask & ~skip);
  }
  return true;
}

/** Ends the copy of a row: drops `spans`, which would be wrong, and adds the new cell up to its key. Returns the position of the key. */
function endXml(out: usize, from: usize, end: usize): usize {
  if (spansTo > 0) for (let i = spansFrom; i < spansTo; i++) store<u8>(out + (i - from), 32);
  const at = copy(copy(end, beforeAt, beforeLength), rowFrom, rowTo - rowFrom);
  return copy(at, At.MIDDLE, middleLength);
}

/** Copies `length` bytes, and up to 15 more. Returns the end of the copy. */
function copy(to: usize, from: usize, length: usize): usize {
  for (let i: usize = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i));
  return to + length;
}

/** Copies a row, and up to 63 bytes more. Returns the end of the copy. */
function copyRow(to: usize, from: usize): usize {
  for (let i: usize = 0; i < rowEnd - from; i += 64) {
    v128.store(to + i, v128.load(from + i));
    v128.store(to + i, v128.load(from + i, 16), 16);
    v128.store(to + i, v128.load(from + i, 32), 32);
    v128.store(to + i, v128.load(from + i, 48), 48);
  }
  return to + (rowEnd - from);
}

/** Writes the row in UTF-8, and notes the cells of the copy. Returns its end. */
function rewrite(start: usize, out: usize): usize {
  let from = start;
  let at = out;
  for (let i = 0; i < columns; i++) {
    at = toUtf8(from, fromOf(i), at);
    from = toOf(i);
    const cell = at;
    at = toUtf8(fromOf(i), from, at);
    store<u32>(At.CELLS + (i << 3), <u32>cell);
    store<u32>(At.CELLS + (i << 3), <u32>at, 4);
  }
  at = toUtf8(from, rowEnd, at);
  store<u8>(at, 10); // no look-up continues into older bytes
  return at;
}

function toUtf8(from: usize, to: usize, out: usize): usize {
  let at = out;
  for (let i = from; i < to; i++) {
    const byte: u32 = load<u8>(i);
    if (byte < 128) store<u8>(at++, <u8>byte);
    else {
      const character = load<u32>(At.UTF8 + ((byte - 128) << 2));
      store<u32>(at, character);
      at += character >> 24;
    }
  }
  return at;
}

function hasFormula(): bool {
  for (let i = 0; i < columns; i++) {
    if (toOf(i) > fromOf(i) && load<u8>(At.HARMLESS + load<u8>(fromOf(i))) == 0) return true;
  }
  return false;
}

/** Returns whether a row beyond ASCII has the encoding of the file, and counts what it shows. */
function isOfFile(from: usize, to: usize): bool {
  if (encoding == ByteForm.UTF8 && !hasOdd) see(Show.UTF8);
  else if (encoding == ByteForm.ONE && hasLone && countOf(Show.JUDGED) + countOf(Show.SIGNS) >= MAX_JUDGED)
    see(Show.NOT_UTF8);
  else return accept(from, to);
  return true;
}

// ---- The data of a row

/** The sights of the datum that was read last, as bits; then those of each datum. */
let shown: u64 = 0;
let shownGiven: u64 = 0;
let shownPaternal: u64 = 0;
let shownMaternal: u64 = 0;
let shownDate: u64 = 0;
let shownSex: u64 = 0;
let shownEntity: u64 = 0;
let year: u32 = 0;
let month: u32 = 0;
let day: u32 = 0;

/** Alternates between two slots of equal cost. */
let takesOther: bool = false;
/** The cost of the last datum: 1 if it was read from its bytes, 2 if the host read it. */
let readCost: u32 = 0;

/**
 * Returns the meaning of a datum, which is kept in a slot: its length and kind, its cost, the meaning, its sights, and
 * its bytes padded with zeros. A cheaper datum makes room for a costlier one.
 */
function meaningOf(datum: i32, cell: i32): i32 {
  const from = fromOf(cell);
  const length = <u32>(toOf(cell) - from);
  if (length > <u32>Size.KEPT) return readDatum(datum, from, toOf(cell));
  const head = (datum << 8) | length;
  const ends: usize = At.ENDS + Size.KEPT - length;
  const first = v128.and(v128.load(from), v128.load(ends));
  const second = v128.and(v128.load(from, 16), v128.load(ends, 16));
  const third = v128.and(v128.load(from, 32), v128.load(ends, 32));
  const all = v128.xor(first, i64x2.add(i64x2.shl(second, 3), i64x2.shl(third, 5)));
  const low = (i64x2.extract_lane(all, 0) ^ head) * 0x9e3779b97f4a7c15;
  const hash = <u64>(low + i64x2.extract_lane(all, 1) * 0xc2b2ae3d27d4eb4f);
  const number = <usize>(hash >> (64 - Size.SLOT_BITS));
  let slot: usize = <usize>At.SPELLINGS + number * <usize>Size.SLOT;
  if (!holds(slot, head, first, second, third)) {
    const other: usize = <usize>At.SPELLINGS + (number ^ 1) * <usize>Size.SLOT;
    if (holds(other, head, first, second, third)) slot = other;
    else {
      const meaning = readDatum(datum, from, toOf(cell));
      takesOther = !takesOther;
      const cost: u32 = load<u8>(slot, 2);
      const otherCost: u32 = load<u8>(other, 2);
      if (otherCost < cost || (otherCost == cost && takesOther)) slot = other;
      if (<u32>load<u8>(slot, 2) > readCost) return meaning;
      store<u16>(slot, <u16>head);
      store<u8>(slot, <u8>readCost, 2);
      store<i32>(slot, meaning, 4);
      store<u64>(slot, shown, 8);
      v128.store(slot, first, 16);
      v128.store(slot, second, 32);
      v128.store(slot, third, 48);
    }
  }
  shown = load<u64>(slot, 8);
  return load<i32>(slot, 4);
}

function holds(slot: usize, head: u32, first: v128, second: v128, third: v128): bool {
  if (<u32>load<u16>(slot) != head) return false;
  const rest = v128.or(v128.xor(second, v128.load(slot, 32)), v128.xor(third, v128.load(slot, 48)));
  return !v128.any_true(v128.or(v128.xor(first, v128.load(slot, 16)), rest));
}

/** Returns the meaning of a datum: of a plain name from its bytes, else from the host. A name of several words gets a bit. */
function readDatum(datum: i32, from: usize, to: usize): i32 {
  shown = datum == Datum.GIVEN ? (<u64>1) << Show.NAMES : 0;
  readCost = 1;
  const isName = datum <= Datum.MATERNAL;
  let meaning = isName ? plainName(datum, from, to) : -1;
  if (meaning < 0) {
    shown = 0;
    readCost = 2;
    if (to - from > <usize>Size.DATUM) return isName ? -1 : datum <= Datum.MARRIED ? 1 : 0;
    meaning = read(datum, from, to);
    shown = load<u64>(At.SHOWN);
  }
  return isName && meaning > 0 && hasSpace(from, to - 1) ? meaning | Clase.ESPACIO : meaning;
}

function hasSpace(from: usize, to: usize): bool {
  for (let i = from; i < to; i++) if (load<u8>(i) == 32) return true;
  return false;
}

/** Returns the reading of the given names, in one column or two. Two plain ones are read as one. */
function given(): i32 {
  if (segundo_nombre < 0 || toOf(segundo_nombre) == fromOf(segundo_nombre)) return meaningOf(Datum.GIVEN, nombres);
  shown = (<u64>1) << Show.NAMES;
  if (plainName(Datum.GIVEN, fromOf(nombres), toOf(nombres)) <= 0) return -1;
  if (plainName(Datum.GIVEN, fromOf(segundo_nombre), toOf(segundo_nombre)) <= 0) return -1;
  const between = copy(At.JOINED, fromOf(nombres), toOf(nombres) - fromOf(nombres));
  store<u8>(between, 32);
  const end = copy(between + 1, fromOf(segundo_nombre), toOf(segundo_nombre) - fromOf(segundo_nombre));
  store<u8>(end, 10);
  return readName(At.JOINED, end, true, false);
}

/** Returns the reading of a plain name; -1 if it is not plain, may be a null word or raise a doubt, or if a given name may have signs around it. */
function plainName(datum: i32, from: usize, to: usize): i32 {
  if (to == from) return 0;
  if (frames != 0 && to - from > <usize>Size.DATUM) return -1; // the observer ignores a longer text of JSON
  const first: u32 = load<u8>(from);
  const isLetter = ((first | 32) >= 97 && (first | 32) <= 122) || first == 0xc3;
  if (datum == Datum.GIVEN && (!isLetter || load<u8>(from, 1) == 46)) return -1;
  return mayBeWord(from, to) ? -1 : readName(from, to, datum == Datum.GIVEN, true);
}

function classOf(code: u32): u32 {
  return load<u32>(At.CLASSES + (code << 2));
}

/** Reads a plain name like `leer` of core. Returns -1 if it is not plain or, with `mayBeDoubted`, if its decisive word may raise a doubt. */
function readName(start: usize, end: usize, isGiven: bool, mayBeDoubted: bool): i32 {
  if (end - start > <usize>LARGO_MAXIMO) return -1;
  let mayPass = isGiven;
  let seen: u32 = 0;
  let letters: u32 = 0;
  let word: u32 = 0;
  let begin = start;
  let i = start;
  while (i < end) {
    let byte: u32 = load<u8>(i);
    begin = i++;
    let found = byte > 127 ? classOfTwo(i++) : classOf(byte);
    if (found & Clase.ESPACIO) continue;
    letters = found & ~(Clase.VOCAL | Clase.CONSONANTE);
    word = found & Clase.INICIAL;
    let taken: u32 = Clase.INICIAL;
    while (i < end) {
      byte = load<u8>(i++);
      found = byte > 127 ? classOfTwo(i++) : classOf(byte);
      if (found & Clase.ESPACIO) break;
      word = (word << 5) | (found & Clase.INICIAL);
      letters |= found & ~taken;
      taken |= <u32>(<i32>found >> Clase.OCUPA);
    }
    seen |= letters;
    word &= Paquete.SEIS_LETRAS;
    if (i >= end) break;
    if (isIn(At.PARTICLES, word)) continue;
    if (!mayPass || !isIn(At.PASSED_OVER, word)) break;
    mayPass = false;
    seen &= ~Clase.PUNTO; // the period of MA.
  }
  while (i < end) {
    const byte: u32 = load<u8>(i++);
    seen |= byte > 127 ? classOfTwo(i++) : classOf(byte);
  }
  if ((seen & (Clase.LATINA | Clase.CONTROL | Clase.RARO | Clase.PUNTO)) == Clase.LATINA) {
    if (!mayBeDoubted) return letters & Clase.LETRAS;
    const needsText = mayBeIn(At.DOUBTFUL, word) || mayBeJoined(begin, end, isGiven) || endsInParticle(start, end);
    if (!needsText) return letters & Clase.LETRAS;
  }
  return (seen & ~Clase.ESPACIO) == 0 ? 0 : -1;
}

/** Returns whether the word at `from` may be two words: it has a capital inside, or begins like JOSELUIS or DELACRUZ. */
function mayBeJoined(from: usize, to: usize, isGiven: bool): bool {
  let before: u32 = 0;
  let i = from;
  for (; i < to; i++) {
    const byte: u32 = load<u8>(i);
    if (byte == 32) break;
    const isBehindSmall = (before >= 97 && before <= 122) || before >= 0xa0;
    if (isBehindSmall && byte >= 65 && byte <= 90) return true;
    before = byte;
  }
  const three = (load<u32>(from) | 0x202020) & 0xffffff;
  if (!isGiven) return three == 0x6c6564 || three == 0x6a6564; // del, dej
  const fourth: u32 = load<u8>(from, 3);
  if (three == 0x736f6a) return i - from >= 8; // jos
  return three == 0x72616d && ((fourth | 32) == 105 || fourth == 0xc3) && i - from >= 9; // mari, marí
}

/** Returns whether the last word of a name is a particle, which has at most three letters. */
function endsInParticle(from: usize, to: usize): bool {
  const end = endOfText(from, to);
  let word: u32 = 0;
  let shift: u32 = 0;
  for (let i = end; i > from && load<u8>(i - 1) != 32; i--) {
    const byte: u32 = load<u8>(i - 1);
    if (shift > 10 || byte > 127) return false;
    word |= (classOf(byte) & Clase.INICIAL) << shift;
    shift += 5;
  }
  return isIn(At.PARTICLES, word);
}

/** Returns the bits of `NameKind` for the first word of a name. */
function kindOf(from: usize, to: usize): u32 {
  let word: u32 = 0;
  let symbol: u32 = 0;
  for (let i = from; i < to; i++) {
    const byte: u32 = load<u8>(i);
    if (byte == 32) break;
    if (byte < 128) symbol = classOf(byte) & Clase.INICIAL;
    else symbol = byte == 0xc3 ? classOf(0xc0 | (<u32>load<u8>(++i) & 63)) & Clase.INICIAL : 0;
    word = ((word << 5) | symbol) & Paquete.SEIS_LETRAS;
  }
  if (!mayBeIn(At.GIVEN_NAMES, word)) return 0;
  return NameKind.GIVEN | (symbol == 1 ? NameKind.WOMAN : symbol == 15 ? NameKind.MAN : 0);
}

function isGiven(cell: i32): bool {
  return kindOf(fromOf(cell), toOf(cell)) != 0;
}

/** Returns `false` if the packed word is certainly not in the filter. */
function mayBeIn(filter: usize, word: u32): bool {
  const sum = word ^ (word >> 13);
  const bits: u32 = load<u8>(filter + ((sum >> 3) & 0x1fff));
  return (bits & (1 << (sum & 7))) != 0;
}

function isIn(table: usize, word: u32): bool {
  return load<u32>(table + ((word % Paquete.MODULO) << 2)) == word;
}

/** Returns the class of a letter of two bytes, whose second byte is at `i`. A letter in the other case than its neighbours is odd. */
function classOfTwo(i: usize): u32 {
  const second: u32 = load<u8>(i);
  if (load<u8>(i - 1) != 0xc3 || (second & 0xc0) != 0x80) return Clase.RARO;
  const before: u32 = load<u8>(i - 2);
  const isBehindSmall = (before >= 97 && before <= 122) || (before >= 0xa0 && load<u8>(i - 3) == 0xc3);
  if (second < 0xa0) {
    if (isBehindSmall) return Clase.RARO;
  } else if (!isBehindSmall) {
    const after: u32 = load<u8>(i, 1);
    if ((after >= 65 && after <= 90) || (after == 0xc3 && load<u8>(i, 2) < 0xa0)) return Clase.RARO;
  }
  return classOf(0xc0 | (second & 63));
}

/** The letters of DESCONOCIDO, which the norm reads as no surname. */
export let unknown: i32 = 0;
function mayBeUnknown(a: i32, b: i32): bool {
  return (a & Clase.LETRAS) == unknown && (b == 0 || (b & Clase.LETRAS) == unknown);
}

function isLeap(y: u32): bool {
  return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

/** Reads the date of birth. Returns `false` if it has a problem. */
function readBirth(): bool {
  shownDate = 0;
  if (fecha_nacimiento >= 0) {
    let date = dateAt(fromOf(fecha_nacimiento), toOf(fecha_nacimiento));
    if (date < 0) {
      date = meaningOf(Datum.DATE, fecha_nacimiento);
      shownDate = shown;
    }
    year = <u32>date / 10000;
    month = (<u32>date / 100) % 100;
    day = <u32>date % 100;
    return date > 0;
  }
  year = figure(Datum.YEAR, anio_nacimiento, 4);
  shownDate = shown;
  month = figure(Datum.MONTH, mes_nacimiento, 2);
  day = figure(Datum.DAY, dia_nacimiento, 2);
  shownDate |= ((<u64>1) << Show.YEAR_FIRST) | (day > 12 ? (<u64>1) << Show.LATE_DAY : 0);
  if (isOne(mes_nacimiento) && isOne(dia_nacimiento)) shownDate |= (<u64>1) << Show.NEW_YEAR;
  return year > 0;
}

/** Returns whether a cell is 1 or 01. */
function isOne(cell: i32): bool {
  const from = fromOf(cell);
  const length = <u32>(toOf(cell) - from);
  return length == 1 ? load<u8>(from) == 49 : length == 2 && load<u16>(from) == ONE;
}

/** Returns a number of four digits, or of up to two. */
function figure(datum: i32, cell: i32, digits: u32): u32 {
  const from = fromOf(cell);
  const to = toOf(cell);
  shown = 0;
  const length = <u32>(to - from);
  const fits = digits == 4 ? length == 4 : length == 1 || length == 2;
  return fits && digitsEnd(from, to) == to ? number : <u32>meaningOf(datum, cell);
}

/** The number that `digitsEnd` read. */
let number: u32 = 0;

/** Reads the digits at `from`. Returns their end. */
function digitsEnd(from: usize, to: usize): usize {
  let i = from;
  number = 0;
  for (; i < to; i++) {
    const digit: u32 = load<u8>(i) - 48;
    if (digit > 9) break;
    number = number * 10 + digit;
  }
  return i;
}

function isSeparator(byte: u32): bool {
  return byte == 45 || byte == 47 || byte == 46 || byte == 32;
}

function isDigit(byte: u32): bool {
  return byte - 48 <= 9;
}

/**
 * Returns a date as YYYYMMDD, even if the day does not exist: `1990-05-17`, or `17/5/1990` in the order of the file,
 * with or without an hour. Returns 0 if the date contradicts that order or is doubtful, and -1 if it has another
 * spelling.
 */
function dateAt(from: usize, to: usize): i32 {
  if (to - from == 10) {
    const usual = usualDate(from);
    if (usual >= 0) return usual;
  } else if (to - from > 64) return -1;
  const firstEnd = digitsEnd(from, to);
  const first = number;
  const separator: u32 = load<u8>(firstEnd);
  if (firstEnd + 1 >= to || !isSeparator(separator)) return -1;
  const secondEnd = digitsEnd(firstEnd + 1, to);
  const second = number;
  if (secondEnd + 1 >= to || load<u8>(secondEnd) != separator) return -1;
  const thirdEnd = digitsEnd(secondEnd + 1, to);
  const third = number;
  if (thirdEnd < to && !isHour(thirdEnd, to)) return -1;
  const secondLength = secondEnd - firstEnd - 1;
  const thirdLength = thirdEnd - secondEnd - 1;
  if (secondLength == 0 || secondLength > 2 || thirdLength == 0) return -1;
  if (firstEnd - from == 4) {
    if (thirdLength > 2) return -1;
    showYearFirst(from, <u32>(to - from), secondLength);
    return first * 10000 + second * 100 + third;
  }
  if (firstEnd == from || firstEnd - from > 2 || thirdLength != 4) return -1;
  if (order == DateOrder.YEAR_FIRST) return 0;
  showFigures(first, second);
  const dayFirst = third * 10000 + second * 100 + first;
  const monthFirst = third * 10000 + first * 100 + second;
  if (first == second) return dayFirst;
  const provesDayFirst = first > 12 && second <= 12;
  const provesMonthFirst = first <= 12 && second > 12;
  if (order == DateOrder.DAY_FIRST) return provesMonthFirst ? 0 : dayFirst;
  if (order == DateOrder.MONTH_FIRST) return provesDayFirst ? 0 : monthFirst;
  return provesDayFirst ? dayFirst : provesMonthFirst ? monthFirst : 0;
}

/** Reads a date of ten signs like `1990-05-17`. Returns -1 for any other text. */
function usualDate(from: usize): i32 {
  // The hyphens become 0 and the digits their values; the sum sets the highest bit of any other byte.
  const first = load<u64>(from) ^ 0x2d30302d30303030;
  const last = <u32>load<u16>(from, 8) ^ 0x3030;
  const others = (first | (first + 0x7f76767f76767676)) & 0x8080808080808080;
  if (others != 0 || ((last | (last + 0x7676)) & 0x8080) != 0) return -1;
  showYearFirst(from, 10, 2);
  const pairs = first * 10 + (first >> 8);
  const years = <u32>(pairs & 255) * 100 + <u32>((pairs >> 16) & 255);
  return years * 10000 + <u32>((pairs >> 40) & 255) * 100 + (last & 255) * 10 + (last >> 8);
}

/** Returns whether the rest of a cell is an hour, as databases write it after a date. */
function isHour(from: usize, to: usize): bool {
  const sign: u32 = load<u8>(from);
  if ((sign != 32 && sign != 84) || from + 1 == to) return false;
  const tens: u32 = load<u8>(from, 1);
  const ones: u32 = load<u8>(from, 2);
  if ((tens == 49 && ones >= 54) || (tens == 50 && ones == 51)) return false; // 18:00 and 23:59 need a review
  for (let i = from + 1; i < to; i++) {
    const byte: u32 = load<u8>(i);
    if (!isDigit(byte) && byte != 58 && byte != 46 && byte != 44) return false;
  }
  return true;
}

/** Returns whether the given names begin with the letters of the first surname, in any case, and a space. */
function repeats(given: i32, surname: i32): bool {
  const from = fromOf(given);
  const other = fromOf(surname);
  const length = endOfText(other, toOf(surname)) - other;
  if (load<u8>(from + length) != 32 || toOf(given) - from <= length) return false;
  for (let i: usize = 0; i < length; i++) if ((load<u8>(from + i) ^ load<u8>(other + i)) & ~32) return false;
  return true;
}

/** Returns the end of a text without the blanks after it. */
function endOfText(from: usize, to: usize): usize {
  let end = to;
  while (end > from && load<u8>(end - 1) <= 32) end--;
  return end;
}

/** Returns whether a datum other than a name may be a null word. */
function hasOwnWord(): bool {
  return (
    isOwnWord(fecha_nacimiento) ||
    isOwnWord(anio_nacimiento) ||
    isOwnWord(mes_nacimiento) ||
    isOwnWord(dia_nacimiento) ||
    isOwnWord(sexo) ||
    isOwnWord(entidad)
  );
}

function isOwnWord(cell: i32): bool {
  return cell >= 0 && mayBeWord(fromOf(cell), toOf(cell));
}

/** Returns whether a text may be a null word: it begins with a blank, or like a null word of the same length. */
function mayBeWord(from: usize, to: usize): bool {
  const length = <u32>(endOfText(from, to) - from);
  const first: u32 = load<u8>(from);
  if (length == 0 || first <= 32) return true;
  const bit = (first * 33 + (length > 1 ? load<u8>(from, 1) : 0)) * 33 + length;
  return (load<u8>(At.WORDS + ((bit >> 3) & 0x1fff)) & (1 << (bit & 7))) != 0;
}

/** Returns whether the row has, byte for byte, the key that was written, or none where it may be empty. */
function hasKey(at: usize): bool {
  const from = fromOf(curp);
  if (mayLackKey && toOf(curp) == from) return true;
  if (toOf(curp) - from != 18) return false;
  return (
    load<u64>(from) == load<u64>(at) &&
    load<u64>(from, 8) == load<u64>(at, 8) &&
    load<u16>(from, 16) == load<u16>(at, 16)
  );
}

// ---- The key

function letter(symbol: i32): u32 {
  return load<u8>(At.LETTERS + (symbol & 31));
}

function value(code: u32): u32 {
  return load<u8>(At.VALUES + code);
}

/** Writes the key, like `armar` of core. */
function compose(at: usize, a: i32, b: i32, n: i32, sex: u32, entity: u32): void {
  const p1 = letter(a);
  const p3 = letter(b);
  const p4 = letter(n);
  const vowel = letter(a >> 5);
  const word = ((p1 & 31) << 15) | ((vowel & 31) << 10) | ((p3 & 31) << 5) | (p4 & 31);
  const p2: u32 = isIn(At.INCONVENIENT, word) ? 88 : vowel;
  const p14 = letter(a >> 10);
  const p15 = letter(b >> 10);
  const p16 = letter(n >> 10);
  const p12 = entity >> 8;
  const p13 = entity & 255;
  const short = year % 100;
  const p5 = short / 10;
  const p6 = short % 10;
  const p7 = month / 10;
  const p8 = month % 10;
  const p9 = day / 10;
  const p10 = day % 10;
  const p17: u32 = year < 2000 ? 48 : 65;
  const names = value(p1) * 18 + value(p2) * 17 + value(p3) * 16 + value(p4) * 15;
  const birth = p5 * 14 + p6 * 13 + p7 * 12 + p8 * 11 + p9 * 10 + p10 * 9;
  const rest =
    value(sex) * 8 +
    value(p12) * 7 +
    value(p13) * 6 +
    value(p14) * 5 +
    value(p15) * 4 +
    value(p16) * 3 +
    value(p17) * 2;
  const p18 = 48 + ((10 - ((names + birth + rest) % 10)) % 10);
  store<u32>(at, p1 | (p2 << 8) | (p3 << 16) | (p4 << 24));
  store<u32>(at, 0x30303030 | p5 | (p6 << 8) | (p7 << 16) | (p8 << 24), 4);
  store<u32>(at, 0x3030 | p9 | (p10 << 8) | (sex << 16) | (p12 << 24), 8);
  store<u32>(at, p13 | (p14 << 8) | (p15 << 16) | (p16 << 24), 12);
  store<u16>(at, <u16>(p17 | (p18 << 8)), 16);
}

// ---- The sights of a row: like `Observer`, for bytes

function countOf(show: u32): f64 {
  return load<f64>(At.COUNTS + (show << 3));
}

function see(show: u32): void {
  const count = countOf(show);
  if (count == 0) store<f64>(At.FIRST_ROWS + (show << 3), rowNumber);
  store<f64>(At.COUNTS + (show << 3), count + 1);
}

/** These sights are counted once: their number does not matter. */
const ONCE: u64 = ((<u64>1) << Show.YEAR_FIRST) | ((<u64>1) << Show.LATE_DAY);

function seeAll(shows: u64): void {
  for (let rest = shows; rest != 0; rest &= rest - 1) {
    const show = <u32>ctz(rest);
    if (((ONCE >> show) & 1) == 0 || countOf(show) == 0) see(show);
  }
}

function observe(): void {
  if (countOf(Show.JUDGED_NAMES) < MAX_JUDGED) judgeNames();
  if ((hasHigh || frames != 0) && countOf(Show.ENIE) == 0 && hasEnie()) see(Show.ENIE);
  seeAll(shownGiven);
  seeAll(shownEntity);
  seeAll(shownSex);
  seeAll(shownDate);
  seeAll(shownPaternal);
  if (apellido_materno < 0) return;
  if (toOf(apellido_materno) > fromOf(apellido_materno)) seeAll(shownMaternal);
  else if (isJoined(apellido_paterno)) see(Show.JOINED);
}

function hasEnie(): bool {
  return isEnieIn(nombres) || isEnieIn(apellido_paterno) || (apellido_materno >= 0 && isEnieIn(apellido_materno));
}

function isEnieIn(column: i32): bool {
  for (let i = fromOf(column) + 1; i < toOf(column); i++) {
    if (load<u8>(i - 1) == 0xc3 && (load<u8>(i) | 32) == 0xb1) return true;
  }
  return false;
}

/** Counts what the kind of the given name shows beside the surnames and the sex. */
function judgeNames(): void {
  const kind = kindOf(fromOf(nombres), toOf(nombres));
  see(Show.JUDGED_NAMES);
  if (kind == 0) {
    if (isGiven(apellido_paterno) || (apellido_materno >= 0 && isGiven(apellido_materno))) see(Show.SWAPPED);
  } else if (kind > <u32>NameKind.GIVEN) seeBesideSex((kind & NameKind.WOMAN) != 0);
}

/** Counts what a name with a woman's or a man's ending shows beside the sex. */
function seeBesideSex(isWoman: bool): void {
  if ((shownSex >> Show.M) & 1) return see(isWoman ? Show.WOMAN_M : Show.MAN_M);
  const from = fromOf(sexo);
  const sign: u32 = toOf(sexo) - from == 1 ? load<u8>(from) : 0;
  const isOfMan = (shownSex & (((<u64>1) << Show.H) | ((<u64>1) << Show.MEN))) != 0 || sign == 49;
  const isOfWoman = (shownSex & (((<u64>1) << Show.F) | ((<u64>1) << Show.WOMEN))) != 0 || sign == 50;
  if (isOfMan || isOfWoman) see(isOfWoman == isWoman ? Show.AGREED : Show.CROSSED);
}

/** Returns whether two words of the only surname are long. */
function isJoined(cell: i32): bool {
  const to = toOf(cell);
  let long: u32 = 0;
  let start = fromOf(cell);
  for (let i = start; i <= to; i++) {
    if (i < to && load<u8>(i) != 32) continue;
    if (i - start >= <usize>MIN_SURNAME) long++;
    start = i + 1;
  }
  return long == 2;
}

/** 01 in two bytes. */
const ONE: u16 = 0x3130;

function showYearFirst(from: usize, length: u32, secondLength: usize): void {
  const newYear: u64 = load<u16>(from, 5) == ONE && load<u16>(from, 8) == ONE ? (<u64>1) << Show.NEW_YEAR : 0;
  const last: u32 = load<u8>(from, 9);
  const late = isDigit(last) && (<i32>load<u8>(from, 8) - 48) * 10 + <i32>last - 48 > 12;
  const shows: u64 = ((<u64>1) << Show.YEAR_FIRST) | (late ? (<u64>1) << Show.LATE_DAY : 0);
  const isUsual = length == 10 && secondLength == 2;
  shownDate = newYear;
  if (isUsual && countOf(Show.YEAR_FIRST) != 0 && countOf(Show.LATE_DAY) != 0) return; // both are counted once
  shownDate = (length == 8 ? 0 : shows | newYear) | (isUsual ? 0 : (<u64>1) << Show.NOT_SERIAL);
}

function showFigures(first: u32, second: u32): void {
  let show: u32 = Show.NOTHING;
  if (first <= 31 && second <= 31 && first != second && first != 0 && second != 0) {
    if (second > 12) show = first > 12 ? Show.NOTHING : Show.MONTH_FIRST;
    else show = first > 12 ? Show.DAY_FIRST : Show.UNPROVEN;
  }
  shownDate = ((<u64>1) << show) | ((<u64>1) << Show.NOT_SERIAL);
  if (first == 1 && second == 1) shownDate |= (<u64>1) << Show.NEW_YEAR;
}
