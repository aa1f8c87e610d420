/** Serves the padron as a source of the registry: one look-up by key in the service's own database. */
import type { Logger } from 'pino';
import { logThrottle } from '../../observe/log.js';
import { metricBy } from '../../observe/metrics.js';
import type { Padron } from '../../store/padron.js';
import { type Found, type Registry, timeoutSignal } from '../registry.js';
import { unpackRecord } from './fields.js';

/** The longest wait for one row. A healthy database needs less. */
const FIND_TIMEOUT_MS = 2000;

export function padronSource(padron: Pick<Padron, 'find'>, log: Logger, timeoutMs: number = FIND_TIMEOUT_MS) {
  const counts = { registrada: 0, no_registrada: 0, sin_respuesta: 0 };
  const mayLog = logThrottle();
  const ask = async (curp: string, client: AbortSignal): Promise<Found> => {
    try {
      const datos = await Promise.race([padron.find(curp), aborted(timeoutSignal(timeoutMs, client))]);
      if (datos === null) return 'no_registrada';
      const record = unpackRecord({ curp, datos });
      if (record !== null) return record;
      throw new TypeError('the row is no record');
    } catch (error) {
      if (!client.aborted && mayLog()) log.error({ err: error }, 'padron');
      return 'sin_respuesta';
    }
  };
  return {
    find: async (curp, client) => {
      const found = await ask(curp, client);
      counts[typeof found === 'string' ? found : 'registrada'] += 1;
      return found;
    },
    metrics: () =>
      metricBy('resultado', 'curp_padron_lookups_total', 'Look-ups in the padron, by result', Object.entries(counts)),
  } satisfies Registry;
}

async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
