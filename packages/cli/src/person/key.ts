/** Shows a CURP: its characters, marks under its positions, and the notices that go with it. */
import type { Hallazgo } from '@curp-service/core';
import { findingMessage } from '@curp-service/contract/finding-message';
import { paint } from '../terminal/color.js';
import type { Environment, Translate } from '../environment.js';

/** A key has 18 characters; of a longer text only the beginning is shown. */
const MAX_SHOWN = 36;

/** The characters of a key that the user gave, each one column wide and none a control character. */
export const shownCharacters = (curp: string): string[] =>
  Array.from(curp.trim())
    .slice(0, MAX_SHOWN)
    .map((c) => (/^[a-z]$/.test(c) ? c.toUpperCase() : /^[!-~¡-¬®-ſ]$/.test(c) ? c : '\ufffd'));

/** A line with a mark under each position. */
export const marks = (posiciones: readonly number[]): string =>
  Array.from({ length: Math.max(0, ...posiciones) }, (_, i) => (posiciones.includes(i + 1) ? '^' : ' ')).join('');

export const calculatedNotice = (text: Translate): string =>
  paint(
    'dim',
    text(
      'Calculada por el algoritmo de la norma: no prueba ningún registro.',
      'Calculated by the algorithm of the norm: it proves no registration.',
    ),
  );

export const checkedNotice = (text: Translate): string =>
  paint(
    'dim',
    text(
      'Revisada con el algoritmo de la norma: no prueba ningún registro.',
      'Checked by the algorithm of the norm: it proves no registration.',
    ),
  );

export function printNotices(avisos: readonly Hallazgo[], { language, text, print }: Environment): void {
  for (const aviso of avisos) print(`${paint('yellow', text('Aviso:', 'Notice:'))} ${findingMessage(aviso, language)}`);
}
