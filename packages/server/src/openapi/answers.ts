/** Describes the answers for OpenAPI: failures from the table of codes, and successes with the answer to an example. */
import type { Code } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { success } from '@curp-service/contract/envelope';
import type { Bilingual, Language } from '@curp-service/contract/language';
import type { RegistryRecord } from '@curp-service/contract/record';
import { NO_PARAMETER_VALUES } from '../http/request.js';
import type { Operation, OperationResult } from '../routes/operation.js';
import { type Schema, integer, list, object, enumOf, partial, text } from '../routes/schemas.js';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
const CAUSES = Object.keys(CODES) as Cause[];

type FailureCause = Code & { readonly http?: number };

export const FAILURE = object({
  error: { type: 'boolean', const: true },
  code_error: enumOf(Array.from(new Set(CAUSES.map((cause) => CODES[cause].code))), [
    'El código del problema; el más bajo, si hay varios',
    'The code of the problem; the lowest, if there are several',
  ]),
  error_message: ['Qué está mal y qué mandar en su lugar', 'What is wrong and what to send instead'],
  response: partial({
    errores: list(
      object({ code_error: integer(), parametro: text(), error_message: text() }),
      ['Todos los problemas, primero el del sobre', 'Every problem, that of the envelope first'],
      { minItems: 1 },
    ),
  }),
});

/** The codes that any operation may answer. */
const COMMON = [1, 2, 3, 4, 5, 7, 8, 9];

/** The causes of files only, those of jobs only, and those that a file cannot have because its body holds no parameters. */
const isOfFile = (cause: Cause): boolean => /^(lote|lectura)_/.test(cause);
const isOfJob = (cause: Cause): boolean => cause.startsWith('lotes_');
const NOT_OF_FILE: ReadonlySet<Cause> = new Set(['json', 'valor', 'detalle', 'cuerpo_grande', 'tipo_de_contenido']);

const causesOf = (codes: readonly number[]): readonly Cause[] =>
  CAUSES.filter((cause) => codes.includes(CODES[cause].code));

/** Returns the causes of an operation that has these codes besides the common ones. */
export const operationCauses = (codes: readonly number[]): readonly Cause[] =>
  causesOf([...COMMON, ...codes]).filter((cause) => !isOfFile(cause) && !isOfJob(cause));
export const FILE_CAUSES = causesOf(COMMON).filter((cause) => !NOT_OF_FILE.has(cause) && !isOfJob(cause));
/** The causes of a request about a job, which has no body and uses no quota. */
export const JOB_CAUSES: readonly Cause[] = [
  ...FILE_CAUSES.filter((cause) => !isOfFile(cause) && cause !== 'cuota_agotada'),
  'lotes_sin_base',
];

const jsonContent = (schema: object, examples?: object) => ({ 'application/json': { schema, examples } });

export const header = (about: Bilingual, schema: Schema = text()) => ({ about, schema });

export const ANSWER_HEADERS = {
  'x-request-id': header(['El identificador de la petición en la bitácora', 'The id of the request in the logs']),
  ratelimit: header([
    'Lo que queda del límite («proyecto») y de la cuota («mes»), y en cuántos segundos se renuevan; solo para proyectos que los tienen',
    'What is left of the rate (“proyecto”) and of the quota (“mes”), and in how many seconds they renew; only for projects that have them',
  ]),
  'ratelimit-policy': header([
    'El límite: cuántas peticiones en cuántos segundos, y la cuota del mes; solo para proyectos que los tienen',
    'The rate: how many requests in how many seconds, and the quota of the month; only for projects that have them',
  ]),
};
const RETRY_AFTER = { 'retry-after': header(['Segundos de espera', 'Seconds to wait'], integer()) };
const STATUS_HEADERS: Readonly<Record<number, object>> = {
  405: { allow: header(['Los métodos de esa ruta', 'The methods of that path']) },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};
const STATUS_TITLES: Readonly<Record<number, Bilingual>> = {
  400: ['Un parámetro o la petición está mal', 'A parameter or the request is wrong'],
  401: ['Falta el token o no existe', 'The token is missing or unknown'],
  403: ['El proyecto está deshabilitado, o su cuota se agotó', 'The project is disabled, or its quota is used up'],
  404: ['Ese trabajo no existe', 'There is no such job'],
  405: ['La ruta acepta los métodos que nombra `Allow`', 'The path accepts the methods that `Allow` names'],
  413: ['El cuerpo es demasiado grande', 'The body is too large'],
  414: ['La dirección es demasiado larga', 'The address is too long'],
  415: ['El servicio no acepta un cuerpo de ese tipo', 'The service does not accept a body of that type'],
  422: ['Esa `Idempotency-Key` ya es de otro archivo', 'That `Idempotency-Key` belongs to another file'],
  429: [
    'Demasiadas peticiones por segundo, o demasiados archivos o descargas a la vez',
    'Too many requests per second, or files or downloads at a time',
  ],
  500: ['El servicio falló por un error interno', 'The service failed because of an internal error'],
  501: ['Codificación de transferencia distinta de `chunked`', 'A transfer coding other than `chunked`'],
  503: ['El servicio no puede contestar por ahora', 'The service cannot answer at this moment'],
  505: ['El servicio no usa esa versión de HTTP', 'The service does not use that version of HTTP'],
};

/** Lists the messages of all problems with one status. */
const messagesOf = (causes: readonly FailureCause[], [es, en]: Bilingual): Bilingual => {
  const message = ({ code, parametro, ...said }: FailureCause, language: Language): string =>
    `- \`${code}\`: ${said[language].replace('{parametro}', parametro ?? '…').replaceAll(/\{\w+\}/g, '…')}`;
  const all = (language: Language): string => causes.map((cause) => message(cause, language)).join('\n');
  return [`${es}:\n\n${all('es')}`, `${en}:\n\n${all('en')}`];
};

/** Describes the failures of an operation by status. `more` are further problems. */
export function failures(causes: readonly Cause[], more: readonly FailureCause[] = []): object {
  const byStatus = Map.groupBy([...causes.map((cause) => CODES[cause]), ...more], ({ http }) => http);
  const described = Array.from(byStatus, ([status, own]) => [
    String(status),
    {
      about: messagesOf(own, STATUS_TITLES[status] ?? ['', '']),
      headers: { ...ANSWER_HEADERS, ...STATUS_HEADERS[status] },
      content: jsonContent({ $ref: '#/components/schemas/fallo' }),
    },
  ]);
  return Object.fromEntries(described);
}

export const envelopeOf = (response: Schema) =>
  object({
    error: { type: 'boolean', const: false },
    code_error: { type: 'number', const: 0 },
    error_message: { type: 'null' },
    response,
  });

/** Returns the result of an operation for its example. The lookup of the example needs no promise. */
export const exampleResult = ({ run, example }: Operation): OperationResult | Promise<OperationResult> =>
  run({ ...NO_PARAMETER_VALUES, ...example }, 'es', () => EXAMPLE_RECORD);

export const successOf = (
  about: Bilingual,
  schema: string,
  result: ReturnType<typeof exampleResult>,
  headers: object = ANSWER_HEADERS,
) => ({
  about,
  headers,
  content: jsonContent(
    { $ref: `#/components/schemas/${schema}` },
    'response' in result ? { exito: { value: success(result.response).envelope } } : {},
  ),
});

/** The record of the fictitious person in the API reference. */
export const EXAMPLE_RECORD: RegistryRecord = {
  Solicitante: {
    CURP: 'CUOA900517MDFRXN01',
    Nombres: 'MARÍA DE LOS ÁNGELES',
    ApellidoPaterno: 'DE LA CRUZ',
    ApellidoMaterno: "O'HARA",
    ClaveSexo: 'M',
    Sexo: 'MUJER',
    FechaNacimiento: '17/05/1990',
    Nacionalidad: 'MEX',
    ClaveEntidadNacimiento: 'DF',
    EntidadNacimiento: 'CIUDAD DE MÉXICO',
    ClaveDocProbatorio: '1',
    DocProbatorio: 'ACTA DE NACIMIENTO',
    ClaveStatusCurp: 'AN',
    StatusCurp: 'ALTA NORMAL',
  },
  DocProbatorio: {
    AnioRegistro: '1990',
    ClaveEntidadEmisora: 'DF',
    ClaveMunicipioRegistro: '015',
    MunicipioRegistro: 'CUAUHTÉMOC',
    Foja: '',
    FolioCarta: '',
    Libro: '',
    NumActa: '00123',
    NumEntidadRegistrante: '09',
    EntidadRegistrante: 'CIUDAD DE MÉXICO',
    NumRegExtranjeros: '',
    Tomo: '',
  },
};
