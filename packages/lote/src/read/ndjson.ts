/** Reads NDJSON line by line, each line as a text in UTF-8 and as an object. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import { repeatedNames } from '@curp-service/contract/columns/repeated-names';
import type { Encoding } from '@curp-service/contract/reading';
import { Byte, DECODER, MAX_ROW } from '../bytes.js';
import { conversionFrom } from './encoding.js';
import type { Input } from './input.js';
import { Seen } from './row.js';

/** An object with more names is not read: it would delay all others. */
const MAX_NAMES = 1000;
const TOO_WIDE: RowProblem = { cause: 'fila_nombres', parts: { limite: String(MAX_NAMES) } };

export interface LineSink {
  /** Takes the line between these indexes of the input, without its line feed. */
  line(from: number, to: number): void;
  /** Takes a line that was too long to be kept. */
  longLine(): void;
}

export class NdjsonLines {
  private readonly input: Input;
  private readonly sink: LineSink;

  constructor(input: Input, sink: LineSink) {
    this.input = input;
    this.sink = sink;
  }

  /** Takes the next line from the input. Returns `false` if there is no whole line. */
  nextRow(atEnd: boolean): boolean {
    const { input, sink } = this;
    if (!atEnd && !input.mayHaveRow()) return false;
    const { start, end } = input;
    const lineFeed = input.bytes.indexOf(Byte.LINE_FEED, start);
    const isWhole = lineFeed < end;
    if (lineFeed - start > MAX_ROW) {
      sink.longLine();
      input.skipLine();
    } else if (isWhole) {
      input.advance(lineFeed + 1);
      sink.line(start, lineFeed);
    } else input.foundNoRow();
    return isWhole;
  }
}

export interface Line {
  readonly text: string;
  /** The problem that makes the line unreadable. */
  readonly problem: RowProblem | null;
  /** True if the line has too many names to be read as an object. */
  readonly isTooWide: boolean;
}

/** Reads a line whose bits of `Seen` are known. */
export function readLine({ bytes, decoder }: Input, from: number, to: number, seen: number): Line {
  const line = bytes.subarray(from, to);
  const isTooWide = hasMoreNames(MAX_NAMES, bytes, from, to);
  const problem: RowProblem | null = line.includes(0) ? { cause: 'fila_nul' } : isTooWide ? TOO_WIDE : null;
  if ((seen & Seen.NOT_ASCII) === 0) return checkedLine(DECODER.decode(line), problem, isTooWide);
  const verdict = decoder.judge((seen & Seen.NOT_UTF8) === 0, (seen & Seen.PLAIN_UTF8) !== 0);
  const isKept = verdict === 'ok' || verdict === 'foreign';
  const text = DECODER.decode(isKept ? line : converted(line, verdict === 'broken' ? null : decoder.encoding));
  const isSound = verdict === 'ok' || verdict === 'rewrite';
  return checkedLine(text, isSound ? problem : { cause: 'fila_codificacion' }, isTooWide);
}

const checkedLine = (text: string, problem: RowProblem | null, isTooWide: boolean): Line => ({
  text,
  problem: problem ?? repetition({ text, isTooWide }),
  isTooWide,
});

export type JsonObject = Readonly<Record<string, unknown>>;

/** The most characters of a name that a message quotes. */
const QUOTED_NAME = 40;

/** Returns the problem of an object that gives a name twice; `null` if it does not, or if the line is no object. */
function repetition(line: Pick<Line, 'text' | 'isTooWide'>): RowProblem | null {
  const [repeated] = parseObject(line) === null ? [] : repeatedNames(line.text);
  return repeated === undefined ? null : { cause: 'fila_repetida', parametro: repeated.name.slice(0, QUOTED_NAME) };
}

/** Returns `null` if the line is no JSON object or has too many names. */
export function parseObject({ text, isTooWide }: Pick<Line, 'text' | 'isTooWide'>): JsonObject | null {
  if (isTooWide) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a line has more names than `limit`, including those of inner objects. The shortest take five bytes: `"":1,`. */
function hasMoreNames(limit: number, bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < limit * 5) return false;
  let names = 0;
  let inString = false;
  for (let i = from; i < to && names <= limit; i++) {
    const byte = bytes[i];
    if (byte === Byte.QUOTE) inString = !inString;
    else if (byte === Byte.BACKSLASH) i++;
    else if (byte === Byte.COLON && !inString) names++;
  }
  return names > limit;
}

/** Returns a line in UTF-8, whatever its encoding. */
function converted(line: Uint8Array, encoding: Encoding | null): Uint8Array {
  const target = new Uint8Array(line.length * 3);
  return target.subarray(0, conversionFrom(encoding)(line, 0, line.length, target, 0));
}
