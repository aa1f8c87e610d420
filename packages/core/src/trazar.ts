/**
 * The trace: which characters of a person's names gave which positions of the key.
 *
 * Like `explicar.ts`, it runs the calculation and reads its trace.
 */
import { type Rastro, componer } from './calcular.js';
import { type Dato, POSICIONES_DE } from './datos.js';
import { claseDe, leidos } from './nombre/letras.js';
import { type Lectura, inicio } from './nombre/palabra.js';
import type { Persona } from './persona.js';
import { POSICIONES, palabras } from './procedencia.js';

export type DatoDeNombre = Extract<Dato, 'nombres' | 'apellidoPaterno' | 'apellidoMaterno'>;

/** A character as it was written, and the positions of the key that it gave, from 1. Most characters gave none. */
export interface Letra {
  readonly escrito: string;
  readonly posiciones: readonly number[];
}

/** The names of a person, character by character; `null`: the data give no key. */
export function trazar(persona: Persona): Readonly<Record<DatoDeNombre, readonly Letra[]>> | null {
  let rastro: Rastro = [0, 0, 0, false];
  const curp = componer(persona, (...leido) => {
    rastro = leido;
  });
  if (curp === null) return null;
  const [primero, segundo, nombre, recorrido] = rastro;
  const { apellidoPaterno: delPrimero, apellidoMaterno: delSegundo, nombres } = POSICIONES_DE;
  return {
    nombres: letras(persona.nombres, nombre, nombres),
    apellidoPaterno: letras(persona.apellidoPaterno, recorrido ? 0 : primero, delPrimero),
    apellidoMaterno: recorrido
      ? letras(persona.apellidoMaterno, primero, delPrimero)
      : letras(persona.apellidoMaterno, segundo, delSegundo),
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
