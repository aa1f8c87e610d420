/** The lines of the protocol, as a harness must write them. */
import { OPERATIONS } from './cases.js';

export const PROTOCOL = 1;

/** Why an answer is none: no JSON object, another id, nothing in time, or the program ended. */
export type Fault = 'forma' | 'id' | 'silencio' | 'fin' | 'sin_preguntar';

export interface Implementation {
  readonly nombre: string;
  readonly version: string;
  readonly lenguaje: string;
  readonly ops: readonly string[];
}

export type Answer =
  | { readonly salida: Readonly<Record<string, unknown>> }
  | { readonly omitida: string }
  | { readonly fault: Fault };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The answer to `inicio`; `null`: it is not one. */
export function readImplementation(line: string): Implementation | null {
  const { version, nombre, version_de_implementacion, lenguaje, ops } = parse(line) ?? {};
  const isKnown = Array.isArray(ops) && ops.every((op) => OPERATIONS.some((known) => known === op));
  if (version !== PROTOCOL || typeof nombre !== 'string' || !isKnown) return null;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { nombre, version: text(version_de_implementacion), lenguaje: text(lenguaje), ops };
}

/** The answer to a case. */
export function readAnswer(line: string, id: string): Answer {
  const answer = parse(line);
  if (answer === null) return { fault: 'forma' };
  if (answer['id'] !== id) return { fault: 'id' };
  const { salida, omitida } = answer;
  if (typeof omitida === 'string') return { omitida };
  return isObject(salida) ? { salida } : { fault: 'forma' };
}
