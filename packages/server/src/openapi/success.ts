/** The success of an operation in the OpenAPI description: its schema, and the answer to its example. */
import { success } from '@curp-service/contract/envelope';
import * as t from 'typebox';
import { NO_VALUES } from '../http/request.js';
import { EXAMPLE_RECORD } from '../registry/example.js';
import type { Operation, OperationResult } from '../routes/operation.js';
import { object } from '../routes/schemas.js';

export const envelopeOf = (response: t.TSchema) =>
  object(t, { error: t.Literal(false), code_error: t.Literal(0), error_message: t.Null(), response });

export const successOf = ({ schema }: Operation) => envelopeOf(schema(t));

/** The result of the operation for its example. The source of the reference answers at once. */
export const exampleResult = ({ run, example }: Operation): OperationResult | Promise<OperationResult> =>
  run({ ...NO_VALUES, ...example }, 'es', () => EXAMPLE_RECORD);

export const examplesOf = (result: ReturnType<typeof exampleResult>): object =>
  'response' in result ? { exito: { value: success(result.response).envelope } } : {};
