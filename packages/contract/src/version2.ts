/** Version 2 of the contract: the same operations under the names that the published clients use by default. */
import { type Answer, type Failure, failure } from './envelope.js';
import type { Surface } from './words/message.js';
import { DOC_PROBATORIO_FIELDS, type RegistryRecord, SOLICITANTE_FIELDS } from './record.js';
import { isoDate, readDate } from './values.js';

export const METHODS = ['calculateCURP', 'validateCurpStructure', 'getEntities', 'getData'] as const;

/** The addresses of version 2: its own, and its methods beside the operations of version 1. */
const OLD_ADDRESS = new RegExp(`^/(api/v2/|curp/(${METHODS.join('|')})/?([?]|$))`);
export const isVersion2 = (url: string): boolean => OLD_ADDRESS.test(url);

/** The parameter of version 1 for each name of version 2. */
export const VERSION2_PARAMETERS = {
  names: 'nombres',
  lastName: 'apellido_paterno',
  secondLastName: 'apellido_materno',
  yearBirth: 'anio_nacimiento',
  birthMonth: 'mes_nacimiento',
  birthday: 'dia_nacimiento',
  gender: 'sexo',
  entity: 'entidad',
  curp: 'curp',
  token: 'token',
} as const;

/** The words of version 1 that messages quote in backticks, and their words in version 2. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(VERSION2_PARAMETERS).map(([name, parameter]) => [parameter, name] as const),
  ['/curp/entidades', '/api/v2/curp/getEntities'],
  ['token=…', '"token": "…"'],
]);
const wordOf = (word: string): string => WORDS.get(word) ?? word;

const wordInCode = (word: string): string => `\`${wordOf(word.replace(/=$/, ''))}\``;

/** The surface of version 2. An empty parameter is `apellido_materno=` in an address, and `secondLastName` in a body. */
export const VERSION_2: Surface = {
  options: 'typed',
  datum: wordInCode,
  option: (name, value) => wordInCode(`${name}=${value}`),
  quoted: wordInCode,
};

/** Writes a failure of version 2: with its own names, and the message also as `msn`. */
export function failureInVersion2({ envelope, problems = [], language = 'es' }: Answer<Failure>) {
  const worded = problems.length === 0 ? envelope : failure(problems, language, VERSION_2).envelope;
  const errores = worded.response.errores?.map((entry) => ({ ...entry, parametro: wordOf(entry.parametro) }));
  return { ...worded, response: errores === undefined ? {} : { errores }, msn: worded.error_message };
}

type FieldKind = 'number' | 'date';

/** Returns the `response` of `getData`. */
export const recordInVersion2 = ({ Solicitante, DocProbatorio }: RegistryRecord) => ({
  Applicant: renamed(Solicitante, SOLICITANTE_FIELDS),
  EvidentiaryDocument: renamed(DocProbatorio, DOC_PROBATORIO_FIELDS),
});

/** Gives each field its name in version 2. A text that should be a number and is not stays a text. */
const renamed = <S extends string>(
  texts: Readonly<Record<S, string>>,
  fields: readonly (readonly [source: S, name: string, kind?: FieldKind])[],
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(fields.map(([source, name, kind]) => [name, valueOf(texts[source], kind)]));

function valueOf(text: string, kind?: FieldKind): string | number {
  if (kind === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind !== 'date') return text;
  const date = readDate(text);
  return date === null ? text : isoDate(date);
}
