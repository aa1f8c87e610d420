/** Decides how a file is read before its rows are done, and does it again if they prove another reading. */
import type { Reading } from '@curp-service/contract/reading';
import {
  type Evidence,
  Buffered,
  type LoteOptions,
  type Totals,
  decideReading,
  readTwice,
  sumTotals,
  surveyAll,
} from '@curp-service/lote';
import type { Output } from '../../files/output.js';
import { joined } from '../../files/peek.js';
import type { FileRows } from './rows.js';

const NO_TOTALS = sumTotals([]);

/** Does all rows with one reading. */
export type Pass = (
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
) => Promise<{ readonly totals: Readonly<Totals>; readonly evidence: Evidence }>;

/** `onRestart`: the rows that are done prove another reading, and are done again. */
export async function withOneReading(
  { loteOptions: options, open, canReread, look }: FileRows,
  { restart }: Output,
  pass: Pass,
  onRestart: () => void,
): Promise<{ readonly totals: Readonly<Totals>; readonly reading: Reading }> {
  if (!canReread) {
    const { reading, all } = await readHead(await open(), options);
    return { reading, totals: (await pass(all, reading)).totals };
  }
  if (restart === undefined) {
    const reading = await surveyAll(await open(), options);
    return { reading, totals: (await pass(await open(), reading)).totals };
  }
  const supposed = look === null ? await lookAtHead(await open(), options) : look();
  const passes: Awaited<ReturnType<Pass>>[] = [];
  const reading = await readTwice(supposed, options, async (used) => {
    if (passes.length > 0) {
      onRestart();
      restart();
    }
    const done = await pass(await open(), used);
    passes.push(done);
    return done.evidence;
  });
  return { reading, totals: passes.at(-1)?.totals ?? NO_TOTALS };
}

/** The beginning of the rows, as far as a stream is decided by it, and all of them from the beginning. */
async function readHead(chunks: AsyncIterable<Uint8Array>, options: LoteOptions): Promise<ReadHead> {
  const iterator = chunks[Symbol.asyncIterator]();
  const held = new Buffered(options);
  let step = await iterator.next();
  while (step.done !== true && !held.take(step.value)) step = await iterator.next();
  const evidence = held.evidence(step.done === true);
  return { reading: decideReading(evidence, options), all: joined(held.bytes, iterator) };
}

interface ReadHead {
  readonly reading: Reading;
  readonly all: AsyncGenerator<Uint8Array, void>;
}

/** The reading that the beginning of the rows suggests. They are read no further. */
async function lookAtHead(chunks: AsyncIterable<Uint8Array>, options: LoteOptions): Promise<Reading> {
  const { reading, all } = await readHead(chunks, options);
  await all.next(); // a generator that has not begun would not close its source
  await all.return();
  return reading;
}
