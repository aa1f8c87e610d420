/** The data of a person on the command line: their options, questions, names and colours. */
import type { Bilingual } from '@curp-service/contract/language';
import type { Dato, Origen } from '@curp-service/core';
import { type Style, paint } from '../terminal/color.js';
import type { Translate } from '../environment.js';

export interface AskedField {
  /** The name of the option as commander gives it. */
  readonly option: 'curp' | 'nombres' | 'apellidoPaterno' | 'apellidoMaterno' | 'fecha' | 'sexo' | 'entidad';
  readonly dato: Dato | 'curp';
  /** How the user writes it. */
  readonly flag: string;
  readonly question: Bilingual;
}

interface PersonField extends AskedField {
  readonly dato: Dato;
  readonly valueName: string;
  readonly help: Bilingual;
}

export const CURP_FIELD: AskedField = { option: 'curp', dato: 'curp', flag: 'CURP', question: ['CURP', 'CURP'] };

/** In the order of the questions. */
export const PERSON_FIELDS: readonly PersonField[] = [
  {
    option: 'nombres',
    dato: 'nombres',
    flag: '--nombres',
    valueName: 'TEXTO',
    help: ['el nombre o los nombres de pila', 'the given name or names'],
    question: ['Nombres', 'Given names'],
  },
  {
    option: 'apellidoPaterno',
    dato: 'apellidoPaterno',
    flag: '--apellido-paterno',
    valueName: 'TEXTO',
    help: ['el primer apellido ("" si no tiene)', 'the first surname ("" for none)'],
    question: ['Apellido paterno (vacío si no tiene)', 'First surname (empty for none)'],
  },
  {
    option: 'apellidoMaterno',
    dato: 'apellidoMaterno',
    flag: '--apellido-materno',
    valueName: 'TEXTO',
    help: ['el segundo apellido ("" si tiene uno solo)', 'the second surname ("" if there is only one)'],
    question: ['Apellido materno (vacío si tiene uno solo)', 'Second surname (empty if there is only one)'],
  },
  {
    option: 'fecha',
    dato: 'fechaNacimiento',
    flag: '--fecha',
    valueName: 'FECHA',
    help: ['la fecha de nacimiento: 1990-05-17 o 17/05/1990', 'the date of birth: 1990-05-17 or 17/05/1990, day first'],
    question: ['Fecha de nacimiento (17/05/1990)', 'Date of birth (1990-05-17)'],
  },
  {
    option: 'sexo',
    dato: 'sexo',
    flag: '--sexo',
    valueName: 'SEXO',
    help: ['H (hombre), M (mujer) o X (no binario)', 'H (male), M (female) or X (non-binary)'],
    question: ['Sexo (H hombre, M mujer, X no binario)', 'Sex (H male, M female, X non-binary)'],
  },
  {
    option: 'entidad',
    dato: 'entidad',
    flag: '--entidad',
    valueName: 'ENTIDAD',
    help: [
      'la entidad de nacimiento: 09, DF o "Nuevo León"; `curp entidades` las lista',
      'the entity of birth: 09, DF or "Nuevo León"; `curp entidades` lists them',
    ],
    question: ['Entidad de nacimiento (09, DF, Nuevo León…)', 'Entity of birth (09, DF, Nuevo León…)'],
  },
];

/**
 * Each source of a character: its colour and its name, in the order of the legend. Yellow is faint on a light background,
 * so it marks a single character; grey marks the character that no datum gives.
 */
const ORIGINS: Readonly<Record<Origen, readonly [color: Style, es: string, en: string]>> = {
  apellidoPaterno: [['bold', 'cyan'], 'apellido paterno', 'first surname'],
  apellidoMaterno: [['bold', 'magenta'], 'apellido materno', 'second surname'],
  nombres: [['bold', 'blue'], 'nombres', 'given names'],
  fechaNacimiento: [['bold', 'green'], 'fecha de nacimiento', 'date of birth'],
  sexo: [['bold', 'yellow'], 'sexo', 'sex'],
  entidad: [['bold', 'red'], 'entidad', 'entity'],
  diferenciador: ['bold', 'diferenciador', 'differentiator'],
  digitoVerificador: [['bold', 'gray'], 'dígito verificador', 'check digit'],
};

export function nameOf(dato: Origen, text: Translate): string {
  const [, es, en] = ORIGINS[dato];
  return text(es, en);
}

export const colorOf = (dato: Origen): Style => ORIGINS[dato][0];

export const legend = (text: Translate): string[] =>
  Object.values(ORIGINS).map(([color, es, en]) => paint(color, text(es, en)));
