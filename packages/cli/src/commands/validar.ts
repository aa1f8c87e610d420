/** `curp validar`: checks whether a CURP is well formed, and shows the data it holds. */
import { type DatosLeidos, type Hallazgo, type Sugerencia, sugerir, validar as examinar } from '@curp-service/core';
import { validationAnswer } from '@curp-service/contract/answers';
import { findingMessage, positionRanges } from '@curp-service/contract/finding-message';
import { coreOptions, tell, user } from '../environment.js';
import { EXIT } from '../failure.js';
import { datumName } from '../person/data.js';
import { checkedNotice, marks, shownCharacters } from '../person/key.js';
import { askCurp, CURP_ARGUMENT } from '../person/person.js';
import { paint } from '../terminal/color.js';
import { command, JSON_OUTPUT } from '../terminal/commands.js';
import { details, paragraph } from '../terminal/table.js';
import { words } from '../textos/words.js';

export const validar = command({
  name: 'validar',
  about: words('validar_dice_si_una'),
  examples: ['curp validar OETR900517MDFLNN05'],
  args: [CURP_ARGUMENT],
  options: { json: JSON_OUTPUT },
  run: async ([given], options) => {
    const curp = await askCurp(given, options);
    const validation = examinar(curp, coreOptions());
    const sugerencias = sugerir(curp, coreOptions());
    const { valido, hallazgos, datos } = validation;
    if (!valido) process.exitCode = EXIT.NO;
    const verdict = valido ? paint('green', tell('validar_es_valida')) : paint('red', tell('validar_no_es_valida'));
    return {
      json: validationAnswer(validation, sugerencias),
      text: [
        verdict,
        `\n  ${paint('bold', shownCharacters(curp).join(''))}`,
        ...(hallazgos.length > 0 ? [findingLines(hallazgos)] : []),
        ...(sugerencias.length > 0 ? [`\n${suggestionLines(sugerencias)}`] : []),
        ...(Object.keys(datos).length > 0 ? [`\n${details(dataPairs(datos, valido))}`] : []),
        `\n${checkedNotice()}`,
      ].join('\n'),
    };
  },
});

/** Returns the marks under the key, then one line for each finding. */
function findingLines(hallazgos: readonly Hallazgo[]): string {
  const marked = hallazgos.flatMap(({ posiciones }) => (posiciones.length < 18 ? posiciones : []));
  const places = hallazgos.map(({ posiciones }) => positionRanges(posiciones));
  const width = Math.max(...places.map((place) => place.length));
  return [
    ...(marked.length === 0 ? [] : [`  ${paint('red', marks(marked))}`]),
    '',
    ...hallazgos.map((hallazgo, i) => {
      const { severidad, regla } = hallazgo;
      const notice = severidad === 'aviso' ? `${tell('validar_aviso')}: ` : '';
      const place = paint(notice === '' ? 'red' : 'yellow', (places[i] ?? '').padStart(width));
      return paragraph(
        `  ${place}  ${paint('dim', regla.padEnd(8))}  `,
        notice + findingMessage(hallazgo, user.language),
      );
    }),
  ].join('\n');
}

/** Returns the keys that the user may have meant, each with its change. */
const suggestionLines = (sugerencias: readonly Sugerencia[]): string =>
  [
    tell('validar_quiso_decir'),
    '',
    ...sugerencias.map(({ curp, mensaje }) => `  ${paint('bold', curp)}  ${mensaje}`),
  ].join('\n');

/** Returns the data of a key. A key that is not valid says nothing about others with the same root. */
function dataPairs(data: DatosLeidos, isValid: boolean): [string, string][] {
  const { fechaNacimiento, sexo, claveEntidad, abreviaturaEntidad, nombreEntidad, homonimo } = data;
  const pairs: [string, string | undefined][] = [
    [datumName('fechaNacimiento'), fechaNacimiento],
    [datumName('sexo'), sexo],
    [
      datumName('entidad'),
      claveEntidad === undefined ? undefined : [claveEntidad, abreviaturaEntidad, nombreEntidad].join(' '),
    ],
    [tell('validar_homonimo'), !isValid || homonimo === undefined ? undefined : homonimo ? tell('validar_si') : 'no'],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
