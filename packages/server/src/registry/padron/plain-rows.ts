/**
 * Checks a CSV row of the usual form and packs its record by bytes alone. Any other row, good or bad, is left to `checkRecord`.
 * A test verifies that both produce the same records.
 */
import { DIAS, VALORES, codigosDeClave } from '@curp-service/core/masivo';
import type { TakeCells } from '@curp-service/lote';
import { DATOS_AT, KEY_AT, KEY_BYTES, type RunBuilder } from '../../store/load/run.js';
import { PADRON_FIELDS } from './fields.js';

const [TAB, SPACE, SLASH, ZERO, NINE, LETTER_X] = [9, 32, 47, 48, 57, 88];
/** A longer cell may hold more than 200 characters, so it is left to `checkRecord`. */
const MAX_BYTES = 200;
/** The last year of the 2000s that is surely past. `checkRecord` decides about later births. */
const LAST_PAST_YEAR = 25;
const NOMBRES_AT = PADRON_FIELDS.indexOf('Nombres');
const SEXO_AT = PADRON_FIELDS.indexOf('ClaveSexo');
const FECHA_AT = PADRON_FIELDS.indexOf('FechaNacimiento');
const ENTIDAD_AT = PADRON_FIELDS.indexOf('ClaveEntidadNacimiento');

/** 1 for the bytes of ASCII and of Latin letters, among which are no control characters and no spaces beyond ASCII. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= SPACE && byte < 0x7f) || (byte >= 0x80 && byte < 0xc0) || (byte >= 0xc3 && byte < 0xe0)),
);

/** The characters that each position of a key may have. The catalogue decides about the entity. */
const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const KEY_DIGITS = '0123456789';
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ';
// oxfmt-ignore
const POSITION_FORMS = [
  KEY_LETTERS, 'AEIOUX', KEY_LETTERS, KEY_LETTERS,
  KEY_DIGITS, KEY_DIGITS, KEY_DIGITS, KEY_DIGITS, KEY_DIGITS, KEY_DIGITS,
  'HMX', KEY_LETTERS, KEY_LETTERS,
  CONSONANTS, CONSONANTS, CONSONANTS,
  KEY_DIGITS + KEY_LETTERS, KEY_DIGITS,
].map((form) => Uint8Array.from({ length: 256 }, (_, byte) => Number(form.includes(String.fromCharCode(byte)))));

/** Returns a function that adds the record of a row to `run`. `indexes` are the columns of the 26 fields, -1 if none. */
export function plainRows(indexes: readonly number[], run: RunBuilder): TakeCells {
  const columns = Int32Array.from(indexes);
  const [curp, nombres, sexo, fecha, entidad] = [0, NOMBRES_AT, SEXO_AT, FECHA_AT, ENTIDAD_AT].map(
    (field) => columns[field],
  );
  return (bytes, from, to) => {
    const key = from[curp];
    if (to[curp] - key !== KEY_BYTES || to[nombres] === from[nombres] || !isPlainKey(bytes, key)) return false;
    if (to[sexo] - from[sexo] !== 1 || bytes[from[sexo]] !== bytes[key + 10]) return false;
    if (to[entidad] - from[entidad] !== 2 || !isSame(bytes, from[entidad], key + 11)) return false;
    if (to[fecha] - from[fecha] !== 10 || !isDateOf(bytes, from[fecha], key)) return false;
    const at = run.place();
    const target = run.bytes;
    for (let i = 0; i < KEY_BYTES; i++) target[at + KEY_AT + i] = bytes[key + i];
    let end = at + DATOS_AT;
    for (let field = 1; field < columns.length; field++) {
      const column = columns[field];
      if (field > 1) target[end++] = TAB;
      if (column < 0) continue;
      const start = from[column];
      const stop = to[column];
      if (start === stop) continue;
      if (stop - start > MAX_BYTES || bytes[start] === SPACE || bytes[stop - 1] === SPACE) return false;
      let isPlain = 1;
      for (let i = start; i < stop; i++) {
        const byte = bytes[i];
        isPlain &= IS_PLAIN[byte];
        target[end++] = byte;
      }
      if (isPlain === 0) return false;
    }
    run.keep(end);
    return true;
  };
}

function isPlainKey(bytes: Uint8Array, at: number): boolean {
  let sum = 0;
  for (let i = 0; i < KEY_BYTES; i++) {
    const byte = bytes[at + i];
    if (POSITION_FORMS[i][byte] === 0) return false;
    sum += VALORES[byte] * (KEY_BYTES - i);
  }
  if (sum % 10 !== 0) return false;
  if (bytes[at + 2] === LETTER_X && bytes[at + 3] === LETTER_X) return false; // generic keys and others: left to `checkRecord`
  return codigosDeClave(bytes[at + 11], bytes[at + 12]) !== 0;
}

const isSame = (bytes: Uint8Array, a: number, b: number): boolean =>
  bytes[a] === bytes[b] && bytes[a + 1] === bytes[b + 1];

/** Returns whether the `dd/mm/yyyy` at an index is the date of a key and surely past. */
function isDateOf(bytes: Uint8Array, at: number, key: number): boolean {
  const isLetter = bytes[key + 16] > NINE;
  const day = twoDigits(bytes, key + 8);
  const month = twoDigits(bytes, key + 6);
  return (
    bytes[at + 2] === SLASH &&
    bytes[at + 5] === SLASH &&
    isSame(bytes, at, key + 8) &&
    isSame(bytes, at + 3, key + 6) &&
    isSame(bytes, at + 8, key + 4) &&
    twoDigits(bytes, at + 6) === (isLetter ? 20 : 19) &&
    !(isLetter && twoDigits(bytes, key + 4) > LAST_PAST_YEAR) &&
    day > 0 &&
    day <= DIAS[month]
  );
}

const twoDigits = (bytes: Uint8Array, at: number): number => (bytes[at] - ZERO) * 10 + bytes[at + 1] - ZERO;
