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
import { CellReader } from '../cell/cell-reader.js';
import { PersonRow } from '../cell/person-row.js';
import { DatumReader } from '../datum/datum-reader.js';
import type { CsvHeader } from '../read/csv-header.js';
import { CsvRows, type RowSink } from '../read/csv.js';
import type { Decoder } from '../read/encoding.js';
import { Input } from '../read/input.js';
import { otherLines, readerFor } from '../read/layout.js';
import { type LineSink, NdjsonLines, parseObject, readLine } from '../read/ndjson.js';
import { seenBetween, shapeProblem } from '../read/row.js';
import { Shapes } from '../read/shapes.js';
import { TextRow } from '../read/text-row.js';
import { type DeclaredOptions, decideReading } from './decide.js';
import { type Evidence, NO_EVIDENCE } from './evidence.js';
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

  constructor(options: SurveyOptions) {
    const { formato, operacion = 'calcular', columnas = {}, codificacion } = options;
    const { encabezado, layout, nulos, nombre_completo } = options;
    const input = new Input(codificacion ?? null);
    const observer = new Observer(nulos ?? NULL_WORDS, operacion);
    const hasFullName = nombre_completo !== undefined;
    const people = observer.readsPeople ? peopleOf(options, observer, operacion) : null;
    const columnsIn = ({ names, layout: own }: CsvHeader): ColumnIndexes => {
      const given = own === undefined ? columnas : columnsOf(own, columnas);
      const columns = findGivenColumns(names, given, hasFullName || own?.nombre_completo !== undefined);
      const isWhole = hintsOf(names, columns).nombre_completo !== null;
      return isWhole ? findGivenColumns(names, given, true) : columns;
    };
    this.input = input;
    observer.people = people;
    this.observer = observer;
    this.walk =
      formato === 'csv'
        ? new CsvRows(
            { input, language: 'es' },
            () => ({ encabezado, layout, operation: operacion }),
            (header) => csvSink(input.decoder, observer, people, header, columnsIn(header)),
          )
        : new NdjsonLines(input, lineSink(input, observer, people, new Shapes(operacion, columnas, hasFullName)));
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

/** Returns a person whose texts are counted as those of an answered row are, whatever the reading of the file turns out to be. */
function peopleOf(options: SurveyOptions, { nulos }: Observer, operation: OperationName): PersonRow {
  const supposed = decideReading(NO_EVIDENCE, options);
  const reading = { ...supposed, nombre_completo: { ...supposed.nombre_completo, value: null } };
  return new PersonRow(new CellReader(new DatumReader(reading), reading, nulos, operation), null, new Set());
}

function csvSink(
  decoder: Decoder,
  observer: Observer,
  people: PersonRow | null,
  header: CsvHeader,
  columns: ColumnIndexes,
): RowSink {
  const { names } = header;
  const reader = readerFor(header, decoder);
  const isOther = otherLines(header.layout);
  observer.begin(header, columns);
  people?.use(columns);
  return {
    reader,
    longRow: () => void observer.rows++,
    row: () => {
      observer.rows++;
      const other = isOther?.(reader) ?? null;
      if (isOther !== null && reader.end > reader.start) observer.line(other);
      if (other !== null) return;
      reader.fit(names.length);
      observer.encoding(reader.seen, reader.bytes, reader.start, reader.end);
      reader.settle(decoder);
      if (people === null || shapeProblem(reader, names.length) !== null) return;
      people.compose(reader, observer.rows);
      observer.row(people, reader, columns);
    },
  };
}

function lineSink(input: Input, observer: Observer, people: PersonRow | null, shapes: Shapes): LineSink {
  const row = new TextRow();
  return {
    longLine: () => void observer.rows++,
    line: (from, to) => {
      observer.rows++;
      const seen = seenBetween(input.bytes, from, to);
      observer.encoding(seen, input.bytes, from, to);
      const parsed = parseObject(readLine(input, from, to, seen));
      if (parsed === null || people === null) return;
      const object = shapes.flat(parsed);
      const shape = shapes.of(object);
      row.take(shape.columns, shape.names.length, (field) => shapes.textOf(object, shape, field));
      people.use(shape.columns);
      people.compose(row, observer.rows);
      observer.row(people, row, shape.columns);
    },
  };
}
