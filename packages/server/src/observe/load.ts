/** Measures how busy the process is: how late its timers run, and whether it can open another file or connection. */
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { isOutOfDescriptors } from './log.js';

const INTERVAL_MS = 250;
/** Descriptors are tried at every fourth measurement. */
const TRY_EVERY = 4;

export class Load {
  /** How late the last timer was, and the one before it, in milliseconds. */
  lag = 0;
  #previousLag = 0;
  readonly #timer: NodeJS.Timeout;

  /** `onShortage` is called, once a second, while the process can open no more files and connections. */
  constructor(
    readonly maxLagMs: number,
    onShortage: () => void,
  ) {
    let last = performance.now();
    let measured = 0;
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#previousLag = this.lag;
      this.lag = Math.max(0, now - last - INTERVAL_MS);
      last = now;
      measured += 1;
      if (measured % TRY_EVERY === 0) void tryDescriptor(onShortage);
    }, INTERVAL_MS).unref();
  }

  /** True if the process is too busy for more requests: two long delays in a row, because a single pause passes quickly. */
  get overloaded(): boolean {
    return Math.min(this.lag, this.#previousLag) > this.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Opens a file that always exists: the system drops new connections without a word when the process has no descriptors left. */
async function tryDescriptor(onShortage: () => void): Promise<void> {
  try {
    await (await open(devNull)).close();
  } catch (error) {
    if (error instanceof Error && isOutOfDescriptors(error)) onShortage();
  }
}
