/** The OpenAPI description, made from the schemas of the operations and the registry of codes. */
import * as t from 'typebox';
import type { Bilingual, Language } from '@curp-service/contract/language';
import { type Parameter, YES_OR_NO } from '../http/request.js';
import {
  FAILURE,
  HEADERS,
  exampleResult,
  examplesOf,
  failures,
  jsonContent,
  operationCauses,
  successOf,
} from './answers.js';
import { FILE_OPERATION, FILE_OUTPUT } from './files.js';
import { inLanguage } from './language.js';
import { JOB_LIST, JOB_STATUS, JOB_PATHS } from './jobs.js';
import type { Operation } from '../routes/operation.js';
import { OPERATIONS } from '../routes/index.js';
import { BUILD } from '../version.js';
import { VERSION2_PATHS, VERSION2_SCHEMAS } from './version2.js';

const DISCLAIMER: Bilingual = [
  'Una CURP calculada es el resultado de un algoritmo: no prueba ningún registro. Toda respuesta, menos ' +
    'las filas de un archivo, viene en el mismo sobre, también los errores. Todas las operaciones aceptan ' +
    'también el token como `Authorization: Bearer …`, y todas, menos las de archivos, aceptan `POST` con los ' +
    'mismos nombres en un cuerpo JSON o de formulario. `docs/es/api.md` lo explica todo.',
  'A calculated CURP is the output of an algorithm: it proves no registration. Every answer except the ' +
    'rows of a file is in the same envelope, errors too. Every operation also takes the token as ' +
    '`Authorization: Bearer …`, and all but those on files take `POST` with the same names in a JSON or form ' +
    'body. `docs/api.md` explains everything.',
];

interface ParameterDescription {
  readonly about: Bilingual;
  readonly schema: object;
  readonly required?: false;
  readonly allowEmptyValue?: true;
}

const PARAMETERS: Readonly<Record<Parameter, ParameterDescription>> = {
  token: {
    about: ['El token, si no va en `Authorization`', 'The token, if it is not in `Authorization`'],
    schema: t.String(),
    required: false,
  },
  nombres: { about: ['Nombre o nombres', 'Given name or names'], schema: t.String({ maxLength: 200 }) },
  apellido_paterno: { about: ['Primer apellido', 'First surname'], schema: t.String({ maxLength: 200 }) },
  apellido_materno: {
    about: ['Segundo apellido; vacío si la persona solo tiene uno', 'Second surname; empty if the person has only one'],
    schema: t.String({ maxLength: 200 }),
    allowEmptyValue: true,
  },
  anio_nacimiento: {
    about: ['Año de nacimiento, 4 dígitos', 'Year of birth, 4 digits'],
    schema: t.String({ pattern: '^[0-9]{4}$' }),
  },
  mes_nacimiento: {
    about: ['Mes de nacimiento, 2 dígitos', 'Month of birth, 2 digits'],
    schema: t.String({ pattern: '^(0[1-9]|1[0-2])$' }),
  },
  dia_nacimiento: {
    about: ['Día de nacimiento, 2 dígitos', 'Day of birth, 2 digits'],
    schema: t.String({ pattern: '^(0[1-9]|[12][0-9]|3[01])$' }),
  },
  sexo: {
    about: ['H (hombre), M (mujer) o X (no binario)', 'H (male), M (female) or X (non-binary)'],
    schema: t.Enum(['H', 'M', 'X']),
  },
  entidad: {
    about: [
      'Clave de la entidad de nacimiento, 2 dígitos, de `/curp/entidades`',
      'Key of the entity of birth, 2 digits, from `/curp/entidades`',
    ],
    schema: t.String({ pattern: '^(0[1-9]|[12][0-9]|3[0-2]|36)$' }),
  },
  detalle: {
    about: ['`1` o `true` agrega la explicación al resultado', '`1` or `true` adds the explanation to the result'],
    schema: t.Enum([...YES_OR_NO.keys()]),
    required: false,
  },
  curp: { about: ['La clave, 18 caracteres', 'The key, 18 characters'], schema: t.String({ minLength: 1 }) },
};

const ETAG = {
  etag: {
    about: [
      'La versión de esta respuesta, que es igual para todos',
      'The version of this answer, which is the same for everyone',
    ],
    schema: t.String(),
  },
};
function responsesOf(operation: Operation): object {
  const result = exampleResult(operation);
  const withEtag = 'response' in result && result.etag !== undefined;
  const headers = withEtag ? { ...HEADERS, ...ETAG } : HEADERS;
  const ok = {
    about: ['Éxito', 'Success'],
    headers,
    content: jsonContent({ $ref: `#/components/schemas/${operation.name}` }, examplesOf(result)),
  };
  const unchanged = withEtag
    ? {
        304: {
          about: ['Sin cambios desde la versión de `If-None-Match`', 'Unchanged since the version in `If-None-Match`'],
          headers,
        },
      }
    : {};
  return { 200: ok, ...unchanged, ...failures(operationCauses(operation.codes), operation.parameters) };
}

function common(operation: Operation, method: string): object {
  const { name, summary, about } = operation;
  return {
    operationId: `${name}_${method}`,
    tags: ['curp'],
    summary,
    about,
    responses: responsesOf(operation),
  };
}

function inGet(operation: Operation): object {
  const parameters = operation.parameters.map((name) => {
    const { schema, required = true, ...rest } = PARAMETERS[name];
    const example = operation.example[name];
    return { name, in: 'query', required, ...rest, schema, ...(example === undefined ? {} : { example }) };
  });
  return { ...common(operation, 'get'), parameters };
}

function inPost(operation: Operation): object {
  const names: readonly Parameter[] = ['token', ...operation.parameters];
  const properties = names.map((name) => {
    const { schema, about } = PARAMETERS[name];
    return [name, { ...schema, about }] as const;
  });
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names.filter((name) => PARAMETERS[name].required !== false),
  };
  const media = { schema, example: operation.example };
  const content = { 'application/json': media, 'application/x-www-form-urlencoded': media };
  return { ...common(operation, 'post'), requestBody: { required: operation.parameters.length > 0, content } };
}

const text = (about: Bilingual) => ({ about, content: { 'text/plain': { schema: { type: 'string' } } } });

const health = (operationId: string, summary: Bilingual, responses: object) => ({
  get: {
    operationId,
    tags: ['salud'],
    summary,
    security: [],
    responses: { ...responses, ...failures(['metodo'], []) },
  },
});

export const openapi = (language: Language): unknown => inLanguage(description(), language);

function description(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'curp-service',
      version: BUILD,
      summary: [
        'Calcula, valida y coteja claves CURP según la norma oficial, y explica cada carácter',
        'Calculates, checks and compares CURPs by the official norm, and explains every character',
      ],
      about: DISCLAIMER,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'curp', about: ['Calcular, validar, cotejar, consultar', 'Calculate, validate, compare, look up'] },
      {
        name: 'v2',
        about: [
          'Las mismas operaciones con los nombres de la versión 2',
          'The same operations under the names of version 2',
        ],
      },
      { name: 'salud', about: ['Estado del servicio', 'Health of the service'] },
    ],
    security: [{ token: [] }, { bearer: [] }],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [`/curp/${operation.name}`, { get: inGet(operation), post: inPost(operation) }]),
      ),
      '/curp/lote': { post: FILE_OPERATION },
      ...JOB_PATHS,
      ...VERSION2_PATHS,
      '/livez': health('livez', ['Preguntar si el proceso está vivo', 'Ask whether the process lives'], {
        200: text(['Está vivo', 'It lives']),
      }),
      '/readyz': health('readyz', ['Preguntar si puede atender', 'Ask whether it can serve'], {
        200: text(['Puede atender', 'It can serve']),
        503: text([
          'No se puede leer o escribir en la base de datos, o el servicio se está deteniendo',
          'The database cannot be read or written, or the service is stopping',
        ]),
      }),
    },
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          about: ['El token del proyecto', 'The token of the project'],
        },
        bearer: { type: 'http', scheme: 'bearer', about: ['El token del proyecto', 'The token of the project'] },
      },
      schemas: {
        fallo: FAILURE,
        lote: FILE_OUTPUT,
        lotes: JOB_STATUS,
        lotes_lista: JOB_LIST,
        ...VERSION2_SCHEMAS,
        ...Object.fromEntries(OPERATIONS.map((operation) => [operation.name, successOf(operation)])),
      },
    },
  };
}
