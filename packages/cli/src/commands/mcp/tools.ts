/** The tools of the MCP server: what each is for, the arguments that it takes, and its answer. */
import { ENTIDADES, type Fallo, candidatas, cotejar, explicar, sugerir, validar } from '@curp-service/core';
import {
  WIRE_NAMES,
  catalogueAnswer,
  comparisonAnswer,
  explanationAnswer,
  toWire,
  validationAnswer,
  wireMessage,
} from '@curp-service/contract/answers';
import { CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import { PERSON_FIELDS } from '../../person/data.js';
import { type GivenData, toPerson } from '../../person/person.js';

type Arguments = Readonly<Record<string, string>>;

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments, all of them texts, with their descriptions. */
  readonly takes: Readonly<Record<string, string>>;
  readonly answer: (given: Arguments, language: Language) => object;
}

const NOT_REGISTERED = 'A calculated CURP is the output of an algorithm and proves no registration.';
const NOTICE: Readonly<Record<Language, string>> = {
  es: 'Una CURP calculada es el resultado de un algoritmo: no prueba ningún registro.',
  en: NOT_REGISTERED,
};

const PERSON = Object.fromEntries(
  PERSON_FIELDS.map(({ dato, help }) => [WIRE_NAMES[dato], help[1].replaceAll('`', '')]),
);
const CURP = { curp: 'the key, 18 characters' };

const personOf = (given: Arguments) =>
  toPerson(
    Object.fromEntries(
      PERSON_FIELDS.map(({ option, dato }) => [option, given[WIRE_NAMES[dato]] ?? '']),
    ) satisfies GivenData,
  );

/** The problems of the data, as an answer: the assistant can tell the person what to mend. */
const problems = ({ hallazgos }: Fallo) => ({
  errores: hallazgos.map((one) => ({ dato: WIRE_NAMES[one.dato], mensaje: wireMessage(one) })),
});

export const TOOLS: readonly Tool[] = [
  {
    name: 'calcular_curp',
    title: 'Calcular una CURP',
    description: `Calculates the CURP of a person by the official norm. ${NOT_REGISTERED}`,
    takes: PERSON,
    answer: (given, language) => {
      const explained = explicar(personOf(given), CORE_OPTIONS[language]);
      return explained.ok ? { curp: explained.curp, avisos: explained.avisos.map(toWire) } : problems(explained);
    },
  },
  {
    name: 'explicar_curp',
    title: 'Explicar una CURP',
    description: `Tells which datum and which rule of the norm give each of the 18 characters. ${NOT_REGISTERED}`,
    takes: PERSON,
    answer: (given, language) => {
      const explained = explicar(personOf(given), CORE_OPTIONS[language]);
      if (!explained.ok) return problems(explained);
      const others = candidatas(personOf(given));
      return explanationAnswer(explained, others.ok ? others.candidatas : []);
    },
  },
  {
    name: 'validar_curp',
    title: 'Validar una CURP',
    description:
      'Checks a CURP by itself: every finding, the keys that may have been meant, and the data that it holds. A valid key may still be registered to nobody.',
    takes: CURP,
    answer: ({ curp = '' }, language) =>
      validationAnswer(validar(curp, CORE_OPTIONS[language]), sugerir(curp, CORE_OPTIONS[language])),
  },
  {
    name: 'cotejar_curp',
    title: 'Cotejar una CURP con una persona',
    description: `Compares a CURP with the data of a person, character by character. ${NOT_REGISTERED} A match proves no identity.`,
    takes: { ...CURP, ...PERSON },
    answer: (given, language) => {
      const compared = cotejar(given['curp'] ?? '', personOf(given), CORE_OPTIONS[language]);
      return compared.ok ? comparisonAnswer(compared) : problems(compared);
    },
  },
  {
    name: 'entidades',
    title: 'Entidades de nacimiento',
    description: 'The 33 entities of birth with their keys and abbreviations.',
    takes: {},
    answer: () => catalogueAnswer(ENTIDADES),
  },
];

/** An answer of a tool with the notice that goes with every key. */
export const withNotice = (answer: object, language: Language): Record<string, unknown> => ({
  ...answer,
  advertencia: NOTICE[language],
});
