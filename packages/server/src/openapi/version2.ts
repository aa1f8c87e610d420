/** Version 2 in the OpenAPI description: each method with its body, its result and one failure. */
import { failure, success } from '@curp-service/contract/envelope';
import { VERSION2_PARAMETERS, failureInVersion2 } from '@curp-service/contract/version2';
import * as t from 'typebox';
import { NO_VALUES } from '../http/request.js';
import { EXAMPLE_RECORD } from '../registry/example.js';
import type { Operation } from '../routes/operation.js';
import { object } from '../routes/schemas.js';
import { VERSION2 } from '../routes/version2.js';
import { HEADERS, FAILURE, json } from './failures.js';

const FAILED = {
  description: 'The envelope of a failure, and `msn`, a copy of its message; both name the fields of version 2',
  headers: HEADERS,
  content: json(
    { $ref: '#/components/schemas/fallo_v2' },
    { fallo: { value: failureInVersion2(failure([{ cause: 'nombres_ausente' }], 'es').envelope) } },
  ),
};

function bodyOf({ parameters, example }: Operation): object {
  const names = Object.entries(VERSION2_PARAMETERS).filter(([, name]) => name === 'token' || parameters.includes(name));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map(([name, parameter]) => [
          name,
          { type: ['string', 'number'], description: `\`${parameter}\` of version 1` },
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
  const result = operation.run({ ...NO_VALUES, ...operation.example }, 'es', () => EXAMPLE_RECORD);
  const examples = 'response' in result ? { exito: { value: success(result.response).envelope } } : {};
  const post = {
    operationId: method,
    tags: ['v2'],
    summary: `${operation.summary} (version 2)`,
    description: `${operation.description} The query string is ignored.`,
    requestBody: { required: true, content: { 'application/json': bodyOf(operation) } },
    responses: {
      200: {
        description: 'Success',
        headers: HEADERS,
        content: json({ $ref: `#/components/schemas/${method}` }, examples),
      },
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
    properties: { ...FAILURE.properties, msn: t.String() },
  },
  ...Object.fromEntries(
    Object.entries(VERSION2).map(([method, { schema }]) => [
      method,
      object(t, { error: t.Literal(false), code_error: t.Literal(0), error_message: t.Null(), response: schema(t) }),
    ]),
  ),
};
