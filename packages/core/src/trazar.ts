/**
 * Traces which characters of a person's names became which positions of the key.
 *
 * Like `explicar.ts`, it runs the calculation and reads its trace.
 */
import { rastrear } from './calcular.js';
import { type DatoDeNombre, POSICIONES_DE } from './datos.js';
import { claseDe, leidos } from './nombre/letras.js';
import { type Lectura, inicio } from './nombre/palabra.js';
import type { Persona } from './persona.js';
import { POSICIONES, palabras } from './procedencia.js';

export type { DatoDeNombre } from './datos.js';

/** A character as it was written, and the positions of the key that it fills, from 1. Most characters fill none. */
export interface Letra {
  readonly escrito: string;
  readonly posiciones: readonly number[];
}

/** Returns the names of a person, character by character; `null` if the data have no key. */
export function trazar(persona: Persona): Readonly<Record<DatoDeNombre, readonly Letra[]>> | null {
  const rastro = rastrear(persona);
  if (rastro === null) return null;
  const { lecturas, recorrido } = rastro;
  const { nombres, apellidoPaterno: delPrimero, apellidoMaterno: delSegundo } = POSICIONES_DE;
  return {
    nombres: letras(persona.nombres, lecturas.nombres, nombres),
    apellidoPaterno: letras(persona.apellidoPaterno, lecturas.apellidoPaterno, delPrimero),
    apellidoMaterno: letras(persona.apellidoMaterno, lecturas.apellidoMaterno, recorrido ? delPrimero : delSegundo),
  };
}

function letras(texto: string | null | undefined, lectura: Lectura, posiciones: readonly number[]): Letra[] {
  const todos = leidos(texto ?? '');
  const [palabra = []] = lectura === 0 ? [] : palabras(todos.slice(inicio(lectura)));
  const signos = posiciones.map((posicion) =>
    palabra.find(([leido], i) => POSICIONES[posicion].sirve(claseDe(leido), i)),
  );
  return todos.map((leido) => ({ escrito: leido[1], posiciones: posiciones.filter((_, i) => signos[i] === leido) }));
}
