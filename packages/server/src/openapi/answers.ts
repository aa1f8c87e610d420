/** The answers in the OpenAPI description: failures, made from the registry of codes, and successes, with the answer to an example. */
import * as t from 'typebox';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { type Problem, failure, success } from '@curp-service/contract/envelope';
import { object } from '../routes/schemas.js';
import type { Bilingual } from '@curp-service/contract/language';
import { InEach } from './language.js';
import { NO_VALUES } from '../http/request.js';
import { EXAMPLE_RECORD } from '../registry/record.js';
import type { Operation, OperationResult } from '../routes/operation.js';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
const CAUSES = Object.keys(CODES) as Cause[];

export const FAILURE = object(t, {
  error: t.Literal(true),
  code_error: t.Enum(Array.from(new Set(CAUSES.map((cause) => CODES[cause].code))), {
    about: [
      'El código del problema; el más bajo, si hay varios',
      'The code of the problem; the lowest, if there are several',
    ],
  }),
  error_message: t.String({
    about: [
      'Una oración: qué está mal y qué mandar en su lugar',
      'One sentence: what is wrong and what to send instead',
    ],
  }),
  response: t.Partial(
    object(t, {
      errores: t.Array(object(t, { code_error: t.Integer(), parametro: t.String(), error_message: t.String() }), {
        minItems: 1,
        about: [
          'Todos los problemas de un parámetro, primero el del sobre',
          'Every problem that concerns a parameter, the one of the envelope first',
        ],
      }),
    }),
  ),
});

/** The codes that any operation may answer. */
const COMMON = [1, 2, 3, 4, 5, 7, 8, 9];

/** The causes that only files and jobs have, and those that a file, whose body holds no parameters, cannot have. */
const isOfFile = (cause: Cause): boolean => /^(lote|lectura)_/.test(cause);
const isOfJob = (cause: Cause): boolean => cause.startsWith('lotes_');
const NOT_OF_FILE: ReadonlySet<Cause> = new Set(['json', 'valor', 'detalle', 'cuerpo_grande', 'tipo_de_contenido']);

const causesOf = (codes: readonly number[]): readonly Cause[] =>
  CAUSES.filter((cause) => codes.includes(CODES[cause].code));

/** The causes of an operation with these codes besides the common ones. */
export const operationCauses = (codes: readonly number[]): readonly Cause[] =>
  causesOf([...COMMON, ...codes]).filter((cause) => !isOfFile(cause) && !isOfJob(cause));
export const FILE_CAUSES = causesOf(COMMON).filter((cause) => !NOT_OF_FILE.has(cause) && !isOfJob(cause));
/** A request about a job has no body of its own and takes no quota. */
export const JOB_CAUSES: readonly Cause[] = [
  ...FILE_CAUSES.filter((cause) => !isOfFile(cause) && cause !== 'cuota_agotada'),
  'lotes_sin_base',
];

/** Values for the blanks in the messages of the registry. */
const EXAMPLE_PARTS = {
  es: { limite: '10', renovacion: '1 de diciembre de 2026', motivo: 'la clave debe tener 18 caracteres.' },
  en: { limite: '10', renovacion: '1 December 2026', motivo: 'the key must have 18 characters.' },
};

const exampleOf = (cause: Cause, parameters: readonly string[]): object => {
  const parametro = CODES[cause].parametro ?? (/`\{parametro\}`/.test(CODES[cause].es) ? parameters[0] : undefined);
  const value = new InEach((language) => {
    const parts = EXAMPLE_PARTS[language];
    const problem: Problem = { cause, parts, ...(parametro === undefined ? {} : { parametro }) };
    return failure([problem], language).envelope;
  });
  return { summary: `${CODES[cause].code}: ${cause}`, value };
};

export const jsonContent = (schema: object, examples: object) => ({ 'application/json': { schema, examples } });

export const HEADERS = {
  'x-request-id': {
    about: ['El identificador de la petición en la bitácora', 'The id of the request in the logs'],
    schema: t.String(),
  },
  ratelimit: {
    about: [
      'Lo que queda del límite y en cuántos segundos se renueva; solo para proyectos con límite',
      'What is left of the rate, and in how many seconds it renews; only for projects with a rate',
    ],
    schema: t.String(),
  },
  'ratelimit-policy': {
    about: [
      'El límite: cuántas peticiones en cuántos segundos; solo para proyectos con límite',
      'The rate: how many requests in how many seconds; only for projects with a rate',
    ],
    schema: t.String(),
  },
};
const STATUS_HEADERS: Readonly<Record<number, object>> = {
  405: { allow: { about: ['Los métodos de esa ruta', 'The methods of that path'], schema: t.String() } },
  429: { 'retry-after': { about: ['Segundos de espera', 'Seconds to wait'], schema: t.Integer() } },
  503: { 'retry-after': { about: ['Segundos de espera', 'Seconds to wait'], schema: t.Integer() } },
};
const TITLES: Readonly<Record<number, Bilingual>> = {
  400: ['Un parámetro o la petición está mal', 'A parameter or the request is wrong'],
  401: ['Falta el token o no existe', 'The token is missing or unknown'],
  403: ['El proyecto está deshabilitado, o su cuota se agotó', 'The project is disabled, or its quota used up'],
  404: ['Ese trabajo no existe', 'There is no such job'],
  405: [
    'Esta ruta no acepta ese método; `Allow` nombra los que acepta',
    'This path does not take that method; `Allow` names those that it takes',
  ],
  413: ['El cuerpo es demasiado grande', 'The body is too large'],
  414: ['La dirección es demasiado larga', 'The address is too long'],
  415: ['El servicio no acepta un cuerpo de ese tipo', 'The service does not take a body of that type'],
  422: ['Esa `Idempotency-Key` ya es de otro archivo', 'That `Idempotency-Key` belongs to another file'],
  429: [
    'Demasiadas peticiones por segundo, o demasiados archivos o descargas a la vez',
    'Too many requests per second, or files or downloads at a time',
  ],
  500: ['El servicio falló por un error propio', 'The service failed by a fault of its own'],
  501: [
    'El cuerpo viene con una codificación de transferencia distinta de `chunked`',
    'The body has a transfer coding other than `chunked`',
  ],
  503: ['El servicio no puede contestar por ahora', 'The service cannot answer at this moment'],
  505: ['El servicio no usa esa versión de HTTP', 'The service does not speak that version of HTTP'],
};

/** The failures of an operation, by status. `more`: further examples for 400. */
export function failures(causes: readonly Cause[], parameters: readonly string[], more: object = {}): object {
  const byStatus = Map.groupBy(causes, (cause) => CODES[cause].http);
  const described = Array.from(byStatus, ([status, own]) => [
    String(status),
    {
      about: TITLES[status],
      headers: { ...HEADERS, ...STATUS_HEADERS[status] },
      content: jsonContent(
        { $ref: '#/components/schemas/fallo' },
        {
          ...Object.fromEntries(own.map((cause) => [cause, exampleOf(cause, parameters)])),
          ...(status === 400 ? more : {}),
        },
      ),
    },
  ]);
  return Object.fromEntries(described);
}

export const envelopeOf = (response: t.TSchema) =>
  object(t, { error: t.Literal(false), code_error: t.Literal(0), error_message: t.Null(), response });

export const successOf = ({ schema }: Operation) => envelopeOf(schema(t));

/** The result of the operation for its example. The source of the reference answers at once. */
export const exampleResult = ({ run, example }: Operation): OperationResult | Promise<OperationResult> =>
  run({ ...NO_VALUES, ...example }, 'es', () => EXAMPLE_RECORD);

export const examplesOf = (result: ReturnType<typeof exampleResult>): object =>
  'response' in result ? { exito: { value: success(result.response).envelope } } : {};
