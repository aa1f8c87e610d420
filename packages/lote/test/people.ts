/** Invented people for the tests of files, and the encodings that files come in. */
import { juntar } from './run-lote.js';

export const NOMBRES_DE_COLUMNAS = [
  'nombres',
  'apellido_paterno',
  'apellido_materno',
  'fecha_nacimiento',
  'sexo',
  'entidad',
] as const;
export const CABECERA = NOMBRES_DE_COLUMNAS.join(',');

/** Renata, whom most tests vary, and her key. */
export const RENATA = 'Renata,Olvera,Tinajero,1990-05-17,M,09';
export const CLAVE = 'OETR900517MDFLNN05';
/** Ñusta has one surname, and both of her names have letters beyond ASCII. */
export const NUSTA = 'Ñusta,Peña,,1984-03-12,M,19';
export const CLAVE_NUSTA = 'PEXX840312MNLXXS09';

export const PERSONA = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  fecha_nacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};

/** Renata in the eight parameters of the contract. */
export const EN_OCHO = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  anio_nacimiento: '1990',
  mes_nacimiento: '05',
  dia_nacimiento: '17',
  sexo: 'M',
  entidad: '09',
} as const;

/** Renata as an object of NDJSON, with other data; `undefined`: without that one. */
export const linea = (datos: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ ...PERSONA, ...datos })}\n`;

/** Renata as a file of one row, with other cells. */
export function archivo(cambios: Partial<Record<keyof typeof PERSONA, string>>): string {
  const fila = { ...PERSONA, ...cambios };
  return `${CABECERA}\n${NOMBRES_DE_COLUMNAS.map((nombre) => fila[nombre]).join(',')}\n`;
}

/** In Windows-1252, of the letters that Latin-1 has too. */
export const en1252 = (texto: string): Uint8Array => Buffer.from(texto, 'latin1');

export const enUtf16le = (texto: string): Uint8Array => Buffer.from(texto, 'utf16le');

export const enUtf16be = (texto: string): Uint8Array => Buffer.from(texto, 'utf16le').swap16();

export const conMarca = (marca: readonly number[], bytes: Uint8Array): Uint8Array =>
  juntar(Uint8Array.from(marca), bytes);
