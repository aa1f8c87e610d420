/** Answers the rows under a header: the rows of a CSV, or those of a sheet. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { lowestCode } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, FIELDS, type Field, freeNames } from '@curp-service/contract/columns';
import { understandHeader } from '@curp-service/contract/header';
import { MAX_ROW } from '../bytes.js';
import type { CsvHeader } from '../read/header.js';
import { type Row, shapeProblem } from '../read/row.js';
import type { Value } from '../write/csv-writer.js';
import { type Context, toRowEntry } from './context.js';
import { KeyWriter } from './key.js';
import { readRowData } from './row-data.js';
import { Values } from './values.js';

/** Without these columns, no row has a key. */
const NECESSARY = ['nombres', 'apellido_paterno', 'sexo', 'entidad'] as const;

/** What a header says, apart from where it stands. */
export type HeaderFacts = Pick<CsvHeader, 'delimiter' | 'names' | 'known' | 'number' | 'seen'>;

/** The answer to a row that was read as texts. */
interface TextAnswer {
  /** The key that the row brought, where the operation reads one. */
  readonly curp: string | undefined;
  readonly values: readonly Value[];
  readonly error: ErrorEntry | null;
}

export class Table {
  readonly columns: ColumnIndexes;
  /** How many cells each row must have. */
  readonly width: number;
  /** The names of the added columns, which differ from all others. */
  readonly added: readonly string[];
  /** `null`: rows are answered from their texts. */
  readonly keys: KeyWriter | null;
  private readonly context: Context;
  private readonly values: Values;

  /** Throws an `UnreadableFile` if the header lacks a column. `wanted`: the names of the columns to add. */
  constructor(context: Context, header: HeaderFacts, wanted: readonly string[], width = header.names.length) {
    const { reading, observer, operationName } = context;
    const { delimiter, names, known, number, seen } = header;
    const columns = understandHeader(names, operationName, context.columnMap, context.wording);
    const used = FIELDS.filter((field) => columns[field] >= 0);
    this.context = context;
    this.columns = columns;
    this.width = width;
    this.added = freeNames(wanted, names);
    this.values = new Values(reading);
    const isComplete = NECESSARY.every((field) => columns[field] >= 0);
    const isPlain = isComplete && operationName !== 'validar' && this.values.fullName === null;
    this.keys = isPlain ? new KeyWriter(this.values, operationName === 'cotejar') : null;
    observer.header = { count: known, row: number };
    observer.encoding(seen);
    context.headerRow = number;
    context.onUnderstood({
      format: 'csv',
      encoding: reading.codificacion.value,
      reading,
      delimiter,
      columns: new Map(used.map((field) => [field, names[columns[field]] ?? ''])),
      others: names.filter((_, i) => !used.some((field) => columns[field] === i)),
      added: this.added,
    });
  }

  /** Looks at a row that is not empty. Returns the error that keeps it from being calculated; `null`: none does. */
  check(row: Row): ErrorEntry | null {
    const { context } = this;
    const { observer, exhausted } = context;
    observer.encoding(row.seen);
    const isSound = row.settle(context.input.decoder);
    const misshapen = shapeProblem(row, this.width);
    // A row in another encoding counts too: the evidence must not depend on the reading that it may change.
    if (misshapen === null) observer.cells(row, this.columns);
    if (exhausted !== null) return exhausted;
    const problem = isSound ? misshapen : ({ cause: 'fila_codificacion' } as const);
    return problem === null ? null : toRowEntry(context, problem);
  }

  /** The error of a row that is too long to be kept. */
  longRow(): ErrorEntry {
    const { context } = this;
    return context.exhausted ?? toRowEntry(context, { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } });
  }

  /** Answers a row from its texts. */
  answer(row: Row): TextAnswer {
    const { context, columns } = this;
    const textOf = (field: Field): string | undefined => {
      if (columns[field] >= 0) return row.text(columns[field]);
      return context.columnMap[field] === '' ? '' : undefined;
    };
    const data = readRowData(textOf, context.operationName, columns.fecha_nacimiento >= 0, this.values);
    const { curp } = data;
    const result = context.operation.run(data, context.wording.language);
    if ('values' in result) return { curp, values: result.values, error: null };
    return { curp, values: [], error: toRowEntry(context, lowestCode(result.problems) ?? { cause: 'calculo' }) };
  }
}
