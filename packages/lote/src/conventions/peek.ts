/** Reads the first rows of a CSV, to show them or to find its header. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { OperationName } from '@curp-service/contract/columns';
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { decideByHead } from './head.js';
import type { SurveyOptions } from './survey.js';
import type { CsvHeader } from '../read/csv-header.js';
import { requireHeader } from '../read/header.js';
import { Input } from '../read/input.js';
import { readerFor } from '../read/layout.js';

/** This many rows are shown from the header on. */
const SHOWN_ROWS = 50;

interface PeekRow {
  /** The number of the row as a spreadsheet counts. */
  readonly number: number;
  readonly cells: readonly string[];
  /** The problem that makes the row unreadable, for example a line that is too long; `null` if there is none. */
  readonly problem: RowProblem | null;
}

export interface Peek {
  /** The reading that the beginning suggests, or the one that the caller passed. */
  readonly reading: Reading;
  readonly delimiter: string;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The first non-empty rows: those above the header, the header and some below. */
  readonly rows: readonly PeekRow[];
}

/** Returns the first rows of a CSV and its reading. Throws an `UnreadableFile` if there is no header. */
export function peek(
  bytes: Uint8Array,
  language: Language,
  options: SurveyOptions,
  reading: Reading = decideByHead(bytes, options),
): Peek {
  const { operacion = 'calcular' } = options;
  const { input, header } = headerIn(bytes, language, reading, operacion);
  const { delimiter, names } = header;
  const reader = readerFor(header, input.decoder);
  const rows: PeekRow[] = [];
  for (let number = 1; number < header.number + SHOWN_ROWS; number++) {
    if (!reader.read(input.bytes, input.start, input.end)) break;
    const { next, problem } = reader;
    const isEmpty = reader.end === input.start;
    reader.fit(names.length);
    if (number <= header.number) reader.settleApart(input.decoder);
    else reader.settle(input.decoder);
    const cells = Array.from({ length: reader.cells }, (_, i) => reader.text(i));
    if (!isEmpty) rows.push({ number, cells, problem });
    input.advance(next);
  }
  return { reading, delimiter, names, rows };
}

/** Finds the header at the beginning of a CSV. Throws an `UnreadableFile` if there is none. */
export function headerIn(
  bytes: Uint8Array,
  language: Language,
  { codificacion, encabezado, formato }: Reading,
  operation?: OperationName,
): { readonly input: Input; readonly header: CsvHeader } {
  const input = new Input(codificacion.value);
  input.append(input.decoder.decode(bytes, false));
  input.close();
  const header = requireHeader(input, true, language, {
    encabezado: encabezado.value,
    layout: formato.value,
    operation,
  });
  if (header === null) throw new RangeError('a header that does not end, at the end');
  return { input, header };
}
