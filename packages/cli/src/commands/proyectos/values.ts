/** Reads the values of the options of projects. An error says what the value must be, and never repeats it. */
import { DEMO, endOfMexicoDay } from '@curp-service/server/admin';
import { type Reader, reader, wholeNumber } from '../../terminal/commands.js';
import { MINUTES } from '../../terminal/words.js';

const MAX_PROJECT_NAME = 100;
/** The largest that fits in the store. */
const MAX_QUOTA = 999_999_999_999;
/** The largest that `RATE_LIMIT` takes. */
const MAX_LIMIT = 1_000_000;

/** Returns the form in which names are stored and looked up, so that names that look the same are the same. */
export const normalizeName = (name: string): string => name.trim().normalize('NFC');

const readText = reader(
  (value) => {
    const name = normalizeName(value);
    const length = Array.from(name).length;
    return length < 1 || length > MAX_PROJECT_NAME || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? undefined : name;
  },
  `debe tener de 1 a ${MAX_PROJECT_NAME} caracteres, ninguno de control.`,
  `must have 1 to ${MAX_PROJECT_NAME} characters, no control characters.`,
);
const refuseId = reader(
  (name) => (name === DEMO || name.startsWith('prj_') ? undefined : name),
  `no puede ser ${DEMO} ni empezar con prj_: se confundiría con el id de un proyecto.`,
  `must neither be ${DEMO} nor begin with prj_: it would be mistaken for the id of a project.`,
);
export const readName: Reader<string> = (value) => refuseId(readText(value));

export const readQuota = wholeNumber(0, MAX_QUOTA);
export const readLimit = wholeNumber(1, MAX_LIMIT);
export const readQuotaOrNone = orNone('ninguna', 0, MAX_QUOTA);
export const readLimitOrNone = orNone('ninguno', 1, MAX_LIMIT);

/** Reads a whole number or the word for none. Returns an object, because commander takes a bare `null` for an absent value. */
function orNone(word: string, min: number, max: number): Reader<{ readonly number: number | null }> {
  const read = wholeNumber(min, max, [`, o ${word}`, `, or ${word}`]);
  return (value) => ({ number: value === word ? null : read(value) });
}

/** Reads a duration, in milliseconds. */
export const readGrace = reader(
  (value) => {
    if (value === '0') return 0;
    const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(value) ?? [];
    const minutes = MINUTES[unit];
    return minutes === undefined ? undefined : Number(count) * minutes * 60_000;
  },
  'debe ser 0, o un número con m, h o d (minutos, horas o días), como 24h.',
  'must be 0, or a number with m, h or d (minutes, hours or days), such as 24h.',
);

export const readDay = reader(
  (value) => {
    const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(NaN);
    // `Date` reads 30 February as 1 March.
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
  },
  'debe ser un día que exista, como 2026-05-17.',
  'must be a day that exists, such as 2026-05-17.',
);

/** Reads a last day, and returns the moment at which it ends in Mexico City. */
export const readLastDay: Reader<string> = (value) => endOfMexicoDay(readDay(value));

export const readTokenId = reader(
  (value) => (value.startsWith('tok_') ? value : undefined),
  'debe ser el id de un token, tok_…, no el token mismo.',
  'must be the id of a token, tok_…, not the token itself.',
);
