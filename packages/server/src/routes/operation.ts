/** Defines an operation of the contract, and creates its handler. */
import { type Problem, success } from '@curp-service/contract/envelope';
import type { Bilingual, Language } from '@curp-service/contract/language';
import type { Admitted, Gate } from '../access/gate.js';
import type { SendAnswer } from '../http/answer.js';
import {
  type KnownParameters,
  NO_PARAMETER_VALUES,
  type Parameter,
  type ParameterValues,
  knowParameters,
} from '../http/request.js';
import { type Lookup, lookupFor } from '../registry/registry.js';
import { type Handler, type Served, createHandler } from './handler.js';
import type { Schema } from './schemas.js';

export interface Operation {
  readonly name: string;
  readonly summary: Bilingual;
  readonly about: Bilingual;
  /** The parameters besides the token. */
  readonly parameters: readonly Parameter[];
  /** The required parameters, if they differ from those of `PARAMETERS` in the OpenAPI description. */
  readonly required?: readonly Parameter[];
  /** The codes that the operation answers besides those common to all. */
  readonly codes: readonly number[];
  /** The parameters of a request that succeeds. */
  readonly example: Partial<ParameterValues>;
  readonly schema: Schema;
  /** Runs the operation. `search` asks the registry source (`null` if none). Returns a promise only if it must wait. */
  readonly run: (
    values: ParameterValues,
    language: Language,
    search: Lookup | null,
  ) => OperationResult | Promise<OperationResult>;
}

/** The `response` of a success, or every problem. */
export type OperationResult = { readonly response: object } | readonly Problem[];

/** Creates the handler of an operation, for both `GET` and `POST`. */
export function operationHandler(
  operation: Operation,
  gate: Gate,
  answer: SendAnswer,
  parameters: KnownParameters = knowParameters(operation.parameters, NO_PARAMETER_VALUES),
): Handler {
  const finish = (result: OperationResult, { project }: Admitted): Served => {
    if (!('response' in result)) return result;
    gate.usage.count(project.id, operation.name, gate.clock.now());
    return success(result.response);
  };
  return createHandler(gate, answer, {
    name: operation.name,
    parameters,
    serve: (admitted, _, reply, language) => {
      const search = gate.registry === null ? null : lookupFor(gate.registry, reply.raw);
      const result = runSafely(operation, admitted, gate, language, search);
      return result instanceof Promise ? result.then((given) => finish(given, admitted)) : finish(result, admitted);
    },
  });
}

function runSafely(
  operation: Operation,
  { values }: Admitted,
  { log }: Gate,
  language: Language,
  search: Lookup | null,
): OperationResult | Promise<OperationResult> {
  try {
    const result = operation.run(values, language, search);
    return result instanceof Promise ? result.catch((error: unknown) => bug(operation, error, log)) : result;
  } catch (error) {
    return bug(operation, error, log);
  }
}

function bug({ name, codes }: Operation, error: unknown, log: Gate['log']): OperationResult {
  log.error({ err: error, operacion: name }, 'bug');
  return [{ cause: codes.includes(417) ? 'calculo' : 'interno' }];
}
