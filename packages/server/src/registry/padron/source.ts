/** The padron as a source of the registry: one look-up by key in the service's own database. */
import type { Logger } from 'pino';
import { logThrottle } from '../../observe/log.js';
import { metricBy } from '../../observe/metrics.js';
import { unpack } from './fields.js';
import type { Padron } from '../../store/padron.js';
import { type Found, type Registry, timeoutSignal } from '../registry.js';

/** A healthy database needs less for one row. */
const TIMEOUT_MS = 2000;

export class PadronSource implements Registry {
  readonly #padron: Pick<Padron, 'find'>;
  readonly #log: Logger;
  readonly #timeoutMs: number;
  readonly #counts = { registrada: 0, no_registrada: 0, sin_respuesta: 0 };
  readonly #mayLog = logThrottle();

  constructor(padron: Pick<Padron, 'find'>, log: Logger, timeoutMs: number = TIMEOUT_MS) {
    this.#padron = padron;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
  }

  async find(curp: string, client: AbortSignal): Promise<Found> {
    const found = await this.#ask(curp, client);
    this.#counts[typeof found === 'string' ? found : 'registrada'] += 1;
    return found;
  }

  metrics(): readonly string[] {
    const counts = Object.entries(this.#counts);
    return metricBy('resultado', 'curp_padron_lookups_total', 'Keys looked up in the padron, by result', counts);
  }

  async #ask(curp: string, client: AbortSignal): Promise<Found> {
    try {
      const signal = timeoutSignal(this.#timeoutMs, client);
      const datos = await Promise.race([this.#padron.find(curp), aborted(signal)]);
      if (datos === null) return 'no_registrada';
      const record = unpack({ curp, datos });
      if (record !== null) return record;
      this.#logError(new TypeError('the row is no record'));
    } catch (error) {
      if (!client.aborted) this.#logError(error);
    }
    return 'sin_respuesta';
  }

  #logError(error: unknown): void {
    if (this.#mayLog()) this.#log.error({ err: error }, 'padron');
  }
}

/** Rejects when the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
