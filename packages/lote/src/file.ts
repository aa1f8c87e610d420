/** Answers a file: samples it, decides how it is read, answers its rows, and answers them again if they prove another reading. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { Reading } from '@curp-service/contract/reading';
import type { Totals } from './answer/context.js';
import type { LoteOptions, RowWork } from './answer/row-work.js';
import type { Source } from './bytes.js';
import { isSexUnknown } from '@curp-service/contract/conventions/table';
import { decideReading, sameReading } from './conventions/decide.js';
import type { Evidence } from './conventions/evidence.js';
import { Buffered, sample } from './conventions/sample.js';
import { Survey, type SurveyOptions } from './conventions/survey.js';
import { Lote } from './lote.js';
import { drain } from './split.js';

/** A file of people: a text, or a sheet of a workbook. */
export interface PeopleFile {
  /** What the user declares about the file. */
  readonly options: LoteOptions;
  /** Returns the reading that a part of the file suggests. */
  suggest(): Promise<Reading>;
  /** Returns the reading that all rows prove; `null` for a pipe, which cannot be read again. */
  readonly survey: (() => Promise<Reading>) | null;
  /** Begins to answer all rows with this reading. Throws an `UnreadableFile` with a question that only a person can answer. */
  answer(reading: Reading, step?: Step): FilePass;
}

/** Called before the first row and after every portion of rows. It may wait, or throw to end the work; it allows more rows if the work waits for them. */
export type Step = (work: RowWork) => void | Promise<void>;

/** One pass over the rows of a file. */
export interface FilePass {
  /** Yields the answer. Each piece is valid until the next is requested. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly totals: () => Readonly<Totals>;
  /** Returns the reading that the rows prove. Call it once, after the last piece. */
  readonly proven: () => Reading;
  /** Stops the pass and frees its resources. */
  readonly close?: () => Promise<void>;
}

/** One pass over the rows of a text. */
export interface TextPass extends Omit<FilePass, 'proven'> {
  /** Returns what the rows show about the reading. Call it once, after the last piece. */
  readonly evidence: () => Evidence;
}

export interface FileSink {
  /** Called before each pass. `isCertain`: no other pass follows, so that what is written may be sent at once. */
  readonly begin?: (pass: FilePass, reading: Reading, isCertain: boolean) => void;
  readonly step?: Step;
  /** Takes a piece of the answer, which is valid until the promise resolves. */
  readonly write: (piece: Uint8Array) => void | Promise<void>;
  /** Takes back everything that was written. Absent if a reader may already have it. */
  readonly restart?: (() => void | Promise<void>) | undefined;
}

export interface FileAnswer {
  /** How the file was read, with the evidence of all rows. */
  readonly reading: Reading;
  readonly totals: Readonly<Totals>;
}

/** The sample misled the pass, which ends before its last row. `reading`: what all rows prove, if somebody has surveyed them. */
export class SampleRefuted extends Error {
  constructor(readonly reading: Reading | null = null) {
    super();
  }
}

/**
 * Answers a file. If what was written can be taken back, a sample decides the reading, and the rows are answered again only if they
 * prove another one. Otherwise all rows are surveyed first; the beginning of a pipe decides its reading.
 */
export async function answerFile(file: PeopleFile, sink: FileSink): Promise<FileAnswer> {
  if (file.survey === null) return answerOnce(file, await file.suggest(), sink);
  if (sink.restart === undefined) return answerOnce(file, await file.survey(), sink);
  const suggested = await file.suggest();
  // A row outside the sample may show what M means, so that nobody need be asked.
  if (isSexUnknown(suggested.sexo)) return answerOnce(file, await file.survey(), sink);
  let reading: Reading | null = null;
  try {
    const { proven, totals } = await answerOnce(file, suggested, sink, false);
    reading = proven;
    if (sameReading(suggested, reading)) return { reading, totals };
  } catch (error) {
    if (!(error instanceof SampleRefuted)) throw error;
    ({ reading } = error);
  }
  await sink.restart();
  return answerOnce(file, reading ?? (await file.survey()), sink);
}

/** Answers all rows with a reading that is decided. */
export async function answerOnce(
  file: PeopleFile,
  reading: Reading,
  sink: FileSink,
  isCertain = true,
): Promise<FileAnswer & { readonly proven: Reading }> {
  const pass = file.answer(reading, sink.step);
  try {
    sink.begin?.(pass, reading, isCertain);
    for await (const piece of pass.pieces) await sink.write(piece);
    return { reading, proven: pass.proven(), totals: pass.totals() };
  } finally {
    await pass.close?.();
  }
}

/**
 * Returns the evidence of all rows of a text, which `open` opens anew. Answering a plain row is quicker than looking at its cells,
 * but a file with an open question cannot be answered.
 */
export async function evidenceOf(open: () => AsyncIterable<Uint8Array>, options: SurveyOptions): Promise<Evidence> {
  // A row of a list that is answered is crossed at once.
  const ofAnswers = options.operacion === 'cruzar' ? null : await evidenceOfAnswers(open(), options);
  if (ofAnswers !== null) return ofAnswers;
  const survey = new Survey(options);
  for await (const chunk of open()) survey.read(chunk);
  return survey.finish();
}

/** The options of a work that tells nothing, takes all rows as they are, and decides its reading itself. */
const ONLY_EVIDENCE = {
  evidenceOnly: true,
  reading: undefined,
  duplicates: null,
  allowed: Infinity,
  firstRows: 0,
  mends: new Map(),
  onUnderstood: () => {},
  onRow: () => {},
} as const satisfies Partial<LoteOptions>;

/** Returns what the rows show while the plain ones are answered; `null` if only a person can say how the file is read. */
async function evidenceOfAnswers(chunks: AsyncIterable<Uint8Array>, options: SurveyOptions): Promise<Evidence | null> {
  const lote = new Lote({ ...options, ...ONLY_EVIDENCE });
  try {
    for await (const chunk of chunks) drain(lote.process(chunk));
    drain(lote.finish());
    return lote.takeEvidence();
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  } finally {
    lote.close();
  }
}

/** A text of rows. */
export interface TextSource {
  /** Yields the text from its first byte. Each chunk is valid until the next is requested. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** The text at any offset; absent if it is unpacked while it is read. */
  readonly bytes?: Source | undefined;
  /** True if the text can be read only once. */
  readonly isPipe?: boolean;
}

/** Answers the rows of a text with one reading. */
export type AnswerRows = (chunks: AsyncIterable<Uint8Array>, reading: Reading, step?: Step) => TextPass;

/** A text as a file of people. `options.reading` replaces the sample. */
export function textFile(
  source: TextSource,
  options: LoteOptions,
  answer: AnswerRows = (chunks, reading, step) => answerRows(new Lote({ ...options, reading }), chunks, step),
): PeopleFile {
  /** The text from its first byte, if its beginning was read for the sample. */
  let opened: AsyncIterable<Uint8Array> | null = null;
  const open = (): AsyncIterable<Uint8Array> => {
    const chunks = opened ?? source.chunks();
    opened = null;
    return chunks;
  };
  return {
    options,
    suggest: async () => {
      if (options.reading !== undefined) return options.reading;
      if (source.bytes !== undefined) return sample(await stretchesOf(source.bytes), options);
      const iterator = source.chunks()[Symbol.asyncIterator]();
      const buffered = new Buffered(options);
      let next = await iterator.next();
      while (next.done !== true && !buffered.take(next.value)) next = await iterator.next();
      opened = rejoined(buffered.bytes, iterator);
      return decideReading(buffered.evidence(next.done === true), options);
    },
    survey: source.isPipe === true ? null : async () => decideReading(await evidenceOf(open, options), options),
    answer: (reading, step) => {
      const { evidence, ...pass } = answer(open(), reading, step);
      return { ...pass, proven: () => decideReading(evidence(), options) };
    },
  };
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

/** A file of this size or less is sampled as a whole. */
const SMALL_FILE_BYTES = 1 << 18;
const STRETCHES = 8;
const STRETCH_SIZE = 1 << 14;

/** Returns some stretches of a text, from its head to its tail; all of a small one. */
async function stretchesOf(source: Source): Promise<Uint8Array[]> {
  if (source.size <= SMALL_FILE_BYTES) return [await source.read(0, source.size)];
  const last = source.size - STRETCH_SIZE;
  // Stretches begin at even offsets, where the characters of UTF-16 begin.
  const offsets = Array.from({ length: STRETCHES }, (_, i) => Math.floor((last * i) / (STRETCHES - 1) / 2) * 2);
  return Promise.all(offsets.map(async (offset) => source.read(offset, STRETCH_SIZE + 1)));
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
