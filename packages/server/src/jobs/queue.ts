/** Takes pieces from the store and processes two at a time. Any replica takes over the pieces of a dead one. */
import { setTimeout } from 'node:timers/promises';
import type { JobStore } from '../store/open.js';
import type { ClaimedPiece } from '../store/pieces.js';

/** The pieces under way: one is processed while another is read or written. */
const AT_ONCE = 2;
/** A replica that does not renew its hold on a piece for this long counts as dead. */
const HOLD_MS = 10_000;
const RENEWAL_MS = 2500;
/** The pause before a failed piece is tried again. */
const RETRY_MS = 1000;
const POLLING_MS = 1000;
const STOP_MS = 5000;

/** Processes a piece. Returns `false` if it failed: then any replica may take it again. */
type Process = (piece: ClaimedPiece) => Promise<boolean>;

/** Opens the queue of pieces. `now` is the clock that all replicas share. */
export function openQueue(
  { claimPiece, holdPiece }: Pick<JobStore, 'claimPiece' | 'holdPiece'>,
  now: () => number,
  onError: (error: unknown) => void,
) {
  const held = new Set<ClaimedPiece>();
  let workers: Promise<void>[] = [];
  const stopping = new AbortController();
  /** Ends the pause of all workers when it aborts. */
  let alarm = new AbortController();

  const hold = async (piece: ClaimedPiece, until: number): Promise<void> => holdPiece(piece, until).catch(onError);
  const holdAll = async (): Promise<void> => {
    for (const piece of held) await hold(piece, now() + HOLD_MS);
  };
  const timer = setInterval(() => void holdAll(), RENEWAL_MS).unref();

  const claim = async (): Promise<ClaimedPiece | null> =>
    claimPiece(now(), now() + HOLD_MS).catch((error: unknown) => {
      onError(error);
      return null;
    });
  const work = async (process: Process): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { signal } = alarm;
      const piece = await claim();
      if (piece === null) {
        await setTimeout(POLLING_MS, null, { signal, ref: false }).catch(() => null);
        continue;
      }
      held.add(piece);
      const isDone = await process(piece);
      // If the piece is no longer held, `close` has released it.
      if (held.delete(piece) && !isDone) await hold(piece, now() + RETRY_MS);
    }
  };
  /** Makes the workers of this process look for pieces at once. */
  const wake = (): void => {
    alarm.abort();
    alarm = new AbortController();
  };

  return {
    work: (process: Process): void => {
      workers = Array.from({ length: AT_ONCE }, async () => work(process));
    },
    wake,
    /** Takes no more pieces and waits for those under way. Releases a piece that takes too long to other replicas. */
    close: async (): Promise<void> => {
      stopping.abort();
      wake();
      await Promise.race([Promise.all(workers), setTimeout(STOP_MS, null, { ref: false })]);
      clearInterval(timer);
      for (const piece of held) await hold(piece, now());
      held.clear();
    },
  };
}
