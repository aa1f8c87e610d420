/** `curp cotejar`: compares a CURP with the data of a person. */
import { cotejar as comparar, type Cotejo, type Dato, type Resultado, type Testimonio } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { isMisspelt, isOfOtherCentury, OTHER_CENTURY } from '@curp-service/contract/words/comparison';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type Bilingual, say } from '@curp-service/contract/language';
import { coreOptions, text, user } from '../environment.js';
import { EXIT } from '../failure.js';
import { datumName, PERSON_FIELDS } from '../person/data.js';
import { calculatedNotice, checkedNotice, marks, shownCharacters } from '../person/key.js';
import { askCurpAndKnown, CURP_ARGUMENT, PERSON_OPTIONS, personExample, requireOk } from '../person/person.js';
import { paint } from '../terminal/color.js';
import { command, option } from '../terminal/commands.js';
import { details } from '../terminal/table.js';

type KeyVerdict = readonly [color: 'green' | 'red' | 'yellow', ...Bilingual];

const RESULT_WORDS: Readonly<Record<Resultado, KeyVerdict>> = {
  identica: ['green', 'la CURP corresponde a los datos.', 'the CURP matches the data.'],
  misma_raiz: [
    'green',
    'la CURP corresponde a los datos, con el diferenciador de un homónimo.',
    'the CURP matches the data, with the differentiator of a homonym.',
  ],
  compatible: [
    'green',
    'la CURP concuerda con los datos que se dieron.',
    'the CURP agrees with the data that were given.',
  ],
  difiere: ['red', 'la CURP no corresponde a los datos.', 'the CURP does not match the data.'],
};

/** The verdict on a key that differs although all the data match. */
const WRONG_KEY: KeyVerdict = [
  'yellow',
  'los datos coinciden, pero la CURP está mal escrita.',
  'the data match, but the CURP is misspelt.',
];

const TESTIMONIES: Readonly<Record<Testimonio, KeyVerdict>> = {
  coincide: ['green', 'trae la misma fecha y las mismas letras.', 'it has the same date and the same letters.'],
  indeterminado: [
    'yellow',
    'sus letras no son las de la CURP, lo que no prueba nada: el SAT tiene otras reglas.',
    'its letters are not those of the CURP, which proves nothing: SAT has other rules.',
  ],
  difiere: ['red', 'trae otra fecha de nacimiento.', 'it has another date of birth.'],
};

export const cotejar = command({
  name: 'cotejar',
  about: [
    'compara una CURP con los datos de una persona, o con una parte de ellos',
    'compares a CURP with the data of a person, or with part of them',
  ],
  examples: [
    'curp cotejar OETR900517MDFLNN05',
    'curp cotejar OETR900517MDFLNN05 --nombres Renata --rfc OETR900517AB1',
    ...personExample('curp cotejar OETR900517MDFLNN05'),
  ],
  after: [
    'Un dato que no se indica se toma por desconocido. --apellido-materno "" dice que la persona no lo tiene.',
    'A datum that is not given counts as unknown. --apellido-materno "" says that the person has none.',
  ],
  args: [CURP_ARGUMENT],
  options: {
    ...PERSON_OPTIONS,
    rfc: option<string>('<RFC>', [
      'el RFC de la persona, que también se compara',
      'the RFC of the person, which is compared too',
    ]),
  },
  run: async ([given], { rfc, ...options }) => {
    const { curp, datos } = await askCurpAndKnown(given, options);
    const cotejo = requireOk(comparar(curp, { ...datos, rfc }, coreOptions()), options);
    const { resultado } = cotejo;
    const differs = resultado === 'difiere';
    if (differs) process.exitCode = EXIT.NO;
    const differing = PERSON_FIELDS.filter(({ dato }) => cotejo.campos[dato] === 'difiere').map(({ dato }) => dato);
    const isWrongKey = isMisspelt(cotejo);
    const [color, ...verdict] = isWrongKey ? WRONG_KEY : RESULT_WORDS[resultado];
    return {
      json: comparisonAnswer(cotejo),
      text: [
        `${paint(color, resultado)}: ${text(...verdict)}\n`,
        `${alignedKeys(curp, cotejo)}\n`,
        ...(isWrongKey || differing.length > 0 ? [`${reasons(cotejo, differing)}\n`] : []),
        ...(cotejo.mensaje === undefined ? [] : [`${cotejo.mensaje}\n`]),
        ...testimony(cotejo),
        cotejo.calculada === undefined ? checkedNotice() : calculatedNotice(),
      ].join('\n'),
    };
  },
});

/** Returns the line about the RFC, or no line without an RFC. */
function testimony({ campos: { rfc = 'sin_dato' } }: Cotejo): readonly string[] {
  if (rfc === 'sin_dato') return [];
  const [color, ...said] = TESTIMONIES[rfc];
  return [`RFC: ${paint(color, rfc)}: ${text(...said)}\n`];
}

/** Returns the two keys, with marks under the positions that differ. */
function alignedKeys(curp: string, { calculada, posiciones }: Cotejo): string {
  const received = shownCharacters(curp);
  const expected = posiciones.map(({ esperado }) => esperado ?? '·');
  const different = [
    ...posiciones.filter(({ coincide }) => !coincide).map(({ posicion }) => posicion),
    ...received.slice(expected.length).map((_, i) => expected.length + i + 1),
  ];
  const highlight = (key: readonly string[], color: 'green' | 'red'): string =>
    key.map((c, i) => (different.includes(i + 1) ? paint(['bold', color], c) : c)).join('');
  return details([
    [text('recibida', 'given'), highlight(received, 'red')],
    [
      calculada === undefined ? text('esperada', 'expected') : text('calculada', 'calculated'),
      highlight(expected, 'green'),
    ],
    ['', marks(different)],
  ]).trimEnd();
}

/** Lists the data that differ or, if none does, the problems of the key itself. */
function reasons(cotejo: Cotejo, differing: readonly Dato[]): string {
  if (differing.length === 0) {
    const problems = cotejo.deLaClave.map((hallazgo) => findingMessage(hallazgo, user.language));
    return [...problems, text('Compárela con el documento.', 'Compare it with the document.')].join('\n');
  }
  const names = differing.map((dato) => datumName(dato)).join(', ');
  const century = isOfOtherCentury(cotejo) ? `\n${say(OTHER_CENTURY, user.language)}` : '';
  return `${text('Difiere', 'Differs')}: ${names}.${century}`;
}
