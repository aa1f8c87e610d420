/** `curp explicar`: shows the origin of each character of a CURP, with a colour for each datum. */
import { candidatas, type Caracter, explicar as explicarClave } from '@curp-service/core';
import { explanationAnswer } from '@curp-service/contract/answers';
import { positionRanges } from '@curp-service/contract/finding-message';
import { coreOptions, tell } from '../environment.js';
import { colorOf, legend } from '../person/data.js';
import { calculatedNotice, noticeLines } from '../person/key.js';
import { askPerson, PERSON_OPTIONS, personExample, requireOk } from '../person/person.js';
import { hasColor, paint } from '../terminal/color.js';
import { command, flag } from '../terminal/commands.js';
import { paragraph } from '../terminal/table.js';
import { words } from '../textos/words.js';

export const explicar = command({
  name: 'explicar',
  about: words('explicar_explica_de_donde'),
  examples: ['curp explicar', ...personExample('curp explicar --candidatas')],
  options: {
    ...PERSON_OPTIONS,
    candidatas: flag(...words('explicar_tambien_las_diez')),
  },
  run: async (_, options) => {
    const persona = await askPerson(options);
    const explained = requireOk(explicarClave(persona, coreOptions()), options);
    const { candidatas: keys } = requireOk(candidatas(persona), options);
    const { curp, avisos, explicacion } = explained;
    return {
      json: explanationAnswer(explained, keys),
      text: [
        paint('bold', curp),
        ...noticeLines(avisos),
        '',
        `${ruler(explicacion)}\n`,
        `${characterLines(explicacion)}\n`,
        ...(options.candidatas ? [`${candidateList(keys)}\n`] : []),
        calculatedNotice(),
      ].join('\n'),
    };
  },
});

/** Returns the characters above their positions and, on a terminal with colours, a legend. */
function ruler(explicacion: readonly Caracter[]): string {
  const row = explicacion.map(({ caracter, dato }) => `  ${paint(colorOf(dato), caracter)}`);
  const posiciones = explicacion.map(({ posicion }) => String(posicion).padStart(3));
  const names = legend();
  return [
    ` ${row.join('')}`,
    paint('dim', ` ${posiciones.join('')}`),
    ...(hasColor() ? ['', `   ${names.slice(0, 4).join('  ')}`, `   ${names.slice(4).join('  ')}`] : []),
  ].join('\n');
}

/** Returns one line for each group of characters with the same origin. */
const characterLines = (explicacion: readonly Caracter[]): string =>
  groupByOrigin(explicacion)
    .map((group) => {
      const [{ dato, regla: id, texto }] = group;
      const posiciones = positionRanges(group.map(({ posicion }) => posicion)).padStart(5);
      const letters = group.map(({ caracter }) => caracter).join('');
      const margin = [paint('dim', posiciones), paint(colorOf(dato), letters.padEnd(2)), paint('dim', id.padEnd(8))];
      return paragraph(`  ${margin.join('  ')}  `, texto);
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

function candidateList(keys: readonly string[]): string {
  const title = tell('explicar_las_diez_claves');
  return [title, '', ...keys.map((key) => `  ${key.slice(0, 16)}${paint('bold', key.slice(16))}`)].join('\n');
}
