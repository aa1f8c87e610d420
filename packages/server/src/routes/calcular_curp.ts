/** `/curp/calcular_curp`: calculates the key of a person. */
import { type Persona, calcular, candidatas, explicar } from '@curp-service/core';
import { PERSON_PARAMETERS, toPersona, formProblems, personProblems } from '@curp-service/contract/parameters';
import { type CalcularResponse, type DetalleResponse, explanationAnswer } from '@curp-service/contract/answers';
import { YES_OR_NO } from '../http/request.js';
import type { Problem } from '@curp-service/contract/envelope';
import { EXAMPLE_PERSON, PERSON_CODE_NUMBERS, curpKey, findingSchema, object, rule, text } from './schemas.js';
import { type Language, CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation } from './operation.js';

export const calcularCurpOperation: Operation = {
  name: 'calcular_curp',
  summary: ['Calcular una clave', 'Calculate a key'],
  about: [
    'Calcula la CURP de una persona según la norma oficial. Es el resultado de un algoritmo y no prueba ' +
      'ningún registro. `detalle=1` agrega de dónde sale cada carácter y las diez claves que el registro pudo ' +
      'haber asignado.',
    'Calculates the CURP of a person by the official norm. It is the output of an algorithm and proves no ' +
      'registration. `detalle=1` adds where each character comes from, and the ten keys that the registry may ' +
      'have assigned.',
  ],
  parameters: [...PERSON_PARAMETERS, 'detalle'],
  codes: PERSON_CODE_NUMBERS,
  example: EXAMPLE_PERSON,
  schema: (t) =>
    object(t, {
      curp: curpKey(t, ['La clave calculada', 'The calculated key']),
      raiz: t.Optional(
        text(t, [
          'Las posiciones 1 a 16, que se obtienen de los datos',
          'Positions 1 to 16, which follow from the data',
        ]),
      ),
      diferenciador: t.Optional(
        text(t, [
          'La posición 17, que asigna el registro: el primer valor',
          'Position 17, which the registry assigns: the first value',
        ]),
      ),
      digito_verificador: t.Optional(text(t, ['La posición 18', 'Position 18'])),
      explicacion: t.Optional(
        t.Array(
          object(t, {
            posicion: t.Integer({ minimum: 1, maximum: 18 }),
            caracter: text(t, ['El carácter en esa posición', 'The character at that position']),
            dato: text(t, ['El dato del que sale', 'The datum that it comes from']),
            regla: rule(t),
            texto: text(t, [
              'Por qué es este carácter, en el idioma pedido',
              'Why it is this character, in the language asked for',
            ]),
          }),
          { minItems: 18, maxItems: 18 },
        ),
      ),
      candidatas: t.Optional(
        t.Array(
          curpKey(t, ['Una clave que el registro pudo haber asignado', 'A key that the registry may have assigned']),
          {
            minItems: 10,
            maxItems: 10,
            about: [
              'Una por cada diferenciador, primero la calculada',
              'One per differentiator, the calculated one first',
            ],
          },
        ),
      ),
      avisos: t.Optional(t.Array(findingSchema(t))),
    }),
  run: (values, language) => {
    const detail = YES_OR_NO.get(values.detalle ?? '0');
    if (detail !== undefined && formProblems(values).length === 0) {
      const persona = toPersona(values);
      const response = detail ? explained(persona, language) : calculated(persona);
      if (response !== null) return { response };
    }
    const ofDetail: Problem[] = detail === undefined ? [{ cause: 'detalle' }] : [];
    return [...ofDetail, ...personProblems(values)];
  },
};

function calculated(persona: Persona): CalcularResponse | null {
  const calculo = calcular(persona);
  return calculo.ok ? { curp: calculo.curp } : null;
}

function explained(persona: Persona, language: Language): DetalleResponse | null {
  const explicacion = explicar(persona, CORE_OPTIONS[language]);
  const candidates = candidatas(persona);
  return explicacion.ok && candidates.ok ? explanationAnswer(explicacion, candidates.candidatas) : null;
}
