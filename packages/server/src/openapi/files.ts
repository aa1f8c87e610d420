/** What the OpenAPI description says of files: an operation whose body is no envelope. */
import { ADDED_COLUMNS, FIELDS } from '@curp-service/contract/columns';
import { Lote } from '@curp-service/lote';
import { ROW_AND_FILE_CODES as CODIGOS_DE_LOTE, type RowCause } from '@curp-service/contract/codes/file';
import { toEntry } from '@curp-service/contract/codes/code';
import * as t from 'typebox';
import { YES_OR_NO } from '../http/request.js';
import { fileFailure } from '@curp-service/contract/envelope';
import { FILE_CAUSES, HEADERS, failures } from './failures.js';
import { EXAMPLE_PERSON } from '../routes/person.js';

export const FILE_OUTPUT = t.String({
  description: 'The rows that came, each with its results, its `code_error` (0: a good row) and its `error_message`',
});

const ENTRADAS = {
  csv: [Object.keys(EXAMPLE_PERSON), Object.values(EXAMPLE_PERSON)].map((celdas) => `${celdas.join(',')}\n`).join(''),
  ndjson: `${JSON.stringify(EXAMPLE_PERSON)}\n`,
} as const;

/** What becomes of the example. */
export function exampleOutput(formato: keyof typeof ENTRADAS): string {
  const lote = new Lote({ formato });
  const bytes = new TextEncoder().encode(ENTRADAS[formato]);
  let texto = '';
  for (const trozos of [lote.process(bytes), lote.finish()]) {
    for (const trozo of trozos) texto += new TextDecoder().decode(trozo);
  }
  return texto;
}

export const perFormat = (hacer: (formato: keyof typeof ENTRADAS) => object) => ({
  'text/csv': hacer('csv'),
  'application/x-ndjson': hacer('ndjson'),
});

const PARTES = {
  limite: '1048576',
  columnas: '«PILA», «apellido_paterno»',
  pedida: 'NOMBRES',
  opcion: '`columna_nombres=…`',
  esperadas: 'nombres, apellido_paterno',
};

/** What may be wrong with the header of a file. */
const DE_ARCHIVO = Object.keys(CODIGOS_DE_LOTE)
  .filter((causa): causa is RowCause & `archivo_${string}` => causa.startsWith('archivo_'))
  .map((causa) => {
    const conParametro = CODIGOS_DE_LOTE[causa].es.includes('{parametro}') ? { parametro: 'nombres' } : {};
    const dicho = toEntry<RowCause>(CODIGOS_DE_LOTE, { cause: causa, parts: PARTES, ...conParametro }, 'es');
    return [causa, { summary: `${dicho.code_error}: ${causa}`, value: fileFailure(dicho).envelope }];
  });

export const FILE_EXAMPLES: object = Object.fromEntries(DE_ARCHIVO);

const enConsulta = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const trailer = (description: string) => ({
  description: `${description}; it comes behind the rows, as a trailer`,
  schema: t.Integer(),
});

export const FILE_OPERATION = {
  operationId: 'lote_post',
  tags: ['curp'],
  summary: 'A file of people',
  description:
    'A file in, the same rows with their results out, in their order, while the upload is still running. Bad rows ' +
    'carry their code and never stop the rest. What goes wrong before the first row is in the envelope. An answer ' +
    'without its last chunk was cut. A calculated CURP proves no registration.',
  parameters: [
    enConsulta('operacion', 'What to do with each row', t.Enum(Object.keys(ADDED_COLUMNS), { default: 'calcular' })),
    ...FIELDS.map((campo) =>
      enConsulta(
        `columna_${campo}`,
        `What holds \`${campo}\`: a column, by its name or its number from 1, or a name of the objects; empty: nothing does`,
        t.String(),
      ),
    ),
    enConsulta('excel', '`1` or `true`: the CSV is for a spreadsheet', t.Enum([...YES_OR_NO.keys()], { default: '0' })),
  ],
  requestBody: {
    required: true,
    description: 'CSV whose first line names the columns, or one JSON object a line. It has no limit, a row 1 MiB.',
    content: perFormat((formato) => ({ schema: t.String(), example: ENTRADAS[formato] })),
  },
  responses: {
    200: {
      description: 'The rows, each with its answer',
      headers: {
        ...HEADERS,
        'lote-filas': trailer('How many rows there were'),
        'lote-correctas': trailer('How many are good'),
        'lote-errores': trailer('How many are not'),
      },
      content: perFormat((formato) => ({
        schema: { $ref: '#/components/schemas/lote' },
        examples: { exito: { value: exampleOutput(formato) } },
      })),
    },
    ...failures(FILE_CAUSES, ['operacion'], FILE_EXAMPLES),
  },
};
