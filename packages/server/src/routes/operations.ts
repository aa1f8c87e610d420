/** The operations of the contract: of each, its parameters, codes, example and schema, and what it answers. */
import { type Persona, ENTIDADES, calcular, candidatas, cotejar, explicar, sugerir, validar } from '@curp-service/core';
import { LEXICO } from '@curp-service/core/leido';
import {
  type CalcularResponse,
  type DetalleResponse,
  catalogueAnswer,
  comparisonAnswer,
  explanationAnswer,
  validationAnswer,
} from '@curp-service/contract/answers';
import { PERSON_PARAMETERS } from '@curp-service/contract/columns';
import type { Problem } from '@curp-service/contract/envelope';
import { CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import {
  comparisonProblems,
  formProblems,
  isMissing,
  malformedKey,
  personProblems,
  toKnownData,
  toPersona,
} from '@curp-service/contract/parameters';
import { DOC_PROBATORIO, SOLICITANTE } from '@curp-service/contract/record';
import { YES_OR_NO } from '../http/request.js';
import type { Found } from '../registry/registry.js';
import type { Operation, OperationResult } from './operation.js';
import {
  ENTITY,
  EXAMPLE_PERSON,
  FINDINGS,
  PERSON_CODE_NUMBERS,
  POSITION,
  RULE,
  boolean,
  curpKey,
  enumOf,
  integer,
  list,
  object,
  partial,
  text,
  textOrNull,
} from './schemas.js';

/** Calculates the key of a person. */
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

const catalogue = catalogueAnswer(ENTIDADES);

/** Lists the entities of birth. */
export const entidadesOperation: Operation = {
  name: 'entidades',
  summary: ['Listar las entidades', 'List the entities'],
  about: [
    'Devuelve las 33 entidades de nacimiento. El parámetro `entidad` lleva su `clave_entidad`.',
    'Returns the 33 entities of birth. The parameter `entidad` takes their `clave_entidad`.',
  ],
  parameters: [],
  codes: [],
  example: {},
  schema: object({ clave_entidad: list(object(ENTITY), undefined, { minItems: 33, maxItems: 33 }) }),
  run: () => ({ response: catalogue }),
};

/** Checks a key by itself and reads its data. */
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

const VERDICT = enumOf(['coincide', 'difiere', 'sin_dato']);

/** Says whether a key belongs to a person. */
const cotejarOperation: Operation = {
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

const resultOf = (found: Found | 'peticion'): OperationResult =>
  typeof found === 'string' ? [{ cause: found }] : { response: found };

const texts = (fields: readonly string[]) => object(Object.fromEntries(fields.map((field) => [field, text()])));

/** Asks the configured registry source for the record of a key. */
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
    const malformed = malformedKey(curp, language);
    if (malformed.length > 0) return malformed;
    if (search === null) return [{ cause: 'sin_registro' }];
    const found = search(curp.trim().toUpperCase());
    return found instanceof Promise ? found.then(resultOf) : resultOf(found);
  },
};

export const OPERATIONS: readonly Operation[] = [
  calcularCurpOperation,
  entidadesOperation,
  validarOperation,
  cotejarOperation,
  obtenerDatosOperation,
];
