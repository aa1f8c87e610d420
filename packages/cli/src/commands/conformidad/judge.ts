/** Judges the answer to a case. */
import type { Case } from './cases.js';
import type { Answer } from './protocol.js';

export type Verdict = 'bien' | 'mal' | 'decision_distinta' | 'omitida' | 'falla';

export function judge({ salida, alternativas = [] }: Case, answer: Answer): Verdict {
  if ('fault' in answer) return 'falla';
  if ('omitida' in answer) return 'omitida';
  if (agrees(salida, answer.salida)) return 'bien';
  return alternativas.some((other) => agrees(other, answer.salida)) ? 'decision_distinta' : 'mal';
}

/** Whether an output says what is expected; it may say more. */
function agrees(expected: Readonly<Record<string, unknown>>, output: Readonly<Record<string, unknown>>): boolean {
  const { patron } = expected;
  if (typeof patron !== 'string') {
    return Object.entries(expected).every(([name, value]) => output[name] === value);
  }
  const { curp } = output;
  return typeof curp === 'string' && patron.length === curp.length && matches(patron, curp);
}

/** Whether a key has the characters of a pattern; `?` stands for any. */
const matches = (pattern: string, key: string): boolean =>
  Array.from(pattern).every((character, i) => character === '?' || character === key[i]);
