/** The language of the messages: Spanish, unless another is handed in. */
import type { CodigoHallazgo } from './hallazgos.js';
import { explicacion, hallazgos } from './textos/es.js';

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

const dado = (opciones: Opciones | undefined): Idioma | undefined =>
  opciones?.idioma instanceof Object ? opciones.idioma : undefined;

// Two functions, so that a bundle without `explicar` is without its phrases.
export const hallazgosEn = (opciones: Opciones | undefined): Idioma['hallazgos'] =>
  dado(opciones)?.hallazgos ?? hallazgos;
export const explicacionEn = (opciones: Opciones | undefined): Idioma['explicacion'] =>
  dado(opciones)?.explicacion ?? explicacion;

/** A text with each `{name}` replaced by what is given under that name. */
export function completar(texto: string, partes: Readonly<Record<string, string>>): string {
  return texto.replace(/\{(\w+)\}/g, (_, nombre: string) => partes[nombre]);
}
