/** The envelope of every answer, success or failure. */
import { type ErrorEntry, type ProblemOf, toEntry } from './codes/code.js';
import { CODES, type Cause } from './codes/service.js';
import type { Language } from './language.js';
import { type Surface, WIRE } from './words/message.js';

/** One problem with a request. */
export type Problem = ProblemOf<Cause>;

interface Success {
  readonly error: false;
  readonly code_error: 0;
  readonly error_message: null;
  readonly response: object;
}

export interface Failure {
  readonly error: true;
  readonly code_error: number;
  readonly error_message: string;
  /** The problems that concern a parameter, if any does. */
  readonly response: { readonly errores?: readonly (Omit<ErrorEntry, 'id'> & { readonly parametro: string })[] };
}

export interface Answer<E = Success | Failure> {
  readonly http: number;
  readonly envelope: E;
  /** Why the request failed: one code may have many causes. */
  readonly cause?: Cause;
  /** The problems as data, to put them into other words. */
  readonly problems?: readonly Problem[];
  readonly language?: Language;
}

/** The causes answered with 503 that do not pass by themselves. */
export const PERMANENT: ReadonlySet<Cause> = new Set(['sin_registro', 'lotes_sin_base']);

export const success = (response: object): Answer<Success> => ({
  http: 200,
  envelope: { error: false, code_error: 0, error_message: null, response },
});

/** Answers one or more problems: with the lowest code, and a list of the problems that concern a parameter. */
export function failure(problems: readonly Problem[], language: Language, surface: Surface = WIRE): Answer<Failure> {
  const entryOf = (problem: Problem) => ({
    cause: problem.cause,
    http: CODES[problem.cause].http,
    ...toEntry<Cause>(CODES, problem, language, surface),
  });
  const entries = problems.map(entryOf).toSorted((a, b) => a.code_error - b.code_error);
  const [first = entryOf({ cause: 'interno' })] = entries;
  return { ...inEnvelope(first.http, first, entries), cause: first.cause, problems, language };
}

/** Answers a file that cannot be read. */
export const fileFailure = (entry: ErrorEntry): Answer<Failure> => inEnvelope(400, entry, [entry]);

function inEnvelope(http: number, first: ErrorEntry, entries: readonly ErrorEntry[]): Answer<Failure> {
  const errores = entries.flatMap(({ code_error, parametro, error_message }) =>
    parametro === null ? [] : [{ code_error, parametro, error_message }],
  );
  const { code_error, error_message } = first;
  const response = errores.length === 0 ? {} : { errores };
  return { http, envelope: { error: true, code_error, error_message, response } };
}
