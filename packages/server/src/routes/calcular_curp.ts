/** Serves `/curp/calcular_curp`, which calculates the key of a person. */
import { type Persona, calcular, candidatas, explicar } from '@curp-service/core';
import { LEXICO } from '@curp-service/core/leido';
import { PERSON_PARAMETERS } from '@curp-service/contract/columns';
import { toPersona, formProblems, personProblems } from '@curp-service/contract/parameters';
import { type CalcularResponse, type DetalleResponse, explanationAnswer } from '@curp-service/contract/answers';
import { YES_OR_NO } from '../http/request.js';
import type { Problem } from '@curp-service/contract/envelope';
import { EXAMPLE_PERSON, FINDINGS, PERSON_CODE_NUMBERS, POSITION, RULE, curpKey, list, object } from './schemas.js';
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
  schema: object({
    curp: curpKey(['La clave calculada', 'The calculated key']),
    'raiz?': ['Las posiciones 1 a 16, que se obtienen de los datos', 'Positions 1 to 16, which follow from the data'],
    'diferenciador?': ['Posición 17, que asigna el registro', 'Position 17, which the registry assigns'],
    'digito_verificador?': ['La posición 18', 'Position 18'],
    'explicacion?': list(
      object({
        posicion: POSITION,
        caracter: ['El carácter en esa posición', 'The character at that position'],
        dato: ['El dato del que sale', 'The datum that it comes from'],
        regla: RULE,
        texto: ['Por qué es este carácter, en el idioma pedido', 'Why it is this character, in the language asked for'],
      }),
      undefined,
      { minItems: 18, maxItems: 18 },
    ),
    'candidatas?': list(
      curpKey(['Una clave que el registro pudo haber asignado', 'A key that the registry may have assigned']),
      ['Una por cada diferenciador, primero la calculada', 'One per differentiator, the calculated one first'],
      { minItems: 10, maxItems: 10 },
    ),
    'avisos?': FINDINGS,
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
  const explicacion = explicar(persona, { ...CORE_OPTIONS[language], lexico: LEXICO });
  const candidates = candidatas(persona);
  return explicacion.ok && candidates.ok ? explanationAnswer(explicacion, candidates.candidatas) : null;
}
