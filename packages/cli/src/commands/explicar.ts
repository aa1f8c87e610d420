/** `curp explicar`: shows the origin of each character of a CURP, with a colour for each datum. */
import { candidatas, type Caracter, explicar as explicarClave } from '@curp-service/core';
import { explanationAnswer } from '@curp-service/contract/answers';
import { positionRanges } from '@curp-service/contract/finding-message';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { addCommand } from '../terminal/help.js';
import { calculatedNotice, printNotices } from '../person/key.js';
import { hasColor, paint } from '../terminal/color.js';
import { colorOf, legend } from '../person/data.js';
import { type Environment, json, type Translate } from '../environment.js';
import { addPersonOptions, askPerson, personExample, type PersonOptions, requireOk } from '../person/person.js';
import { paragraph } from '../terminal/table.js';

interface ExplicarOptions extends PersonOptions {
  readonly candidatas?: true;
}

export function explicar(program: Command, environment: Environment): void {
  const { language, text, print } = environment;
  const command = addCommand(
    program,
    'explicar',
    text,
    text('explica de dónde sale cada carácter de la CURP', 'explains where each character of the CURP comes from'),
    ['curp explicar', ...personExample('curp explicar --candidatas')],
  );
  addPersonOptions(command, environment)
    .option(
      '--candidatas',
      text('también las diez claves que el registro pudo asignar', 'also the ten keys that the registry may assign'),
    )
    .action(async (options: ExplicarOptions) => {
      const persona = await askPerson(options, environment, command);
      const explicacion = requireOk(explicarClave(persona, CORE_OPTIONS[language]), options, environment);
      const { candidatas: keys } = requireOk(candidatas(persona), options, environment);
      if (options.json) {
        print(json(explanationAnswer(explicacion, keys)));
        return;
      }
      print(paint('bold', explicacion.curp));
      printNotices(explicacion.avisos, environment);
      print('');
      print(`${ruler(explicacion.explicacion, text)}\n`);
      print(`${characterLines(explicacion.explicacion)}\n`);
      if (options.candidatas) print(`${candidateList(keys, text)}\n`);
      print(calculatedNotice(text));
    });
}

/** The characters above their positions and, on a terminal with colours, a legend. */
function ruler(explicacion: readonly Caracter[], text: Translate): string {
  const row = explicacion.map(({ caracter, dato }) => `  ${paint(colorOf(dato), caracter)}`);
  const posiciones = explicacion.map(({ posicion }) => String(posicion).padStart(3));
  const names = legend(text);
  return [
    ` ${row.join('')}`,
    paint('dim', ` ${posiciones.join('')}`),
    ...(hasColor() ? ['', `   ${names.slice(0, 4).join('  ')}`, `   ${names.slice(4).join('  ')}`] : []),
  ].join('\n');
}

/** One line for each group of characters with the same origin. */
const characterLines = (explicacion: readonly Caracter[]): string =>
  groupByOrigin(explicacion)
    .map((group) => {
      const [{ dato, regla: id, texto: text }] = group;
      const posiciones = positionRanges(group.map(({ posicion }) => posicion)).padStart(5);
      const letters = group.map(({ caracter }) => caracter).join('');
      const margin = [paint('dim', posiciones), paint(colorOf(dato), letters.padEnd(2)), paint('dim', id.padEnd(8))];
      return paragraph(`  ${margin.join('  ')}  `, text);
    })
    .join('\n');

type Group = [Caracter, ...Caracter[]];

function groupByOrigin(explicacion: readonly Caracter[]): Group[] {
  const groups: Group[] = [];
  for (const caracter of explicacion) {
    const last = groups.at(-1);
    if (last?.[0].dato === caracter.dato && last[0].texto === caracter.texto) last.push(caracter);
    else groups.push([caracter]);
  }
  return groups;
}

function candidateList(keys: readonly string[], text: Translate): string {
  const title = text(
    'Las diez claves que el registro pudo asignar:',
    'The ten keys that the registry may have assigned:',
  );
  return [title, '', ...keys.map((key) => `  ${key.slice(0, 16)}${paint('bold', key.slice(16))}`)].join('\n');
}
