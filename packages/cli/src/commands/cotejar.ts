/** `curp cotejar`: tells whether a CURP belongs to a person. */
import { cotejar as comparar, type Cotejo, type Dato, type Resultado, validar } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { findingMessage } from '@curp-service/contract/finding-message';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { addCommand } from '../terminal/help.js';
import { calculatedNotice, marks, shownCharacters } from '../person/key.js';
import { paint } from '../terminal/color.js';
import { nameOf, PERSON_FIELDS } from '../person/data.js';
import { type Environment, json, type Translate } from '../environment.js';
import { EXIT } from '../failure.js';
import { addPersonOptions, askCurpAndPerson, personExample, type PersonOptions, requireOk } from '../person/person.js';
import { details } from '../terminal/table.js';

type KeyVerdict = readonly [color: 'green' | 'red' | 'yellow', es: string, en: string];

const RESULTS: Readonly<Record<Resultado, KeyVerdict>> = {
  identica: ['green', 'la CURP corresponde a los datos.', 'the CURP matches the data.'],
  misma_raiz: [
    'green',
    'la CURP corresponde a los datos, con el diferenciador de un homónimo.',
    'the CURP matches the data, with the differentiator of a homonym.',
  ],
  difiere: ['red', 'la CURP no corresponde a los datos.', 'the CURP does not match the data.'],
};

/** The verdict on a key that differs although all the data match. */
const WRONG_KEY: KeyVerdict = [
  'yellow',
  'los datos coinciden, pero la CURP está mal escrita.',
  'the data match, but the CURP is misspelt.',
];

export function cotejar(program: Command, environment: Environment): void {
  const { language, text, print } = environment;
  const command = addCommand(
    program,
    'cotejar',
    text,
    text('compara una CURP con los datos de una persona', 'compares a CURP with the data of a person'),
    ['curp cotejar OETR900517MDFLNN05', ...personExample('curp cotejar OETR900517MDFLNN05')],
  ).argument('[CURP]', text('la clave; si falta, se pregunta', 'the key; if absent, it is asked for'));
  addPersonOptions(command, environment).action(async (argument: string | undefined, options: PersonOptions) => {
    const { curp, persona } = await askCurpAndPerson(argument, options, environment, command);
    const cotejo = requireOk(comparar(curp, persona, CORE_OPTIONS[language]), options, environment);
    const { resultado } = cotejo;
    if (resultado === 'difiere') process.exitCode = EXIT.NO;
    if (options.json) {
      print(json(comparisonAnswer(cotejo)));
      return;
    }
    const differing = PERSON_FIELDS.filter(({ dato }) => cotejo.campos[dato] === 'difiere').map(({ dato }) => dato);
    const [color, es, en] = resultado === 'difiere' && differing.length === 0 ? WRONG_KEY : RESULTS[resultado];
    print(`${paint(color, resultado)}: ${text(es, en)}\n`);
    print(`${alignedKeys(curp, cotejo, text)}\n`);
    if (resultado === 'difiere') print(`${reasons(curp, cotejo, differing, environment)}\n`);
    print(calculatedNotice(text));
  });
}

/** The two keys, with marks under the positions that differ. */
function alignedKeys(curp: string, { calculada, posiciones }: Cotejo, text: Translate): string {
  const received = shownCharacters(curp);
  const different = [
    ...posiciones.filter(({ coincide }) => !coincide).map(({ posicion }) => posicion),
    ...received.slice(calculada.length).map((_, i) => calculada.length + i + 1),
  ];
  const highlight = (key: readonly string[], color: 'green' | 'red'): string =>
    key.map((c, i) => (different.includes(i + 1) ? paint(['bold', color], c) : c)).join('');
  return details([
    [text('recibida', 'given'), highlight(received, 'red')],
    [text('calculada', 'calculated'), highlight(Array.from(calculada), 'green')],
    ['', marks(different)],
  ]).trimEnd();
}

/** The data that differ; if none does, the problems of the key itself. */
function reasons(
  curp: string,
  { posiciones }: Cotejo,
  differing: readonly Dato[],
  { language, text }: Environment,
): string {
  if (differing.length === 0) {
    const { hallazgos } = validar(curp, CORE_OPTIONS[language]);
    const problems = hallazgos.map((hallazgo) => findingMessage(hallazgo, language));
    return [...problems, text('Compárela con el documento.', 'Compare it with the document.')].join('\n');
  }
  const names = differing.map((dato) => nameOf(dato, text)).join(', ');
  const onlyCentury = differing.includes('fechaNacimiento') && posiciones.slice(4, 10).every((p) => p.coincide);
  const century = text(
    'La posición 17 indica el siglo: una cifra, si nació hasta 1999; una letra, desde 2000.',
    'Position 17 tells the century: a digit for births up to 1999, a letter from 2000 on.',
  );
  return `${text('Difiere', 'Differs')}: ${names}.${onlyCentury ? `\n${century}` : ''}`;
}
