/** `curp cotejar`: compares a CURP with the data of a person. */
import { cotejar as comparar, type Cotejo, type Dato, type Resultado, type Testimonio } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { isMisspelt, isOfOtherCentury, OTHER_CENTURY } from '@curp-service/contract/words/comparison';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type Bilingual, say } from '@curp-service/contract/language';
import { coreOptions, tell, text, user } from '../environment.js';
import { EXIT } from '../failure.js';
import { datumName, PERSON_FIELDS } from '../person/data.js';
import { calculatedNotice, checkedNotice, marks, shownCharacters } from '../person/key.js';
import { askCurpAndKnown, CURP_ARGUMENT, PERSON_OPTIONS, personExample, requireOk } from '../person/person.js';
import { paint } from '../terminal/color.js';
import { command, option } from '../terminal/commands.js';
import { details } from '../terminal/table.js';
import { words } from '../textos/words.js';

type KeyVerdict = readonly [color: 'green' | 'red' | 'yellow', ...Bilingual];

const RESULT_WORDS: Readonly<Record<Resultado, KeyVerdict>> = {
  identica: ['green', ...words('cotejar_la_curp_corresponde')],
  misma_raiz: ['green', ...words('cotejar_la_curp_corresponde_a')],
  compatible: ['green', ...words('cotejar_la_curp_concuerda')],
  difiere: ['red', ...words('cotejar_la_curp_no')],
};

/** The verdict on a key that differs although all the data match. */
const WRONG_KEY: KeyVerdict = ['yellow', ...words('cotejar_los_datos_coinciden')];

const TESTIMONIES: Readonly<Record<Testimonio, KeyVerdict>> = {
  coincide: ['green', ...words('cotejar_trae_la_misma')],
  indeterminado: ['yellow', ...words('cotejar_sus_letras_no')],
  difiere: ['red', ...words('cotejar_trae_otra_fecha')],
};

export const cotejar = command({
  name: 'cotejar',
  about: words('cotejar_compara_una_curp'),
  examples: [
    'curp cotejar OETR900517MDFLNN05',
    'curp cotejar OETR900517MDFLNN05 --nombres Renata --rfc OETR900517AB1',
    ...personExample('curp cotejar OETR900517MDFLNN05'),
  ],
  after: words('cotejar_un_dato_que'),
  args: [CURP_ARGUMENT],
  options: {
    ...PERSON_OPTIONS,
    rfc: option<string>('<RFC>', words('cotejar_el_rfc_de')),
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
    [tell('cotejar_recibida'), highlight(received, 'red')],
    [calculada === undefined ? tell('cotejar_esperada') : tell('cotejar_calculada'), highlight(expected, 'green')],
    ['', marks(different)],
  ]).trimEnd();
}

/** Lists the data that differ or, if none does, the problems of the key itself. */
function reasons(cotejo: Cotejo, differing: readonly Dato[]): string {
  if (differing.length === 0) {
    const problems = cotejo.deLaClave.map((hallazgo) => findingMessage(hallazgo, user.language));
    return [...problems, tell('cotejar_comparela_con_el')].join('\n');
  }
  const names = differing.map((dato) => datumName(dato)).join(', ');
  const century = isOfOtherCentury(cotejo) ? `\n${say(OTHER_CENTURY, user.language)}` : '';
  return `${tell('cotejar_difiere')}: ${names}.${century}`;
}
