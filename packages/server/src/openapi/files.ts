/** Describes the file operation for OpenAPI: its body is a file, not the envelope. */
import { FIELDS } from '@curp-service/contract/columns';
import { COLUMN_OPTION, FILE_OPTIONS, FILE_OPTION_NAMES, describeParameter } from '@curp-service/contract/file-options';
import { MEDIA_TYPES, columnParameter } from '@curp-service/contract/jobs';
import { Lote } from '@curp-service/lote';
import { ROW_AND_FILE_CODES } from '@curp-service/contract/codes/file';
import type { Bilingual, Language } from '@curp-service/contract/language';
import { EXAMPLE_PERSON, type Schema, integer, text } from '../routes/schemas.js';
import { FILE_CAUSES, ANSWER_HEADERS, failures, header } from './answers.js';

export const FILE_OUTPUT = text([
  'Las filas del archivo, cada una con sus resultados, su `aviso` (por qué conviene revisarla; en NDJSON, la lista ' +
    '`avisos`), su `code_error` (0: la fila está bien) y su `error_message`; en NDJSON también `motivos`: el error o ' +
    'los avisos como `{id, campo, texto}`',
  'The rows of the file, each with its results, its `aviso` (why a person should check it; in NDJSON, the list ' +
    '`avisos`), its `code_error` (0: a good row) and its `error_message`; in NDJSON also `motivos`: the error or the ' +
    'notices as `{id, campo, texto}`',
]);

/** The example writes the sex as a word, because a file whose column has only M is refused as ambiguous. */
const PERSON_IN_FILE = { ...EXAMPLE_PERSON, sexo: 'MUJER' };
const INPUTS = {
  csv: [Object.keys(PERSON_IN_FILE), Object.values(PERSON_IN_FILE)].map((cells) => `${cells.join(',')}\n`).join(''),
  ndjson: `${JSON.stringify(PERSON_IN_FILE)}\n`,
} as const;

function exampleOutput(format: keyof typeof INPUTS): string {
  const lote = new Lote({ formato: format });
  const bytes = new TextEncoder().encode(INPUTS[format]);
  const outputs = [...lote.process(bytes), ...lote.finish()].map((output) => new TextDecoder().decode(output));
  lote.close();
  return outputs.join('');
}

const perFormat = (make: (format: keyof typeof INPUTS) => object) => ({
  'text/csv': make('csv'),
  'application/x-ndjson': make('ndjson'),
});

/** The problems that the header row of a file may have. */
export const HEADER_CAUSES = Object.entries(ROW_AND_FILE_CODES).flatMap(([cause, row]) =>
  cause.startsWith('archivo_') ? row : [],
);

const WORKBOOK_BODIES = Object.fromEntries(
  [MEDIA_TYPES.xlsx, MEDIA_TYPES.xlsm].map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
);

export const inQuery = (name: string, about: Bilingual, schema: Schema) => ({
  name,
  in: 'query',
  required: false,
  about,
  schema,
});

/** Describes the headers with the totals of a file and its reading. The note follows each description. */
export const totals = ([noteEs, noteEn]: Bilingual = ['', '']) => {
  const told = (es: string, en: string, schema?: Schema) => header([es + noteEs, en + noteEn], schema);
  const total = (es: string, en: string) => told(es, en, integer());
  return {
    'lote-filas': total('Filas del archivo', 'Rows of the file'),
    'lote-correctas': total(
      'Filas listas: con CURP y nada que revisar',
      'Rows that are ready: with a key and nothing to review',
    ),
    'lote-errores': total('Filas con error', 'Rows with an error'),
    'lote-revisar': total('Filas con CURP que alguien debe revisar', 'Rows with a key that a person should check'),
    'lote-comparadas-hasta': total(
      'La última fila que se comparó con todas para buscar personas repetidas; falta si fueron todas',
      'The last row that was compared with all others to find repeated people; absent if all were',
    ),
    'lote-lectura': told(
      'Cómo se leyó el archivo: un arreglo JSON de `{convencion, origen, texto}`, en ASCII',
      'How the file was read: a JSON array of `{convencion, origen, texto}`, in ASCII',
    ),
  };
};

/** The rows of an answer: in the format of the file, or in its workbook. */
export const ROWS_CONTENT = {
  ...perFormat((format) => ({
    schema: { $ref: '#/components/schemas/lote' },
    examples: { exito: { value: exampleOutput(format) } },
  })),
  ...WORKBOOK_BODIES,
};

const inBoth = (option: Parameters<typeof describeParameter>[0]): Bilingual => {
  const said = (language: Language): string =>
    describeParameter(option, language).replace(/^./, (first) => first.toUpperCase());
  return [said('es'), said('en')];
};

const OPTION_PARAMETERS = [
  ...FILE_OPTION_NAMES.map((name) => inQuery(name, inBoth(FILE_OPTIONS[name]), FILE_OPTIONS[name].schema)),
  ...FIELDS.map((field) => inQuery(columnParameter(field), inBoth(COLUMN_OPTION), COLUMN_OPTION.schema)),
];

export const FILE_OPERATION = {
  operationId: 'lote_post',
  tags: ['curp'],
  summary: ['Procesar un archivo de personas', 'Process a file of people'],
  about: [
    'Recibe un archivo y devuelve las mismas filas con sus resultados, en orden, cuando el envío termina. ' +
      'Una fila mala lleva su código y nunca detiene a las demás. Los problemas antes de la primera fila ' +
      'vienen en el sobre. Una respuesta sin su último fragmento está incompleta. Una CURP calculada no prueba ningún ' +
      'registro.',
    'Takes a file and returns the same rows with their results, in order, once the upload has ended. A bad ' +
      'row carries its code and never stops the rest. The envelope reports problems before the first row. An ' +
      'answer without its last chunk is incomplete. A calculated CURP proves no registration.',
  ],
  parameters: OPTION_PARAMETERS,
  requestBody: {
    required: true,
    about: [
      'CSV cuya primera línea nombra las columnas, un objeto JSON por línea, un arreglo JSON de objetos, o un libro ' +
        'de Excel; o un formulario con uno de esos archivos y, como campos, los parámetros. Una fila tiene cuando mucho 1 MiB; quien opera el servicio limita el tamaño del archivo.',
      'CSV whose first line names the columns, one JSON object per line, a JSON array of objects, or an Excel ' +
        'workbook; or a form with one of these files and, as fields, the parameters. A row has at most 1 MiB; the operator limits the size of the file.',
    ],
    content: {
      ...perFormat((format) => ({ schema: text(), example: INPUTS[format] })),
      'application/json': { schema: { type: 'array', items: { type: 'object' } }, example: [PERSON_IN_FILE] },
      ...WORKBOOK_BODIES,
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['archivo'],
          properties: { archivo: { type: 'string', contentMediaType: 'application/octet-stream' } },
          additionalProperties: { type: 'string' },
        },
      },
    },
  },
  responses: {
    200: {
      about: ['Las filas, cada una con su resultado', 'The rows, each with its result'],
      headers: {
        ...ANSWER_HEADERS,
        ...totals(['. Viene antes de las filas y como trailer', '. It comes before the rows and as a trailer']),
      },
      content: ROWS_CONTENT,
    },
    ...failures(FILE_CAUSES, HEADER_CAUSES),
  },
};
