/** The OpenAPI description, made of the operations' own schemas and of the registry of codes. */
import * as t from 'typebox';
import { NO_VALUES, type Parameter, YES_OR_NO } from '../http/request.js';
import { success } from '@curp-service/contract/envelope';
import { object } from './schemas.js';
import { FAILURE, HEADERS, operationCauses, failures, json } from './failures.js';
import { FILE_OPERATION, FILE_OUTPUT } from './files.js';
import { JOB_STATUS, JOB_PATHS } from './jobs.js';
import type { Operation } from '../routes/operation.js';
import { EXAMPLE_RECORD } from '../registry/example.js';
import { OPERATIONS } from '../routes/index.js';

const AVISO =
  'A calculated CURP is the output of an algorithm: it proves no registration. Every answer, errors of every kind ' +
  'included, is the same envelope, but for the rows of a file. Every operation takes the token as `Authorization: ' +
  'Bearer …` too and, but for that of files, `POST` with the same names in a JSON or form body.';

interface Descripcion {
  readonly description: string;
  readonly schema: object;
  readonly required?: false;
  readonly allowEmptyValue?: true;
}

const PARAMETROS: Readonly<Record<Parameter, Descripcion>> = {
  token: { description: 'The token, where it comes no other way', schema: t.String(), required: false },
  nombres: { description: 'Given name or names', schema: t.String({ maxLength: 200 }) },
  apellido_paterno: { description: 'First surname', schema: t.String({ maxLength: 200 }) },
  apellido_materno: {
    description: 'Second surname; present and empty: the person has one surname',
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

const exitoDe = ({ schema: esquema }: Operation) =>
  object(t, { error: t.Literal(false), code_error: t.Literal(0), error_message: t.Null(), response: esquema(t) });

const ETAG = { etag: { description: 'Of what is the same for all', schema: t.String() } };
function respuestas(operacion: Operation): object {
  const resultado = operacion.run({ ...NO_VALUES, ...operacion.example }, 'es', () => EXAMPLE_RECORD);
  const examples = 'response' in resultado ? { exito: { value: success(resultado.response).envelope } } : {};
  const conEtag = 'response' in resultado && resultado.etag !== undefined;
  const headers = conEtag ? { ...HEADERS, ...ETAG } : HEADERS;
  const ok = {
    description: 'Success',
    headers,
    content: json({ $ref: `#/components/schemas/${operacion.name}` }, examples),
  };
  const igual = conEtag ? { 304: { description: 'As the `If-None-Match` of a `GET` has it', headers } } : {};
  return { 200: ok, ...igual, ...failures(operationCauses(operacion.codes), operacion.parameters) };
}

function comun(operacion: Operation, metodo: string): object {
  const { name: nombre, summary: resumen, description: descripcion } = operacion;
  return {
    operationId: `${nombre}_${metodo}`,
    tags: ['curp'],
    summary: resumen,
    description: descripcion,
    responses: respuestas(operacion),
  };
}

function enGet(operacion: Operation): object {
  const parameters = operacion.parameters.map((name) => {
    const { schema, required = true, ...resto } = PARAMETROS[name];
    const example = operacion.example[name];
    return { name, in: 'query', required, ...resto, schema, ...(example === undefined ? {} : { example }) };
  });
  return { ...comun(operacion, 'get'), parameters };
}

function enPost(operacion: Operation): object {
  const nombres: readonly Parameter[] = ['token', ...operacion.parameters];
  const propiedades = nombres.map((nombre) => {
    const { schema, description } = PARAMETROS[nombre];
    return [nombre, { ...schema, description }] as const;
  });
  const schema = {
    type: 'object',
    properties: Object.fromEntries(propiedades),
    required: nombres.filter((nombre) => PARAMETROS[nombre].required !== false),
  };
  const contenido = { schema, example: operacion.example };
  const content = { 'application/json': contenido, 'application/x-www-form-urlencoded': contenido };
  return { ...comun(operacion, 'post'), requestBody: { required: operacion.parameters.length > 0, content } };
}

const texto = (description: string) => ({ description, content: { 'text/plain': { schema: { type: 'string' } } } });

const salud = (operationId: string, summary: string, responses: object) => ({
  get: {
    operationId,
    tags: ['salud'],
    summary,
    security: [],
    responses: { ...responses, ...failures(['metodo'], []) },
  },
});

export function openapi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'curp-service',
      version: '0.1.0',
      summary: "The CURP, Mexico's population key, by the official norm",
      description: AVISO,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'curp', description: 'Calculate, examine, compare' },
      { name: 'salud', description: 'For whoever watches over the service' },
    ],
    security: [{ token: [] }, { bearer: [] }],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operacion) => [`/curp/${operacion.name}`, { get: enGet(operacion), post: enPost(operacion) }]),
      ),
      '/curp/lote': { post: FILE_OPERATION },
      ...JOB_PATHS,
      '/livez': salud('livez', 'Whether the process answers', { 200: texto('It does') }),
      '/readyz': salud('readyz', 'Whether it can serve', {
        200: texto('It can'),
        503: texto('The store cannot be reached, or it is shutting down'),
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
        ...Object.fromEntries(OPERATIONS.map((operacion) => [operacion.name, exitoDe(operacion)])),
      },
    },
  };
}
