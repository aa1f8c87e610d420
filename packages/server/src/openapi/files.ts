/** The file operation in the OpenAPI about: its body is a file, not the envelope. */
import { ADDED_COLUMNS, FIELDS } from '@curp-service/contract/columns';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import { READING_PARAMETERS, type ReadingParameter } from '@curp-service/contract/reading';
import { Lote } from '@curp-service/lote';
import { ROW_AND_FILE_CODES, type RowCause } from '@curp-service/contract/codes/file';
import { toEntry } from '@curp-service/contract/codes/code';
import * as t from 'typebox';
import { YES_OR_NO } from '../http/request.js';
import { fileFailure } from '@curp-service/contract/envelope';
import { FILE_CAUSES, HEADERS, failures } from './answers.js';
import type { Bilingual } from '@curp-service/contract/language';
import { InEach, followedBy } from './language.js';
import { EXAMPLE_PERSON } from '../routes/schemas.js';

export const FILE_OUTPUT = t.String({
  about: [
    'Las filas del archivo, cada una con sus resultados, su `code_error` (0: la fila está bien) y su ' +
      '`error_message`',
    'The rows of the file, each with its results, its `code_error` (0: a good row) and its `error_message`',
  ],
});

const INPUTS = {
  csv: [Object.keys(EXAMPLE_PERSON), Object.values(EXAMPLE_PERSON)].map((cells) => `${cells.join(',')}\n`).join(''),
  ndjson: `${JSON.stringify(EXAMPLE_PERSON)}\n`,
} as const;

/** The answer to the example. */
function exampleOutput(format: keyof typeof INPUTS): string {
  const lote = new Lote({ formato: format });
  const bytes = new TextEncoder().encode(INPUTS[format]);
  let text = '';
  for (const outputs of [lote.process(bytes), lote.finish()]) {
    for (const output of outputs) text += new TextDecoder().decode(output);
  }
  return text;
}

const perFormat = (make: (format: keyof typeof INPUTS) => object) => ({
  'text/csv': make('csv'),
  'application/x-ndjson': make('ndjson'),
});

const PARTS = {
  limite: '1048576',
  columnas: '«PILA», «apellido_paterno»',
  pedida: 'NOMBRES',
  opcion: '`columna_nombres=…`',
  esperadas: 'nombres, apellido_paterno',
};

/** The problems that the header of a file may have. */
const HEADER_EXAMPLES = Object.keys(ROW_AND_FILE_CODES)
  .filter((cause): cause is RowCause & `archivo_${string}` => cause.startsWith('archivo_'))
  .map((cause) => {
    const withParameter = ROW_AND_FILE_CODES[cause].es.includes('{parametro}') ? { parametro: 'nombres' } : {};
    const value = new InEach((language) => {
      const problem = { cause, parts: PARTS, ...withParameter };
      return fileFailure(toEntry<RowCause>(ROW_AND_FILE_CODES, problem, language)).envelope;
    });
    return [cause, { summary: `${ROW_AND_FILE_CODES[cause].code}: ${cause}`, value }];
  });

export const FILE_EXAMPLES: object = Object.fromEntries(HEADER_EXAMPLES);

/** A workbook, without and with macros. */
const WORKBOOKS = Object.fromEntries(
  [MEDIA_TYPES.xlsx, MEDIA_TYPES.xlsm].map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
);

export const inQuery = (name: string, about: Bilingual, schema: object) => ({
  name,
  in: 'query',
  required: false,
  about,
  schema,
});

/** The headers with the totals of a file. `note` follows each description. */
export const totals = (note: Bilingual = ['', '']) => {
  const total = (about: Bilingual) => ({ about: followedBy(about, note), schema: t.Integer() });
  return {
    'lote-filas': total(['Filas del archivo', 'Rows of the file']),
    'lote-correctas': total(['Filas correctas', 'Good rows']),
    'lote-errores': total(['Filas con error', 'Rows with an error']),
    'lote-contradicciones': total([
      'Filas que contradicen la lectura del archivo; también son errores',
      'Rows that contradict the reading of the file; they are errors too',
    ]),
  };
};

/** The rows of an answer: in the format of the file, or as its workbook. */
export const ROWS_CONTENT = {
  ...perFormat((format) => ({
    schema: { $ref: '#/components/schemas/lote' },
    examples: { exito: { value: exampleOutput(format) } },
  })),
  ...WORKBOOKS,
};

/** The header or trailer with the reading of the file. */
export const LECTURA: { readonly about: Bilingual; readonly schema: object } = {
  about: [
    'Cómo se leyó el archivo: un arreglo JSON de `{convencion, origen, texto}`, en ASCII',
    'How the file was read: a JSON array of `{convencion, origen, texto}`, in ASCII',
  ],
  schema: t.String(),
};

/** The conventions that a client may declare. Absent: the rows tell. */
const CONVENTIONS: Readonly<Record<ReadingParameter, readonly [about: Bilingual, schema: object]>> = {
  sexo: [
    [
      '`hm`: M es mujer; `fm`: M es masculino; `12`: 1 es hombre y 2 mujer',
      '`hm`: M is a woman; `fm`: M is a man; `12`: 1 is a man, 2 a woman',
    ],
    t.Enum(['hm', 'fm', '12']),
  ],
  fechas: [
    [
      'El orden de día, mes y año en las fechas escritas con cifras',
      'The order of day, month and year in dates written with figures',
    ],
    t.Enum(['dma', 'mda', 'amd']),
  ],
  siglo: [
    ['El primero de los cien años que caben en dos cifras', 'The first of the hundred years that two digits can name'],
    t.Integer({ minimum: 1800, maximum: 2000 }),
  ],
  nulos: [
    [
      'Las palabras que significan que no hay dato, separadas por comas; `ninguno`: ninguna',
      'The words that stand for no datum, separated by commas; `ninguno`: no word does',
    ],
    t.String(),
  ],
  encabezado: [
    ['El número de la fila con los nombres de las columnas', 'The number of the row with the names of the columns'],
    t.Integer({ minimum: 1, maximum: 1000 }),
  ],
  nombre_completo: [
    [
      'La columna `nombres` trae el nombre completo; esta parte va primero',
      'The column `nombres` holds the whole name; this part of it comes first',
    ],
    t.Enum(['apellidos', 'nombres']),
  ],
};

export const FILE_OPERATION = {
  operationId: 'lote_post',
  tags: ['curp'],
  summary: ['Procesar un archivo de personas', 'Process a file of people'],
  about: [
    'Recibe un archivo y devuelve las mismas filas con sus resultados, en orden, cuando el envío termina. ' +
      'Una fila mala lleva su código y nunca detiene a las demás. Los problemas antes de la primera fila ' +
      'vienen en el sobre. Una respuesta sin su último fragmento se cortó. Una CURP calculada no prueba ningún ' +
      'registro.',
    'Takes a file and returns the same rows with their results, in order, once the upload has ended. A bad ' +
      'row carries its code and never stops the rest. The envelope reports problems before the first row. An ' +
      'answer without its last chunk was cut. A calculated CURP proves no registration.',
  ],
  parameters: [
    inQuery(
      'operacion',
      ['Qué hacer con cada fila', 'What to do with each row'],
      t.Enum(Object.keys(ADDED_COLUMNS), { default: 'calcular' }),
    ),
    ...FIELDS.map((field) =>
      inQuery(
        `columna_${field}`,
        [
          `La columna de \`${field}\`, por su nombre o su número desde 1; en NDJSON, su nombre en los objetos; vacía: no la hay`,
          `The column of \`${field}\`, by its name or its number from 1; for NDJSON, its name in the objects; empty: no column`,
        ],
        t.String(),
      ),
    ),
    inQuery(
      'codificacion',
      [
        'La codificación, como `windows-1252`; cuenta más que el `charset` de `Content-Type`',
        'The encoding, such as `windows-1252`; it beats the `charset` of `Content-Type`',
      ],
      t.String(),
    ),
    ...READING_PARAMETERS.map((name) => inQuery(name, ...CONVENTIONS[name])),
    inQuery(
      'hoja',
      [
        'La hoja de un libro, por su nombre; si falta, la primera que no esté oculta',
        'The sheet of a workbook, by its name; absent: the first that is not hidden',
      ],
      t.String(),
    ),
    inQuery(
      'excel',
      ['`1` o `true`: el CSV es para una hoja de cálculo', '`1` or `true`: the CSV is for a spreadsheet'],
      t.Enum([...YES_OR_NO.keys()], { default: '0' }),
    ),
  ],
  requestBody: {
    required: true,
    about: [
      'CSV cuya primera línea nombra las columnas, un objeto JSON por línea, o un libro de Excel. Una fila ' +
        'tiene cuando mucho 1 MiB; quien opera el servicio limita el archivo.',
      'CSV whose first line names the columns, one JSON object a line, or an Excel workbook. A row has at most ' +
        '1 MiB; the operator bounds the file.',
    ],
    content: { ...perFormat((format) => ({ schema: t.String(), example: INPUTS[format] })), ...WORKBOOKS },
  },
  responses: {
    200: {
      about: ['Las filas, cada una con su resultado', 'The rows, each with its result'],
      headers: {
        ...HEADERS,
        ...totals(['. Es un trailer: va después de las filas', '. A trailer: it follows the rows']),
        'lote-lectura': {
          ...LECTURA,
          about: followedBy(LECTURA.about, [
            '. Viene antes de las filas, y otra vez como trailer',
            '. It comes before the rows, and again as a trailer',
          ]),
        },
      },
      content: ROWS_CONTENT,
    },
    ...failures(FILE_CAUSES, ['operacion'], FILE_EXAMPLES),
  },
};
