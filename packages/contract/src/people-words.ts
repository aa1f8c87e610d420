/** The words for people who do not know the API. */
import { ETIQUETAS } from '@curp-service/core';
import type { Field } from './columns.js';
import { type Bilingual, type Language, quote, say } from './language.js';
import type { Surface } from './words/message.js';

/** The names of the data in the form. */
export const FIELD_NAMES = {
  nombres: [ETIQUETAS.nombres, 'Given name(s)'],
  segundo_nombre: ['Segundo nombre', 'Second given name'],
  apellidos: ['Apellidos', 'Surnames'],
  apellido_paterno: [ETIQUETAS.apellidoPaterno, 'First surname'],
  apellido_materno: [ETIQUETAS.apellidoMaterno, 'Second surname'],
  anio_nacimiento: ['Año de nacimiento', 'Year of birth'],
  mes_nacimiento: ['Mes de nacimiento', 'Month of birth'],
  dia_nacimiento: ['Día de nacimiento', 'Day of birth'],
  sexo: [ETIQUETAS.sexo, 'Sex'],
  entidad: [ETIQUETAS.entidad, 'State of birth'],
  fecha_nacimiento: [ETIQUETAS.fechaNacimiento, 'Date of birth'],
  curp: [ETIQUETAS.curp, ETIQUETAS.curp],
  rfc: [ETIQUETAS.rfc, ETIQUETAS.rfc],
} as const satisfies Readonly<Record<Field, Bilingual>>;

export const fieldName = (field: Field, language: Language): string => say(FIELD_NAMES[field], language);

/** The surface of people who mend cells: data have their names in the form, and there are no options. */
export const CELL: Surface = {
  options: 'none',
  datum: (field, language) => quote(fieldName(field, language), language),
  option: (name, value) => `${name}=${value}`,
  quoted: (text) => text,
};
