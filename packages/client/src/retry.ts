/** When a request that failed is sent again. */
import { CurpConnectionError, CurpServiceError } from './errors.js';

/** Between two attempts, where the service does not say when to come back: twice as long after each failure, up to the longest. */
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 5000;
/** The least, whatever the service says. */
const MIN_RETRY_MS = 100;

/** How a call is repeated, beyond the failures that pass by themselves. */
export interface Repetition {
  /** Whether sending the same again does no harm: always if absent. */
  readonly isSafe?: (error: unknown) => boolean;
  /** Whether the last attempt reached the service before it failed: the patience begins anew. */
  readonly gotFurther?: () => boolean;
  /** Told of each failure that is followed by another attempt, after so many milliseconds. */
  readonly onRetry?: ((error: unknown, waitMs: number) => void) | undefined;
}

/** How long to wait before the request is sent again; `null`: it would fail again. */
export function retryDelay(error: unknown, failures: number): number | null {
  if (error instanceof CurpServiceError) {
    return error.retryAfter === undefined ? null : Math.max(error.retryAfter * 1000, MIN_RETRY_MS);
  }
  // A proxy answers 404, 429 or 5xx while the service behind it is away; any other answer is from a wrong address.
  const passes = error instanceof CurpConnectionError && !/^HTTP (?!404|429|5)/.test(error.reason);
  return passes ? Math.min(RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) : null;
}
