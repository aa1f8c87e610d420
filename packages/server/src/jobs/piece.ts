/** Processes one piece of a job: takes it from the store, computes its rows, and stores and counts the result. */
import { setTimeout } from 'node:timers/promises';
import type { Encoding } from '@curp-service/contract/reading';
import {
  type Block,
  type Lote,
  SheetAnswers,
  collect,
  answerBlock,
  prepare,
  release,
  sumTotals,
} from '@curp-service/lote';
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import { mexicoDay, mexicoMonth } from '../access/calendar.js';
import { quotaUsedUp } from '../access/gate.js';
import { openClock } from '../store/clock.js';
import { type JobStore, openJobStore } from '../store/open.js';
import type { ClaimedPiece, FinishedPiece, PieceMoment, TakenPiece } from '../store/pieces.js';
import { StoreError } from '../store/driver.js';
import { JOBS_OPERATION, type JobOptions, readJobOptions, writeAnswers } from './job.js';

/** After this many failed attempts, all rows of a piece carry code 9. */
const ATTEMPTS = 4;
/** After this many failed attempts to store those rows, the job fails. */
const REPORT_ATTEMPTS = 3;
/** The most times that a piece is computed: others may use the same quota meanwhile. */
const QUOTA_ROUNDS = 10;
/** The pauses of a piece that waits for the database. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

export interface PieceInput {
  readonly options: JobOptions;
  readonly header: Block;
  readonly block: Block;
  /** True for the first piece, whose result begins with the header. */
  readonly isFirst: boolean;
  /** True if the piece holds bytes of the workbook, not rows. */
  readonly isBook?: boolean;
  /** The number of good rows allowed; `null` if unlimited. */
  readonly allowed: number | null;
  /** The error of the rows beyond `allowed`. */
  readonly beyond: ErrorEntry;
}

export interface PieceResult {
  readonly outcome: 'hecha' | 'repetida' | 'ajena' | 'fallida';
  /** The number of stored rows by code; good rows have code 0. */
  readonly rows: ReadonlyMap<number, number>;
}

export type ProcessPiece = (piece: ClaimedPiece) => Promise<PieceResult>;

export const PROCESS_PIECE = 'processPiece';

export interface PieceThreadData {
  readonly databaseUrl: string;
  readonly pool: number;
  readonly retentionMs: number;
}

/**
 * Opens the task of a thread that processes pieces, with its own connections to the database. If a piece fails, the task
 * returns only the kind of the error, because its message might repeat data of the file.
 */
export function openPieceProcessor(data: PieceThreadData): (piece: ClaimedPiece) => Promise<PieceResult | string> {
  let opened: Promise<ProcessPiece> | null = null;
  const open = async (): Promise<ProcessPiece> => {
    const { databaseUrl, pool, retentionMs } = data;
    const store = await openJobStore(databaseUrl, pool);
    try {
      const clock = await openClock(store);
      return pieceProcessor({ pieces: store, now: clock.now, retentionMs });
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  return async (piece) => {
    try {
      opened ??= open();
      const process = await opened.catch((error: unknown) => {
        opened = null; // the next piece tries again
        throw error;
      });
      return await process(piece);
    } catch (error) {
      return error instanceof Error ? error.name : typeof error;
    }
  };
}

interface PieceParts {
  readonly pieces: Pick<JobStore, 'takePiece' | 'finishPiece' | 'failJob'>;
  readonly now: () => number;
  readonly retentionMs: number;
  readonly compute?: (input: PieceInput) => FinishedPiece;
}

/** Returns a function that processes a piece, waits for a database that is briefly away, and throws if the piece must be retried. */
export function pieceProcessor({ pieces, now, retentionMs, compute = computePiece }: PieceParts): ProcessPiece {
  const moment = (): PieceMoment => {
    const time = now();
    const [month, day] = [mexicoMonth(time), mexicoDay(time)];
    return { now: time, month, day, operation: JOBS_OPERATION, expires: time + retentionMs };
  };
  const attemptPiece: ProcessPiece = async ({ lote, pieza, attempt }) => {
    if (attempt >= ATTEMPTS + REPORT_ATTEMPTS) {
      await pieces.failJob(lote, moment());
      return withoutRows('fallida');
    }
    const gaveUp = attempt >= ATTEMPTS;
    for (let round = 1; round <= QUOTA_ROUNDS; round += 1) {
      const taken = await pieces.takePiece(lote, pieza, mexicoMonth(now()), now());
      if (taken === null) return withoutRows('repetida');
      const finished = compute(inputOf(taken, gaveUp, now()));
      const outcome = await pieces.finishPiece(taken, finished, moment());
      release(finished.bytes);
      release(taken.data);
      if (outcome === 'sin_cuota') continue;
      if (outcome !== 'hecha') return withoutRows(outcome);
      const good: readonly [number, number][] = finished.good > 0 ? [[0, finished.good]] : [];
      return { outcome: gaveUp ? 'fallida' : 'hecha', rows: new Map([...good, ...finished.errors]) };
    }
    throw new Error('others keep using the same quota');
  };
  return async (piece) => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await attemptPiece(piece);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
      await setTimeout(pause);
    }
  };
}

const withoutRows = (outcome: PieceResult['outcome']): PieceResult => ({ outcome, rows: new Map() });

/** Returns the input for a piece. With `gaveUp`, all rows carry the error of a piece that cannot be processed. */
function inputOf(taken: TakenPiece, gaveUp: boolean, now: number): PieceInput {
  const options = readJobOptions(taken.opciones);
  const problem: Problem | null = gaveUp
    ? { cause: 'lotes_pieza' }
    : taken.active
      ? null
      : { cause: 'proyecto_inactivo' };
  return {
    options,
    header: { bytes: taken.header, encoding: asEncoding(taken.headerEncoding) },
    block: { bytes: taken.data, encoding: asEncoding(taken.encoding), line: taken.line },
    isFirst: taken.numero === 0,
    isBook: options.libro !== undefined && taken.numero >= options.libro.pieza,
    allowed: problem === null ? taken.quotaLeft : 0,
    beyond: toEntry<Cause>(CODES, problem ?? quotaUsedUp(now, options.language), options.language),
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the upload wrote it
const asEncoding = (written: string | null): Encoding | null => written as Encoding | null;

/** Computes the result of a piece. The same input always returns the same bytes, in their own buffer. */
export function computePiece(input: PieceInput): FinishedPiece {
  const { options, header, block, isFirst, isBook, allowed, beyond } = input;
  if (isBook) return { ...sumTotals([]), bytes: block.bytes.slice() };
  if (options.libro !== undefined) return computeSheetPiece(input);
  const lote = prepare(options);
  if (allowed !== null) lote.limit(allowed);
  const join = (part: Block, before?: Uint8Array<ArrayBuffer>) =>
    collect(outputOf(lote, part, beyond), part, (length) => new Uint8Array(length), before);
  const headerBytes = join(header);
  const bytes = join(block, isFirst ? headerBytes : undefined);
  return { ...lote.totals, bytes };
}

/** Computes the new cells of a sheet's rows, one line for each row. */
function computeSheetPiece({ options, header, block, allowed, beyond }: PieceInput): FinishedPiece {
  const answers = new SheetAnswers(options);
  if (allowed !== null) answers.limit(allowed);
  const cells = answers.answerCsv(header.bytes, block.bytes, () => answers.exhaust(beyond));
  return { ...answers.totals, bytes: writeAnswers(cells) };
}

function* outputOf(lote: Lote, block: Block, beyond: ErrorEntry): Generator<Uint8Array, void> {
  for (const output of answerBlock(lote, block)) {
    yield output;
    if (lote.waiting) lote.exhaust(beyond);
  }
}
