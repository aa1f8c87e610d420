/**
 * The kernel, in AssemblyScript: answers the plain rows of a file from bytes to bytes, and stops before any other row,
 * which is then answered from its texts. It splits rows, composes keys and copies bytes, and has no opinion about data:
 * it asks the host once for each word of a name and for each cell of another datum, and remembers the answers. What the
 * host did not call plain is not plain. It exports all its variables, so that the host can wipe what a file left in them.
 */
import { At, ByteForm, Datum, Frame, NotedPerson, Piece, Size, Word } from '../src/kernel/layout';
import { Clase, Paquete } from '../../core/src/nombre/clase';

/** Returns what the host says of a text, and leaves what the text shows in `SHOWN`. */
declare function ask(datum: i32, from: usize, to: usize): i32;
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
/** The columns of witnesses, which may say something against the key. */
export let rfc: i32 = -1;
export let edad: i32 = -1;
export let pais: i32 = -1;
export let otro_anio: i32 = -1;
export let mayLackKey: bool = false;
export let delimiter: u32 = 44;
export let encoding: i32 = ByteForm.UTF8;
/** True if the column `nombres` holds whole names. */
export let isWhole: bool = false;
/** True if plain words compose a plain name. */
export let mayCompose: bool = false;
/** The evidence of a row beyond ASCII in UTF-8, and of one in another encoding, which counts without being judged if `isJudged`. */
export let utf8Evidence: u32 = 0;
export let otherEvidence: u32 = 0;
export let isJudged: bool = false;
/** True if no cell may look like a formula. */
export let excel: bool = false;
/** The seeds of the two hashes of a key. */
export let seed: u32 = 0;
export let otherSeed: u32 = 0;
/** The number of frames that the host has made for an NDJSON; 0 for a CSV. */
export let frames: u32 = 0;
/** The answer before and after the key. */
export let beforeAt: usize = At.BEFORE;
export let afterAt: usize = At.AFTER;
export let beforeLength: u32 = 0;
export let afterLength: u32 = 0;
/** The first new column of a sheet, from 0, or 0 if the file is no sheet. */
export let newColumn: i32 = 0;
/** How many shared strings of the workbook are in the memory. */
export let strings: u32 = 0;
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

/** Answers up to `most` plain rows, `Size.PEOPLE` at most, from `start` on, while the output has room. Returns the offset where it stopped. */
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
    if (!composeKey(at)) break;
    const before = rowNumber;
    rowNumber += isSheet ? row - sheetRow : 1;
    store<u32>(At.PEOPLE + done * NotedPerson.SIZE, <u32>rowNumber, NotedPerson.ROW);
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

/** Writes the key of a single row whose cells are noted. Returns `false` if its texts must answer it. */
export function writeKey(at: usize): bool {
  done = 0;
  return composeKey(at);
}

function composeKey(at: usize): bool {
  if (!readNames() || !readBirth()) return false;
  const sex = <u32>answerTo(Datum.SEX, fromOf(sexo), toOf(sexo));
  shownSex = shown;
  const entity = <u32>answerTo(Datum.ENTITY, fromOf(entidad), toOf(entidad));
  shownEntity = shown;
  if (sex == 0 || entity == 0) return false;
  compose(at, sex, entity);
  notePerson(at);
  return (curp < 0 || hasKey(at)) && witnessesAgree(at, entity);
}

/** Notes hashes of the key at `at` and of the names, so that the host can find the same person in another row. */
function notePerson(at: usize): void {
  const person: usize = At.PEOPLE + done * NotedPerson.SIZE;
  const a = load<u32>(at);
  const b = load<u32>(at, 4);
  const c = load<u32>(at, 8);
  const d = load<u32>(at, 12);
  const e: u32 = load<u16>(at, 16);
  store<u32>(person, mixed(seed, a, b, c, d, e), NotedPerson.KEY);
  store<u32>(person, mixed(otherSeed, e, d, c, b, a), NotedPerson.KEY_AGAIN);
  let names: u32 = 0;
  for (let i: u32 = 0; i < wordsOfNames; i++) if (wordAt(i) != 0) names = (names * NotedPerson.PRIME) ^ wordAt(i);
  store<u32>(person, names << 1, NotedPerson.NAMES);
}

/** Returns a hash of five numbers, like `mixed` of the host. */
function mixed(start: u32, a: u32, b: u32, c: u32, d: u32, e: u32): u32 {
  let hash = (start ^ a) * NotedPerson.FACTOR;
  hash = (hash ^ (hash >> 15) ^ b) * NotedPerson.OTHER_FACTOR;
  hash = (hash ^ (hash >> 13) ^ c) * NotedPerson.FACTOR;
  hash = (hash ^ (hash >> 15) ^ d) * NotedPerson.OTHER_FACTOR;
  hash = (hash ^ (hash >> 13) ^ e) * NotedPerson.FACTOR;
  return hash ^ (hash >> 16);
}

// ---- The cells of a row

export let rowEnd: usize = 0;
/** `hasHigh`: the row has bytes beyond ASCII; `hasOdd`: some are no accented letter of Spanish in UTF-8; `hasLone`: one cannot be UTF-8. */
export let hasHigh: bool = false;
export let hasOdd: bool = false;
export let hasLone: bool = false;

/** Returns the number of the lowest bit. V8 compiles `ctz` to a call on arm64. */
function lowest(bits: u64): usize {
  return <usize>(63 - clz(bits & (0 - bits)));
}

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
      const i = block + lowest(bits);
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
    const i = block + lowest(rest);
    const next: u32 = load<u8>(i, 1);
    if (load<u8>(i) == 0xc3 && (next & 0xc0) == 0x80) {
      if (load<u8>(At.SPANISH + (next & 63)) == 0) hasOdd = true;
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

export let unescapedEnd: usize = 0;

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
  rfc = load<i32>(at, Frame.COLUMNS + 44);
  edad = load<i32>(at, Frame.COLUMNS + 48);
  pais = load<i32>(at, Frame.COLUMNS + 52);
  otro_anio = load<i32>(at, Frame.COLUMNS + 56);
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
    i += lowest(<u64>(<u32>bits));
    const byte: u32 = load<u8>(i);
    if (byte < 128) return i;
    hasHigh = true;
    const next: u32 = load<u8>(i, 1);
    const isLetter = byte == 0xc3 && (next & 0xc0) == 0x80;
    if (!isLetter || load<u8>(At.SPANISH + (next & 63)) == 0) hasOdd = true;
    i += isLetter ? 2 : 1;
  }
  return limit;
}

export let unescapedStart: usize = 0;

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
    at = writeLetter(at, code);
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
export let row: u32 = 0;
export let rowFrom: usize = 0;
export let rowTo: usize = 0;
export let spansFrom: usize = 0;
export let spansTo: usize = 0;

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
    if (isText ? !noteXml(slot - 1, from, to) : !noteCell(slot - 1, from, to, column, style, isShared)) return 0;
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

/** Notes a cell that refers to a shared string, or is a number. */
function noteCell(slot: u32, from: usize, to: usize, column: i32, style: u32, isShared: bool): bool {
  const isWhole = to - from <= MOST_DIGITS && digitsEnd(from, to) == to;
  if (isShared && isWhole && number < strings) {
    const start = load<u32>(At.STRING_STARTS + (number << 2));
    const next = load<u32>(At.STRING_STARTS + (number << 2), 4);
    if (start >> Size.BLOCK_BITS == next >> Size.BLOCK_BITS)
      return noteText(slot, At.STRINGS + start, At.STRINGS + next - 1);
  }
  const mayKeep = !isShared && isWhole && column < Size.NUMBER_COLUMN && style < <u32>Size.NUMBER_STYLE;
  const start = unescapedEnd;
  const end = mayKeep ? numberText(from, to, column, style) : cell(from, to, column, style, isShared, start);
  if (end == 0) return false;
  store<u8>(end, 10); // separates the digits of two texts
  unescapedEnd = end + 1;
  return noteText(slot, start, end);
}

/**
 * Writes a whole number as the host does, like `cell`. Short texts are kept, because days are few. A slot holds the number
 * with the style, the column with the length of the text, and the text.
 */
function numberText(from: usize, to: usize, column: i32, style: u32): usize {
  const start = unescapedEnd;
  const slot: usize = <usize>At.NUMBER_TEXTS + ((<usize>number & Size.NUMBERS) << 4);
  const key = number | (style << 24);
  const head = (<u32>column + 1) << 4;
  if (load<u32>(slot) == key && (load<u16>(slot, 4) & ~15) == head) {
    v128.store(start, v128.load(slot, 6));
    return start + (load<u16>(slot, 4) & 15);
  }
  const end = cell(from, to, column, style, false, start);
  if (end == 0 || end - start > <usize>Size.NUMBER_TEXT) return end;
  touch(slot);
  store<u32>(slot, key);
  store<u16>(slot, <u16>(head | <u32>(end - start)), 4);
  store<u64>(slot, load<u64>(start), 6);
  store<u16>(slot, load<u16>(start, 8), 14);
  return end;
}

/** Notes a text of XML, in which a letter may be written by its number: `&#237;`. */
function noteXml(slot: u32, from: usize, to: usize): bool {
  let i = from;
  while (i < to && load<u8>(i) != 38) i++;
  if (i == to) return noteText(slot, from, to);
  const start = unescapedEnd;
  if (start + (to - from) + 64 > <usize>(At.UNESCAPED + Size.UNESCAPED)) return false;
  let at = copy(start, from, i - from);
  while (i < to) {
    const byte: u32 = load<u8>(i);
    if (byte != 38) {
      store<u8>(at++, <u8>byte);
      i++;
      continue;
    }
    if (load<u8>(i, 1) != 35) return false;
    const end = digitsEnd(i + 2, to);
    if (end == to || load<u8>(end) != 59 || end - i > 6 || number < 128 || number >= 0x800) return false;
    at = writeLetter(at, number);
    i = end + 1;
  }
  store<u8>(at, 10); // separates the digits of two texts
  unescapedEnd = at + 1;
  return noteText(slot, start, at);
}

/** Writes a character below U+0800. Returns the end of its bytes. */
function writeLetter(at: usize, code: u32): usize {
  if (code < 128) {
    store<u8>(at, <u8>code);
    return at + 1;
  }
  store<u8>(at, <u8>(0xc0 | (code >> 6)));
  store<u8>(at, <u8>(0x80 | (code & 63)), 1);
  return at + 2;
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
    const to = toOf(i);
    if (to > fromOf(i) && load<u8>(At.HARMLESS + load<u8>(fromOf(i))) == 0) return true;
    for (let k = fromOf(i); k < to; k++) {
      const byte = load<u8>(k);
      if ((byte == 44 || byte == 59 || byte == 9) && mayHoldFormula(k + 1, to)) return true; // , ; tab
    }
  }
  return false;
}

/** Returns whether what follows a delimiter inside a cell may be a formula for a program that separates cells there. */
function mayHoldFormula(from: usize, to: usize): bool {
  let i = from;
  while (i < to && load<u8>(i) == 32) i++;
  return i < to && (load<u8>(i) == 34 || load<u8>(At.HARMLESS + load<u8>(i)) == 0);
}

/** Returns whether a row beyond ASCII has the encoding of the file, and counts what it shows. */
function isOfFile(from: usize, to: usize): bool {
  if (encoding == ByteForm.UTF8 && !hasOdd) see(utf8Evidence);
  else if (encoding == ByteForm.ONE && hasLone && isJudged) see(otherEvidence);
  else return accept(from, to);
  return true;
}

// ---- The answers of the host

/** What the last text shows, as bits. */
export let shown: u64 = 0;

/**
 * Returns what the host says of a text. The answer to a short text is kept in a slot: the text padded with zeros, the
 * datum with the length, the answer, what the text shows. A text looks for its slot among a few neighbours, so that no
 * choice of texts makes the search long.
 */
function answerTo(datum: i32, from: usize, to: usize): i32 {
  const length = <u32>(to - from);
  if (length > <u32>Size.SHORT) return answerToLong(datum, from, to);
  const text = v128.and(v128.load(from), v128.load(<usize>(At.ENDS + Size.LONG) - length));
  const head = (datum << 8) | length;
  const low = i64x2.extract_lane(text, 0) ^ head;
  const hash = <u64>((low ^ rotl<u64>(i64x2.extract_lane(text, 1), 29)) * 0x9e3779b97f4a7c15);
  let slot: usize = <usize>At.SHORT_TEXTS + ((<usize>(hash >> (64 - Size.SHORT_BITS))) << 5);
  for (let tries = 0; tries < Size.TRIES; tries++, slot += 32) {
    const held = load<u32>(slot, 16);
    if (held == head && !v128.any_true(v128.xor(text, v128.load(slot)))) {
      shown = load<u64>(slot, 24);
      return load<i32>(slot, 20);
    }
    if (held != 0) continue;
    const answer = askHost(datum, from, to);
    touch(slot);
    v128.store(slot, text);
    store<u32>(slot, head, 16);
    store<i32>(slot, answer, 20);
    store<u64>(slot, shown, 24);
    return answer;
  }
  return askHost(datum, from, to);
}

/** Alternates between two slots. */
export let takesOther: bool = false;

/** Like `answerTo`, for a text of up to 48 bytes. It has two slots, and takes that of another text. */
function answerToLong(datum: i32, from: usize, to: usize): i32 {
  const length = <u32>(to - from);
  if (length > <u32>Size.LONG) return askHost(datum, from, to);
  const head = (datum << 8) | length;
  const ends: usize = At.ENDS + Size.LONG - length;
  const first = v128.load(from);
  const second = v128.and(v128.load(from, 16), v128.load(ends, 16));
  const third = v128.and(v128.load(from, 32), v128.load(ends, 32));
  const all = v128.xor(first, i64x2.add(i64x2.shl(second, 3), i64x2.shl(third, 5)));
  const low = (i64x2.extract_lane(all, 0) ^ head) * 0x9e3779b97f4a7c15;
  const hash = <u64>(low + i64x2.extract_lane(all, 1) * 0xc2b2ae3d27d4eb4f);
  const number = <usize>(hash >> (64 - Size.LONG_BITS));
  let slot: usize = <usize>At.LONG_TEXTS + (number << 6);
  if (!holds(slot, head, first, second, third)) {
    const other: usize = <usize>At.LONG_TEXTS + ((number ^ 1) << 6);
    if (holds(other, head, first, second, third)) slot = other;
    else {
      const answer = askHost(datum, from, to);
      takesOther = !takesOther;
      if (load<u32>(slot) != 0 && (load<u32>(other) == 0 || takesOther)) slot = other;
      touch(slot);
      store<u32>(slot, head);
      store<i32>(slot, answer, 4);
      store<u64>(slot, shown, 8);
      v128.store(slot, first, 16);
      v128.store(slot, second, 32);
      v128.store(slot, third, 48);
    }
  }
  shown = load<u64>(slot, 8);
  return load<i32>(slot, 4);
}

/** Marks the stretch of memory of a slot, so that the host wipes it. */
function touch(slot: usize): void {
  store<u8>(<usize>At.TOUCHED + (slot >> Size.STRETCH_BITS), 1);
}

function holds(slot: usize, head: u32, first: v128, second: v128, third: v128): bool {
  if (load<u32>(slot) != head) return false;
  const rest = v128.or(v128.xor(second, v128.load(slot, 32)), v128.xor(third, v128.load(slot, 48)));
  return !v128.any_true(v128.or(v128.xor(first, v128.load(slot, 16)), rest));
}

function askHost(datum: i32, from: usize, to: usize): i32 {
  const answer = ask(datum, from, to);
  shown = load<u64>(At.SHOWN);
  return answer;
}

// ---- The names of a row

/** What each datum of the row shows. */
export let shownGiven: u64 = 0;
export let shownPaternal: u64 = 0;
export let shownMaternal: u64 = 0;
export let shownDate: u64 = 0;
export let shownSex: u64 = 0;
export let shownEntity: u64 = 0;
/** The letters of each name for the key; 0 if there is none. */
export let lettersOfGiven: i32 = 0;
export let lettersOfPaternal: i32 = 0;
export let lettersOfMaternal: i32 = 0;

/** Reads the names of the row. Returns `false` if one is not plain, or if a rule between names may look at them. */
function readNames(): bool {
  wordCount = 0;
  lettersOfMaternal = 0;
  shownMaternal = 0;
  if (isWhole) return readWhole();
  lettersOfGiven = given();
  shownGiven = shown;
  const ofGiven = wordCount;
  if (lettersOfGiven <= 0) return false;
  const second = apellido_materno >= 0;
  const from = second ? fromOf(apellido_materno) : 0;
  const to = second ? toOf(apellido_materno) : 0;
  return readSurnames(ofGiven, fromOf(apellido_paterno), toOf(apellido_paterno), from, to);
}

/** Reads a name in one column: its surnames and its given names. The column shows what it shows as a whole. */
function readWhole(): bool {
  const from = fromOf(nombres);
  const to = toOf(nombres);
  if (!cut(from, to)) return false;
  wordCount = 0;
  lettersOfGiven = nameAt(Datum.GIVEN, partFrom(2), partTo(2));
  if (lettersOfGiven <= 0 || !readSurnames(wordCount, partFrom(0), partTo(0), partFrom(1), partTo(1))) return false;
  shownGiven = shownWhole;
  shownPaternal = 0;
  shownMaternal = 0;
  return true;
}

/** Reads the surnames, after `ofGiven` words of given names. */
function readSurnames(ofGiven: u32, from: usize, to: usize, secondFrom: usize, secondTo: usize): bool {
  lettersOfPaternal = nameAt(Datum.PATERNAL, from, to);
  shownPaternal = shown;
  if (lettersOfPaternal <= 0) return false;
  const ofPaternal = wordCount;
  const hasSeveral = ofPaternal > ofGiven + 1;
  wordsOfNames = wordCount;
  if (secondTo > secondFrom) {
    lettersOfMaternal = nameAt(Datum.MATERNAL, secondFrom, secondTo);
    shownMaternal = shown;
    if (lettersOfMaternal < 0) return false;
    if (lettersOfMaternal > 0) wordsOfNames = wordCount;
  }
  // A rule may look at an only surname of several words, at a surname that is part of the other, and at a given name that is also a surname.
  if (lettersOfMaternal == 0 && hasSeveral) return false;
  for (let i = wordCount > ofGiven + 2 ? ofGiven : ofPaternal; i < ofPaternal; i++) {
    for (let k = ofPaternal; k < wordCount; k++) if (areSame(i, k)) return false;
  }
  for (let i: u32 = 0; i < ofGiven; i++) {
    for (let k = ofGiven; k < wordCount; k++) if (areSame(i, k)) return false;
  }
  return true;
}

/** Returns the letters of the given names, in one column or two. Two plain ones are read as one. */
function given(): i32 {
  const from = fromOf(nombres);
  const to = toOf(nombres);
  if (segundo_nombre < 0 || toOf(segundo_nombre) == fromOf(segundo_nombre)) return nameAt(Datum.GIVEN, from, to);
  if (to - from + toOf(segundo_nombre) - fromOf(segundo_nombre) > <usize>Size.NAME) return -1;
  if (nameAt(Datum.SECOND_GIVEN, fromOf(segundo_nombre), toOf(segundo_nombre)) <= 0) return -1;
  wordCount = 0;
  if (nameAt(Datum.GIVEN, from, to) <= 0) return -1;
  const ofFirst = shown;
  wordCount = 0;
  const between = copy(At.JOINED, from, to - from);
  store<u8>(between, 32);
  const end = copy(between + 1, fromOf(segundo_nombre), toOf(segundo_nombre) - fromOf(segundo_nombre));
  const letters = nameAt(Datum.GIVEN, At.JOINED, end);
  shown = ofFirst;
  return letters;
}

/** The words of the row: a number for each that words of the same letters share. */
export let wordCount: u32 = 0;
/** How many of them are names: a word for a missing surname is none. */
export let wordsOfNames: u32 = 0;

function wordAt(i: u32): u32 {
  return load<u32>(At.WORDS + (i << 2));
}

/** Returns whether two words of the row are the same, and no particle. */
function areSame(i: u32, k: u32): bool {
  const word = wordAt(i);
  return word == wordAt(k) && (word & Word.PARTICLE) == 0;
}

/**
 * Returns the letters of a name for the key; 0 if the host says that there is none, -1 if it is not plain. A name is
 * plain if its words are, and then its first word counts; also behind words that the host passes over. The host reads
 * any other name as a whole.
 */
function nameAt(datum: i32, start: usize, limit: usize): i32 {
  let from = start;
  let end = limit;
  while (end > from && load<u8>(end - 1) == 32) end--;
  while (from < end && load<u8>(from) == 32) from++;
  shown = 0;
  if (end - from > <usize>Size.NAME) return -1;
  if (end == from) return 0;
  const isGiven = datum <= Datum.SECOND_GIVEN;
  const before = wordCount;
  const ofWord = isGiven ? Datum.GIVEN_WORD : Datum.SURNAME_WORD;
  if (wordEnd(from, end) == end) {
    const only = <u32>answerTo(ofWord, from, end);
    if (wordCount == <u32>Size.MOST_WORDS) return -1;
    store<u32>(At.WORDS + (wordCount++ << 2), only >> Word.IDENTITY);
    return only & Clase.LETRAS ? only & Clase.LETRAS : answerTo(datum, from, end);
  }
  let ofName: u64 = 0;
  let letters: u32 = 0;
  /** The first plain word, and whether all words from there on are plain. */
  let plainFrom: usize = 0;
  let isPlain = mayCompose;
  for (let i = from; i < end;) {
    const to = wordEnd(i, end);
    const word = <u32>answerTo(ofWord, i, to);
    const id = word >> Word.IDENTITY;
    for (let k = before; k < wordCount; k++) if (wordAt(k) == id) isPlain = false;
    if (wordCount == <u32>Size.MOST_WORDS) return -1;
    store<u32>(At.WORDS + (wordCount++ << 2), id);
    ofName |= i == from ? shown : shown & ~load<u64>(At.JOINT);
    if (word & Clase.LETRAS) {
      if (plainFrom == 0) {
        plainFrom = i;
        letters = word & Clase.LETRAS;
      }
    } else if (plainFrom != 0 || !isGiven) isPlain = false;
    i = to + 1;
  }
  if (isPlain && plainFrom != 0 && (plainFrom == from || answerTo(Datum.PASSED_OVER, from, plainFrom - 1) != 0)) {
    shown = ofName;
    return letters;
  }
  return answerTo(datum, from, end);
}

/** Returns the position of the next space before `end`, else `end`. */
function wordEnd(from: usize, end: usize): usize {
  const spaces = i8x16.splat(32);
  for (let i = from; i < end; i += 16) {
    const bits = <u32>i8x16.bitmask(i8x16.eq(v128.load(i), spaces));
    if (bits == 0) continue;
    const found = i + lowest(<u64>bits);
    return found < end ? found : end;
  }
  return end;
}

// ---- A name in one column

/** What the first word of a whole name shows. */
export let shownWhole: u64 = 0;

/** Returns where a part of the name that was cut begins; `partTo` returns where it ends. */
function partFrom(part: u32): usize {
  return load<u32>(At.PARTS + (part << 3));
}

function partTo(part: u32): usize {
  return load<u32>(At.PARTS + (part << 3), 4);
}

/**
 * Cuts a name into the first surname, the second one and the given names. The host says how names whose words have the
 * same classes are cut. Returns `false` if the cut is doubtful.
 */
function cut(start: usize, limit: usize): bool {
  let from = start;
  let end = limit;
  while (end > from && load<u8>(end - 1) == 32) end--;
  while (from < end && load<u8>(from) == 32) from++;
  if (end == from || end - from > <usize>Size.NAME) return false;
  let classes: u64 = 0;
  let count: u32 = 0;
  for (let i = from; i < end; count++) {
    const to = wordEnd(i, end);
    const word = <u32>answerTo(Datum.WHOLE_WORD, i, to);
    if (count == 0) shownWhole = shown;
    else shownWhole |= shown & ~load<u64>(At.JOINT);
    if (word == 0 || count == 15) return false;
    classes = (classes << 4) | word;
    store<u32>(At.BOUNDS + (count << 3), <u32>i);
    store<u32>(At.BOUNDS + (count << 3), <u32>to, 4);
    i = to + 1;
  }
  store<u64>(At.CLASSES, classes);
  const answer = <u32>answerTo(Datum.CUT, At.CLASSES, At.CLASSES + 8);
  if (answer == 0) return false;
  for (let part: u32 = 0; part < 3; part++) {
    const first = (answer >> (part << 3)) & 15;
    const last = (answer >> ((part << 3) + 4)) & 15;
    const isEmpty = last < first;
    store<u32>(At.PARTS + (part << 3), isEmpty ? 0 : load<u32>(At.BOUNDS + (first << 3)));
    store<u32>(At.PARTS + (part << 3), isEmpty ? 0 : load<u32>(At.BOUNDS + (last << 3), 4), 4);
  }
  return true;
}

// ---- The date of birth

export let year: u32 = 0;
export let month: u32 = 0;
export let day: u32 = 0;

/** Reads the date of birth. Returns `false` if it is not plain. */
function readBirth(): bool {
  let date: u32 = 0;
  if (fecha_nacimiento >= 0) {
    date = dateAt(fromOf(fecha_nacimiento), toOf(fecha_nacimiento));
    shownDate = shown;
  } else {
    const ofYear = <u32>answerTo(Datum.YEAR, fromOf(anio_nacimiento), toOf(anio_nacimiento));
    const shownYear = shown;
    const ofMonth = <u32>answerTo(Datum.MONTH, fromOf(mes_nacimiento), toOf(mes_nacimiento));
    const shownMonth = shown;
    const ofDay = <u32>answerTo(Datum.DAY, fromOf(dia_nacimiento), toOf(dia_nacimiento));
    shownDate = shownYear | (shownMonth & shown);
    store<u32>(At.CLASSES, ofYear * 10000 + ofMonth * 100 + ofDay);
    date = ofYear == 0 ? 0 : <u32>answerTo(Datum.BIRTH, At.CLASSES, At.CLASSES + 4);
  }
  year = date / 10000;
  month = (date / 100) % 100;
  day = date % 100;
  return date != 0;
}

/** The sign between the figures of most dates; 0 until the host says so. Their year has four digits and is the first figure or the last. */
export let dateSign: u32 = 0;
export let isYearFirst: bool = false;
/** How often the host was asked for the sign. */
export let signTries: u32 = 0;

/**
 * Returns the number of a date, YYYYMMDD, or 0 if it is not plain. The host says which dates are three figures with a sign
 * between them. They are many, so the answers about their two short figures and about the days of a month are kept.
 */
function dateAt(from: usize, to: usize): u32 {
  if (dateSign != 0) {
    const number = numberOf(from, to);
    if (number != 0) return number;
  }
  const date = <u32>answerTo(Datum.DATE, from, to);
  if (dateSign == 0 && date != 0 && signTries < <u32>Size.TRIES) {
    const ofDate = shown;
    const form = askHost(Datum.FORM, from, to);
    dateSign = form & 255;
    isYearFirst = form > 255;
    signTries++;
    shown = ofDate;
  }
  return date;
}

/** Returns the number of a date of three figures, or 0 if it is not plain or must be read as a whole. */
function numberOf(from: usize, to: usize): u32 {
  const firstTo = digitsEnd(from, to);
  const a = number;
  const secondTo = digitsEnd(firstTo + 1, to);
  const b = number;
  const isThree = digitsEnd(secondTo + 1, to) == to && load<u8>(firstTo) == dateSign && load<u8>(secondTo) == dateSign;
  const ofThird = to - secondTo - 1;
  const ofYear = isYearFirst ? firstTo - from : ofThird;
  if (!isThree || ofYear != 4 || isLong(secondTo - firstTo - 1)) return 0;
  if (isLong(isYearFirst ? ofThird : firstTo - from)) return 0;
  const year = isYearFirst ? a : number;
  const first = isYearFirst ? b : a;
  const second = isYearFirst ? number : b;
  if (year - Size.FIRST_YEAR >= <u32>Size.YEARS || first > 31 || second > 31) return 0;
  const figures: usize = At.FIGURES + (((first << 5) | second) << 4);
  if (load<i32>(figures) == 0) {
    store<i32>(figures, askHost(Datum.FIGURES, from, to));
    store<u64>(figures, shown, 8);
  }
  const dayOfYear = load<i32>(figures);
  if (dayOfYear < 0) return 0;
  const month = <u32>dayOfYear / 100;
  const days: usize = At.DAYS + ((((year - Size.FIRST_YEAR) << 4) | month) << 2);
  if (load<u32>(days) == 0) {
    store<u32>(At.CLASSES, year * 100 + month);
    store<i32>(days, askHost(Datum.DAYS, At.CLASSES, At.CLASSES + 4));
  }
  shown = load<u64>(figures, 8);
  const day = <u32>dayOfYear % 100; // bit 0 is no day
  return day != 0 && (load<u32>(days) >> day) & 1 ? year * 10000 + dayOfYear : 0;
}

/** Returns whether a short figure of a date has not one or two digits. */
function isLong(digits: usize): bool {
  return digits - 1 > 1;
}

/** The number that `digitsEnd` read. */
export let number: u32 = 0;

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

function isDigit(byte: u32): bool {
  return byte - 48 <= 9;
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

// ---- Other cells of the row

/** Returns whether no other cell of the row may contradict the key at `at`. */
function witnessesAgree(at: usize, entity: u32): bool {
  if (isFilled(rfc)) {
    const from = fromOf(rfc);
    if (toOf(rfc) - from < 10 || load<u64>(from) != load<u64>(at) || load<u16>(from, 8) != load<u16>(at, 8))
      return false;
  }
  if (isFilled(edad)) {
    const length = toOf(edad) - fromOf(edad);
    if (length > <usize>(Size.SHORT - 4)) return false;
    const end = copy(At.JOINED, fromOf(edad), length);
    store<u32>(end, year * 100 + month);
    if (answerTo(Datum.AGE, At.JOINED, end + 4) == 0) return false;
  }
  if (isFilled(pais)) {
    const abroad = <u32>answerTo(Datum.COUNTRY, fromOf(pais), toOf(pais));
    if (abroad != 1 && abroad != entity) return false;
  }
  return !isFilled(otro_anio) || <u32>answerTo(Datum.YEAR, fromOf(otro_anio), toOf(otro_anio)) == year;
}

function isFilled(cell: i32): bool {
  return cell >= 0 && toOf(cell) > fromOf(cell);
}

// ---- The key

function letter(symbol: i32): u32 {
  return load<u8>(At.LETTERS + (symbol & 31));
}

function value(code: u32): u32 {
  return load<u8>(At.VALUES + code);
}

function isIn(table: usize, word: u32): bool {
  return load<u32>(table + ((word % Paquete.MODULO) << 2)) == word;
}

/** Writes the key, like `armar` of core. */
function compose(at: usize, sex: u32, entity: u32): void {
  const a = lettersOfPaternal;
  const b = lettersOfMaternal;
  const n = lettersOfGiven;
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

// ---- What a row shows: counted like `Observer` does

function countOf(evidence: u32): f64 {
  return load<f64>(At.COUNTS + (evidence << 3));
}

function see(evidence: u32): void {
  const count = countOf(evidence);
  if (count == 0) store<f64>(At.FIRST_ROWS + (evidence << 3), rowNumber);
  store<f64>(At.COUNTS + (evidence << 3), count + 1);
}

function seeAll(bits: u64): void {
  const once = load<u64>(At.ONCE);
  for (let rest = bits; rest != 0; rest &= rest - 1) {
    const evidence = <u32>lowest(rest);
    if (((once >> evidence) & 1) == 0 || countOf(evidence) == 0) see(evidence);
  }
}

function observe(): void {
  const joint = load<u64>(At.JOINT);
  seeAll(shownGiven & ~joint);
  seeAll(shownPaternal & ~joint);
  seeAll(shownMaternal & ~joint);
  seeAll(shownSex & ~joint);
  seeAll(shownGiven & joint & (shownPaternal | shownMaternal | shownSex));
  seeAll(shownEntity);
  seeAll(shownDate);
}
