/** The envelope in which every answer leaves, success or failure of any kind. */
import { CODIGOS, type Causa } from './codigos.js';
import type { Idioma } from './idioma.js';

/** One thing that is wrong: its cause and, where the registry does not fix them, the parameter and parts of the message. */
export interface Problema {
  readonly causa: Causa;
  readonly parametro?: string;
  readonly partes?: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: object;
}

export interface Respuesta {
  readonly http: number;
  readonly sobre: Envelope;
}

export const exito = (response: object): Respuesta => ({
  http: 200,
  sobre: { error: false, code_error: 0, error_message: null, response },
});

/** The answer to one or more problems: the lowest code speaks, and all that concern a parameter are listed. */
export function fallo(problemas: readonly Problema[], idioma: Idioma): Respuesta {
  const dichos = problemas.map((problema) => decir(problema, idioma)).toSorted((a, b) => a.code_error - b.code_error);
  const { http, code_error, error_message } = dichos[0] ?? decir({ causa: 'interno' }, idioma);
  const errores = dichos
    .filter(({ parametro }) => parametro !== null)
    .map((dicho) => ({ code_error: dicho.code_error, parametro: dicho.parametro, error_message: dicho.error_message }));
  const response = errores.length === 0 ? {} : { errores };
  return { http, sobre: { error: true, code_error, error_message, response } };
}

interface Dicho {
  readonly http: number;
  readonly code_error: number;
  readonly parametro: string | null;
  readonly error_message: string;
}

function decir({ causa, parametro = CODIGOS[causa].parametro ?? undefined, partes }: Problema, idioma: Idioma): Dicho {
  const { codigo, http, [idioma]: texto } = CODIGOS[causa];
  const valores: Readonly<Record<string, string | undefined>> = { parametro, ...partes };
  return {
    http,
    code_error: codigo,
    parametro: parametro ?? null,
    error_message: texto.replace(/\{(\w+)\}/g, (entero, nombre: string) => valores[nombre] ?? entero),
  };
}
