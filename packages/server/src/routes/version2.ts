/** `/api/v2/curp/…`: the operations under the names of version 2, as the published clients ask for them. */
import type { RegistryRecord } from '@curp-service/contract/record';
import { type METHODS, RECORD_FIELDS, VERSION2_PARAMETERS, recordInVersion2 } from '@curp-service/contract/version2';
import type { FastifyInstance } from 'fastify';
import type { Gate } from '../access/gate.js';
import type { SendAnswer } from '../http/answer.js';
import { type KnownParameters, NO_VALUES, type Parameter } from '../http/request.js';
import { calcularCurpOperation } from './calcular_curp.js';
import { entidadesOperation } from './entidades.js';
import { obtenerDatosOperation } from './obtener_datos.js';
import { type Operation, type OperationResult, operationHandler } from './operation.js';
import { object, text } from './schemas.js';
import { validarOperation } from './validar.js';

const inVersion2 = (result: OperationResult): OperationResult =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `obtener_datos` succeeds with a record only
  'response' in result ? { response: recordInVersion2(result.response as RegistryRecord) } : result;

const KINDS = {
  number: { anyOf: [{ type: 'number' }, { type: 'string' }] },
  date: text(undefined, { format: 'date' }),
} as const;
const group = (name: keyof typeof RECORD_FIELDS) =>
  object(
    Object.fromEntries(
      RECORD_FIELDS[name].map(([, field, kind]) => [field, kind === undefined ? text() : KINDS[kind]]),
    ),
  );

const getData: Operation = {
  ...obtenerDatosOperation,
  schema: object({ Applicant: group('Applicant'), EvidentiaryDocument: group('EvidentiaryDocument') }),
  run: (values, language, search) => {
    const result = obtenerDatosOperation.run(values, language, search);
    return result instanceof Promise ? result.then(inVersion2) : inVersion2(result);
  },
};

/** The operation behind each method, with the parameters that version 2 has. */
export const VERSION2: Readonly<Record<(typeof METHODS)[number], Operation>> = {
  calculateCURP: {
    ...calcularCurpOperation,
    parameters: calcularCurpOperation.parameters.filter((name) => name !== 'detalle'),
  },
  validateCurpStructure: validarOperation,
  getEntities: entidadesOperation,
  getData,
};

/** The token and the parameters of an operation: the name in version 2, and that in version 1. */
export const parametersOf = ({ parameters }: Operation): [name: string, parameter: Parameter][] =>
  Object.entries(VERSION2_PARAMETERS).filter(([, name]) => name === 'token' || parameters.includes(name));

/** The clients put their own name in the query string, which is not read. */
const known = (operation: Operation): KnownParameters => ({
  names: new Map<string, Parameter>(parametersOf(operation)),
  empty: NO_VALUES,
  bodyOnly: true,
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation in the log and the metrics, if the address has another. */
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
