/** Answers a file: by the reading that its head supposes, and once more if its rows prove another. */
import { operationFor } from '@curp-service/contract/layouts';
import type { Reading } from '@curp-service/contract/reading';
import { type Totals, requireAnswers } from './answer/context.js';
import type { LoteOptions, RowWork } from './answer/row-work.js';
import { decideReading, sameReading } from './conventions/decide.js';
import type { Evidence } from './conventions/evidence.js';
import { Head } from './conventions/head.js';
import { Lote } from './lote.js';

/** A file of people: a text, or a sheet of a workbook. It can be read several times. */
export interface PeopleFile {
  /** What the user declares about the file. */
  readonly options: LoteOptions;
  /** Returns the reading that the head of the file supposes. */
  suppose(): Promise<Reading>;
  /**
   * Begins to answer all rows with this reading. Throws an `UnreadableFile` with a question that only a person can answer. With
   * `isSupposed`, that is no question which later rows may answer.
   */
  answer(reading: Reading, step?: Step, isSupposed?: boolean): FilePass;
  /** Throws an `UnreadableFile` with all that this reading leaves open, and only a person can decide. */
  requireAnswers(reading: Reading): void;
}

/** Called before the first row and after every portion of rows. It may wait, or throw to end the work. */
export type Step = (work: RowWork) => void | Promise<void>;

/** One pass over the rows of a file: it answers them, and counts what they show. */
export interface FilePass {
  /** Yields the answer. Each piece is valid until the next is requested. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly totals: () => Readonly<Totals>;
  /** Returns the reading that the rows prove. Call it once, after the last piece. */
  readonly proven: () => Reading;
  /** Returns whether the answers of a sheet belong in other columns than those that were supposed. Call it after the last piece. */
  readonly isMoved?: () => boolean;
  /** Stops the pass and frees its resources. */
  readonly close?: () => Promise<void>;
}

/** One pass over the rows of a text. */
export interface TextPass extends Omit<FilePass, 'proven' | 'isMoved'> {
  /** Returns what the rows show about the reading. Call it once, after the last piece. */
  readonly evidence: () => Evidence;
}

/** Takes the answer of one pass. */
export interface PassSink {
  /** Called before each pass. */
  readonly begin?: (pass: FilePass, reading: Reading) => void;
  readonly step?: Step;
  /** Takes a piece of the answer, which is valid until the promise resolves. */
  readonly write: (piece: Uint8Array) => void | Promise<void>;
}

/** Stores the answer until the rows have proved the reading. */
export interface FileSink extends PassSink {
  /** Takes back everything that was written: another pass follows, by the reading that the rows prove. */
  readonly restart: (proven: Reading, isMoved: boolean) => void | Promise<void>;
}

export interface FileAnswer {
  /** How the file was read, with the evidence of all rows. */
  readonly reading: Reading;
  readonly totals: Readonly<Totals>;
}

/** After so many passes the file is answered, even if its rows prove one more reading. */
const MOST_PASSES = 3;

/**
 * Answers a file by the reading that its head supposes. If all its rows together prove another, they are answered once more by that.
 * Throws an `UnreadableFile` with a question that the rows leave open.
 */
export async function answerFile(file: PeopleFile, sink: FileSink): Promise<FileAnswer> {
  let reading = await file.suppose();
  for (let passes = 1; ; passes++) {
    const { proven, totals, isMoved } = await pass(file, reading, sink, true);
    const isProven = !isMoved && sameReading(reading, proven);
    if (isProven || passes === MOST_PASSES) {
      file.requireAnswers(proven);
      return { reading: isProven ? proven : reading, totals };
    }
    await sink.restart(proven, isMoved);
    reading = proven;
  }
}

/** Answers all rows with a reading that is decided. */
export async function answerOnce(file: PeopleFile, reading: Reading, sink: PassSink): Promise<FileAnswer> {
  const { totals } = await pass(file, reading, sink, false);
  return { reading, totals };
}

interface PassDone {
  readonly totals: Readonly<Totals>;
  readonly proven: Reading;
  readonly isMoved: boolean;
}

async function pass(file: PeopleFile, reading: Reading, sink: PassSink, isSupposed: boolean): Promise<PassDone> {
  const running = file.answer(reading, sink.step, isSupposed);
  try {
    sink.begin?.(running, reading);
    for await (const piece of running.pieces) await sink.write(piece);
    return { totals: running.totals(), proven: running.proven(), isMoved: running.isMoved?.() ?? false };
  } finally {
    await running.close?.();
  }
}

/** A text of rows. */
export interface TextSource {
  /** Yields the text from its first byte, each time it is called. Each chunk is valid until the next is requested. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** Answers the rows of a text with one reading. */
export type AnswerRows = (
  chunks: AsyncIterable<Uint8Array>,
  options: LoteOptions & { readonly reading: Reading },
  step?: Step,
) => TextPass;

/** A text as a file of people. `options.reading` replaces what its head supposes. */
export function textFile(
  source: TextSource,
  options: LoteOptions,
  answer: AnswerRows = (chunks, own, step) => answerRows(new Lote(own), chunks, step),
): PeopleFile {
  /** The text from its first byte, if its head was read. */
  let opened: AsyncIterable<Uint8Array> | null = null;
  return {
    options,
    suppose: async () => {
      if (options.reading !== undefined) return options.reading;
      const iterator = source.chunks()[Symbol.asyncIterator]();
      const head = new Head(options);
      let next = await iterator.next();
      while (next.done !== true && !head.take(next.value)) next = await iterator.next();
      opened = rejoined(head.bytes, iterator);
      return decideReading(head.evidence(next.done === true), options);
    },
    answer: (reading, step, isSupposed) => {
      const chunks = opened ?? source.chunks();
      opened = null;
      const { evidence, ...running } = answer(chunks, { ...options, reading, isSupposed }, step);
      return { ...running, proven: () => decideReading(evidence(), options) };
    },
    requireAnswers: (reading) => requireDecided(reading, options),
  };
}

/** Throws an `UnreadableFile` with all that only a person can decide about the rows of a file. */
export function requireDecided(reading: Reading, { operacion, language = 'es' }: LoteOptions): void {
  const operationName = operationFor(operacion, reading.formato.value);
  requireAnswers({ reading, operationName, wording: { language }, isSupposed: false }, () => null);
}

/** Answers rows in this thread. */
export function answerRows(lote: Lote, chunks: AsyncIterable<Uint8Array>, step: Step = () => {}): TextPass {
  async function* portions(answered: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for (const piece of answered) {
      if (piece.length > 0) yield piece;
      await step(lote);
    }
  }
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    await step(lote);
    for await (const chunk of chunks) yield* portions(lote.process(chunk));
    yield* portions(lote.finish());
  }
  return {
    pieces: pieces(),
    totals: () => lote.totals,
    evidence: () => lote.takeEvidence(),
    close: async () => lote.close(),
  };
}

/** Yields the bytes that were read of a text, then the rest of it. */
export async function* rejoined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield head;
    for (let step = await rest.next(); step.done !== true; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}
