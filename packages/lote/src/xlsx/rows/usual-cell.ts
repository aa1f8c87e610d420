/** Reads cells of the shape that most programs write, in a fraction of the time that a cell of any shape takes. */
import { Byte } from '../../bytes.js';
import { type Cells, CellKind } from './cells.js';

/** Four bytes of the usual shape as one number: comparing them at once is faster. */
const enum Four {
  /** `<c r` */
  CELL = 0x3c632072,
  /** ` s="` */
  STYLE = 0x20733d22,
  /** ` t="` */
  TYPE = 0x20743d22,
  /** `><v>` */
  VALUE = 0x3e3c763e,
  /** `</v>` */
  VALUE_END = 0x3c2f763e,
  /** `</c>` */
  CELL_END = 0x3c2f633e,
  /** `inli`, `neSt`, `r"><` and `is><` */
  INLINE_1 = 0x696e6c69,
  INLINE_2 = 0x6e655374,
  INLINE_3 = 0x72223e3c,
  INLINE_4 = 0x69733e3c,
  /** `</t>`, `</is` and `></c` */
  TEXT_END_1 = 0x3c2f743e,
  TEXT_END_2 = 0x3c2f6973,
  TEXT_END_3 = 0x3e3c2f63,
}

/** `="` as one number. */
const EQUALS_QUOTE = 0x3d22;

/**
 * Reads the cell at `at`: `<c r="A1" s="1" t="s"><v>0</v></c>`, or one with an inline text. Returns the index after it,
 * or 0 if it has another shape. A few spare bytes follow `end`; `view` covers the same bytes.
 */
export function readUsual(
  cells: Cells,
  view: DataView,
  bytes: Uint8Array,
  cell: number,
  at: number,
  end: number,
): number {
  if (view.getUint32(at) !== Four.CELL || view.getUint16(at + 4) !== EQUALS_QUOTE) return 0;
  let i = at + 6;
  let byte = bytes[i];
  let column = 0;
  for (; byte >= 65 && byte <= 90; byte = bytes[++i]) column = column * 26 + byte - 64;
  while (byte >= 48 && byte <= 57) byte = bytes[++i];
  if (byte !== Byte.QUOTE || column === 0 || i >= end) return 0;
  i++;
  let style = 0;
  if (view.getUint32(i) === Four.STYLE) {
    i += 4;
    for (byte = bytes[i]; byte >= 48 && byte <= 57; byte = bytes[++i]) style = style * 10 + byte - 48;
    if (byte !== Byte.QUOTE || i >= end) return 0;
    i++;
  }
  let kind: number = CellKind.NUMBER;
  if (view.getUint32(i) === Four.TYPE) {
    const letter = bytes[i + 4];
    if (bytes[i + 5] === Byte.QUOTE && (letter === Byte.S || letter === Byte.N)) {
      if (letter === Byte.S) kind = CellKind.SHARED;
      i += 6;
    } else if (isInlineText(view, i + 4)) {
      kind = CellKind.TEXT;
      i += 22;
    } else return 0;
  }
  if (kind !== CellKind.TEXT) {
    if (view.getUint32(i) !== Four.VALUE) return 0;
    i += 4;
  }
  const from = i;
  while (i < end && bytes[i] !== Byte.LESS) i++;
  const to = i;
  if (kind === CellKind.TEXT ? !isTextEnd(view, i) : !isValueEnd(view, i)) return 0;
  i += kind === CellKind.TEXT ? 13 : 8;
  // Bytes of earlier rows follow the end.
  if (i > end) return 0;
  cells.columns[cell] = column - 1;
  cells.starts[cell] = at;
  cells.styles[cell] = style;
  cells.note(cell, from === to ? CellKind.EMPTY : kind, from, to);
  return i;
}

/** Returns whether `inlineStr"><is><t>` begins at `at`. */
const isInlineText = (view: DataView, at: number): boolean =>
  view.getUint32(at) === Four.INLINE_1 &&
  view.getUint32(at + 4) === Four.INLINE_2 &&
  view.getUint32(at + 8) === Four.INLINE_3 &&
  view.getUint32(at + 12) === Four.INLINE_4 &&
  view.getUint8(at + 16) === Byte.T &&
  view.getUint8(at + 17) === Byte.GREATER;

/** Returns whether `</t></is></c>` begins at `at`. */
const isTextEnd = (view: DataView, at: number): boolean =>
  view.getUint32(at) === Four.TEXT_END_1 &&
  view.getUint32(at + 4) === Four.TEXT_END_2 &&
  view.getUint32(at + 8) === Four.TEXT_END_3 &&
  view.getUint8(at + 12) === Byte.GREATER;

/** Returns whether `</v></c>` begins at `at`. */
const isValueEnd = (view: DataView, at: number): boolean =>
  view.getUint32(at) === Four.VALUE_END && view.getUint32(at + 4) === Four.CELL_END;
