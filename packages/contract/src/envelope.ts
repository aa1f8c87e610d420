/** The envelope in which every answer leaves, success or failure of any kind. */
import { type ErrorEntry, type Problem as ProblemaDe, toEntry } from './codes/code.js';
import { CODES, type Cause } from './codes/service.js';
import type { Language } from './language.js';

/** One thing that is wrong with a request. */
export type Problem = ProblemaDe<Cause>;

interface Envelope {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: object;
}

export interface Answer {
  readonly http: number;
  readonly envelope: Envelope;
  /** Of a failure: that it does not pass by itself. */
  readonly permanent?: boolean;
}

/** Of all that is answered with 503, what does not pass by itself. */
const PERMANENT: ReadonlySet<Cause> = new Set(['sin_registro', 'lotes_sin_base']);

export const success = (response: object): Answer => ({
  http: 200,
  envelope: { error: false, code_error: 0, error_message: null, response },
});

/** The answer to one or more problems: the lowest code speaks, and all that concern a parameter are listed. */
export function failure(problemas: readonly Problem[], idioma: Language): Answer {
  const dichos = problemas.map((problema) => entryOf(problema, idioma)).toSorted((a, b) => a.code_error - b.code_error);
  const [primero = entryOf({ cause: 'interno' }, idioma)] = dichos;
  return { ...inEnvelope(primero.http, primero, dichos), permanent: PERMANENT.has(primero.causa) };
}

const entryOf = (problema: Problem, idioma: Language) => ({
  causa: problema.cause,
  http: CODES[problema.cause].http,
  ...toEntry<Cause>(CODES, problema, idioma),
});

/** The answer to a file of which no row can be read. */
export const fileFailure = (dicho: ErrorEntry): Answer => inEnvelope(400, dicho, [dicho]);

function inEnvelope(http: number, { code_error, error_message }: ErrorEntry, dichos: readonly ErrorEntry[]): Answer {
  const errores = dichos
    .filter(({ parametro }) => parametro !== null)
    .map((dicho) => ({ code_error: dicho.code_error, parametro: dicho.parametro, error_message: dicho.error_message }));
  const response = errores.length === 0 ? {} : { errores };
  return { http, envelope: { error: true, code_error, error_message, response } };
}
