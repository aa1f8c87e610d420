/** The envelope in which every answer leaves, success or failure of any kind. */
import { type Dicho, type Problema as ProblemaDe, decir } from './codes/code.js';
import { CODIGOS, type Causa } from './codes/service.js';
import type { Idioma } from './language.js';

/** One thing that is wrong with a request. */
export type Problema = ProblemaDe<Causa>;

interface Envelope {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: object;
}

export interface Respuesta {
  readonly http: number;
  readonly sobre: Envelope;
  /** Of a failure: that it does not pass by itself. */
  readonly dura?: boolean;
}

/** Of all that is answered with 503, what does not pass by itself. */
const DURAN: ReadonlySet<Causa> = new Set(['sin_registro', 'lotes_sin_base']);

export const exito = (response: object): Respuesta => ({
  http: 200,
  sobre: { error: false, code_error: 0, error_message: null, response },
});

/** The answer to one or more problems: the lowest code speaks, and all that concern a parameter are listed. */
export function fallo(problemas: readonly Problema[], idioma: Idioma): Respuesta {
  const dichos = problemas.map((problema) => dichoDe(problema, idioma)).toSorted((a, b) => a.code_error - b.code_error);
  const [primero = dichoDe({ causa: 'interno' }, idioma)] = dichos;
  return { ...enSobre(primero.http, primero, dichos), dura: DURAN.has(primero.causa) };
}

const dichoDe = (problema: Problema, idioma: Idioma) => ({
  causa: problema.causa,
  http: CODIGOS[problema.causa].http,
  ...decir<Causa>(CODIGOS, problema, idioma),
});

/** The answer to a file of which no row can be read. */
export const falloDeArchivo = (dicho: Dicho): Respuesta => enSobre(400, dicho, [dicho]);

function enSobre(http: number, { code_error, error_message }: Dicho, dichos: readonly Dicho[]): Respuesta {
  const errores = dichos
    .filter(({ parametro }) => parametro !== null)
    .map((dicho) => ({ code_error: dicho.code_error, parametro: dicho.parametro, error_message: dicho.error_message }));
  const response = errores.length === 0 ? {} : { errores };
  return { http, sobre: { error: true, code_error, error_message, response } };
}
