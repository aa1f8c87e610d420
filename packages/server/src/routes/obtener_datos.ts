/** `/curp/obtener_datos`: asks the configured registry source whether a key is registered. */
import { type Hallazgo, validar } from '@curp-service/core';
import { findingMessage } from '@curp-service/contract/finding-message';
import { isMissing } from '@curp-service/contract/parameters';
import { DOC_PROBATORIO, SOLICITANTE } from '@curp-service/contract/record';
import { object, text } from './schemas.js';
import { type Language, CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation, OperationResult } from './operation.js';
import type { Found } from '../registry/registry.js';

/** The finding as it reads after a colon, with its position if there is only one. */
function reasonOf(hallazgo: Hallazgo, language: Language): string {
  const message = findingMessage(hallazgo, language);
  const said = message.charAt(0).toLowerCase() + message.slice(1);
  const [position, ...others] = hallazgo.posiciones;
  if (position === undefined || others.length > 0) return said;
  return `${language === 'en' ? 'at position' : 'en la posición'} ${position}, ${said}`;
}

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
    const errors = validar(curp, CORE_OPTIONS[language]).hallazgos.filter(({ severidad }) => severidad === 'error');
    if (errors.length > 0) {
      return errors.map((error) => ({ cause: 'curp_mal_formada', parts: { motivo: reasonOf(error, language) } }));
    }
    if (search === null) return [{ cause: 'sin_registro' }];
    const found = search(curp.trim().toUpperCase());
    return found instanceof Promise ? found.then(resultOf) : resultOf(found);
  },
};
