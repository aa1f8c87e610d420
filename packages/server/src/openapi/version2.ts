/** Version 2 in the OpenAPI description: each method with its body, its result and one failure. */
import { failure } from '@curp-service/contract/envelope';
import { failureInVersion2 } from '@curp-service/contract/version2';
import type { Language } from '@curp-service/contract/language';
import type { Operation } from '../routes/operation.js';
import { VERSION2, parametersOf } from '../routes/version2.js';
import { text } from '../routes/schemas.js';
import { FAILURE, HEADERS, envelopeOf, exampleResult, jsonContent, successOf } from './answers.js';

const CAUSE = { cause: 'nombres_ausente' } as const;
const FAILED = {
  about: [
    'El sobre de una falla, con `msn`, copia de su mensaje; los dos nombran los campos de la versión 2',
    'The envelope of a failure, with `msn`, a copy of its message; both name the fields of version 2',
  ],
  headers: HEADERS,
  content: jsonContent(
    { $ref: '#/components/schemas/fallo_v2' },
    { fallo: { value: (language: Language) => failureInVersion2(failure([CAUSE], language).envelope) } },
  ),
};

function bodyOf(operation: Operation): object {
  const names = parametersOf(operation);
  const { example } = operation;
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map(([name, parameter]) => [
          name,
          { type: ['string', 'number'], about: [`\`${parameter}\` de la versión 1`, `\`${parameter}\` of version 1`] },
        ]),
      ),
      required: names.map(([name]) => name).filter((name) => name !== 'token'),
    },
    example: Object.fromEntries(
      names.flatMap(([name, parameter]) => (example[parameter] === undefined ? [] : [[name, example[parameter]]])),
    ),
  };
}

function pathOf([method, operation]: [string, Operation]): [string, object] {
  const [summaryEs, summaryEn] = operation.summary;
  const [aboutEs, aboutEn] = operation.about;
  const post = {
    operationId: method,
    tags: ['v2'],
    summary: [`${summaryEs} (versión 2)`, `${summaryEn} (version 2)`],
    about: [`${aboutEs} Los parámetros de la dirección se ignoran.`, `${aboutEn} The query string is ignored.`],
    requestBody: { required: true, content: { 'application/json': bodyOf(operation) } },
    responses: {
      200: successOf(['Éxito', 'Success'], method, exampleResult(operation)),
      '4XX': FAILED,
      '5XX': FAILED,
    },
  };
  return [`/api/v2/curp/${method}`, { post }];
}

export const VERSION2_PATHS = Object.fromEntries(Object.entries(VERSION2).map(pathOf));

export const VERSION2_SCHEMAS = {
  fallo_v2: {
    ...FAILURE,
    required: [...FAILURE.required, 'msn'],
    properties: { ...FAILURE.properties, msn: text() },
  },
  ...Object.fromEntries(Object.entries(VERSION2).map(([method, operation]) => [method, envelopeOf(operation.schema)])),
};
