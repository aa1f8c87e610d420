/** Decides how a file is read before its rows are done, and does it again if they prove another reading. */
import type { Reading } from '@curp-service/contract/reading';
import {
  type Evidence,
  type Totals,
  look,
  readTwice,
  sumTotals,
  surveyAll,
} from '@curp-service/lote';
import type { Output } from '../../files/output.js';
import type { FileRows } from './rows.js';

/** So much of a pipe, or of a file without random access, is looked at. */
const HEAD_SIZE = 1 << 20;
const NO_BYTES = new Uint8Array();
const NO_TOTALS = sumTotals([]);

/** Does all rows with one reading. */
export type Pass = (
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
) => Promise<{ readonly totals: Readonly<Totals>; readonly evidence: Evidence }>;

/** `onRestart`: the rows that are done prove another reading, and are done again. */
export async function withOneReading(
  { loteOptions: options, open, canReread, look: lookAround }: FileRows,
  { restart }: Output,
  pass: Pass,
  onRestart: () => void,
): Promise<{ readonly totals: Readonly<Totals>; readonly reading: Reading }> {
  if (!canReread) {
    const { stretches, all } = await readHead(await open());
    const reading = look(stretches, options);
    return { reading, totals: (await pass(all, reading)).totals };
  }
  if (restart === undefined) {
    const reading = await surveyAll(await open(), options);
    return { reading, totals: (await pass(await open(), reading)).totals };
  }
  const suggested = lookAround === null ? look(await lookAtHead(open), options) : lookAround();
  const passes: Awaited<ReturnType<Pass>>[] = [];
  const reading = await readTwice(suggested, options, async (supposed) => {
    if (passes.length > 0) {
      onRestart();
      restart();
    }
    const done = await pass(await open(), supposed);
    passes.push(done);
    return done.evidence;
  });
  return { reading, totals: passes.at(-1)?.totals ?? NO_TOTALS };
}

async function lookAtHead(open: FileRows['open']): Promise<readonly Uint8Array[]> {
  const { stretches, all } = await readHead(await open());
  await all.next(); // a generator that has not begun would not close its source
  await all.return();
  return stretches;
}

/** The first rows as stretches, of which the last is empty where more follow: a row may be cut. `all`: from the beginning. */
async function readHead(chunks: AsyncIterable<Uint8Array>): Promise<{
  readonly stretches: readonly Uint8Array[];
  readonly all: AsyncGenerator<Uint8Array, void>;
}> {
  const iterator = chunks[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  while (length < HEAD_SIZE && !ended) {
    const { done, value } = await iterator.next();
    if (done === true) ended = true;
    else {
      held.push(value.slice());
      length += value.length;
    }
  }
  const head = Buffer.concat(held);
  return { stretches: ended ? [head] : [head, NO_BYTES], all: joined(head, iterator) };
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield head;
    for (let step = await rest.next(); step.done !== true; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}
