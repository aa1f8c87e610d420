/** The conventions of a file as the page shows them: a sentence, and the readings among which the user may switch. */
import type { Reading } from '@curp-service/contract/reading';
import { tellReading } from '@curp-service/contract/tell-reading';
import { currentLanguage, forPeople, formatNumber, t } from '../../../base/language.js';
import { CHOICES } from '../views/words.js';
import type { Answers } from './answers.js';

export interface Switch {
  readonly name: 'codificacion' | 'sexo' | 'fechas' | 'siglo' | 'nulos';
  readonly sentence: string;
  /** The rows cannot tell: the user must. */
  readonly isQuestion: boolean;
  /** The values as the command line takes them; an empty one leaves the convention to the file. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The value in force; `null`: none yet. */
  readonly chosen: string | null;
}

type Offer = Omit<Switch, 'name' | 'sentence' | 'chosen'> & {
  /** The sentence of a question. Others are told by the reading. */
  readonly question?: string;
};

const choice = (value: string, label: string): Switch['choices'][number] => ({ value, label });
const option = (name: string, value: string): Switch['choices'][number] =>
  choice(value, t(CHOICES[`${name}=${value}`] ?? 'como_error'));
const asError = (): Switch['choices'][number] => choice('', t('como_error'));

const OFFERS: { readonly [N in Switch['name']]: (reading: Reading) => Offer | null } = {
  codificacion: ({ codificacion: { evidence } }) =>
    evidence.notUtf8.count === 0
      ? null
      : { isQuestion: false, choices: ['utf-8', 'windows-1252'].map((name) => choice(name, name.toUpperCase())) },
  sexo: ({ sexo: { value, basis, evidence } }) => {
    const { H, F, M, digits } = evidence;
    const choices = [option('sexo', 'hm'), option('sexo', 'fm')];
    if (M.count === 0) {
      if (digits.count === 0) return null;
      return { isQuestion: true, question: t('pregunta_cifras'), choices: [option('sexo', '12'), asError()] };
    }
    if (value === 'mixta') {
      const question = t('pregunta_m_mixta', {
        h: formatNumber(H.count),
        f: formatNumber(F.count),
        m: formatNumber(M.count),
      });
      return { isQuestion: true, question, choices: [...choices, asError()] };
    }
    return basis === 'supuesta'
      ? { isQuestion: true, question: t('pregunta_m'), choices }
      : { isQuestion: false, choices };
  },
  fechas: ({ fechas: { value, basis, evidence } }) => {
    const { dayFirst, monthFirst, unproven } = evidence;
    const choices = [option('fechas', 'dma'), option('fechas', 'mda')];
    if (dayFirst.count + monthFirst.count + unproven.count === 0) return null;
    if (value === 'mixta' && unproven.count > 0) {
      return { isQuestion: true, question: t('pregunta_orden_mixto'), choices: [...choices, asError()] };
    }
    if (basis === 'supuesta') return { isQuestion: true, question: t('pregunta_orden'), choices };
    return { isQuestion: false, choices: value === 'mixta' ? [...choices, asError()] : choices };
  },
  siglo: ({ siglo: { evidence } }) => {
    if (evidence.shortYears.count === 0) return null;
    const born = new Date().getFullYear() - 99;
    const years = [1930, born].map((from) =>
      choice(String(from), t('de_a', { a: String(from), b: String(from + 99) })),
    );
    const question = t('pregunta_siglo', { n: formatNumber(evidence.shortYears.count) });
    return { isQuestion: true, question, choices: [...years, asError()] };
  },
  nulos: ({ nulos: { evidence } }) =>
    evidence.surnames.count === 0
      ? null
      : { isQuestion: false, choices: [choice('', t('sin_apellido')), choice('ninguno', t('es_apellido'))] },
};

/** The conventions that matter for a file. `seen`: its reading without the user's answers. */
export function switchesOf(reading: Reading, seen: Reading, { told }: Answers): Switch[] {
  const sentences = new Map(
    tellReading(reading, currentLanguage()).map(({ convencion, texto }) => [convencion, texto]),
  );
  const names = ['sexo', 'fechas', 'siglo', 'nulos', 'codificacion'] as const;
  return names.flatMap((name) => {
    const offer = OFFERS[name](seen);
    if (offer === null) return [];
    const { question, isQuestion, choices } = offer;
    const said = told[name];
    const shown = choices.find(({ value }) => value === seen[name].value)?.value ?? '';
    const chosen = said ?? (isQuestion ? null : shown);
    const sentence = (said ? undefined : question) ?? forPeople(sentences.get(name) ?? '');
    return [{ name, sentence, isQuestion, choices, chosen }];
  });
}
