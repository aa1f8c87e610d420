/** The data of a person on the command line: their options, questions, names and colours. */
import type { Bilingual } from '@curp-service/contract/language';
import type { Dato, Origen } from '@curp-service/core';
import { text } from '../environment.js';
import { paint, type Style } from '../terminal/color.js';
import { type CommandWord, option } from '../terminal/commands.js';

type PersonOption = Exclude<Dato, 'fechaNacimiento'> | 'fecha';

export interface AskedField {
  /** The name of its option or argument. */
  readonly name: PersonOption | 'curp';
  readonly dato: Dato | 'curp';
  /** How the user writes it. */
  readonly flag: string;
  readonly question: Bilingual;
}

interface PersonField extends AskedField {
  readonly name: PersonOption;
  readonly dato: Dato;
  readonly word: CommandWord<string>;
}

export const CURP_FIELD: AskedField = { name: 'curp', dato: 'curp', flag: 'CURP', question: ['CURP', 'CURP'] };

const field = (name: PersonOption, form: string, help: Bilingual, question: Bilingual): PersonField => ({
  name,
  dato: name === 'fecha' ? 'fechaNacimiento' : name,
  flag: `--${name.replace(/(?=[A-Z])/, '-').toLowerCase()}`,
  word: option(form, help),
  question,
});

/** The data of a person, in the order of the questions. */
export const PERSON_FIELDS: readonly PersonField[] = [
  field('nombres', '<TEXTO>', ['el nombre o los nombres', 'the given name or names'], ['Nombres', 'Given names']),
  field(
    'apellidoPaterno',
    '<TEXTO>',
    ['el primer apellido ("" si no tiene)', 'the first surname ("" for none)'],
    ['Apellido paterno (vacío si no tiene)', 'First surname (empty for none)'],
  ),
  field(
    'apellidoMaterno',
    '<TEXTO>',
    ['el segundo apellido ("" si tiene uno solo)', 'the second surname ("" if there is only one)'],
    ['Apellido materno (vacío si tiene uno solo)', 'Second surname (empty if there is only one)'],
  ),
  field(
    'fecha',
    '<FECHA>',
    ['la fecha de nacimiento: 1990-05-17 o 17/05/1990', 'the date of birth: 1990-05-17 or 17/05/1990, day first'],
    ['Fecha de nacimiento (17/05/1990)', 'Date of birth (1990-05-17)'],
  ),
  field(
    'sexo',
    '<SEXO>',
    ['H (hombre), M (mujer) o X (no binario)', 'H (male), M (female) or X (non-binary)'],
    ['Sexo (H hombre, M mujer, X no binario)', 'Sex (H male, M female, X non-binary)'],
  ),
  field(
    'entidad',
    '<ENTIDAD>',
    [
      'la entidad de nacimiento: 09, DF o "Nuevo León"; `curp entidades` las lista',
      'the entity of birth: 09, DF or "Nuevo León"; `curp entidades` lists them',
    ],
    ['Entidad de nacimiento (09, DF, Nuevo León…)', 'Entity of birth (09, DF, Nuevo León…)'],
  ),
];

/**
 * Each origin of a character: its colour and its name, in the order of the legend. Yellow is faint on a light
 * background, so it marks a single character; grey marks the character that comes from no datum.
 */
const ORIGIN_NAMES: Readonly<Record<Origen, readonly [color: Style, ...name: Bilingual]>> = {
  apellidoPaterno: [['bold', 'cyan'], 'apellido paterno', 'first surname'],
  apellidoMaterno: [['bold', 'magenta'], 'apellido materno', 'second surname'],
  nombres: [['bold', 'blue'], 'nombres', 'given names'],
  fechaNacimiento: [['bold', 'green'], 'fecha de nacimiento', 'date of birth'],
  sexo: [['bold', 'yellow'], 'sexo', 'sex'],
  entidad: [['bold', 'red'], 'entidad', 'entity'],
  diferenciador: ['bold', 'diferenciador', 'differentiator'],
  digitoVerificador: [['bold', 'gray'], 'dígito verificador', 'check digit'],
};

export function datumName(dato: Origen): string {
  const [, ...name] = ORIGIN_NAMES[dato];
  return text(...name);
}

export const colorOf = (dato: Origen): Style => ORIGIN_NAMES[dato][0];

export const legend = (): string[] =>
  Object.values(ORIGIN_NAMES).map(([color, ...name]) => paint(color, text(...name)));
