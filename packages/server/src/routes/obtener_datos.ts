/** `/curp/obtener_datos`: is this key registered? The registry source that the operator configured is asked. */
import { type Hallazgo, validar } from '@curp-service/core';
import { isMissing } from '@curp-service/contract/parameters';
import { object } from '../openapi/schemas.js';
import { type Language, CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation, OperationResult } from './operation.js';
import { DOC_PROBATORIO, SOLICITANTE } from '../registry/record.js';
import type { Found } from '../registry/registry.js';

/** What is wrong with a key, as it stands after a colon, and where, if that is one place. */
function motivoDe({ mensaje, posiciones }: Hallazgo, idioma: Language): string {
  const dicho = mensaje.charAt(0).toLowerCase() + mensaje.slice(1);
  const [posicion, ...otras] = posiciones;
  if (posicion === undefined || otras.length > 0) return dicho;
  return `${idioma === 'en' ? 'at position' : 'en la posición'} ${posicion}, ${dicho}`;
}

const respuestaA = (hallado: Found | 'peticion'): OperationResult =>
  typeof hallado === 'string' ? [{ cause: hallado }] : { response: hallado };

export const obtenerDatos: Operation = {
  name: 'obtener_datos',
  summary: 'Look a key up in the registry source',
  description:
    'The only operation that says whether a key is registered: it asks the registry source that the operator ' +
    'configured. 300 is that the source does not have it; 200, that the source cannot be asked at this moment; 201, that ' +
    'there is none.',
  parameters: ['curp'],
  codes: [100, 101, 200, 201, 300],
  example: { curp: 'CUOA900517MDFRXN01' },
  schema: (t) => {
    const textos = (campos: readonly string[]) =>
      object(t, Object.fromEntries(campos.map((campo) => [campo, t.String()])));
    return object(t, { Solicitante: textos(SOLICITANTE), DocProbatorio: textos(DOC_PROBATORIO) });
  },
  run: ({ curp }, idioma, buscar) => {
    if (curp === undefined || isMissing(curp)) return [{ cause: 'curp_ausente' }];
    const errores = validar(curp, CORE_OPTIONS[idioma]).hallazgos.filter(({ severidad }) => severidad === 'error');
    if (errores.length > 0) {
      return errores.map((error) => ({ cause: 'curp_mal_formada', parts: { motivo: motivoDe(error, idioma) } }));
    }
    if (buscar === null) return [{ cause: 'sin_registro' }];
    const hallado = buscar(curp.trim().toUpperCase());
    return hallado instanceof Promise ? hallado.then(respuestaA) : respuestaA(hallado);
  },
};
