/** Reads a file for the evidence of its conventions, without computing any key. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import {
  type ColumnIndexes,
  type ColumnMap,
  type OperationName,
  findGivenColumns,
} from '@curp-service/contract/columns';
import { hintsOf } from '@curp-service/contract/conventions/hints';
import { columnsOf } from '@curp-service/contract/layouts';
import { NULL_WORDS } from '@curp-service/contract/reading';
import type { CsvHeader } from '../read/csv-header.js';
import { CsvRows, type RowSink } from '../read/csv.js';
import { Decoder } from '../read/encoding.js';
import { Input } from '../read/input.js';
import { otherLines, readerFor } from '../read/layout.js';
import { type LineSink, NdjsonLines, parseObject, readLine } from '../read/ndjson.js';
import { type Row, seenBetween, shapeProblem } from '../read/row.js';
import { Shapes } from '../read/shapes.js';
import type { DeclaredOptions } from './decide.js';
import type { Evidence } from './evidence.js';
import { Observer } from './observe.js';

export interface SurveyOptions extends DeclaredOptions {
  readonly operacion?: OperationName | undefined;
  readonly columnas?: ColumnMap;
}

export class Survey {
  private readonly input: Input;
  private readonly observer: Observer;
  private readonly walk: CsvRows | NdjsonLines;
  /** True once the header or the rest of the file is unreadable: the survey ignores the rest. */
  private isOver = false;

  constructor({
    formato,
    operacion = 'calcular',
    columnas = {},
    codificacion,
    encabezado,
    layout,
    nulos,
    nombre_completo,
  }: SurveyOptions) {
    const input = new Input(codificacion ?? null);
    const observer = new Observer(nulos ?? NULL_WORDS, operacion);
    const hasFullName = nombre_completo !== undefined;
    const columnsIn = ({ names, layout: own }: CsvHeader): ColumnIndexes => {
      const given = own === undefined ? columnas : columnsOf(own, columnas);
      const columns = findGivenColumns(names, given, hasFullName || own?.nombre_completo !== undefined);
      const isWhole = hintsOf(names, columns).nombre_completo !== null;
      return isWhole ? findGivenColumns(names, given, true) : columns;
    };
    this.input = input;
    this.observer = observer;
    this.walk =
      formato === 'csv'
        ? new CsvRows(
            { input, language: 'es' },
            () => ({ encabezado, layout }),
            (header) => csvSink(input.decoder, observer, header, columnsIn(header)),
          )
        : new NdjsonLines(input, lineSink(input, observer, new Shapes(operacion, columnas, hasFullName)));
  }

  /** The number of bytes in the buffer for unfinished rows. */
  get memory(): number {
    return this.input.bytes.length;
  }

  /** Takes a piece of the file. */
  read(bytes: Uint8Array): void {
    if (this.isOver) return;
    this.input.feed(bytes, () => this.advance(false)).next(); // the step yields nothing, so one call runs through the whole piece
  }

  /** Drops the unfinished row, because the rest of the file is not read. Returns the evidence of the others. */
  breakOff(): Evidence {
    const { input, observer } = this;
    input.append(input.decoder.decode(new Uint8Array(), true));
    input.dropLastLine();
    this.advance(true);
    observer.loseCount();
    return this.evidence();
  }

  /** Takes the last row at the end of the file. */
  finish(): Evidence {
    this.input.close();
    this.advance(true);
    return this.evidence();
  }

  private evidence(): Evidence {
    return { ...this.observer.take(), mark: this.input.decoder.mark };
  }

  private advance(atEnd: boolean): readonly never[] {
    try {
      while (!this.isOver && this.walk.nextRow(atEnd));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.isOver = true; // the code that processes the file says why
    }
    return [];
  }
}

/** The cells of a workbook are in UTF-8. */
const IN_UTF8 = new Decoder('utf-8');

function csvSink(decoder: Decoder, observer: Observer, header: CsvHeader, columns: ColumnIndexes): RowSink {
  const { names } = header;
  const reader = readerFor(header, decoder);
  const isOther = otherLines(header.layout);
  observer.begin(header, columns);
  return {
    reader,
    longRow: () => observer.next(),
    row: () => {
      observer.next();
      const other = isOther?.(reader) ?? null;
      if (isOther !== null && reader.end > reader.start) observer.line(other);
      if (other === null) observeRow(observer, reader, columns, names.length, decoder);
    },
  };
}

/** Counts what a row of a table with these columns shows. */
function observeRow(
  observer: Observer,
  row: Row,
  columns: ColumnIndexes,
  width: number,
  decoder: Decoder = IN_UTF8,
): void {
  row.fit(width);
  observer.encoding(row.seen, row.bytes, row.start, row.end);
  row.settle(decoder);
  if (shapeProblem(row, width) === null) observer.cells(row, columns);
}

function lineSink(input: Input, observer: Observer, shapes: Shapes): LineSink {
  return {
    longLine: () => observer.next(),
    line: (from, to) => {
      observer.next();
      const seen = seenBetween(input.bytes, from, to);
      observer.encoding(seen, input.bytes, from, to);
      const parsed = parseObject(readLine(input, from, to, seen));
      if (parsed === null) return;
      const object = shapes.flat(parsed);
      const shape = shapes.of(object);
      observer.texts((field) => shapes.textOf(object, shape, field), shape.columns);
    },
  };
}
