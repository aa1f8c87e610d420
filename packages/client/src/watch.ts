/** The end of a request before its time: the caller aborts it, or the service stays silent for too long. */

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export class Watch {
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

  /** It is the service's turn from now on. */
  start(): void {
    this.stop();
    if (this.#over || this.#maxSilenceMs > MAX_TIMER_MS) return;
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#controller.abort();
    }, this.#maxSilenceMs);
  }

  /** It is no longer the service's turn. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The request is over. */
  end(): void {
    this.#over = true;
    this.stop();
    this.#caller?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(this.#caller?.reason);
}

/** Waits. Rejects with the reason of the signal when the caller aborts. */
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
