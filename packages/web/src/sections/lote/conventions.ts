/** The conventions of a file as the page shows them: a sentence for each, and the readings that the user may choose. */
import { esRelleno } from '@curp-service/core';
import { parseApellidos, parseNombre } from '@curp-service/core/completo';
import { WHOLE_NAME } from '@curp-service/contract/columns';
import { conventionRow } from '@curp-service/contract/conventions/table';
import { READING_PARAMETERS, type Reading, type ReadingParameter } from '@curp-service/contract/reading';
import { h } from '../../base/dom.js';
import { type Choice, button, radioRow, table } from '../../base/elements.js';
import { t } from '../../base/language.js';
import type { FileAnswers } from './answers.js';
import { choiceLabel, conventionMessage } from './view.js';

export interface Switch {
  readonly name: ReadingParameter | 'codificacion';
  readonly sentence: string;
  /** True if the rows do not decide, so that the user must. */
  readonly isQuestion: boolean;
  /** The values as the command line takes them; an empty one leaves the convention to the file. */
  readonly choices: readonly Choice[];
  /** The chosen value; `null` until there is one. */
  readonly chosen: string | null;
}

/** Returns the conventions that matter for a file. `seen`: its reading without the user's answers. */
export function switchesOf(reading: Reading, seen: Reading, { told }: FileAnswers): Switch[] {
  return [...READING_PARAMETERS, 'codificacion' as const].flatMap((name) => {
    const { offer, describe } = conventionRow(name);
    const offered = offer?.(seen[name]) ?? null;
    if (offered === null) return [];
    const { question, choices } = offered;
    const isQuestion = question !== undefined;
    const said = told[name];
    const shown = choices.find((value) => value === seen[name].value) ?? '';
    const message = (said ? undefined : question) ?? describe(reading[name]);
    return [
      {
        name,
        sentence: message === null ? '' : conventionMessage(message).text,
        isQuestion,
        choices: choices.map((value) => ({ value, label: choiceLabel(name, value) })),
        chosen: said ?? (isQuestion ? null : shown),
      },
    ];
  });
}

export const isOpen = ({ isQuestion, chosen }: Switch): boolean => isQuestion && chosen === null;

/** `rows`: where the rows that it is about are shown. */
export const switchField = (
  one: Switch,
  onChoose: (name: Switch['name'], value: string) => void,
  rows: HTMLElement | null = null,
): HTMLElement =>
  h(
    'fieldset',
    { class: isOpen(one) ? 'convencion pregunta' : 'convencion', 'data-convencion': one.name },
    h('legend', {}, one.sentence),
    radioRow(`lectura-${one.name}`, one.choices, one.chosen, (value) => onChoose(one.name, value)),
    rows,
  );

/** Shows names of the file, cut into parts. Each row holds the surnames and, for a whole name, the given names first. */
function cutTable(label: string, cuts: readonly (readonly (string | undefined)[])[]): HTMLElement {
  const headings = WHOLE_NAME.slice(-(cuts[0]?.length ?? 0)).map((field) => t(field));
  const rows = cuts.map((cut) => cut.map((part) => part || '—'));
  return h('div', { class: 'ancha', tabindex: '0', role: 'region', 'aria-label': label }, table(headings, rows));
}

/** Shows how the surnames of a file that are in one column are cut. */
export function surnamesCut(samples: readonly string[]): HTMLElement {
  const cuts = samples.filter((text) => !esRelleno(text, false)).map((text) => parseApellidos(text));
  const label = t('asi_se_cortan');
  return h(
    'fieldset',
    { class: 'convencion', 'data-convencion': 'apellidos' },
    h('legend', {}, label),
    cutTable(
      label,
      cuts.map((cut) => [cut?.apellidoPaterno, cut?.apellidoMaterno]),
    ),
  );
}

/**
 * Asks what comes first in a whole name, with names of the file cut both ways. `chosen`: what comes first; empty until
 * the user says so. `onChoose` gets an empty text if the surnames have their own column.
 */
export const fullNameQuestion = (
  samples: readonly string[],
  chosen: string,
  onChoose: (order: string) => void,
): HTMLElement =>
  h(
    'fieldset',
    { class: chosen === '' ? 'convencion pregunta' : 'convencion' },
    h('legend', {}, t('pregunta_nombre')),
    h(
      'div',
      { class: 'cortes' },
      ...(['apellidos', 'nombres'] as const).map((order) => {
        const cuts = samples.map((name) => parseNombre(name, order));
        const id = `nombre_completo-${order}`;
        const label = choiceLabel('nombre_completo', order);
        const onchange = (): void => onChoose(order);
        return h(
          'div',
          {},
          h('input', { type: 'radio', name: 'nombre_completo', id, checked: order === chosen, onchange }),
          h('label', { for: id }, label),
          cutTable(
            label,
            cuts.map((cut) => [cut?.nombres, cut?.apellidoPaterno, cut?.apellidoMaterno]),
          ),
        );
      }),
    ),
    button('apellidos_aparte', () => onChoose('')),
  );
