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

type Textos<C extends string> = Readonly<Record<C, string>>;

export interface RegistryRecord {
  readonly Solicitante: Textos<(typeof SOLICITANTE)[number]>;
  readonly DocProbatorio: Textos<(typeof DOC_PROBATORIO)[number]>;
}

export const isObject = (valor: unknown): valor is Readonly<Record<string, unknown>> =>
  typeof valor === 'object' && valor !== null;

/** The record in a value of unknown origin, with its fields and no others; `null`: one is missing, or is no text. */
export function readRecord(valor: unknown): RegistryRecord | null {
  if (!isObject(valor)) return null;
  const solicitante = leerTextos(valor['Solicitante'], SOLICITANTE);
  const docProbatorio = leerTextos(valor['DocProbatorio'], DOC_PROBATORIO);
  if (solicitante === null || docProbatorio === null) return null;
  return { Solicitante: solicitante, DocProbatorio: docProbatorio };
}

function leerTextos<C extends string>(valor: unknown, campos: readonly C[]): Textos<C> | null {
  if (!isObject(valor)) return null;
  const pares = campos.map((campo) => [campo, valor[campo]] as const);
  if (pares.some(([, texto]) => typeof texto !== 'string')) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these keys, and each is a text
  return Object.fromEntries(pares) as Textos<C>;
}
