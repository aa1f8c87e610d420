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

/** Returns Renata with other data. */
export const personWith = (data: Partial<Record<keyof Persona, unknown>>): Persona =>
  ({ ...RENATA, ...data }) as Persona;

/** Returns the rows of a file of vectors, one JSON object in each line. */
export function readVectors<T>(archivo: string): T[] {
  const texto = readFileSync(new URL(`../../../conformance/sources/${archivo}`, import.meta.url), 'utf8');
  return texto
    .trim()
    .split('\n')
    .map((linea) => JSON.parse(linea) as T);
}
