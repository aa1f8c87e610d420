/** The OpenAPI description, made from the schemas of the operations and the registry of codes. */
import * as t from 'typebox';
import type { Language } from '@curp-service/contract/language';
import { type Parameter, YES_OR_NO } from '../http/request.js';
import { FAILURE, HEADERS, operationCauses, failures, json } from './failures.js';
import { FILE_OPERATION, FILE_OUTPUT } from './files.js';
import { inLanguage } from './language.js';
import { JOB_LIST, JOB_STATUS, JOB_PATHS } from './jobs.js';
import type { Operation } from '../routes/operation.js';
import { OPERATIONS } from '../routes/index.js';
import { BUILD } from '../version.js';
import { exampleResult, examplesOf, successOf } from './success.js';
import { VERSION2_PATHS, VERSION2_SCHEMAS } from './version2.js';

const DISCLAIMER =
  'A calculated CURP is the output of an algorithm: it proves no registration. Every answer except the rows of a file is ' +
  'in the same envelope, errors too. Every operation also takes the token as `Authorization: Bearer …`, and all but those ' +
  'on files take `POST` with the same names in a JSON or form body. `docs/api.md` explains everything.';

interface ParameterDescription {
  readonly description: string;
  readonly schema: object;
  readonly required?: false;
  readonly allowEmptyValue?: true;
}

const PARAMETERS: Readonly<Record<Parameter, ParameterDescription>> = {
  token: { description: 'The token, if it is not in `Authorization`', schema: t.String(), required: false },
  nombres: { description: 'Given name or names', schema: t.String({ maxLength: 200 }) },
  apellido_paterno: { description: 'First surname', schema: t.String({ maxLength: 200 }) },
  apellido_materno: {
    description: 'Second surname; empty if the person has only one',
    schema: t.String({ maxLength: 200 }),
    allowEmptyValue: true,
  },
  anio_nacimiento: { description: 'Year of birth, 4 digits', schema: t.String({ pattern: '^[0-9]{4}$' }) },
  mes_nacimiento: { description: 'Month of birth, 2 digits', schema: t.String({ pattern: '^(0[1-9]|1[0-2])$' }) },
  dia_nacimiento: {
    description: 'Day of birth, 2 digits',
    schema: t.String({ pattern: '^(0[1-9]|[12][0-9]|3[01])$' }),
  },
  sexo: { description: 'H (male), M (female) or X (non-binary)', schema: t.Enum(['H', 'M', 'X']) },
  entidad: {
    description: 'Key of the entity of birth, 2 digits, from `/curp/entidades`',
    schema: t.String({ pattern: '^(0[1-9]|[12][0-9]|3[0-2]|36)$' }),
  },
  detalle: {
    description: '`1` or `true` adds the explanation to the result',
    schema: t.Enum([...YES_OR_NO.keys()]),
    required: false,
  },
  curp: { description: 'The key, 18 characters', schema: t.String({ minLength: 1 }) },
};

const ETAG = {
  etag: { description: 'The version of this answer, which is the same for everyone', schema: t.String() },
};
function responsesOf(operation: Operation): object {
  const result = exampleResult(operation);
  const withEtag = 'response' in result && result.etag !== undefined;
  const headers = withEtag ? { ...HEADERS, ...ETAG } : HEADERS;
  const ok = {
    description: 'Success',
    headers,
    content: json({ $ref: `#/components/schemas/${operation.name}` }, examplesOf(result)),
  };
  const unchanged = withEtag ? { 304: { description: 'Unchanged since the version in `If-None-Match`', headers } } : {};
  return { 200: ok, ...unchanged, ...failures(operationCauses(operation.codes), operation.parameters) };
}

function common(operation: Operation, method: string): object {
  const { name, summary, description } = operation;
  return {
    operationId: `${name}_${method}`,
    tags: ['curp'],
    summary,
    description,
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
    const { schema, description } = PARAMETERS[name];
    return [name, { ...schema, description }] as const;
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

const text = (description: string) => ({ description, content: { 'text/plain': { schema: { type: 'string' } } } });

const health = (operationId: string, summary: string, responses: object) => ({
  get: {
    operationId,
    tags: ['salud'],
    summary,
    security: [],
    responses: { ...responses, ...failures(['metodo'], []) },
  },
});

export const openapi = (language: Language): unknown => inLanguage(inEnglish(), language);

function inEnglish(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'curp-service',
      version: BUILD,
      summary: 'Calculates, checks and compares CURPs by the official norm, and explains every character',
      description: DISCLAIMER,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'curp', description: 'Calculate, validate, compare, look up' },
      { name: 'v2', description: 'The same operations under the names of version 2' },
      { name: 'salud', description: 'Health of the service' },
    ],
    security: [{ token: [] }, { bearer: [] }],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operation) => [`/curp/${operation.name}`, { get: inGet(operation), post: inPost(operation) }]),
      ),
      '/curp/lote': { post: FILE_OPERATION },
      ...JOB_PATHS,
      ...VERSION2_PATHS,
      '/livez': health('livez', 'Ask whether the process lives', { 200: text('It lives') }),
      '/readyz': health('readyz', 'Ask whether it can serve', {
        200: text('It can serve'),
        503: text('The database cannot be read or written, or the service is stopping'),
      }),
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'query', name: 'token', description: 'The token of the project' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of the project' },
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
