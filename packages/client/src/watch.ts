/** Waits: for a service that may stay silent, and between two attempts. */

/** A timer with a longer delay would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Aborts one request when the service stays silent or the caller aborts. */
export class Watch {
  /** Called when the request is over. */
  onEnd: (() => unknown) | null = null;
  readonly #controller = new AbortController();
  readonly #maxSilenceMs: number;
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timedOut = false;
  #over = false;

  constructor(maxSilenceMs: number, caller: AbortSignal | undefined) {
    this.#maxSilenceMs = maxSilenceMs;
    this.#caller = caller;
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Starts the timer: from here we wait for the service. */
  start(): void {
    this.stop();
    if (this.#over || this.#maxSilenceMs > MAX_TIMER_MS) return;
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#controller.abort();
    }, this.#maxSilenceMs);
  }

  /** Stops the timer: we no longer wait for the service. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the watch: the request is over. */
  end(): void {
    this.#over = true;
    this.stop();
    this.#caller?.removeEventListener('abort', this.#abort);
    this.onEnd?.();
  }

  readonly #abort = (): void => this.#controller.abort(this.#caller?.reason);
}

/** Waits `ms` milliseconds. Rejects with the reason of the signal when the caller aborts. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller chose it
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
