/** The language of the messages: Spanish, unless the caller passes another. */
import type { Asunto } from '../datos.js';
import type * as es from './es.js';

/** A part of an explanation. */
export type Frase = keyof typeof es.explicacion;

export interface Idioma {
  readonly hallazgos: Readonly<Record<keyof typeof es.hallazgos, string>>;
  readonly explicacion: Readonly<Record<Frase, string>>;
  readonly cotejo: Readonly<Record<keyof typeof es.cotejo, string>>;
  readonly sugerencias: Readonly<Record<keyof typeof es.sugerencias, string>>;
}

export interface Opciones {
  /** `en` of `@curp-service/core/en`; Spanish if absent. */
  readonly idioma?: Idioma | undefined;
  /** The names of the data in messages; those of `Persona` if absent. */
  readonly datos?: Readonly<Record<Asunto, string>> | undefined;
}

/** Returns the texts in the caller's language, else in Spanish. A bundle holds only the parts that it passes here. */
export const enIdioma = <Parte extends keyof Idioma>(
  opciones: Opciones | undefined,
  parte: Parte,
  enEspanol: Idioma[Parte],
): Idioma[Parte] => (opciones?.idioma instanceof Object ? opciones.idioma[parte] : enEspanol);

/** Fills each gap `{name}` of a text with the part of that name. */
export function completar(texto: string, partes: Readonly<Record<string, string | undefined>>): string {
  return texto.replace(/\{(\w+)\}/g, (_, nombre: string) => String(partes[nombre]));
}
