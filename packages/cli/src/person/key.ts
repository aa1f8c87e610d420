/** Shows a CURP: its characters, marks under its positions, and the notices that go with it. */
import type { Hallazgo } from '@curp-service/core';
import { findingMessage } from '@curp-service/contract/finding-message';
import { tell, user } from '../environment.js';
import { paint } from '../terminal/color.js';

/** The most characters that are shown: a key has 18, and of a longer text only the beginning is shown. */
const MAX_SHOWN = 36;

/** Returns the characters of a key that the user gave, each one column wide and none a control character. */
export const shownCharacters = (curp: string): string[] =>
  Array.from(curp.trim())
    .slice(0, MAX_SHOWN)
    .map((c) => (/^[a-z]$/.test(c) ? c.toUpperCase() : /^[!-~¡-¬®-ſ]$/.test(c) ? c : '\ufffd'));

/** Returns a line with a mark under each position. */
export const marks = (posiciones: readonly number[]): string =>
  Array.from({ length: Math.max(0, ...posiciones) }, (_, i) => (posiciones.includes(i + 1) ? '^' : ' ')).join('');

export const calculatedNotice = (): string => paint('dim', tell('person_calculada_por'));
export const checkedNotice = (): string => paint('dim', tell('person_revisada_con'));

export const noticeLines = (avisos: readonly Hallazgo[]): string[] =>
  avisos.map((aviso) => `${paint('yellow', tell('person_aviso'))} ${findingMessage(aviso, user.language)}`);
