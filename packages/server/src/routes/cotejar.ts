/** `/curp/cotejar`: says whether a key belongs to a person. */
import { cotejar } from '@curp-service/core';
import { PERSON_PARAMETERS, isMissing, toPersona, personProblems } from '@curp-service/contract/parameters';
import { comparisonAnswer } from '@curp-service/contract/answers';
import type { Problem } from '@curp-service/contract/envelope';
import {
  EXAMPLE_PERSON,
  PERSON_CODE_NUMBERS,
  POSITION,
  RULE,
  boolean,
  curpKey,
  list,
  object,
  oneOf,
} from './schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation } from './operation.js';

const VERDICT = oneOf(['coincide', 'difiere']);

export const cotejarOperation: Operation = {
  name: 'cotejar',
  summary: ['Cotejar una clave con una persona', 'Compare a key with a person'],
  about: [
    'Dice si una clave corresponde a una persona. `identica`: es la clave que dan los datos. `misma_raiz`: ' +
      'la misma con otro diferenciador, como el que el registro asigna a un homónimo. `difiere`: cualquier ' +
      'otra cosa. No prueba ningún registro.',
    'Says whether a key belongs to a person. `identica`: it is the key that the data give. `misma_raiz`: the ' +
      'same with another differentiator, as the registry gives to a homonym. `difiere`: anything else. It ' +
      'proves no registration.',
  ],
  parameters: ['curp', ...PERSON_PARAMETERS],
  codes: [100, ...PERSON_CODE_NUMBERS],
  example: { curp: 'CUOA900517MDFRXN19', ...EXAMPLE_PERSON },
  schema: object({
    resultado: oneOf(['identica', 'misma_raiz', 'difiere']),
    calculada: curpKey(['La clave que dan los datos', 'The key that the data give']),
    posiciones: list(
      object({
        posicion: POSITION,
        esperado: ['El carácter de la clave calculada', 'The character of the calculated key'],
        recibido: [
          'El carácter de la clave recibida; vacío donde le faltan caracteres',
          'The character of the key received; empty where it is too short',
        ],
        coincide: boolean(),
        regla: RULE,
      }),
      undefined,
      { minItems: 18, maxItems: 18 },
    ),
    campos: object({
      nombres: VERDICT,
      apellido_paterno: VERDICT,
      apellido_materno: VERDICT,
      fecha_nacimiento: VERDICT,
      sexo: VERDICT,
      entidad: VERDICT,
    }),
  }),
  run: (values, language) => {
    const { curp } = values;
    const ofKey: Problem[] = isMissing(curp) ? [{ cause: 'curp_ausente' }] : [];
    const problems = [...ofKey, ...personProblems(values)];
    if (problems.length > 0) return problems;
    const comparison = cotejar(curp ?? '', toPersona(values), CORE_OPTIONS[language]);
    if (!comparison.ok) return [{ cause: 'calculo' }];
    return { response: comparisonAnswer(comparison) };
  },
};
