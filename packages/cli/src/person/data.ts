/** The data of a person on the command line: their options, questions, names and colours. */
import type { Bilingual } from '@curp-service/contract/language';
import type { Dato, Origen } from '@curp-service/core';
import { text } from '../environment.js';
import { paint, type Style } from '../terminal/color.js';
import { type CommandWord, option } from '../terminal/commands.js';
import { words } from '../textos/words.js';

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
  field('nombres', '<TEXTO>', words('person_el_nombre_o'), words('person_nombres')),
  field('apellidoPaterno', '<TEXTO>', words('person_el_primer_apellido'), words('person_apellido_paterno_vacio')),
  field('apellidoMaterno', '<TEXTO>', words('person_el_segundo_apellido'), words('person_apellido_materno_vacio')),
  field('fecha', '<FECHA>', words('person_la_fecha_de'), words('person_fecha_de_nacimiento')),
  field('sexo', '<SEXO>', words('person_h_hombre_m'), words('person_sexo_h_hombre')),
  field('entidad', '<ENTIDAD>', words('person_la_entidad_de'), words('person_entidad_de_nacimiento')),
];

/**
 * Each origin of a character: its colour and its name, in the order of the legend. Yellow is faint on a light
 * background, so it marks a single character; grey marks the character that comes from no datum.
 */
const ORIGIN_NAMES: Readonly<Record<Origen, readonly [color: Style, ...name: Bilingual]>> = {
  apellidoPaterno: [['bold', 'cyan'], ...words('person_apellido_paterno')],
  apellidoMaterno: [['bold', 'magenta'], ...words('person_apellido_materno')],
  nombres: [['bold', 'blue'], ...words('person_nombres_de_pila')],
  fechaNacimiento: [['bold', 'green'], ...words('person_fecha_de_nacimiento_2')],
  sexo: [['bold', 'yellow'], ...words('person_sexo')],
  entidad: [['bold', 'red'], ...words('person_entidad')],
  diferenciador: ['bold', ...words('person_diferenciador')],
  digitoVerificador: [['bold', 'gray'], ...words('person_digito_verificador')],
};

export function datumName(dato: Origen): string {
  const [, ...name] = ORIGIN_NAMES[dato];
  return text(...name);
}

export const colorOf = (dato: Origen): Style => ORIGIN_NAMES[dato][0];

export const legend = (): string[] =>
  Object.values(ORIGIN_NAMES).map(([color, ...name]) => paint(color, text(...name)));
