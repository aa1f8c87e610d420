/** Version 2 of the contract: the same operations under the names that the published clients use by default. */
import type { Failure } from './envelope.js';
import type { RegistryRecord } from './record.js';
import { readDate } from './values.js';

export const METHODS = ['calculateCURP', 'validateCurpStructure', 'getEntities', 'getData'] as const;

/** Version 2 has addresses of its own; its methods also answer beside those of version 1. */
const ADDRESS = new RegExp(`^/(api/v2/|curp/(${METHODS.join('|')})/?([?]|$))`);
export const isVersion2 = (url: string): boolean => ADDRESS.test(url);

/** The parameter of version 1 behind each name. */
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

/** The words of version 1 that messages put between backticks, and those of version 2. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(VERSION2_PARAMETERS).map(([name, parameter]) => [parameter, name] as const),
  ['/curp/entidades', '/api/v2/curp/getEntities'],
  ['token=…', '"token": "…"'],
]);
const wordOf = (word: string): string => WORDS.get(word) ?? word;

/** An empty parameter is `apellido_materno=` in an address, and `secondLastName` in the body of version 2. */
const inWords = (message: string): string =>
  message.replace(/`([^`]+?)=?`/g, (quoted, word: string) => (WORDS.has(word) ? `\`${wordOf(word)}\`` : quoted));

/** A failure as version 2 tells it: with its own names, and the message also as `msn`. */
export function failureInVersion2({ code_error, error_message, response }: Failure) {
  const errores = response.errores?.map((entry) => ({
    code_error: entry.code_error,
    parametro: wordOf(entry.parametro),
    error_message: inWords(entry.error_message),
  }));
  const message = inWords(error_message);
  return {
    error: true,
    code_error,
    error_message: message,
    response: errores === undefined ? {} : { errores },
    msn: message,
  };
}

/** The fields of a record: the name in version 2, the name in version 1, and `number` if it is one where it can be. */
const APPLICANT = [
  ['CURP', 'CURP'],
  ['Names', 'Nombres'],
  ['LastName', 'ApellidoPaterno'],
  ['SecondLastName', 'ApellidoMaterno'],
  ['GenderKey', 'ClaveSexo'],
  ['Gender', 'Sexo'],
  ['DateOfBirth', 'FechaNacimiento', 'date'],
  ['Nacionality', 'Nacionalidad'],
  ['CodeEntityBirth', 'ClaveEntidadNacimiento'],
  ['EntityBirth', 'EntidadNacimiento'],
  ['KeyEvidentiaryDocument', 'ClaveDocProbatorio', 'number'],
  ['EvidentiaryDocument', 'DocProbatorio'],
  ['CurpStatusKey', 'ClaveStatusCurp'],
  ['CurpStatus', 'StatusCurp'],
] as const;
const EVIDENTIARY_DOCUMENT = [
  ['YearRegistration', 'AnioRegistro', 'number'],
  ['KeyIssuingEntity', 'ClaveEntidadEmisora'],
  ['KeyMunicipalityRegistration', 'ClaveMunicipioRegistro', 'number'],
  ['MunicipalityRegistration', 'MunicipioRegistro'],
  ['Foja', 'Foja', 'number'],
  ['FolioLetter', 'FolioCarta'],
  ['Book', 'Libro', 'number'],
  ['CertificateNumber', 'NumActa', 'number'],
  ['RegistrantNumber', 'NumEntidadRegistrante', 'number'],
  ['RegistrationEntity', 'EntidadRegistrante'],
  ['ForeignRegistrationNumber', 'NumRegExtranjeros'],
  ['Volume', 'Tomo', 'number'],
] as const;

type Version2Field = readonly [name: string, source: string, kind?: 'number' | 'date'];

/** The groups of a record, with the kind of each field. */
export const RECORD_FIELDS: Readonly<Record<'Applicant' | 'EvidentiaryDocument', readonly Version2Field[]>> = {
  Applicant: APPLICANT,
  EvidentiaryDocument: EVIDENTIARY_DOCUMENT,
};

/** The `response` of `getData`. */
export const recordInVersion2 = ({ Solicitante, DocProbatorio }: RegistryRecord) => ({
  Applicant: renamed(Solicitante, APPLICANT),
  EvidentiaryDocument: renamed(DocProbatorio, EVIDENTIARY_DOCUMENT),
});

const renamed = <S extends string>(
  texts: Readonly<Record<S, string>>,
  fields: readonly (readonly [name: string, source: S, kind?: 'number' | 'date'])[],
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(fields.map(([name, source, kind]) => [name, valueOf(texts[source], kind)]));

function valueOf(text: string, kind?: 'number' | 'date'): string | number {
  if (kind === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind !== 'date') return text;
  const date = readDate(text);
  return date === null ? text : `${date.anio}-${date.mes}-${date.dia}`;
}
