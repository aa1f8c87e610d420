/** What the OpenAPI description says of failures, made of the registry of codes. */
import * as t from 'typebox';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { type Problem, failure } from '@curp-service/contract/envelope';
import { object } from './schemas.js';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
const CAUSAS = Object.keys(CODES) as Cause[];

export const FAILURE = object(t, {
  error: t.Literal(true),
  code_error: t.Enum(Array.from(new Set(CAUSAS.map((causa) => CODES[causa].code))), {
    description: 'What is wrong; the lowest where several things are',
  }),
  error_message: t.String({ description: 'One sentence: what is wrong and what to send instead' }),
  response: t.Partial(
    object(t, {
      errores: t.Array(object(t, { code_error: t.Integer(), parametro: t.String(), error_message: t.String() }), {
        minItems: 1,
        description: 'Every problem that concerns a parameter, the one of the envelope first',
      }),
    }),
  ),
});

/** The codes that any operation may answer. */
const COMUNES = [1, 2, 3, 4, 5, 7, 8, 9];

/** What only a file can have, and what it cannot: it brings no parameters in its body. */
const esDeLote = (causa: Cause): boolean => causa.startsWith('lote_');
const esDeLotes = (causa: Cause): boolean => causa.startsWith('lotes_');
const NO_DE_LOTE: ReadonlySet<Cause> = new Set(['json', 'valor', 'detalle', 'cuerpo_grande', 'tipo_de_contenido']);

const causasDe = (codigos: readonly number[]): readonly Cause[] =>
  CAUSAS.filter((causa) => codigos.includes(CODES[causa].code));

/** The causes that an operation may answer, with these codes besides the common ones. */
export const operationCauses = (codigos: readonly number[]): readonly Cause[] =>
  causasDe([...COMUNES, ...codigos]).filter((causa) => !esDeLote(causa) && !esDeLotes(causa));
export const FILE_CAUSES = causasDe(COMUNES).filter((causa) => !NO_DE_LOTE.has(causa) && !esDeLotes(causa));
/** Of a job: what it has to be told is in its address, and it takes nothing of the quota. */
export const JOB_CAUSES: readonly Cause[] = [
  ...FILE_CAUSES.filter((causa) => !esDeLote(causa) && causa !== 'cuota_agotada'),
  'lotes_sin_base',
];

/** What stands in an example where the registry leaves a blank. */
const EJEMPLOS_DE_PARTES = {
  limite: '10',
  renovacion: '1 de diciembre de 2026',
  motivo: 'la clave debe tener 18 caracteres.',
};

const ejemploDe = (causa: Cause, parametros: readonly string[]): object => {
  const parametro = CODES[causa].parametro ?? (/`\{parametro\}`/.test(CODES[causa].es) ? parametros[0] : undefined);
  const problema: Problem = {
    cause: causa,
    parts: EJEMPLOS_DE_PARTES,
    ...(parametro === undefined ? {} : { parametro }),
  };
  return { summary: `${CODES[causa].code}: ${causa}`, value: failure([problema], 'es').envelope };
};

export const json = (schema: object, examples: object) => ({ 'application/json': { schema, examples } });

export const HEADERS = {
  'x-request-id': { description: 'The id of the request in the logs', schema: t.String() },
  ratelimit: { description: 'Where there is a rate: what is left and, in seconds, until when', schema: t.String() },
  'ratelimit-policy': {
    description: 'Where there is a rate: how many requests, in how many seconds',
    schema: t.String(),
  },
};
const HEADERS_DE_STATUS: Readonly<Record<number, object>> = {
  405: { allow: { description: 'The methods of that path', schema: t.String() } },
  429: { 'retry-after': { description: 'Seconds to wait', schema: t.Integer() } },
  503: { 'retry-after': { description: 'Seconds to wait', schema: t.Integer() } },
};
const TITULOS: Readonly<Record<number, string>> = {
  400: 'A parameter or the request is wrong',
  401: 'The token is missing or unknown',
  403: 'The project is disabled, or its quota used up',
  404: 'There is no such job',
  405: 'The method is another; `Allow` names the right ones',
  413: 'The body is too large',
  414: 'The address is too long',
  415: 'The body is of another type',
  429: 'Too many requests per second',
  500: 'A fault of the service',
  503: 'The service cannot answer at this moment',
};

/** The answers of an operation that fails, by status. `mas`: further examples of 400. */
export function failures(causas: readonly Cause[], parametros: readonly string[], mas: object = {}): object {
  const porStatus = Map.groupBy(causas, (causa) => CODES[causa].http);
  const descritos = Array.from(porStatus, ([status, suyas]) => [
    String(status),
    {
      description: TITULOS[status],
      headers: { ...HEADERS, ...HEADERS_DE_STATUS[status] },
      content: json(
        { $ref: '#/components/schemas/fallo' },
        {
          ...Object.fromEntries(suyas.map((causa) => [causa, ejemploDe(causa, parametros)])),
          ...(status === 400 ? mas : {}),
        },
      ),
    },
  ]);
  return Object.fromEntries(descritos);
}
