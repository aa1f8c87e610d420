/**
 * Writes the log, which says what happened but never to whom. No query string, body or header value reaches it at any level. An
 * error is logged as its kind and its stack positions, because its message may repeat what the client sent.
 */
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Clock, MACHINE_CLOCK } from '../store/heartbeat.js';
import { placesOf } from './places.js';

/** The destination of the log. A line that cannot be written, as on a full disk, is dropped: the service continues without it. */
const STDOUT: DestinationStream = {
  write: (line) => {
    try {
      writeSync(1, line);
    } catch {
      // There is nowhere to report it.
    }
  },
};

export function createLog(level: string, destination: DestinationStream = STDOUT): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // A library may pass requests and responses to the log: these serializers drop them.
    serializers: { err: withoutData, error: withoutData, req: nothing, res: nothing },
  };
  return pino(options, destination);
}

const nothing = (): undefined => undefined;

/** Returns the kind of an error and its stack positions, without its message. */
function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { tipo: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const sqlite = 'errcode' in error ? error.errcode : undefined;
  const reason = 'errstr' in error ? error.errstr : undefined;
  return {
    tipo: error.constructor.name,
    ...(typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? { codigo: code } : {}),
    ...(typeof sqlite === 'number' ? { sqlite } : {}),
    ...(typeof reason === 'string' ? { motivo: reason } : {}), // a fixed text of SQLite for that number
    lugares: placesOf(error).map((line) => line.trim().slice(3)),
  };
}

/** A repeated failure is logged once per this time. */
const LOG_SILENCE_MS = 1000;

/** Returns a function that decides whether a kind of failure may be logged again. */
export function logThrottle({ monotonic }: Clock = MACHINE_CLOCK): (kind?: string) => boolean {
  const loggedAt = new Map<string, number>();
  return (kind = '') => {
    const moment = monotonic();
    if (moment - (loggedAt.get(kind) ?? -Infinity) < LOG_SILENCE_MS) return false;
    loggedAt.set(kind, moment);
    return true;
  };
}

/** Returns whether the process, or the system, can open no more connections and files. */
export const isOutOfDescriptors = (error: Error): boolean =>
  'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');

/**
 * Writes lines that strangers cause as often as they like: the first of a kind at once, and those of the following second as
 * one line with their number, `veces`.
 */
export class CountedLines {
  readonly #write: (fields: object) => void;
  readonly #kinds = new Map<string, { fields: object; times: number; readonly timer: NodeJS.Timeout }>();

  constructor(write: (fields: object) => void) {
    this.#write = write;
  }

  add(kind: string, fields: object): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) {
      const timer = setInterval(() => this.#writeCounted(kind), LOG_SILENCE_MS).unref();
      this.#kinds.set(kind, { fields, times: 0, timer });
      this.#write(fields);
      return;
    }
    known.fields = fields;
    known.times += 1;
  }

  /** Writes what was only counted so far. */
  close(): void {
    for (const kind of this.#kinds.keys()) this.#writeCounted(kind, true);
  }

  #writeCounted(kind: string, isLast = false): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) return;
    const { fields, times, timer } = known;
    known.times = 0;
    if (times > 0) this.#write({ ...fields, veces: times });
    if (times > 0 && !isLast) return;
    clearInterval(timer);
    this.#kinds.delete(kind);
  }
}

/** The statuses from 500 on that a client causes by an unknown transfer coding or HTTP version. */
const OF_CLIENT: ReadonlySet<number> = new Set([501, 505]);

/** Returns the log level of a request: `debug` for a success, `info` for an error of the client, `error` for one of the service. */
export const levelOf = (status: number): 'debug' | 'info' | 'error' =>
  status < 400 ? 'debug' : status < 500 || OF_CLIENT.has(status) ? 'info' : 'error';
