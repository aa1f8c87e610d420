/** The queue of pieces: what it holds, returns and gives up. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openQueue } from '../src/jobs/queue.js';
import type { JobStore } from '../src/store/open.js';
import type { ClaimedPiece } from '../src/store/pieces.js';
import { SOON } from './soon.js';

const PIECE: ClaimedPiece = { lote: 'lote_a', pieza: 0, attempt: 0 };
const NOW = 1_000_000;
/** Returns a queue over claims of these pieces, and how long each was held, in milliseconds from now. */
function queueOf(...pieces: (ClaimedPiece | Error)[]) {
  const held: number[] = [];
  const errors: unknown[] = [];
  const claims: Pick<JobStore, 'claimPiece' | 'holdPiece'> = {
    claimPiece: async () => {
      const next = pieces.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    },
    holdPiece: async (_, until) => void held.push(until - NOW),
  };
  const queue = openQueue(
    claims,
    () => NOW,
    (error) => errors.push(error),
  );
  onTestFinished(async () => queue.close());
  return { queue, held, errors, pieces };
}

it('the queue returns a piece that failed after a second, and does not hold a finished one', async () => {
  const { queue, held } = queueOf(PIECE, { ...PIECE, pieza: 1 });
  const done: number[] = [];
  queue.work(async ({ pieza }) => {
    done.push(pieza);
    return pieza === 1;
  });
  await vi.waitUntil(() => held.length > 0, SOON);
  expect([done.toSorted(), held]).toEqual([[0, 1], [1000]]);
});

it('the queue looks again at once when it is woken, and continues after an error of the store', async () => {
  const { queue, pieces, errors } = queueOf(new Error('away'), new Error('away'));
  const done: number[] = [];
  queue.work(async ({ pieza }) => done.push(pieza) > 0);
  await setTimeout(20);
  expect(errors).toHaveLength(2);
  pieces.push(PIECE);
  queue.wake();
  for (let turn = 0; turn < 20; turn++) await setImmediate(); // No timer is needed.
  expect(done).toEqual([0]);
});

it('the queue holds a piece until it is finished or the process stops', async () => {
  const { queue, held, pieces } = queueOf(PIECE);
  let end: (isDone: boolean) => void = () => undefined;
  queue.work(async () => new Promise((resolve) => (end = resolve)));
  await vi.waitUntil(() => held.length > 0, 10_000);
  expect(held).toEqual([10_000]);
  await queue.close();
  expect(held.at(-1)).toBe(0);
  const before = held.length;
  pieces.push(PIECE);
  end(false);
  await setTimeout(50);
  expect([held.length, pieces.length]).toEqual([before, 1]);
});
