/**
 * The time that the service goes by. Nothing else in it asks the machine for the date: tokens, quotas, usage and jobs get a
 * `Clock`, so that a test can let years pass.
 */

export interface Clock {
  /** Returns the milliseconds since 1970. */
  readonly now: () => number;
  /** Returns milliseconds for intervals, from a clock that never jumps. */
  readonly monotonic: () => number;
}

/** The clock of this machine, for a service without replicas. */
export const MACHINE_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** The interval of the adjustments: clocks drift, and that of the database may be set. */
const ADJUST_MS = 10_000;
/** A larger difference at one adjustment is a jump. */
const DRIFT_MS = 60_000;
/** How long the database must show the new time before a jump counts. */
const LASTING_MS = 600_000;

interface ClockOptions {
  /** Called when the database's clock jumps, with the milliseconds of the jump. */
  readonly onJump?: (ms: number) => void;
  readonly monotonic?: Clock['monotonic'];
}

/**
 * Reads the clock of the database without a query each time, so that replicas with wrong or jumping clocks agree on when a
 * token or a job expires, and on the day and month of an operation. The clock of the database may jump too: a jump counts only
 * once it has lasted.
 */
export async function openClock(
  store: { readonly time: () => Promise<number> },
  { onJump = () => undefined, monotonic = MACHINE_CLOCK.monotonic }: ClockOptions = {},
) {
  /** The difference from the monotonic clock. */
  let offset = (await store.time()) - monotonic();
  let jumpedSince: number | null = null;
  const adjust = async (): Promise<void> => {
    const found = (await store.time()) - monotonic();
    const jump = found - offset;
    if (Math.abs(jump) <= DRIFT_MS) jumpedSince = null;
    else {
      if (jumpedSince === null) onJump(Math.round(jump));
      jumpedSince ??= monotonic();
      if (monotonic() - jumpedSince < LASTING_MS) return;
      jumpedSince = null;
    }
    offset = found;
  };
  // While the database is away, the offset stays.
  const timer = setInterval(() => void adjust().catch(() => null), ADJUST_MS).unref();
  return { now: (): number => monotonic() + offset, monotonic, adjust, close: (): void => clearInterval(timer) };
}
