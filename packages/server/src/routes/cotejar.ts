/** Serves `/curp/cotejar`, which says whether a key belongs to a person. */
import { cotejar } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { comparisonProblems, toKnownData } from '@curp-service/contract/parameters';
import { PERSON_PARAMETERS } from '@curp-service/contract/columns';
import {
  EXAMPLE_PERSON,
  PERSON_CODE_NUMBERS,
  POSITION,
  RULE,
  boolean,
  curpKey,
  list,
  object,
  enumOf,
  textOrNull,
} from './schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operation } from './operation.js';

const VERDICT = enumOf(['coincide', 'difiere', 'sin_dato']);

export const cotejarOperation: Operation = {
  name: 'cotejar',
  summary: ['Cotejar una clave con una persona', 'Compare a key with a person'],
  about: [
    'Dice si una clave corresponde a una persona, con todos sus datos o con una parte de ellos. Con todos: ' +
      '`identica`, la clave que dan los datos; `misma_raiz`, la misma con otro diferenciador, como el que el ' +
      'registro asigna a un homónimo; `difiere`, cualquier otra cosa. Con una parte: `compatible`, si nada de lo ' +
      'que se dio difiere, o `difiere`. Si la clave difiere y es la que daba el Instructivo de 2006, vigente hasta 2021, ' +
      '`edicion` es 2006. Un dato ausente o vacío cuenta como desconocido; `apellido_materno=` vacío dice que ' +
      'la persona no lo tiene. El `rfc` se compara aparte. No prueba ningún registro.',
    'Says whether a key belongs to a person, by all the data or by a part of them. With all: `identica`, the key ' +
      'that the data give; `misma_raiz`, the same with another differentiator, as the registry gives to a ' +
      'homonym; `difiere`, anything else. With a part: `compatible`, if nothing given differs, or `difiere`. If ' +
      'the key differs and is the one by the Instructivo of 2006, which was in force until 2021, `edicion` is 2006. A ' +
      'datum that is absent or empty counts as unknown; an empty `apellido_materno=` says that the person has none. The ' +
      '`rfc` is compared apart from them. It proves no registration.',
  ],
  parameters: ['curp', ...PERSON_PARAMETERS, 'rfc'],
  required: ['curp'],
  codes: [100, 101, 102, ...PERSON_CODE_NUMBERS],
  example: { curp: 'CUOA900517MDFRXN19', ...EXAMPLE_PERSON },
  schema: object({
    resultado: enumOf(['identica', 'misma_raiz', 'compatible', 'difiere']),
    'edicion?': enumOf(
      [2006],
      [
        'Falta, salvo si la clave difiere y es la que da el Instructivo de 2006',
        'Absent, unless the key differs and is the one by the Instructivo of 2006',
      ],
    ),
    'mensaje?': ['Lo que significa `edicion`', 'What `edicion` means'],
    'calculada?': curpKey(['La clave que dan todos los datos', 'The key that all the data give']),
    posiciones: list(
      object({
        posicion: POSITION,
        esperado: textOrNull([
          'El carácter que dan los datos; null si ninguno de los que se dieron lo decide',
          'The character that the data give; null if none of those given decides it',
        ]),
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
      'rfc?': enumOf(
        ['coincide', 'difiere', 'indeterminado', 'sin_dato'],
        ['Falta si se dieron todos los datos y ningún `rfc`', 'Absent if all the data were given, and no `rfc`'],
      ),
    }),
  }),
  run: (values, language) => {
    const problems = comparisonProblems(values, language);
    if (problems.length > 0) return problems;
    const comparison = cotejar(values.curp ?? '', toKnownData(values), CORE_OPTIONS[language]);
    if (!comparison.ok) return [{ cause: 'calculo' }];
    return { response: comparisonAnswer(comparison) };
  },
};
