/** The slot into which the formats put the row that they have just read. */
import { toEntry } from '@curp-service/contract/codes/code';
import { ROW_AND_FILE_CODES, type RowCause, type RowProblem } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import type { Encoding } from '@curp-service/contract/reading';
import { Byte, MAX_ROW } from '../bytes.js';
import { Seen, seenBetween } from '../read/row.js';
import type { Input } from '../read/input.js';
import type { JsonObject } from '../read/ndjson.js';

export interface FileRow {
  /** The line of the file in which the row begins, as an editor counts. */
  readonly line: number;
  /** The row as it stands in the file, in UTF-8; empty if it is too long to be kept. */
  readonly written: string;
  /** The texts of its cells, as many as the header has, or its object. `null`: it cannot be read. */
  readonly content: readonly string[] | JsonObject | null;
  /** Why the row cannot be read; empty if it can. */
  readonly reason: string;
}

/** The facts about a file that are known before its rows. The delimiter, the names and the header as written are those of a CSV. */
export interface FileHead {
  readonly encoding: string;
  readonly delimiter?: string;
  readonly names?: readonly string[];
  readonly written?: string;
}

/**
 * Takes a CSV row of the right shape by the bytes of its cells, which stand from `from` to `to` in UTF-8. `false`: the row
 * is handed out as texts. Rows with doubled quotes are not offered.
 */
export type TakeCells = (bytes: Uint8Array, from: Int32Array, to: Int32Array) => boolean;

export interface Slot {
  readonly input: Input;
  readonly language: Language;
  readonly onHead: (head: FileHead) => void;
  readonly take: TakeCells | undefined;
  /** How many rows were seen, the skipped ones included. */
  count: number;
  /** How many of the first rows are skipped. */
  skip: number;
  /** The number of the next line. */
  line: number;
  /** The row that was read and is not handed out yet. */
  row: FileRow | null;
}

/** The encoding that a row shows by its bits of `Seen`; `null`: all of it is ASCII. */
function encodingOf(seen: number): Encoding | null {
  if ((seen & Seen.NOT_ASCII) === 0) return null;
  return (seen & Seen.NOT_UTF8) === 0 && (seen & Seen.PLAIN_UTF8) !== 0 ? 'utf-8' : 'windows-1252';
}

/** The first row beyond ASCII decides the encoding of all. `seen`: the bits of `Seen` of a row. */
export function settleEncoding({ input }: Slot, seen: number): void {
  input.decoder.encoding ??= encodingOf(seen);
}

/** The encoding seen so far: that of the first line beyond ASCII among the bytes from `from` on, if no earlier row decided it. */
export function encodingFrom({ input }: Slot, from: number): Encoding {
  const { bytes, end, decoder } = input;
  let first = from;
  while (first < end && bytes[first] < 128) first++;
  return decoder.encoding ?? encodingOf(seenBetween(bytes, first, bytes.indexOf(Byte.LINE_FEED, first))) ?? 'utf-8';
}

/** Counts a row. `true`: it is one of those to be skipped. */
export function isSkipped(slot: Slot): boolean {
  slot.count++;
  return slot.count <= slot.skip;
}

/** Puts a row that cannot be read into the slot. */
export function reject(slot: Slot, written: string, problem: RowProblem): void {
  const reason = toEntry<RowCause>(ROW_AND_FILE_CODES, problem, slot.language).error_message;
  slot.row = { line: slot.line, written, content: null, reason };
}

/** Rejects a row that is too long to be kept. It counts as one line. */
export function rejectLong(slot: Slot): void {
  if (!isSkipped(slot)) reject(slot, '', { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } });
  slot.line++;
}
