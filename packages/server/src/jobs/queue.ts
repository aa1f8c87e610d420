/** Takes pieces from the store and has them processed, two at a time. Any replica takes the pieces of a dead one. */
import { setTimeout } from 'node:timers/promises';
import type { JobStore } from '../store/open.js';
import type { ClaimedPiece } from '../store/pieces.js';

/** While one piece is processed, another is read or written. */
const AT_ONCE = 2;
/** A replica silent for so long at a piece counts as dead. */
const HOLD_MS = 10_000;
const RENEWAL_MS = 2500;
/** A piece that failed is tried again after so long. */
const RETRY_MS = 1000;
const POLLING_MS = 1000;
const STOP_MS = 5000;

/** `false`: the piece failed, and any replica may take it again. */
type Process = (piece: ClaimedPiece) => Promise<boolean>;

interface QueueParts {
  readonly claims: Pick<JobStore, 'claimPiece' | 'holdPiece'>;
  /** The clock that all replicas share. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export class Queue {
  readonly #parts: QueueParts;
  readonly #held = new Set<ClaimedPiece>();
  readonly #timer: NodeJS.Timeout;
  #workers: Promise<void>[] = [];
  #closed = false;
  /** Ends the pause of all workers. */
  #alarm = new AbortController();

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#holdAll(), RENEWAL_MS).unref();
  }

  /** Processes pieces from now on. */
  work(process: Process): void {
    this.#workers = Array.from({ length: AT_ONCE }, async () => this.#work(process));
  }

  /** Makes the workers of this process look for pieces now. */
  wake(): void {
    this.#alarm.abort();
    this.#alarm = new AbortController();
  }

  /** Takes no more pieces, and waits for those under way. Other replicas may take a piece that takes too long. */
  async close(): Promise<void> {
    this.#closed = true;
    this.wake();
    await Promise.race([Promise.all(this.#workers), setTimeout(STOP_MS, null, { ref: false })]);
    clearInterval(this.#timer);
    for (const piece of this.#held) await this.#hold(piece, this.#parts.now());
    this.#held.clear();
  }

  async #work(process: Process): Promise<void> {
    while (!this.#closed) {
      const { signal } = this.#alarm;
      const piece = await this.#claim();
      if (piece === null) await setTimeout(POLLING_MS, null, { signal, ref: false }).catch(() => null);
      else await this.#process(piece, process);
    }
  }

  async #claim(): Promise<ClaimedPiece | null> {
    const { claims, now, onError } = this.#parts;
    try {
      return await claims.claimPiece(now(), now() + HOLD_MS);
    } catch (error) {
      onError(error);
      return null;
    }
  }

  async #process(piece: ClaimedPiece, process: Process): Promise<void> {
    this.#held.add(piece);
    const isDone = await process(piece);
    // A piece that is no longer held was given up when this process stopped.
    if (this.#held.delete(piece) && !isDone) await this.#hold(piece, this.#parts.now() + RETRY_MS);
  }

  async #holdAll(): Promise<void> {
    for (const piece of this.#held) await this.#hold(piece, this.#parts.now() + HOLD_MS);
  }

  async #hold(piece: ClaimedPiece, until: number): Promise<void> {
    try {
      await this.#parts.claims.holdPiece(piece, until);
    } catch (error) {
      this.#parts.onError(error);
    }
  }
}
