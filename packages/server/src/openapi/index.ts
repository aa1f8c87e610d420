/** Builds the OpenAPI description from the schemas of the operations and the table of codes. */
import { type Bilingual, type Language, say } from '@curp-service/contract/language';
import { type Parameter, YES_OR_NO } from '../http/request.js';
import { OPERATIONS } from '../routes/operations.js';
import type { Operation } from '../routes/operation.js';
import { type Schema, enumOf, text } from '../routes/schemas.js';
import { BUILD } from '../version.js';
import { FAILURE, envelopeOf, exampleResult, failures, operationCauses, successOf } from './answers.js';
import { FILE_OPERATION, FILE_OUTPUT } from './files.js';
import { JOB_LIST, JOB_PATHS, JOB_STATUS } from './jobs.js';

const DISCLAIMER: Bilingual = [
  'Una CURP calculada es el resultado de un algoritmo: no prueba ningún registro. Toda respuesta, menos ' +
    'las filas de un archivo, viene en el mismo sobre, también los errores. Todas las operaciones aceptan ' +
    'también el token como `Authorization: Bearer …`, y todas, menos las de archivos, aceptan `POST` con los ' +
    'mismos nombres en un cuerpo JSON o de formulario. `docs/es/api.md` lo explica todo.',
  'A calculated CURP is the output of an algorithm: it proves no registration. Every answer except the ' +
    'rows of a file is in the same envelope, errors too. Every operation also accepts the token as ' +
    '`Authorization: Bearer …`, and all but those on files accept `POST` with the same names in a JSON or form ' +
    'body. `docs/api.md` explains everything.',
];

interface ParameterDescription {
  readonly schema: Schema;
  readonly required?: false;
  readonly allowEmptyValue?: true;
}

const NAME_LIMITS = { maxLength: 200 };

/** Every parameter of the API. Its schema holds its description. */
const PARAMETER_ABOUTS: Readonly<Record<Parameter, ParameterDescription>> = {
  token: {
    schema: text(['El token, o en `Authorization`', 'The token, or in `Authorization`']),
    required: false,
  },
  nombres: { schema: text(['Nombre o nombres', 'Given name or names'], NAME_LIMITS) },
  apellido_paterno: { schema: text(['Primer apellido', 'First surname'], NAME_LIMITS) },
  apellido_materno: {
    schema: text(['Segundo apellido; vacío si no hay', 'Second surname; empty for none'], NAME_LIMITS),
    allowEmptyValue: true,
  },
  anio_nacimiento: {
    schema: text(['Año, 4 dígitos', 'Year, 4 digits'], { pattern: '^[0-9]{4}$' }),
  },
  mes_nacimiento: {
    schema: text(['Mes, 2 dígitos', 'Month, 2 digits'], { pattern: '^(0[1-9]|1[0-2])$' }),
  },
  dia_nacimiento: {
    schema: text(['Día, 2 dígitos', 'Day, 2 digits'], {
      pattern: '^(0[1-9]|[12][0-9]|3[01])$',
    }),
  },
  sexo: {
    schema: enumOf(['H', 'M', 'X'], ['H hombre, M mujer, X no binario', 'H male, M female, X non-binary']),
  },
  entidad: {
    schema: text(
      ['Entidad de nacimiento: su clave en `/curp/entidades`', 'Entity of birth: its key in `/curp/entidades`'],
      { pattern: '^(0[1-9]|[12][0-9]|3[0-2]|36)$' },
    ),
  },
  detalle: {
    schema: enumOf([...YES_OR_NO.keys()], ['`1` agrega la explicación', '`1` adds the explanation']),
    required: false,
  },
  curp: { schema: text(['La clave, 18 caracteres', 'The key, 18 characters'], { minLength: 1 }) },
  rfc: {
    schema: text(['RFC, de 13 o de 10 caracteres', 'RFC, of 13 or 10 characters']),
    required: false,
  },
};

function responsesOf(operation: Operation): object {
  return {
    200: successOf(['Éxito', 'Success'], operation.name, exampleResult(operation)),
    ...failures(operationCauses(operation.codes)),
  };
}

function common(operation: Operation, method: string): object {
  const { name, summary, about } = operation;
  return { operationId: `${name}_${method}`, tags: ['curp'], summary, about, responses: responsesOf(operation) };
}

const isRequired = (name: Parameter, { required }: Operation): boolean =>
  required?.includes(name) ?? PARAMETER_ABOUTS[name].required !== false;

function inGet(operation: Operation): object {
  const parameters = operation.parameters.map((name) => {
    const { schema, required: _, ...rest } = PARAMETER_ABOUTS[name];
    const { about, ...ofValue } = schema;
    return {
      name,
      in: 'query',
      required: isRequired(name, operation),
      ...rest,
      about,
      schema: ofValue,
      example: operation.example[name],
    };
  });
  return { ...common(operation, 'get'), parameters };
}

function inPost(operation: Operation): object {
  const names: readonly Parameter[] = ['token', ...operation.parameters];
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, PARAMETER_ABOUTS[name].schema])),
    required: names.filter((name) => isRequired(name, operation)),
  };
  const media = { schema, example: operation.example };
  const content = { 'application/json': media, 'application/x-www-form-urlencoded': media };
  return { ...common(operation, 'post'), requestBody: { required: operation.parameters.length > 0, content } };
}

const OF_PROJECT: Bilingual = ['El token del proyecto', 'The token of the project'];

const plainText = (about: Bilingual) => ({ about, content: { 'text/plain': { schema: { type: 'string' } } } });

const health = (operationId: string, summary: Bilingual, responses: object) => ({
  get: {
    operationId,
    tags: ['salud'],
    summary,
    security: [],
    responses: { ...responses, ...failures(['metodo']) },
  },
});

export const openapi = (language: Language): unknown => inLanguage(description(), language);

/** Returns whether a value is a pair of texts under `summary` or `about`. */
const isBilingualText = (name: string, value: unknown): value is Bilingual =>
  (name === 'about' || name === 'summary') && Array.isArray(value);

/** Puts all texts into one language, and renames `about` to `description`. A function returns a value that differs by language. */
function inLanguage(value: unknown, language: Language): unknown {
  if (typeof value === 'function') return value(language);
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, language));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name === 'about' ? 'description' : name,
      isBilingualText(name, each) ? say(each, language) : inLanguage(each, language),
    ]),
  );
}

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
      { name: 'salud', about: ['Estado del servicio', 'Health of the service'] },
    ],
    security: [{ token: [] }, { bearer: [] }],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [`/curp/${operation.name}`, { get: inGet(operation), post: inPost(operation) }]),
      ),
      '/curp/lote': { post: FILE_OPERATION },
      ...JOB_PATHS,
      '/livez': health('livez', ['Preguntar si el proceso está vivo', 'Ask whether the process is alive'], {
        200: plainText(['Está vivo', 'It lives']),
      }),
      '/readyz': health('readyz', ['Preguntar si puede atender peticiones', 'Ask whether it can serve requests'], {
        200: plainText(['Puede atender', 'It can serve']),
        503: plainText([
          'No se puede leer o escribir en la base de datos, o el servicio se está deteniendo',
          'The database cannot be read or written, or the service is stopping',
        ]),
      }),
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'query', name: 'token', about: OF_PROJECT },
        bearer: { type: 'http', scheme: 'bearer', about: OF_PROJECT },
      },
      schemas: {
        fallo: FAILURE,
        lote: FILE_OUTPUT,
        lotes: JOB_STATUS,
        lotes_lista: JOB_LIST,
        ...Object.fromEntries(OPERATIONS.map((operation) => [operation.name, envelopeOf(operation.schema)])),
      },
    },
  };
}
