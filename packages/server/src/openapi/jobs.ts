/** Describes the operations on jobs for OpenAPI. */
import type { Cause } from '@curp-service/contract/codes/service';
import { JOB_STATES } from '@curp-service/contract/jobs';
import { type Bilingual, type Language, say } from '@curp-service/contract/language';
import { MAX_NAME_LENGTH } from '../files/options.js';
import { MAX_KEY_LENGTH } from '../jobs/job.js';
import { PAGES } from '../routes/lotes.js';
import { integer, list, object, enumOf, text, textOrNull } from '../routes/schemas.js';
import { FILE_CAUSES, ANSWER_HEADERS, JOB_CAUSES, envelopeOf, failures, header, successOf } from './answers.js';
import { FILE_OPERATION, HEADER_CAUSES, ROWS_CONTENT, inQuery, totals } from './files.js';

const STATUS = object({
  id: ['El id del trabajo, para su estado y su resultado', 'The id of the job, for its state and its result'],
  nombre: textOrNull(['El nombre del trabajo; null si no tiene', 'The name of the job; null if it has none']),
  operacion: enumOf(['calcular', 'validar', 'cotejar']),
  estado: enumOf(JOB_STATES),
  filas_hechas: integer(['Filas procesadas', 'Rows processed']),
  filas_total: integer([
    'Filas del archivo; en la parte que aún no se procesa se cuentan líneas',
    'Rows of the file; in the part not processed yet, lines are counted',
  ]),
  filas_correctas: integer([
    'Filas listas: con CURP y nada que revisar',
    'Rows that are ready: with a key and nothing to review',
  ]),
  filas_por_segundo: integer(['Filas por segundo desde la primera', 'Rows per second since the first row']),
  errores: list(object({ code_error: integer(), filas: integer() }), ['Filas con cada código', 'Rows with each code']),
  revisar: integer(['Filas con CURP que alguien debe revisar', 'Rows with a key that a person should check']),
  comparadas_hasta: {
    ...integer([
      'La última fila que se comparó con todas para buscar personas repetidas; `null` si fueron todas',
      'The last row that was compared with all others to find repeated people; `null` if all were',
    ]),
    type: ['integer', 'null'],
  },
  error_message: textOrNull([
    'Por qué no se puede contestar el archivo, si el trabajo quedó `fallido` por eso; si no, null',
    'Why the file cannot be answered, if the job is `fallido` for that; otherwise null',
  ]),
  lectura: list(
    object({
      convencion: ['El nombre de la convención, como `sexo`', 'The name of the convention, such as `sexo`'],
      origen: enumOf(['declarada', 'vista', 'supuesta']),
      texto: ['Una oración con lo que la prueba', 'One sentence with the evidence'],
    }),
    [
      'Cómo se lee el archivo: lo que suponen sus primeras filas y, al terminar, lo que prueban todas',
      'How the file is read: what its first rows suppose and, at the end, what all of them prove',
    ],
  ),
  creado: ['Cuándo empezó el envío, en ISO 8601', 'When the upload began, in ISO 8601'],
  terminado: textOrNull(['Cuándo terminó; null si no ha terminado', 'When it ended; null if it has not ended']),
  vence: ['Cuándo se borran el archivo y su resultado', 'When the file and its result are erased'],
});

export const JOB_STATUS = envelopeOf(STATUS);
export const JOB_LIST = envelopeOf(
  object({
    lotes: list(STATUS, ['Primero el más reciente', 'Newest first']),
    pagina: integer(),
    por_pagina: integer(),
    total: integer(['Los trabajos de todas las páginas', 'The jobs of all pages']),
  }),
);

const READING: Bilingual = [
  'M = Masculino: la columna trae F y M, y ninguna H (fila 3).',
  'M = man: the column has F and M, and no H (row 3).',
];
const EXAMPLE_ID = 'lote_5d0c1f6b7a8e9d0c1b2a3948';
const EXAMPLE_JOB = {
  id: EXAMPLE_ID,
  nombre: 'nomina.csv',
  operacion: 'calcular',
  estado: 'en_proceso',
  filas_hechas: 400_000,
  filas_total: 1_000_000,
  filas_correctas: 399_500,
  filas_por_segundo: 500_000,
  errores: [{ code_error: 417, filas: 500 }],
  revisar: 0,
  comparadas_hasta: null,
  error_message: null,
  lectura: [{ convencion: 'sexo', origen: 'vista', texto: (language: Language) => say(READING, language) }],
  creado: '2026-11-15T18:00:00.000Z',
  terminado: null,
  vence: '2026-11-16T18:00:05.000Z',
};

const status = (about: Bilingual, headers: object = {}) =>
  successOf(about, 'lotes', { response: EXAMPLE_JOB }, { ...ANSWER_HEADERS, ...headers });

const ID_PARAMETER = [
  {
    name: 'id',
    in: 'path',
    required: true,
    about: ['El id del trabajo', 'The id of the job'],
    schema: text(),
    example: EXAMPLE_ID,
  },
];
const pageParameter = (name: keyof typeof PAGES, about: Bilingual) => {
  const { max: maximum, fallback } = PAGES[name];
  return inQuery(name, about, integer(undefined, { minimum: 1, maximum, default: fallback }));
};
const causesWith = (...causes: Cause[]): Cause[] => [...JOB_CAUSES, 'lotes_desconocido', ...causes];

const operation = (
  operationId: string,
  [summary, about]: readonly [summary: Bilingual, about: Bilingual],
  parameters: readonly object[],
  responses: object,
) => ({ operationId, tags: ['curp'], summary, about, parameters, responses });

/** The causes that refuse the upload of a job, besides those of any file. */
const UPLOAD_CAUSES: readonly Cause[] = [
  'lotes_clave',
  'lotes_otro_archivo',
  'lotes_nombre',
  'lotes_lleno',
  'lotes_muchos',
  'lotes_sin_espacio',
  'lotes_sin_resultado',
  'lotes_sin_base',
];

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  about: [
    'Un texto que usted elija. Si no llegó respuesta, mande el archivo de nuevo con la misma clave: el ' +
      'servicio contesta con el trabajo que ya tiene con ella. Otro archivo con la misma clave recibe 422.',
    'A text of your choice. If no answer came, send the file again under the same key: the service answers ' +
      'with the job that it already has under it. Another file under the same key gets 422.',
  ],
  schema: text(undefined, { minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: '^[!-~]+$' }),
};

const NAME_PARAMETER = inQuery(
  'nombre',
  ['El nombre del trabajo; si falta, el del archivo', 'The name of the job; if absent, that of the file'],
  text(undefined, { maxLength: MAX_NAME_LENGTH }),
);

export const JOB_PATHS = {
  '/curp/lotes': {
    post: {
      ...operation(
        'lotes_post',
        [
          ['Mandar un archivo como trabajo en segundo plano', 'Send a file as a durable job'],
          [
            'Para archivos demasiado grandes para esperar. Una vez guardado el archivo, cualquier réplica lo ' +
              'procesa, aunque otras se caigan mientras tanto. El servicio conserva el archivo y su resultado hasta ' +
              'que vencen o se borran.',
            'For files too large to wait for. Once the file is stored, any replica processes it, even if others crash ' +
              'meanwhile. The service keeps the file and its result until they expire or are erased.',
          ],
        ],
        [...FILE_OPERATION.parameters, NAME_PARAMETER, KEY_PARAMETER],
        {
          202: status(['El archivo está guardado', 'The file is stored'], {
            location: header(['La dirección de su estado', 'The address of its state']),
          }),
          ...failures([...FILE_CAUSES, ...UPLOAD_CAUSES], HEADER_CAUSES),
        },
      ),
      requestBody: FILE_OPERATION.requestBody,
    },
    get: operation(
      'lotes_lista',
      [
        ['Listar los trabajos del proyecto', 'List the jobs of the project'],
        [
          'Devuelve sus estados por páginas, primero el más reciente, sin los envíos en curso. No gasta cuota.',
          'Returns their states by pages, newest first, without uploads in progress. It does not count against the quota.',
        ],
      ],
      [
        pageParameter('pagina', ['La página, desde 1', 'The page, from 1']),
        pageParameter('por_pagina', ['Trabajos por página', 'Jobs on a page']),
      ],
      {
        200: successOf(['Una página de la lista', 'A page of the list'], 'lotes_lista', {
          response: { lotes: [EXAMPLE_JOB], pagina: 1, por_pagina: 20, total: 1 },
        }),
        ...failures([...JOB_CAUSES, 'lotes_pagina']),
      },
    ),
  },
  '/curp/lotes/{id}': {
    get: operation(
      'lotes_estado',
      [
        ['Preguntar el estado de un trabajo', 'Ask for the state of a job'],
        ['Devuelve su avance. No gasta cuota.', 'Returns its progress. It does not count against the quota.'],
      ],
      ID_PARAMETER,
      { 200: status(['El estado del trabajo', 'The state of the job']), ...failures(causesWith()) },
    ),
    delete: operation(
      'lotes_borrar',
      [
        ['Cancelar y borrar un trabajo', 'Cancel and erase a job'],
        ['Lo detiene, y borra su archivo y su resultado.', 'Stops it, and erases its file and its result.'],
      ],
      ID_PARAMETER,
      {
        200: status(['El trabajo, ya cancelado', 'The job, now cancelled']),
        ...failures(causesWith()),
      },
    ),
  },
  '/curp/lotes/{id}/resultado': {
    get: operation(
      'lotes_resultado',
      [
        ['Descargar el resultado de un trabajo', 'Download the result of a job'],
        [
          'Devuelve las filas del archivo con sus resultados, en orden, como `/curp/lote`.',
          'Returns the rows of the file with their results, in order, as `/curp/lote` does.',
        ],
      ],
      ID_PARAMETER,
      {
        200: {
          about: ['Las filas, cada una con su resultado', 'The rows, each with its result'],
          headers: { ...ANSWER_HEADERS, ...totals() },
          content: ROWS_CONTENT,
        },
        ...failures(causesWith('lotes_en_proceso', 'lotes_sin_resultado', 'lotes_descargas')),
      },
    ),
  },
};
