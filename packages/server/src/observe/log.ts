/**
 * The log: it says what happened, never to whom. No query string, body or header value reaches it at any level. An error
 * is logged as its kind and the places in the code, as its message may repeat what the client sent.
 */
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

/** A line that cannot be written, as on a full disk, is dropped: the service goes on without its log. */
const STDOUT: DestinationStream = {
  write: (line) => {
    try {
      writeSync(1, line);
    } catch {
      // there is nowhere to report it
    }
  },
};

export function createLog(level: string, destination: DestinationStream = STDOUT): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Requests and responses that a library may pass to the log are dropped here.
    serializers: { err: withoutData, error: withoutData, req: nothing, res: nothing },
  };
  return pino(options, destination);
}

const nothing = (): undefined => undefined;

/** The kind of an error and the places in the code, without its message. */
function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { tipo: typeof error };
  const { stack = '', message } = error;
  // The places follow the message, which may itself hold lines like them. If it is not in the stack, none is trusted.
  const start = stack.indexOf(message);
  const places = start < 0 ? [] : (stack.slice(start + message.length).match(/^ +at .+$/gm) ?? []);
  const code = 'code' in error ? error.code : undefined;
  const sqlite = 'errcode' in error ? error.errcode : undefined;
  return {
    tipo: error.constructor.name,
    ...(typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? { codigo: code } : {}),
    ...(typeof sqlite === 'number' ? { sqlite } : {}), // 5: locked, 13: full
    lugares: places.map((line) => line.trim().slice(3)),
  };
}

/** A repeated failure is logged once in this time. */
const SILENCE_MS = 1000;

/** Returns a function that says whether a failure of some kind may be logged again. Its clock never goes back. */
export function logThrottle(now: () => number = () => performance.now()): (kind?: string) => boolean {
  const loggedAt = new Map<string, number>();
  return (kind = '') => {
    const moment = now();
    if (moment - (loggedAt.get(kind) ?? -Infinity) < SILENCE_MS) return false;
    loggedAt.set(kind, moment);
    return true;
  };
}

/** The statuses from 500 on that a client causes: a coding or a version that the service does not know. */
const OF_CLIENT: ReadonlySet<number> = new Set([501, 505]);

/** The level of a request: `debug` for successes, `info` for errors of the client, `error` for those of the service. */
export const levelOf = (status: number): 'debug' | 'info' | 'error' =>
  status < 400 ? 'debug' : status < 500 || OF_CLIENT.has(status) ? 'info' : 'error';
