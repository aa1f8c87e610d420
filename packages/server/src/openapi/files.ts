/** The file operation in the OpenAPI description: its body is a file, not the envelope. */
import { FIELDS } from '@curp-service/contract/columns';
import { COLUMN_OPTION, FILE_OPTIONS, FILE_OPTION_NAMES, describeParameter } from '@curp-service/contract/file-options';
import { MEDIA_TYPES, columnParameter } from '@curp-service/contract/jobs';
import { Lote } from '@curp-service/lote';
import { ROW_AND_FILE_CODES, type RowCause } from '@curp-service/contract/codes/file';
import { toEntry } from '@curp-service/contract/codes/code';
import * as t from 'typebox';
import { fileFailure } from '@curp-service/contract/envelope';
import { FILE_CAUSES, HEADERS, failures } from './failures.js';
import { InEach } from './language.js';
import { EXAMPLE_PERSON } from '../routes/person.js';

export const FILE_OUTPUT = t.String({
  description: 'The rows of the file, each with its results, its `code_error` (0: a good row) and its `error_message`',
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

export const inQuery = (name: string, description: string | InEach, schema: object) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

/** The headers with the totals of a file. `note` follows each description. */
export const totals = (note = '') => {
  const total = (description: string) => ({ description: description + note, schema: t.Integer() });
  return {
    'lote-filas': total('Rows of the file'),
    'lote-correctas': total('Good rows'),
    'lote-errores': total('Rows with an error'),
    'lote-contradicciones': total('Rows that contradict the reading of the file; they are errors too'),
  };
};

/** The rows of an answer: in the format of the file, or as its workbook. */
export const ROWS = {
  ...perFormat((format) => ({
    schema: { $ref: '#/components/schemas/lote' },
    examples: { exito: { value: exampleOutput(format) } },
  })),
  ...WORKBOOKS,
};

/** The header or trailer with the reading of the file. */
export const LECTURA = {
  description: 'How the file was read: a JSON array of `{convencion, origen, texto}`, in ASCII',
  schema: t.String(),
};

const inEach = (option: Parameters<typeof describeParameter>[0]): InEach =>
  new InEach((language) => describeParameter(option, language).replace(/^./, (first) => first.toUpperCase()));

/** The options of a file as parameters of a request. */
const OPTIONS = [
  ...FILE_OPTION_NAMES.map((name) => inQuery(name, inEach(FILE_OPTIONS[name]), FILE_OPTIONS[name].schema)),
  ...FIELDS.map((field) => inQuery(columnParameter(field), inEach(COLUMN_OPTION), COLUMN_OPTION.schema)),
];

export const FILE_OPERATION = {
  operationId: 'lote_post',
  tags: ['curp'],
  summary: 'Process a file of people',
  description:
    'Takes a file and returns the same rows with their results, in order, once the upload has ended. A bad row ' +
    'carries its code and never stops the rest. The envelope reports problems before the first row. An answer ' +
    'without its last chunk was cut. A calculated CURP proves no registration.',
  parameters: OPTIONS,
  requestBody: {
    required: true,
    description:
      'CSV whose first line names the columns, one JSON object a line, or an Excel workbook. A row has at most 1 MiB; ' +
      'the operator bounds the file.',
    content: { ...perFormat((format) => ({ schema: t.String(), example: INPUTS[format] })), ...WORKBOOKS },
  },
  responses: {
    200: {
      description: 'The rows, each with its result',
      headers: {
        ...HEADERS,
        ...totals('. A trailer: it follows the rows'),
        'lote-lectura': {
          ...LECTURA,
          description: `${LECTURA.description}. It comes before the rows, and again as a trailer`,
        },
      },
      content: ROWS,
    },
    ...failures(FILE_CAUSES, ['operacion'], FILE_EXAMPLES),
  },
};
