/** The record of a registered key, as `obtener_datos` answers it: two groups of fields, all of them texts. */

/** Each field: its name, its name in version 2, and its type there if it is not a text. */
export const SOLICITANTE_FIELDS = [
  ['CURP', 'CURP'],
  ['Nombres', 'Names'],
  ['ApellidoPaterno', 'LastName'],
  ['ApellidoMaterno', 'SecondLastName'],
  ['ClaveSexo', 'GenderKey'],
  ['Sexo', 'Gender'],
  ['FechaNacimiento', 'DateOfBirth', 'date'],
  ['Nacionalidad', 'Nacionality'],
  ['ClaveEntidadNacimiento', 'CodeEntityBirth'],
  ['EntidadNacimiento', 'EntityBirth'],
  ['ClaveDocProbatorio', 'KeyEvidentiaryDocument', 'number'],
  ['DocProbatorio', 'EvidentiaryDocument'],
  ['ClaveStatusCurp', 'CurpStatusKey'],
  ['StatusCurp', 'CurpStatus'],
] as const;
export const DOC_PROBATORIO_FIELDS = [
  ['AnioRegistro', 'YearRegistration', 'number'],
  ['ClaveEntidadEmisora', 'KeyIssuingEntity'],
  ['ClaveMunicipioRegistro', 'KeyMunicipalityRegistration', 'number'],
  ['MunicipioRegistro', 'MunicipalityRegistration'],
  ['Foja', 'Foja', 'number'],
  ['FolioCarta', 'FolioLetter'],
  ['Libro', 'Book', 'number'],
  ['NumActa', 'CertificateNumber', 'number'],
  ['NumEntidadRegistrante', 'RegistrantNumber', 'number'],
  ['EntidadRegistrante', 'RegistrationEntity'],
  ['NumRegExtranjeros', 'ForeignRegistrationNumber'],
  ['Tomo', 'Volume', 'number'],
] as const;

export const SOLICITANTE = SOLICITANTE_FIELDS.map(([name]) => name);
export const DOC_PROBATORIO = DOC_PROBATORIO_FIELDS.map(([name]) => name);

type Texts<C extends string> = Readonly<Record<C, string>>;

/** A field without a value is an empty text. */
export interface RegistryRecord {
  readonly Solicitante: Texts<(typeof SOLICITANTE)[number]>;
  readonly DocProbatorio: Texts<(typeof DOC_PROBATORIO)[number]>;
}
