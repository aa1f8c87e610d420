/** `curp cotejar`: compares a CURP with the data of a person. */
import { cotejar as comparar, type Cotejo, type Dato, type Resultado, validar } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { findingMessage } from '@curp-service/contract/finding-message';
import type { Bilingual } from '@curp-service/contract/language';
import { coreOptions, text, user } from '../environment.js';
import { EXIT } from '../failure.js';
import { nameOf, PERSON_FIELDS } from '../person/data.js';
import { calculatedNotice, marks, shownCharacters } from '../person/key.js';
import { askCurpAndPerson, CURP_ARGUMENT, PERSON_OPTIONS, personExample, requireOk } from '../person/person.js';
import { paint } from '../terminal/color.js';
import { command } from '../terminal/commands.js';
import { details } from '../terminal/table.js';

type KeyVerdict = readonly [color: 'green' | 'red' | 'yellow', ...Bilingual];

const RESULTS: Readonly<Record<Resultado, KeyVerdict>> = {
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

export const cotejar = command({
  name: 'cotejar',
  about: ['compara una CURP con los datos de una persona', 'compares a CURP with the data of a person'],
  examples: ['curp cotejar OETR900517MDFLNN05', ...personExample('curp cotejar OETR900517MDFLNN05')],
  args: [CURP_ARGUMENT],
  options: PERSON_OPTIONS,
  run: async ([given], options) => {
    const { curp, persona } = await askCurpAndPerson(given, options);
    const cotejo = requireOk(comparar(curp, persona, coreOptions()), options);
    const { resultado } = cotejo;
    const differs = resultado === 'difiere';
    if (differs) process.exitCode = EXIT.NO;
    const differing = PERSON_FIELDS.filter(({ dato }) => cotejo.campos[dato] === 'difiere').map(({ dato }) => dato);
    const [color, ...verdict] = differs && differing.length === 0 ? WRONG_KEY : RESULTS[resultado];
    return {
      json: comparisonAnswer(cotejo),
      text: [
        `${paint(color, resultado)}: ${text(...verdict)}\n`,
        `${alignedKeys(curp, cotejo)}\n`,
        ...(differs ? [`${reasons(curp, cotejo, differing)}\n`] : []),
        calculatedNotice(),
      ].join('\n'),
    };
  },
});

/** The two keys, with marks under the positions that differ. */
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

/** The data that differ; if none does, the problems of the key itself. */
function reasons(curp: string, { posiciones }: Cotejo, differing: readonly Dato[]): string {
  if (differing.length === 0) {
    const { hallazgos } = validar(curp, coreOptions());
    const problems = hallazgos.map((hallazgo) => findingMessage(hallazgo, user.language));
    return [...problems, text('Compárela con el documento.', 'Compare it with the document.')].join('\n');
  }
  const names = differing.map((dato) => nameOf(dato)).join(', ');
  const onlyCentury = differing.includes('fechaNacimiento') && posiciones.slice(4, 10).every((p) => p.coincide);
  const century = text(
    'La posición 17 indica el siglo: una cifra, si nació hasta 1999; una letra, desde 2000.',
    'Position 17 tells the century: a digit for births up to 1999, a letter from 2000 on.',
  );
  return `${text('Difiere', 'Differs')}: ${names}.${onlyCentury ? `\n${century}` : ''}`;
}
