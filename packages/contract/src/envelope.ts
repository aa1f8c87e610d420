/** The envelope of every answer, success or failure. */
import { type ErrorEntry, type ProblemOf, toEntry } from './codes/code.js';
import { CODES, type Cause } from './codes/service.js';
import type { Language } from './language.js';

/** One problem with a request. */
export type Problem = ProblemOf<Cause>;

interface Envelope {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: object;
}

export interface Answer {
  readonly http: number;
  readonly envelope: Envelope;
  /** The failure does not pass by itself. */
  readonly permanent?: boolean;
}

/** The causes answered with 503 that do not pass by themselves. */
const PERMANENT: ReadonlySet<Cause> = new Set(['sin_registro', 'lotes_sin_base']);

export const success = (response: object): Answer => ({
  http: 200,
  envelope: { error: false, code_error: 0, error_message: null, response },
});

/** The answer to one or more problems: it carries the lowest code, and lists those that concern a parameter. */
export function failure(problems: readonly Problem[], language: Language): Answer {
  const entries = problems.map((problem) => entryOf(problem, language)).toSorted((a, b) => a.code_error - b.code_error);
  const [first = entryOf({ cause: 'interno' }, language)] = entries;
  return { ...inEnvelope(first.http, first, entries), permanent: PERMANENT.has(first.cause) };
}

const entryOf = (problem: Problem, language: Language) => ({
  cause: problem.cause,
  http: CODES[problem.cause].http,
  ...toEntry<Cause>(CODES, problem, language),
});

/** The answer to a file that cannot be read. */
export const fileFailure = (entry: ErrorEntry): Answer => inEnvelope(400, entry, [entry]);

function inEnvelope(http: number, { code_error, error_message }: ErrorEntry, entries: readonly ErrorEntry[]): Answer {
  const errores = entries
    .filter(({ parametro }) => parametro !== null)
    .map((entry) => ({ code_error: entry.code_error, parametro: entry.parametro, error_message: entry.error_message }));
  const response = errores.length === 0 ? {} : { errores };
  return { http, envelope: { error: true, code_error, error_message, response } };
}
