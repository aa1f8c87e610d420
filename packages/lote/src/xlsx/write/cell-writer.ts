/** Writes cells of rows, with their texts in them. */
import { columnName } from '@curp-service/contract/columns/letters';
import { type ByteSink, ENCODER } from '../../bytes.js';
import { CELL_TEXT } from '../limits.js';

/** 1 for the bytes that need an escape: controls, markup, the `_` of `_xHHHH_`, and 0xEF, with which U+FFFE and the byte order mark begin. */
const special = new Uint8Array(256);
special.fill(1, 0, 32);
for (const character of '&<>_\u00EF') special[character.charCodeAt(0)] = 1;

const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || special[code] === 1) return false;
  }
  return true;
};

/** Returns whether none of the bytes needs an escape. */
export function isPlainUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (special[bytes[i]] === 1) return false;
  return true;
}

export function writeEscaped(sink: ByteSink, text: string): void {
  if (isPlain(text)) {
    sink.text(text);
    return;
  }
  const escaped = text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  sink.text(escaped);
}

/** Returns whether spaces at the ends of a text would be lost without `xml:space`. */
export const needsSpace = (text: string): boolean =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n');

export class CellWriter {
  readonly #out: ByteSink;
  readonly #prefix: string;
  /** By column: the bytes of its cells up to the row number. */
  readonly #columns: Uint8Array[] = [];
  /** The bytes around their texts. */
  readonly #inline: Uint8Array;
  readonly #inlineSpaced: Uint8Array;
  readonly #textEnd: Uint8Array;

  /** `prefix`: that of the names of the sheet's elements. */
  constructor(out: ByteSink, prefix: string) {
    this.#out = out;
    this.#prefix = prefix;
    this.#inline = ENCODER.encode(`" t="inlineStr"><${prefix}is><${prefix}t>`);
    this.#inlineSpaced = ENCODER.encode(`" t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">`);
    this.#textEnd = ENCODER.encode(`</${prefix}t></${prefix}is></${prefix}c>`);
  }

  /** Writes a cell with a text; an empty one only if it has a style. */
  text(column: number, row: number, style: number, text: string): void {
    if (text === '' && style === 0) return;
    this.#begin(column, row, style);
    if (text === '') this.#out.text('"/>');
    else {
      this.#out.append(needsSpace(text) ? this.#inlineSpaced : this.#inline);
      writeEscaped(this.#out, text.slice(0, CELL_TEXT));
      this.#out.append(this.#textEnd);
    }
  }

  /** Writes a cell with the bytes of a key. */
  key(column: number, row: number, style: number, key: Uint8Array): void {
    this.#begin(column, row, style);
    this.#out.append(this.#inline);
    this.#out.append(key);
    this.#out.append(this.#textEnd);
  }

  number(column: number, row: number, style: number, number: number): void {
    this.#begin(column, row, style);
    this.#out.text(`"><${this.#prefix}v>${number}</${this.#prefix}v></${this.#prefix}c>`);
  }

  /** Writes a cell up to the quote behind its last attribute. */
  #begin(column: number, row: number, style: number): void {
    const begin = (this.#columns[column] ??= ENCODER.encode(`<${this.#prefix}c r="${columnName(column)}`));
    this.#out.append(begin);
    this.#out.number(row);
    if (style > 0) this.#out.text(`" s="${style}`);
  }
}
