/** The data of a person, under the names of `Persona`, and the positions that each fills (IN art. 3). */
import type { Regla } from './norma/reglas.js';

export type DatoDeNombre = 'nombres' | 'apellidoPaterno' | 'apellidoMaterno';
export type Dato = DatoDeNombre | 'fechaNacimiento' | 'sexo' | 'entidad';

/** The subject of a finding: a datum, the key, or the RFC beside it. */
export type Asunto = Dato | 'curp' | 'rfc';

/** The source of a character of a key: a datum, or one of the last two positions, which come from no datum. */
export type Origen = Dato | 'diferenciador' | 'digitoVerificador';

/** The rule that defines each position. */
// oxfmt-ignore
const REGLAS_DE: readonly Regla[] = [
  'IN 1', 'IN 2', 'IN 3', 'IN 4',
  'IN 5-10', 'IN 5-10', 'IN 5-10', 'IN 5-10', 'IN 5-10', 'IN 5-10',
  'IN 11', 'IN 12-13', 'IN 12-13',
  'IN 14', 'IN 15', 'IN 16',
  'IN 17', 'IN 18',
];

export const reglaDe = (posicion: number): Regla => REGLAS_DE[posicion - 1];

export const POSICIONES_DE: Readonly<Record<Asunto, readonly number[]>> = {
  nombres: [4, 16],
  apellidoPaterno: [1, 2, 14],
  apellidoMaterno: [3, 15],
  fechaNacimiento: [5, 6, 7, 8, 9, 10],
  sexo: [11],
  entidad: [12, 13],
  rfc: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  curp: Array.from(REGLAS_DE, (_, i) => i + 1),
};
