/** Where `obtener_datos` asks whether a key is registered. */
import type { ServerResponse } from 'node:http';
import type { RegistryRecord } from './record.js';

/** The record of a key, or why there is none: the source does not have it, or cannot say. */
export type Found = RegistryRecord | 'no_registrada' | 'sin_respuesta';

/** A source of records. */
export interface Registry {
  /** Looks up a well-formed key. It never fails; `signal` says that nobody waits for the answer any more. */
  find(curp: string, signal: AbortSignal): Found | Promise<Found>;
  /** Its own lines in Prometheus' text format. */
  metrics?(): readonly string[];
  close?(): void;
}

/**
 * Several sources as one: what the first does not have, the next is asked for. One that cannot say ends the search, for a
 * key that it may well have is nothing to tell the next.
 */
export function chain(fuentes: readonly Registry[]): Registry {
  return {
    find: async (curp, signal) => {
      for (const fuente of fuentes) {
        const hallado = await fuente.find(curp, signal);
        if (hallado !== 'no_registrada') return hallado;
      }
      return 'no_registrada';
    },
    metrics: () => fuentes.flatMap((fuente) => fuente.metrics?.() ?? []),
    close: () => {
      for (const fuente of fuentes) fuente.close?.();
    },
  };
}

/** What an operation may ask of it; `peticion`: its client went meanwhile. */
export type Lookup = (curp: string) => Found | Promise<Found | 'peticion'>;

/** The search for one request, given up when its client goes. */
export function lookupFor(registry: Registry, response: ServerResponse): Lookup {
  return (curp) => {
    const cliente = new AbortController();
    response.once('close', () => cliente.abort());
    if (response.destroyed) cliente.abort();
    const hallado = registry.find(curp, cliente.signal);
    if (!(hallado instanceof Promise)) return hallado;
    return hallado.then((suyo) => (cliente.signal.aborted ? 'peticion' : suyo));
  };
}
