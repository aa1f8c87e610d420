/** Words a problem for people who do not know the API: data have their names in the form, and nothing is in code quotes. */
import { ETIQUETAS } from '@curp-service/core';
import type { ErrorEntry } from './codes/code.js';
import { FIELDS, type Field } from './columns.js';
import { type Bilingual, type Language, say } from './language.js';

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

const fieldOf = (name: string | null): Field | undefined => FIELDS.find((field) => field === name);

export const fieldName = (field: Field, language: Language): string => say(FIELD_NAMES[field], language);

/** Removes the code quotes from a message. */
export const forPeople = (message: string, language: Language): string =>
  message.replaceAll(/`([^`]*)`/g, (_, quoted: string) => {
    const field = fieldOf(quoted.replace(/=$/, ''));
    return field === undefined ? quoted : `«${fieldName(field, language)}»`;
  });

/** The beginning of the messages about a missing datum. Other messages of the same codes say what is in its place. */
const MISSING = /^(?:Falta|Missing) [`«]/;

/** Words the problem of a row for the person who mends it. */
export function reasonFor({ parametro, error_message }: ErrorEntry, language: Language): string {
  const field = fieldOf(parametro);
  if (field === undefined || !MISSING.test(error_message)) return forPeople(error_message, language);
  return `${language === 'en' ? 'Missing' : 'Falta'} «${fieldName(field, language)}».`;
}
