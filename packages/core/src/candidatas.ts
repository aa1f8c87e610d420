/**
 * The ten keys that the registry may have assigned to a person, one per differentiator.
 *
 * Source: IN art. 3, position 17: `0`-`9` for births up to 31-12-1999, `A`-`J` from 01-01-2000 on.
 */
import { type Fallo, calcular } from './calcular.js';
import { digitoVerificador } from './norma/digito-verificador.js';
import type { Opciones } from './textos/idioma.js';
import type { Persona } from './persona.js';

export type Candidatas = { readonly ok: true; readonly candidatas: readonly string[] } | Fallo;

/** Returns the computed key first, then those of the homonyms, each with its own check digit. */
export function candidatas(persona: Persona, opciones?: Opciones): Candidatas {
  const calculo = calcular(persona, opciones);
  if (!calculo.ok) return calculo;
  const raiz = calculo.curp.slice(0, 16);
  const diferenciadores = calculo.curp.charAt(16) === '0' ? '0123456789' : 'ABCDEFGHIJ';
  const claves = Array.from(diferenciadores, (d) => raiz + d + digitoVerificador(raiz + d));
  return { ok: true, candidatas: claves };
}
