/**
 * The log: what happened, never to whom. No query string, no body, no header value reaches it at any level, and of an
 * error only its kind and where in the code it arose, for its message may repeat what the client sent.
 */
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

/** A line that cannot be written, as on a full disk, is dropped: the service goes on without its log. */
const STDOUT: DestinationStream = {
  write: (line) => {
    try {
      writeSync(1, line);
    } catch {
      // there is nowhere to tell it
    }
  },
};

export function createLog(level: string, destination: DestinationStream = STDOUT): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Whatever else a library may hand to the log is dropped here.
    serializers: { err: errorSinDatos, error: errorSinDatos, req: nada, res: nada },
  };
  return pino(options, destination);
}

const nada = (): undefined => undefined;

/** The kind of an error and the places in the code, without its message. */
function errorSinDatos(error: unknown): object {
  if (!(error instanceof Error)) return { tipo: typeof error };
  const { stack = '', message } = error;
  // Behind the message, which may have lines that look like a place; one that was changed since hides all of them.
  const desde = stack.indexOf(message);
  const lugares = desde < 0 ? [] : (stack.slice(desde + message.length).match(/^ +at .+$/gm) ?? []);
  const codigo = 'code' in error ? error.code : undefined;
  const sqlite = 'errcode' in error ? error.errcode : undefined;
  return {
    tipo: error.constructor.name,
    ...(typeof codigo === 'string' && /^[A-Z0-9_]+$/.test(codigo) ? { codigo } : {}),
    ...(typeof sqlite === 'number' ? { sqlite } : {}), // 5: locked, 13: full
    lugares: lugares.map((linea) => linea.trim().slice(3)),
  };
}

/** Once in this time is enough to know of what goes wrong again and again. */
const SILENCIO_MS = 1000;

/** Says whether something is to be told again, by its kind. With a clock that is never set. */
export function logThrottle(now: () => number = () => performance.now()): (que?: string) => boolean {
  const dichos = new Map<string, number>();
  return (que = '') => {
    const ahora = now();
    if (ahora - (dichos.get(que) ?? -Infinity) < SILENCIO_MS) return false;
    dichos.set(que, ahora);
    return true;
  };
}

/** The level of a request: successes at `debug`, what the client must correct at `info`, what the operator must see above. */
export const levelOf = (status: number): 'debug' | 'info' | 'error' =>
  status < 400 ? 'debug' : status < 500 ? 'info' : 'error';
