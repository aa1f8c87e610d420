/**
 * Reads the clock of the database without a query each time, so that replicas with wrong or jumping clocks agree on when a
 * token or a job expires, and on the day and month of an operation.
 */

/** The interval of the adjustments: clocks drift, and that of the database may be set. */
const ADJUST_MS = 10_000;

export async function openClock(store: { readonly time: () => Promise<number> }) {
  /** The difference from the monotonic clock of this process. */
  let offset = 0;
  const adjust = async (): Promise<void> => {
    offset = (await store.time()) - performance.now();
  };
  await adjust();
  // While the database is away, the offset stays.
  const timer = setInterval(() => void adjust().catch(() => null), ADJUST_MS).unref();
  return { now: (): number => performance.now() + offset, close: (): void => clearInterval(timer) };
}
