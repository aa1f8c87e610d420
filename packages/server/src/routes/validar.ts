/** Serves `/curp/validar`, which checks a key by itself and reads its data. */
import { sugerir, validar } from '@curp-service/core';
import { isMissing } from '@curp-service/contract/parameters';
import { validationAnswer } from '@curp-service/contract/answers';
import { ENTITY, FINDINGS, boolean, curpKey, integer, list, object, enumOf, partial, text } from './schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation } from './operation.js';

export const validarOperation: Operation = {
  name: 'validar',
  summary: ['Validar una clave', 'Validate a key'],
  about: [
    'Devuelve todos los hallazgos sobre una clave, las claves que quizá se querían escribir y los datos que ' +
      'contiene. Una clave mal formada es un resultado (`valido: false`), no un error. Una clave válida está ' +
      'bien formada; solo `obtener_datos` dice si está registrada.',
    'Returns every finding about a key, the keys that may have been meant, and the data that it holds. A ' +
      'malformed key is a result (`valido: false`), not an error. A valid key is well formed; only ' +
      '`obtener_datos` says whether it is registered.',
  ],
  parameters: ['curp'],
  codes: [100],
  example: { curp: 'CUOA900517MDFRXN01' },
  schema: object({
    valido: boolean(),
    hallazgos: FINDINGS,
    sugerencias: list(
      object({
        curp: curpKey(['Una clave que difiere en un error de captura', 'A key that differs by one typing error']),
        cambio: enumOf(
          ['cifra', 'letra', 'intercambio', 'sobra', 'falta', 'parecidos', 'signos'],
          [
            'El cambio: una letra por una cifra, una cifra por una letra, dos vecinos intercambiados, un carácter ' +
              'quitado o agregado',
            'The change: a letter became a digit, a digit a letter, two neighbours were swapped, one character ' +
              'removed or added',
          ],
        ),
        posiciones: list(integer(undefined, { minimum: 1, maximum: 19 }), [
          'Las posiciones cambiadas, desde 1, en la clave recibida; con `falta`, en la sugerida',
          'The positions changed, from 1, in the key received; with `falta`, in the suggested key',
        ]),
        mensaje: ['Qué se cambió y dónde', 'What was changed and where'],
      }),
      ['Primero la más probable; vacía si nada está mal', 'The likeliest first; empty if nothing is wrong'],
      { maxItems: 5 },
    ),
    datos: partial({
      fecha_nacimiento: text(undefined, { format: 'date' }),
      sexo: enumOf(['H', 'M', 'X']),
      ...ENTITY,
      homonimo: boolean(['Si otra persona ya tenía la misma raíz', 'Whether somebody else already had the same root']),
    }),
  }),
  run: ({ curp }, language) => {
    if (curp === undefined || isMissing(curp)) return [{ cause: 'curp_ausente' }];
    const options = CORE_OPTIONS[language];
    return { response: validationAnswer(validar(curp, options), sugerir(curp, options)) };
  },
};
