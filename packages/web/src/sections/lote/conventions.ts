/** The conventions of a file as the page shows them: a sentence for each, and the readings that the user may choose. */
import { esRelleno } from '@curp-service/core';
import { parseApellidos, parseNombre } from '@curp-service/core/completo';
import type { Reading } from '@curp-service/contract/reading';
import { ENCODING_NAMES, describeReading } from '@curp-service/contract/describe-reading';
import { isSexUnknown } from '@curp-service/lote';
import { h } from '../../base/dom.js';
import { type Choice, button, radioRow, table } from '../../base/elements.js';
import { currentLanguage, formatNumber, t } from '../../base/language.js';
import type { FileAnswers } from './answers.js';
import { CHOICES, rowMessage, yearRange } from './view.js';

export interface Switch {
  readonly name: 'codificacion' | 'sexo' | 'fechas' | 'siglo' | 'nulos';
  readonly sentence: string;
  /** True if the rows do not decide, so that the user must. */
  readonly isQuestion: boolean;
  /** The values as the command line takes them; an empty one leaves the convention to the file. */
  readonly choices: readonly Choice[];
  /** The chosen value; `null` until there is one. */
  readonly chosen: string | null;
}

interface Offer {
  readonly choices: Switch['choices'];
  /** What only the user can decide. If absent, the description of the reading is shown. */
  readonly question?: string;
}

const option = (name: string, value: string): Choice => ({ value, t: CHOICES[`${name}=${value}`] });
/** The encodings that the letters of names distinguish. */
const ENCODINGS = ['utf-8', 'windows-1252', 'ibm850', 'macintosh'] as const;
const AS_ERROR: Choice = { value: '', t: 'como_error' };

const OFFERS: { readonly [N in Switch['name']]: (reading: Reading) => Offer | null } = {
  codificacion: ({ codificacion: { evidence } }) =>
    evidence.notUtf8.count === 0
      ? null
      : { choices: ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] })) },
  sexo: ({ sexo }) => {
    const { value, evidence } = sexo;
    const { H, F, M, digits } = evidence;
    const choices = [option('sexo', 'hm'), option('sexo', 'fm')];
    if (M.count === 0) {
      if (digits.count === 0) return null;
      return { question: t('pregunta_cifras'), choices: [option('sexo', '12'), AS_ERROR] };
    }
    if (value === 'mixta') {
      const question = t('pregunta_m_mixta', {
        h: formatNumber(H.count),
        f: formatNumber(F.count),
        m: formatNumber(M.count),
      });
      return { question, choices: [...choices, AS_ERROR] };
    }
    return isSexUnknown(sexo) ? { question: t('pregunta_m'), choices } : { choices };
  },
  fechas: ({ fechas: { value, basis, evidence } }) => {
    const { dayFirst, monthFirst, unproven } = evidence;
    const choices = [option('fechas', 'dma'), option('fechas', 'mda')];
    if (dayFirst.count + monthFirst.count + unproven.count === 0) return null;
    if (value === 'mixta' && unproven.count > 0) {
      return { question: t('pregunta_orden_mixto'), choices: [...choices, AS_ERROR] };
    }
    if (basis === 'supuesta') return { question: t('pregunta_orden'), choices };
    return { choices: value === 'mixta' ? [...choices, AS_ERROR] : choices };
  },
  siglo: ({ siglo: { evidence } }) => {
    if (evidence.shortYears.count === 0) return null;
    const born = new Date().getFullYear() - 99;
    const years = [1930, born].map((from) => ({ value: String(from), label: yearRange(from) }));
    const question = t('pregunta_siglo', { n: formatNumber(evidence.shortYears.count) });
    return { question, choices: [...years, AS_ERROR] };
  },
  nulos: ({ nulos: { evidence } }) =>
    evidence.surnames.count === 0
      ? null
      : {
          choices: [
            { value: '', t: 'sin_apellido' },
            { value: 'ninguno', t: 'es_apellido' },
          ],
        },
};

/** Returns the conventions that matter for a file. `seen`: its reading without the user's answers. */
export function switchesOf(reading: Reading, seen: Reading, { told }: FileAnswers): Switch[] {
  const sentences = new Map(
    describeReading(reading, currentLanguage()).map(({ convencion, texto }) => [convencion, texto]),
  );
  const names = ['sexo', 'fechas', 'siglo', 'nulos', 'codificacion'] as const;
  return names.flatMap((name) => {
    const offer = OFFERS[name](seen);
    if (offer === null) return [];
    const { question, choices } = offer;
    const isQuestion = question !== undefined;
    const said = told[name];
    const shown = choices.find(({ value }) => value === seen[name].value)?.value ?? '';
    const chosen = said ?? (isQuestion ? null : shown);
    const sentence = (said ? undefined : question) ?? rowMessage(sentences.get(name) ?? '');
    return [{ name, sentence, isQuestion, choices, chosen }];
  });
}

export const isOpen = ({ isQuestion, chosen }: Switch): boolean => isQuestion && chosen === null;

export const switchField = (one: Switch, onChoose: (name: Switch['name'], value: string) => void): HTMLElement =>
  h(
    'fieldset',
    { class: isOpen(one) ? 'convencion pregunta' : 'convencion', 'data-convencion': one.name },
    h('legend', {}, one.sentence),
    radioRow(`lectura-${one.name}`, one.choices, one.chosen, (value) => onChoose(one.name, value)),
  );

const ORDERS = { apellidos: 'primero_apellidos', nombres: 'primero_nombres' } as const;
const NAME_FIELDS = ['nombres', 'apellido_paterno', 'apellido_materno'] as const;

/** Shows names of the file, cut into parts. Each row holds the surnames and, for a whole name, the given names first. */
function cutTable(label: string, cuts: readonly (readonly (string | undefined)[])[]): HTMLElement {
  const headings = NAME_FIELDS.slice(-(cuts[0]?.length ?? 0)).map((field) => t(field));
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
        const label = t(ORDERS[order]);
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
