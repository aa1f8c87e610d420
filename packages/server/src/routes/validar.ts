/** `/curp/validar`: checks a key by itself and reads its data. */
import { validar as check } from '@curp-service/core';
import { isMissing } from '@curp-service/contract/parameters';
import { validationAnswer } from '@curp-service/contract/answers';
import { entidad, hallazgo, object } from './schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation } from './operation.js';

export const validar: Operation = {
  name: 'validar',
  summary: 'Examine a key',
  description:
    'Every finding about a key, and the data that can be read from it. A malformed key is a result (`valido: false`), ' +
    'not an error. A valid key is well formed: whether it is registered, only `obtener_datos` can say.',
  parameters: ['curp'],
  codes: [100],
  example: { curp: 'CUOA900517MDFRXN01' },
  schema: (t) =>
    object(t, {
      valido: t.Boolean(),
      hallazgos: t.Array(hallazgo(t)),
      datos: t.Partial(
        object(t, {
          fecha_nacimiento: t.String({ format: 'date' }),
          sexo: t.Enum(['H', 'M', 'X']),
          ...entidad(t),
          homonimo: t.Boolean({ description: 'Whether somebody else had the same root before' }),
        }),
      ),
    }),
  run: ({ curp }, language) => {
    if (curp === undefined || isMissing(curp)) return [{ cause: 'curp_ausente' }];
    return { response: validationAnswer(check(curp, CORE_OPTIONS[language])) };
  },
};
