/** What may come of a key that is looked up in an upstream, and what an answer of it comes to. */
import { type RegistryRecord, isObject, readRecord } from '../record.js';

/**
 * Each result, and what it says of the upstream: that it is well, that it is not, or nothing. What may be due to one key
 * (an answer that is none, such as that of another key) is no sign that it is unwell, or one key would close it to all.
 */
export const RESULTADOS = {
  registrada: 'bien',
  no_registrada: 'bien',
  /** The answer is not what the contract has. */
  invalida: 'bien',
  /** It wants fewer requests. */
  limite: 'bien',
  /** It does not take our token. */
  rechazada: 'mal',
  /** It says that it failed. */
  falla: 'mal',
  /** It cannot be reached, or hung up. */
  conexion: 'mal',
  tiempo: 'mal',
  /** The client went. */
  cancelada: 'nada',
  /** Too many wait for it already. */
  saturada: 'nada',
  /** It failed so often that it is left alone for a while. */
  en_pausa: 'nada',
} as const satisfies Readonly<Record<string, 'bien' | 'mal' | 'nada'>>;

export type Resultado = keyof typeof RESULTADOS;

export interface Fallado {
  readonly resultado: Exclude<Resultado, 'registrada'>;
  readonly status?: number;
  readonly err?: unknown;
  /** In how many milliseconds it may be asked again; absent: not at all. */
  readonly tras?: number;
}

export type Outcome = { readonly resultado: 'registrada'; readonly registro: RegistryRecord } | Fallado;

/** An answer as it came. */
export interface Contestacion {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** `null`: too long, or not UTF-8. */
  readonly texto: string | null;
}

/** Those that a proxy, or a service that is overloaded or stops, gives in place of the answer. */
const PASAJEROS: ReadonlySet<number> = new Set([502, 503, 504]);

/** The contract's: its own source does not answer, and it has tried; it has none. */
const SIN_FUENTE: ReadonlySet<unknown> = new Set([200, 201]);

export function interpretar({ status, retryAfter, texto }: Contestacion, curp: string): Outcome {
  const sobre = leerSobre(texto);
  if (status === 200) {
    const registro = sobre?.['error'] === false && sobre['code_error'] === 0 ? readRecord(sobre['response']) : null;
    if (registro?.Solicitante.CURP === curp) return { resultado: 'registrada', registro };
    return { resultado: 'invalida', status };
  }
  if (status === 400 && sobre?.['error'] === true && sobre['code_error'] === 300) return { resultado: 'no_registrada' };
  if (status === 401 || status === 403) return { resultado: 'rechazada', status };
  if (status === 429) return { resultado: 'limite', status, tras: milisegundos(retryAfter) };
  if (status < 500) return { resultado: 'invalida', status };
  const reintentable = PASAJEROS.has(status) && !SIN_FUENTE.has(sobre?.['code_error']);
  return { resultado: 'falla', status, ...(reintentable ? { tras: milisegundos(retryAfter) } : {}) };
}

/** `null`: no envelope. */
function leerSobre(texto: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const valor: unknown = JSON.parse(texto ?? '');
    return isObject(valor) ? valor : null;
  } catch {
    return null;
  }
}

/** A `Retry-After`. One that is no number of seconds is a date, which lies further off than anybody would wait. */
function milisegundos(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Infinity;
}
