/** A record of the registry: two groups of fields, all of them texts. */

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

export interface RegistryRecord {
  readonly Solicitante: Texts<(typeof SOLICITANTE)[number]>;
  readonly DocProbatorio: Texts<(typeof DOC_PROBATORIO)[number]>;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads a record from an unknown value, and drops other fields; `null`: a field is missing or is no text. */
export function readRecord(value: unknown): RegistryRecord | null {
  if (!isObject(value)) return null;
  const solicitante = readTexts(value['Solicitante'], SOLICITANTE);
  const docProbatorio = readTexts(value['DocProbatorio'], DOC_PROBATORIO);
  if (solicitante === null || docProbatorio === null) return null;
  return { Solicitante: solicitante, DocProbatorio: docProbatorio };
}

function readTexts<C extends string>(value: unknown, fields: readonly C[]): Texts<C> | null {
  if (!isObject(value)) return null;
  const pairs = fields.map((field) => [field, value[field]] as const);
  if (pairs.some(([, text]) => typeof text !== 'string')) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly these keys, and each is a text
  return Object.fromEntries(pairs) as Texts<C>;
}
