/** The records that the operator imported, as a source: one look-up by key in the service's own database. */
import type { Logger } from 'pino';
import { logThrottle } from '../../observe/log.js';
import { metricBy } from '../../observe/metrics.js';
import { unpack } from './packed.js';
import type { Padron } from '../../store/padron.js';
import { conPlazo } from '../upstream/deadline.js';
import type { Found, Registry } from '../registry.js';

/** A database that takes longer for one row is not well. */
const PLAZO_MS = 2000;

export class PadronSource implements Registry {
  readonly #padron: Pick<Padron, 'find'>;
  readonly #log: Logger;
  readonly #plazoMs: number;
  readonly #cuentas = { registrada: 0, no_registrada: 0, sin_respuesta: 0 };
  readonly #seDice = logThrottle();

  constructor(padron: Pick<Padron, 'find'>, log: Logger, plazoMs: number = PLAZO_MS) {
    this.#padron = padron;
    this.#log = log;
    this.#plazoMs = plazoMs;
  }

  async find(curp: string, cliente: AbortSignal): Promise<Found> {
    const hallado = await this.#preguntar(curp, cliente);
    this.#cuentas[typeof hallado === 'string' ? hallado : 'registrada'] += 1;
    return hallado;
  }

  metrics(): readonly string[] {
    const cuentas = Object.entries(this.#cuentas);
    return metricBy('resultado', 'curp_padron_lookups_total', 'Keys looked up in the padron, by result', cuentas);
  }

  async #preguntar(curp: string, cliente: AbortSignal): Promise<Found> {
    try {
      const datos = await conPlazo(this.#plazoMs, cliente, async ({ signal }) =>
        Promise.race([this.#padron.find(curp), rendirse(signal)]),
      );
      if (datos === null) return 'no_registrada';
      const registro = unpack({ curp, datos });
      if (registro !== null) return registro;
      this.#avisar(new TypeError('a record that is none'));
    } catch (error) {
      if (!cliente.aborted) this.#avisar(error);
    }
    return 'sin_respuesta';
  }

  #avisar(error: unknown): void {
    if (this.#seDice()) this.#log.error({ err: error }, 'padron');
  }
}

class PlazoVencido extends Error {
  override readonly name = 'PlazoVencido';
}

async function rendirse(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new PlazoVencido()), { once: true });
    if (signal.aborted) reject(new PlazoVencido());
  });
}
