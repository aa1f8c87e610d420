/** Defines the registry that `obtener_datos` asks for a key, and reads records from unknown values. */
import type { ServerResponse } from 'node:http';
import { DOC_PROBATORIO, type RegistryRecord, SOLICITANTE } from '@curp-service/contract/record';

/** The record of a key, or that the source does not have the key or does not answer. */
export type Found = RegistryRecord | 'no_registrada' | 'sin_respuesta';

export interface Registry {
  /** Looks up a well-formed key. Never fails. `signal` aborts when the client leaves. */
  find(curp: string, signal: AbortSignal): Found | Promise<Found>;
  metrics?(): readonly string[];
}

/** The lookup of an operation. It returns `peticion` if the client left meanwhile. */
export type Lookup = (curp: string) => Found | Promise<Found | 'peticion'>;

/** Returns the lookup of one request, which ends when the client leaves. */
export function lookupFor(registry: Registry, response: ServerResponse): Lookup {
  return (curp) => {
    const client = new AbortController();
    response.once('close', () => client.abort());
    if (response.destroyed) client.abort();
    const found = registry.find(curp, client.signal);
    if (!(found instanceof Promise)) return found;
    return found.then((result) => (client.signal.aborted ? 'peticion' : result));
  };
}

/** Returns a signal that aborts after `ms` milliseconds, or when the client leaves. */
export function timeoutSignal(ms: number, client: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  // Some versions of Node 22 collect a signal that only `AbortSignal.any` refers to (nodejs/node#57736). A listener keeps it.
  timeout.addEventListener('abort', () => undefined);
  return AbortSignal.any([client, timeout]);
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads a record from an unknown value and drops other fields. Returns `null` if a field is missing or no text. */
export function readRecord(value: unknown): RegistryRecord | null {
  if (!isObject(value)) return null;
  const solicitante = readTexts(value['Solicitante'], SOLICITANTE);
  const docProbatorio = readTexts(value['DocProbatorio'], DOC_PROBATORIO);
  if (solicitante === null || docProbatorio === null) return null;
  return { Solicitante: solicitante, DocProbatorio: docProbatorio };
}

function readTexts<C extends string>(value: unknown, fields: readonly C[]): Readonly<Record<C, string>> | null {
  if (!isObject(value)) return null;
  const pairs = fields.map((field) => [field, value[field]] as const);
  if (pairs.some(([, text]) => typeof text !== 'string')) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly these keys, and each is a text
  return Object.fromEntries(pairs) as Readonly<Record<C, string>>;
}
