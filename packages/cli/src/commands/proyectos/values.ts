/** Reads the values of the options of projects. An error says what the value must be, and never repeats it. */
import { DEMO, endOfMexicoDay } from '@curp-service/server/admin';
import { type Reader, reader, wholeNumber } from '../../terminal/commands.js';
import { MINUTES } from '../../terminal/words.js';
import { words } from '../../textos/words.js';

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
  ...words('proyectos_debe_tener_de', { max_project_name: MAX_PROJECT_NAME }),
);
const refuseId = reader(
  (name) => (name === DEMO || name.startsWith('prj_') ? undefined : name),
  ...words('proyectos_no_puede_ser', { demo: DEMO }),
);
export const readName: Reader<string> = (value) => refuseId(readText(value));

export const readQuota = wholeNumber(0, MAX_QUOTA);
export const readLimit = wholeNumber(1, MAX_LIMIT);
export const readQuotaOrNone = orNone('ninguna', 0, MAX_QUOTA);
export const readLimitOrNone = orNone('ninguno', 1, MAX_LIMIT);

/** Reads a whole number or the word for none. Returns an object, because commander takes a bare `null` for an absent value. */
function orNone(word: string, min: number, max: number): Reader<{ readonly number: number | null }> {
  const read = wholeNumber(min, max, words('proyectos_debe_ser_un_entero_o', { min, max, otro: word }));
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
  ...words('proyectos_debe_ser_0'),
);

export const readDay = reader(
  (value) => {
    const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(NaN);
    // `Date` reads 30 February as 1 March.
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
  },
  ...words('proyectos_debe_ser_un'),
);

/** Reads a last day, and returns the moment at which it ends in Mexico City. */
export const readLastDay: Reader<string> = (value) => endOfMexicoDay(readDay(value));

export const readTokenId = reader(
  (value) => (value.startsWith('tok_') ? value : undefined),
  ...words('proyectos_debe_ser_el'),
);
