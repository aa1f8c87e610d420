/** What the OpenAPI description says of jobs. */
import * as t from 'typebox';
import type { Cause } from '@curp-service/contract/codes/service';
import { JOB_STATES } from '@curp-service/contract/jobs';
import { object, text } from './schemas.js';
import { FILE_CAUSES, JOB_CAUSES, HEADERS, failures, json } from './failures.js';
import { FILE_EXAMPLES, FILE_OPERATION, perFormat, exampleOutput } from './files.js';

export const JOB_STATUS = object(t, {
  error: t.Literal(false),
  code_error: t.Literal(0),
  error_message: t.Null(),
  response: object(t, {
    id: text(t, 'Of the job, for the addresses of its state and its result'),
    estado: t.Enum([...JOB_STATES]),
    filas_hechas: t.Integer({ description: 'Rows that are done' }),
    filas_total: t.Integer({ description: 'Rows of the file; of what is not done yet, its lines' }),
    filas_correctas: t.Integer({ description: 'Good rows' }),
    filas_por_segundo: t.Integer({ description: 'Since the first was taken up' }),
    errores: t.Array(object(t, { code_error: t.Integer(), filas: t.Integer() }), {
      description: 'How many rows carry each code',
    }),
    creado: text(t, 'When the upload began, in ISO 8601'),
    terminado: t.Union([t.String(), t.Null()], { description: 'When it ended; null: it has not' }),
    vence: text(t, 'When all of it is erased'),
  }),
});

const ID = 'lote_5d0c1f6b7a8e9d0c1b2a3948';
const EJEMPLO = {
  error: false,
  code_error: 0,
  error_message: null,
  response: {
    id: ID,
    estado: 'en_proceso',
    filas_hechas: 400_000,
    filas_total: 1_000_000,
    filas_correctas: 399_500,
    filas_por_segundo: 500_000,
    errores: [{ code_error: 417, filas: 500 }],
    creado: '2026-11-15T18:00:00.000Z',
    terminado: null,
    vence: '2026-11-16T18:00:05.000Z',
  },
};

const estado = (description: string, headers: object = {}) => ({
  description,
  headers: { ...HEADERS, ...headers },
  content: json({ $ref: '#/components/schemas/lotes' }, { exito: { value: EJEMPLO } }),
});

const DE_ID = [{ name: 'id', in: 'path', required: true, description: 'Of the job', schema: t.String(), example: ID }];
const propias = (...causas: Cause[]): Cause[] => [...JOB_CAUSES, 'lotes_desconocido', ...causas];
const total = (description: string) => ({ description, schema: t.Integer() });
const SOLO_CON = ' Only where the database of the service is PostgreSQL.';

const operacion = (operationId: string, summary: string, description: string) => ({
  operationId,
  tags: ['curp'],
  summary,
  description: description + SOLO_CON,
});

export const JOB_PATHS = {
  '/curp/lotes': {
    post: {
      ...operacion(
        'lotes_post',
        'A file as a durable job',
        'For files too large to wait for. Once all of it is stored it is done by whichever replicas there are, even if ' +
          'some of them die meanwhile, and kept with its result until it expires or is erased.',
      ),
      parameters: FILE_OPERATION.parameters,
      requestBody: FILE_OPERATION.requestBody,
      responses: {
        202: estado('All of it is stored', {
          location: { description: 'Where its state is', schema: t.String() },
        }),
        ...failures(
          [...FILE_CAUSES, 'lotes_lleno', 'lotes_sin_resultado', 'lotes_sin_base'],
          ['operacion'],
          FILE_EXAMPLES,
        ),
      },
    },
  },
  '/curp/lotes/{id}': {
    get: {
      ...operacion('lotes_estado', 'The state of a job', 'How far it is. It takes nothing of the quota.'),
      parameters: DE_ID,
      responses: { 200: estado('Its state'), ...failures(propias(), ['token']) },
    },
    delete: {
      ...operacion('lotes_borrar', 'Cancels and erases a job', 'Stops it, and erases its file and its result.'),
      parameters: DE_ID,
      responses: { 200: estado('Its state, cancelled'), ...failures(propias(), ['token']) },
    },
  },
  '/curp/lotes/{id}/resultado': {
    get: {
      ...operacion(
        'lotes_resultado',
        'The result of a job',
        'The rows that came, each with its answer, in their order, as `/curp/lote` gives them.',
      ),
      parameters: DE_ID,
      responses: {
        200: {
          description: 'The rows, each with its answer',
          headers: {
            ...HEADERS,
            'lote-filas': total('How many rows there are'),
            'lote-correctas': total('How many are good'),
            'lote-errores': total('How many are not'),
          },
          content: perFormat((formato) => ({
            schema: { $ref: '#/components/schemas/lote' },
            examples: { exito: { value: exampleOutput(formato) } },
          })),
        },
        ...failures(propias('lotes_en_proceso', 'lotes_sin_resultado'), ['token']),
      },
    },
  },
};
