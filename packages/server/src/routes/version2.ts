/** Serves `/api/v2/curp/…`: the operations under the names of version 2, as published clients call them. */
import type { RegistryRecord } from '@curp-service/contract/record';
import { type METHODS, VERSION2_PARAMETERS, recordInVersion2 } from '@curp-service/contract/version2';
import type { FastifyInstance } from 'fastify';
import type { Gate } from '../access/gate.js';
import type { SendAnswer } from '../http/answer.js';
import { type KnownParameters, NO_PARAMETER_VALUES } from '../http/request.js';
import { type Operation, type OperationResult, operationHandler } from './operation.js';
import { calcularCurpOperation, entidadesOperation, obtenerDatosOperation, validarOperation } from './operations.js';

const inVersion2 = (result: OperationResult): OperationResult =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `obtener_datos` succeeds with a record only
  'response' in result ? { response: recordInVersion2(result.response as RegistryRecord) } : result;

const getData: Operation = {
  ...obtenerDatosOperation,
  run: (values, language, search) => {
    const result = obtenerDatosOperation.run(values, language, search);
    return result instanceof Promise ? result.then(inVersion2) : inVersion2(result);
  },
};

/** The operation of each method, with the parameters of version 2. */
const VERSION2: Readonly<Record<(typeof METHODS)[number], Operation>> = {
  calculateCURP: {
    ...calcularCurpOperation,
    parameters: calcularCurpOperation.parameters.filter((name) => name !== 'detalle'),
  },
  validateCurpStructure: validarOperation,
  getEntities: entidadesOperation,
  getData,
};

/** Returns the parameters of version 2. Its clients put their own name into the query string, which is ignored. */
const known = ({ parameters }: Operation): KnownParameters => ({
  names: new Map(
    Object.entries(VERSION2_PARAMETERS).filter(([, name]) => name === 'token' || parameters.includes(name)),
  ),
  empty: NO_PARAMETER_VALUES,
  bodyOnly: true,
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation in the log and the metrics, if it differs from the address. */
    operation?: string;
  }
}

export function registerVersion2(server: FastifyInstance, gate: Gate, answer: SendAnswer): void {
  for (const [method, operation] of Object.entries(VERSION2)) {
    const handler = operationHandler(operation, gate, answer, known(operation));
    for (const url of [`/api/v2/curp/${method}`, `/curp/${method}`]) {
      server.post(url, { config: { operation: operation.name } }, handler);
    }
  }
}
