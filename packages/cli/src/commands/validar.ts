/** `curp validar`: tells whether a CURP is well formed, and the data it holds. */
import { type DatosLeidos, type Hallazgo, type Sugerencia, sugerir, validar as examinar } from '@curp-service/core';
import { validationAnswer } from '@curp-service/contract/answers';
import { findingMessage, positionRanges } from '@curp-service/contract/finding-message';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { addCommand } from '../terminal/help.js';
import { checkedNotice, marks, shownCharacters } from '../person/key.js';
import { paint } from '../terminal/color.js';
import { nameOf } from '../person/data.js';
import { type Environment, json, jsonHelp, type Translate } from '../environment.js';
import { EXIT } from '../failure.js';
import { askCurp } from '../person/person.js';
import { details, paragraph } from '../terminal/table.js';

export function validar(program: Command, environment: Environment): void {
  const { language, text, print } = environment;
  const command = addCommand(
    program,
    'validar',
    text,
    text(
      'indica si una CURP está bien formada y los datos que contiene',
      'tells whether a CURP is well formed and the data it holds',
    ),
    ['curp validar OETR900517MDFLNN05'],
  )
    .argument('[CURP]', text('la clave; si falta, se pregunta', 'the key; if absent, it is asked for'))
    .option('--json', jsonHelp(text))
    .action(async (argument: string | undefined, options: { readonly json?: true }) => {
      const curp = await askCurp(argument, options, environment, command);
      const validation = examinar(curp, CORE_OPTIONS[language]);
      const sugerencias = sugerir(curp, CORE_OPTIONS[language]);
      const { valido, hallazgos, datos: data } = validation;
      if (!valido) process.exitCode = EXIT.NO;
      if (options.json) {
        print(json(validationAnswer(validation, sugerencias)));
        return;
      }
      print(
        valido
          ? paint('green', text('Es válida.', 'It is valid.'))
          : paint('red', text('No es válida.', 'It is not valid.')),
      );
      print(`\n  ${paint('bold', shownCharacters(curp).join(''))}`);
      if (hallazgos.length > 0) print(findingLines(hallazgos, environment));
      if (sugerencias.length > 0) print(`\n${suggestionLines(sugerencias, text)}`);
      if (Object.keys(data).length > 0) print(`\n${details(dataPairs(data, text))}`);
      print(`\n${checkedNotice(text)}`);
    });
}

/** Marks under the key, then one line for each finding. */
function findingLines(hallazgos: readonly Hallazgo[], { language, text }: Environment): string {
  const marked = hallazgos.flatMap(({ posiciones }) => (posiciones.length < 18 ? posiciones : []));
  const places = hallazgos.map(({ posiciones }) => positionRanges(posiciones));
  const width = Math.max(...places.map((place) => place.length));
  return [
    ...(marked.length === 0 ? [] : [`  ${paint('red', marks(marked))}`]),
    '',
    ...hallazgos.map((hallazgo, i) => {
      const { severidad, regla } = hallazgo;
      const notice = severidad === 'aviso' ? `${text('aviso', 'notice')}: ` : '';
      const place = paint(notice === '' ? 'red' : 'yellow', (places[i] ?? '').padStart(width));
      return paragraph(`  ${place}  ${paint('dim', regla.padEnd(8))}  `, notice + findingMessage(hallazgo, language));
    }),
  ].join('\n');
}

/** The keys that may have been meant, each with its change. */
const suggestionLines = (sugerencias: readonly Sugerencia[], text: Translate): string =>
  [
    text('¿Quiso decir…?', 'Did you mean…?'),
    '',
    ...sugerencias.map(({ curp, mensaje }) => `  ${paint('bold', curp)}  ${mensaje}`),
  ].join('\n');

function dataPairs(data: DatosLeidos, text: Translate): [string, string][] {
  const { fechaNacimiento, sexo, claveEntidad, abreviaturaEntidad, nombreEntidad, homonimo } = data;
  const pairs: [string, string | undefined][] = [
    [nameOf('fechaNacimiento', text), fechaNacimiento],
    [nameOf('sexo', text), sexo],
    [
      nameOf('entidad', text),
      claveEntidad === undefined ? undefined : [claveEntidad, abreviaturaEntidad, nombreEntidad].join(' '),
    ],
    [text('homónimo', 'homonym'), homonimo === undefined ? undefined : homonimo ? text('sí', 'yes') : 'no'],
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
