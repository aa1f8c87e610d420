/** The language of the messages: Spanish, unless another is handed in. */
import type { CodigoHallazgo } from './hallazgos.js';

/** The parts of which explanations are made. */
export type Frase =
  | 'seOmite'
  | 'noSeOmite'
  | 'inicial'
  | 'vocal'
  | 'consonante'
  | 'daX'
  | 'cuentaComo'
  | 'noLaHay'
  | 'inconveniente'
  | 'sinSegundoApellido'
  | 'sinApellidos'
  | 'anio'
  | 'mes'
  | 'dia'
  | 'H'
  | 'M'
  | 'X'
  | 'entidad'
  | 'sigloXX'
  | 'sigloXXI'
  | 'digitoVerificador';

export interface Idioma {
  readonly hallazgos: Readonly<Record<CodigoHallazgo, string>>;
  readonly explicacion: Readonly<Record<Frase, string>>;
}

export interface Opciones {
  /** `en` of `@curp-service/core/en`; Spanish without it. */
  readonly idioma?: Idioma | undefined;
}

/** A part of the language that was handed in, or that in Spanish: each part is apart, so that a bundle has those it uses. */
export const enIdioma = <Parte extends keyof Idioma>(
  opciones: Opciones | undefined,
  parte: Parte,
  enEspanol: Idioma[Parte],
): Idioma[Parte] => (opciones?.idioma instanceof Object ? opciones.idioma[parte] : enEspanol);

/** A text with each `{name}` replaced by what is given under that name. */
export function completar(texto: string, partes: Readonly<Record<string, string>>): string {
  return texto.replace(/\{(\w+)\}/g, (_, nombre: string) => partes[nombre]);
}
