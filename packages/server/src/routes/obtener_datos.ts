/** Serves `/curp/obtener_datos`, which asks the configured registry source for the record of a key. */
import { malformedKey } from '@curp-service/contract/parameters';
import { isMissing } from '@curp-service/contract/parameters';
import { DOC_PROBATORIO, SOLICITANTE } from '@curp-service/contract/record';
import { object, text } from './schemas.js';
import type { Operation, OperationResult } from './operation.js';
import type { Found } from '../registry/registry.js';

const resultOf = (found: Found | 'peticion'): OperationResult =>
  typeof found === 'string' ? [{ cause: found }] : { response: found };

const texts = (fields: readonly string[]) => object(Object.fromEntries(fields.map((field) => [field, text()])));

export const obtenerDatosOperation: Operation = {
  name: 'obtener_datos',
  summary: ['Consultar una clave en la fuente de registro', 'Look a key up in the registry source'],
  about: [
    'La única operación que dice si una clave está registrada: pregunta a la fuente de registro que ' +
      'configuró quien opera el servicio. Código 300: la fuente no tiene la clave. Código 200: la fuente no ' +
      'puede contestar por ahora. Código 201: no hay ninguna fuente.',
    'The only operation that says whether a key is registered: it asks the registry source that the operator ' +
      'configured. Code 300: the source does not have the key. Code 200: the source cannot answer now. Code ' +
      '201: there is no source.',
  ],
  parameters: ['curp'],
  codes: [100, 101, 200, 201, 300],
  example: { curp: 'CUOA900517MDFRXN01' },
  schema: object({ Solicitante: texts(SOLICITANTE), DocProbatorio: texts(DOC_PROBATORIO) }),
  run: ({ curp }, language, search) => {
    if (curp === undefined || isMissing(curp)) return [{ cause: 'curp_ausente' }];
    const malformed = malformedKey(curp, language);
    if (malformed.length > 0) return malformed;
    if (search === null) return [{ cause: 'sin_registro' }];
    const found = search(curp.trim().toUpperCase());
    return found instanceof Promise ? found.then(resultOf) : resultOf(found);
  },
};
