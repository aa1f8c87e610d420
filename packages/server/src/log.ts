/**
 * The log: what happened, never to whom. No query string, no body, no header value reaches it at any level, and of an
 * error only its kind and where in the code it arose, for its message may repeat what the client sent.
 */
import { type DestinationStream, type Logger, pino } from 'pino';

export interface Registro {
  readonly operacion: string;
  readonly status: number;
  readonly code_error: number;
  readonly ms: number;
  readonly proyecto: string | null;
  readonly request_id: string;
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Whatever else a library may hand to the log is dropped here.
    serializers: { err: errorSinDatos, error: errorSinDatos, req: nada, res: nada },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const nada = (): undefined => undefined;

/** The kind of an error and the places in the code, without its message. */
function errorSinDatos(error: unknown): object {
  if (!(error instanceof Error)) return { tipo: typeof error };
  const lugares = (error.stack ?? '').split('\n').filter((linea) => /^\s+at /.test(linea));
  const codigo = 'code' in error ? error.code : undefined;
  return {
    tipo: error.constructor.name,
    ...(typeof codigo === 'string' && /^[A-Z0-9_]+$/.test(codigo) ? { codigo } : {}),
    lugares: lugares.map((linea) => linea.trim().slice(3)),
  };
}

/** A request: successes only at `debug`, what the client must correct at `info`, what the operator must see above. */
export function logRequest(log: Logger, registro: Registro): void {
  if (registro.status < 400) {
    if (log.isLevelEnabled('debug')) log.debug(registro, 'request');
  } else if (registro.status < 500) log.info(registro, 'request');
  else log.error(registro, 'request');
}
