/** `/curp/validar`: everything that can be said of a key by looking at it. */
import { validar as examinar } from '@curp-service/core';
import { isMissing } from '@curp-service/contract/parameters';
import { validationAnswer } from '@curp-service/contract/answers';
import { entidad, hallazgo, objeto } from '../openapi/schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operacion } from './operation.js';

export const validar: Operacion = {
  nombre: 'validar',
  resumen: 'Examine a key',
  descripcion:
    'Every finding about a key, and the data that can be read from it. A malformed key is a result (`valido: false`), ' +
    'not an error. A valid key is well formed: whether it is registered, only `obtener_datos` can say.',
  parametros: ['curp'],
  codigos: [100],
  ejemplo: { curp: 'CUOA900517MDFRXN01' },
  esquema: (t) =>
    objeto(t, {
      valido: t.Boolean(),
      hallazgos: t.Array(hallazgo(t)),
      datos: t.Partial(
        objeto(t, {
          fecha_nacimiento: t.String({ format: 'date' }),
          sexo: t.Enum(['H', 'M', 'X']),
          ...entidad(t),
          homonimo: t.Boolean({ description: 'Whether somebody else had the same root before' }),
        }),
      ),
    }),
  ejecutar: ({ curp }, idioma) => {
    if (curp === undefined || isMissing(curp)) return [{ cause: 'curp_ausente' }];
    return { response: validationAnswer(examinar(curp, CORE_OPTIONS[idioma])) };
  },
};
