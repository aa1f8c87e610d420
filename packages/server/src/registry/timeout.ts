/** A time limit for a look-up. */

/** Gives a signal that is aborted after a time, or when the client goes. */
export function timeoutSignal(ms: number, client: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  // Some Node 22 collect a timeout signal that only `AbortSignal.any` refers to (nodejs/node#57736); a listener keeps it.
  timeout.addEventListener('abort', () => undefined);
  return AbortSignal.any([client, timeout]);
}
