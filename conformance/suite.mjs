/** Reads the cases of the suite, and judges an answer. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CASES = fileURLToPath(new URL('casos', import.meta.url));
export const VERSION = readFileSync(new URL('version', import.meta.url), 'utf8').trim();

/** Reads the cases of a folder, or only those of one level: `norma`, `edicion` or `decision`. */
export const readCases = (folder = CASES, level = 'todo') =>
  ['calcular', 'validar', 'cotejar']
    .map((op) => join(folder, op))
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      readdirSync(path)
        .toSorted()
        .map((file) => readFileSync(join(path, file), 'utf8')),
    )
    .flatMap((text) => text.split('\n').filter((line) => line !== ''))
    .map((line) => JSON.parse(line))
    .filter(({ nivel }) => level === 'todo' || nivel === level);

/** Returns whether an output says what is expected; it may say more. An expected `null` means that it says nothing. */
function agrees({ patron, ...expected }, output) {
  if (patron === undefined) return Object.keys(expected).every((name) => (output[name] ?? null) === expected[name]);
  const { curp } = output;
  return curp?.length === patron.length && Array.from(patron).every((c, i) => c === '?' || c === curp[i]);
}

/** Judges the answer to a case: `{ salida }`, `{ omitida }` or `{ falla }`. */
export function judge({ salida, alternativas = [] }, answer) {
  if ('falla' in answer) return 'falla';
  if ('omitida' in answer) return 'omitida';
  if (agrees(salida, answer.salida)) return 'bien';
  return alternativas.some((other) => agrees(other, answer.salida)) ? 'decision_distinta' : 'mal';
}
