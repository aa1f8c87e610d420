/** Invented people for the tests of files, and the encodings of files. */
import { concat } from './run-lote.js';

export const COLUMN_NAMES = [
  'nombres',
  'apellido_paterno',
  'apellido_materno',
  'fecha_nacimiento',
  'sexo',
  'entidad',
] as const;
export const HEADER = COLUMN_NAMES.join(',');

/** Renata, whom most tests vary, and her key. */
export const RENATA = 'Renata,Olvera,Tinajero,1990-05-17,M,09';
export const KEY = 'OETR900517MDFLNN05';
/** Ñusta has one surname, and both of her names have letters beyond ASCII. */
export const NUSTA = 'Ñusta,Peña,,1984-03-12,M,19';
export const NUSTA_KEY = 'PEXX840312MNLXXS09';

export const PERSON = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  fecha_nacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};

/** Returns Renata as an object of NDJSON, with other data; `undefined` leaves a datum out. */
export const line = (data: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ ...PERSON, ...data })}\n`;

/** Returns Renata as a file of one row, with other cells. */
export function file(changes: Partial<Record<keyof typeof PERSON, string>>): string {
  const row = { ...PERSON, ...changes };
  return `${HEADER}\n${COLUMN_NAMES.map((name) => row[name]).join(',')}\n`;
}

/** Encodes a text in Windows-1252, if it has only letters that Latin-1 has too. */
export const in1252 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

export const inUtf16le = (text: string): Uint8Array => Buffer.from(text, 'utf16le');

export const inUtf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

export const withMark = (mark: readonly number[], bytes: Uint8Array): Uint8Array =>
  concat(Uint8Array.from(mark), bytes);
