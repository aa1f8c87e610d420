/** Runs a file through `Lote` in pieces of any size, and reads the output. */
import { parse } from 'csv-parse/sync';
import type fc from 'fast-check';
import { it } from 'vitest';
import type { Reading } from '@curp-service/contract/reading';
import { UnreadableFile, entryOfFile } from '@curp-service/contract/codes/file';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import {
  type FileAnswer,
  Lote,
  type LoteOptions,
  type PeopleFile,
  type Totals,
  answerFile,
  decideByHead,
  textFile,
} from '../src/index.js';

export const mutating = 'STRYKER_MUTATOR_WORKER' in process.env;

const isQuick = process.env['QUICK'] === 'true';

/** A test that takes long, for example with large data, which mutation testing and the quick loop skip. */
export const slow = mutating || isQuick ? it.skip : it;

export const isFuzzing = 'SECONDS' in process.env;

/** With this number of cases for each property, mutation testing still finds what it should. */
const FEW = 40;

/**
 * Returns how often a property is tried: as often as it says by `npm run test:fuzz`, an eighth of that by `npm test`, which draws other
 * cases each time. Mutation testing tries few cases and always the same, so that none is killed by chance.
 */
export function runs(numRuns: number): Parameters<typeof fc.assert>[1] {
  const few = Math.min(numRuns, FEW);
  if (mutating) return { numRuns: few, seed: 1, endOnFailure: true };
  if (isFuzzing) return { numRuns };
  return { numRuns: isQuick ? few : Math.max(few, Math.ceil(numRuns / 8)) };
}

export type Options = Partial<LoteOptions>;

const UTF8 = new TextEncoder();
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const toBytes = (input: string | Uint8Array): Uint8Array =>
  typeof input === 'string' ? UTF8.encode(input) : input;

/** Returns the text of an output, and throws if it is not UTF-8. */
export const toText = (bytes: Uint8Array): string => STRICT.decode(bytes);

export function concat(...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map(toBytes)));
}

/** Returns the bytes cut at these offsets. */
export function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  return [0, ...cuts].map((from, i) => bytes.subarray(from, cuts[i] ?? bytes.length));
}

/** Returns the bytes in pieces of one size. */
export function inPieces(bytes: Uint8Array, length: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * length, (i + 1) * length));
}

/** Returns the output of a `Lote` for these pieces. */
export function run(lote: Lote, pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const output: Uint8Array[] = [];
  for (const piece of pieces) for (const done of lote.process(piece)) output.push(done.slice());
  for (const done of lote.finish()) output.push(done.slice());
  return concat(...output);
}

export async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

/** Answers a file in memory. */
export async function answerInMemory(file: PeopleFile): Promise<FileAnswer & { readonly output: Buffer<ArrayBuffer> }> {
  let output: Uint8Array[] = [];
  const done = await answerFile(file, {
    write: (piece) => void output.push(piece.slice()),
    restart: () => void (output = []),
  });
  return { ...done, output: Buffer.concat(output) };
}

/** Returns the reading that all rows of a file prove. */
export const readingOf = async (file: PeopleFile): Promise<Reading> => (await answerInMemory(file)).reading;

interface Answered {
  readonly output: string;
  readonly reading: Reading;
  /** The reading and the totals of each pass. */
  readonly passes: readonly { readonly reading: Reading; readonly totals: Readonly<Totals> }[];
}

/** Answers a file of which only the head was seen before. */
export async function answeredAfter(head: Uint8Array, file: Uint8Array, options: LoteOptions): Promise<Answered> {
  const passes: { reading: Reading; totals: Readonly<Totals> }[] = [];
  let output: Uint8Array[] = [];
  const text = textFile({ chunks: () => chunksOf(file) }, { ...options, reading: decideByHead(head, options) });
  const { reading } = await answerFile(text, {
    begin: (pass, used) => passes.push({ reading: used, totals: pass.totals() }),
    write: (piece) => void output.push(piece.slice()),
    restart: () => void (output = []),
  });
  return { output: toText(concat(...output)), reading, passes };
}

/** Tests of other things declare what M means, which a file with only women does not show, and have one person in many rows. */
export const DECLARED = { formato: 'csv', sexo: 'hm', duplicates: null } as const;

/** Returns the output for a file. */
export function runFile(options: Options, input: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return run(new Lote({ ...DECLARED, ...options }), [toBytes(input)]);
}

export const runText = (options: Options, input: string | Uint8Array): string => toText(runFile(options, input));

/** Returns the cells of an output, its header first, by an independent reader: `csv-parse`. */
export function cells(output: string, delimiter = ','): string[][] {
  return parse(output, { delimiter, bom: true, skip_empty_lines: true }) as string[][];
}

/** Returns the rows of an output of CSV, by the names of its columns. */
export function rows(
  options: Options,
  input: string | Uint8Array,
  delimiter = ',',
): Readonly<Record<string, string>>[] {
  const [nombres = [], ...others] = cells(runText(options, input), delimiter);
  return others.map((row) => Object.fromEntries(nombres.map((name, i) => [name, row[i] ?? ''])));
}

/** Returns the objects of an output of NDJSON. */
export function objects(options: Options, input: string | Uint8Array): Readonly<Record<string, unknown>>[] {
  return runText({ ...options, formato: 'ndjson' }, input)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Returns the error of a file that cannot be read. */
export function fileError(options: Options, input: string | Uint8Array): ErrorEntry {
  try {
    runFile(options, input);
  } catch (error) {
    if (error instanceof UnreadableFile) return entryOfFile(error.problem, options.language ?? 'es');
    throw error;
  }
  throw new Error('the file was read');
}
