/** `/curp/validar`: checks a key by itself and reads its data. */
import { sugerir, validar as check } from '@curp-service/core';
import { isMissing } from '@curp-service/contract/parameters';
import { validationAnswer } from '@curp-service/contract/answers';
import { curpKey, entidad, hallazgo, object, text } from './schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation } from './operation.js';

export const validar: Operation = {
  name: 'validar',
  summary: 'Examine a key',
  description:
    'Every finding about a key, the keys that may have been meant, and the data that can be read from it. A malformed ' +
    'key is a result (`valido: false`), not an error. A valid key is well formed: whether it is registered, only `obtener_datos` can say.',
  parameters: ['curp'],
  codes: [100],
  example: { curp: 'CUOA900517MDFRXN01' },
  schema: (t) =>
    object(t, {
      valido: t.Boolean(),
      hallazgos: t.Array(hallazgo(t)),
      sugerencias: t.Array(
        object(t, {
          curp: curpKey(t, 'A key without errors, one slip away'),
          cambio: t.Enum(['cifra', 'letra', 'intercambio', 'sobra', 'falta'], {
            description: 'A digit for a letter, a letter for a digit, two neighbours swapped, one removed, one added',
          }),
          posiciones: t.Array(t.Integer({ minimum: 1, maximum: 19 }), {
            description: 'The positions changed, from 1: of the key received or, with `falta`, of the suggested one',
          }),
          mensaje: text(t, 'What was changed and where, in the language asked for'),
        }),
        { maxItems: 5, description: 'The likeliest first; empty if nothing points to a slip' },
      ),
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
    const options = CORE_OPTIONS[language];
    return { response: validationAnswer(check(curp, options), sugerir(curp, options)) };
  },
};
