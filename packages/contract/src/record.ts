/** The record of a registered key, as `obtener_datos` answers it: two groups of fields, all of them texts. */

export const SOLICITANTE = [
  'CURP',
  'Nombres',
  'ApellidoPaterno',
  'ApellidoMaterno',
  'ClaveSexo',
  'Sexo',
  'FechaNacimiento',
  'Nacionalidad',
  'ClaveEntidadNacimiento',
  'EntidadNacimiento',
  'ClaveDocProbatorio',
  'DocProbatorio',
  'ClaveStatusCurp',
  'StatusCurp',
] as const;
export const DOC_PROBATORIO = [
  'AnioRegistro',
  'ClaveEntidadEmisora',
  'ClaveMunicipioRegistro',
  'MunicipioRegistro',
  'Foja',
  'FolioCarta',
  'Libro',
  'NumActa',
  'NumEntidadRegistrante',
  'EntidadRegistrante',
  'NumRegExtranjeros',
  'Tomo',
] as const;

type Texts<C extends string> = Readonly<Record<C, string>>;

/** A field without a value is an empty text. */
export interface RegistryRecord {
  readonly Solicitante: Texts<(typeof SOLICITANTE)[number]>;
  readonly DocProbatorio: Texts<(typeof DOC_PROBATORIO)[number]>;
}
