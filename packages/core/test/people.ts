/** Invented people for the tests: one person to vary, and the vectors. */
import { readFileSync } from 'node:fs';
import type { Persona } from '../src/index.js';

export const RENATA: Persona = {
  nombres: 'Renata',
  apellidoPaterno: 'Olvera',
  apellidoMaterno: 'Tinajero',
  fechaNacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};

/** Renata with other data. */
export const otra = (datos: Partial<Record<keyof Persona, unknown>>): Persona => ({ ...RENATA, ...datos }) as Persona;

/** The rows of a file of vectors, one JSON object a line. */
export function vectores<T>(archivo: string): T[] {
  const texto = readFileSync(new URL(`vectores/${archivo}`, import.meta.url), 'utf8');
  return texto
    .trim()
    .split('\n')
    .map((linea) => JSON.parse(linea) as T);
}
