/** Reads the people of one sheet: finds its header and its conventions, and where its answers go. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, type OperationName, findGivenColumns } from '@curp-service/contract/columns';
import { conventionRow } from '@curp-service/contract/conventions/table';
import type { Language } from '@curp-service/contract/language';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { CELL } from '@curp-service/contract/people-words';
import { isBeside } from '@curp-service/contract/layouts';
import type { Reading } from '@curp-service/contract/reading';
import type { Understood } from '../answer/context.js';
import type { LoteOptions } from '../answer/row-work.js';
import { decideByHead } from '../conventions/head.js';
import { CsvReader } from '../read/csv-reader.js';
import { headerIn } from '../conventions/peek.js';
import type { Row } from '../read/row.js';
import { writeCsvRow } from '../write/csv-writer.js';
import { ByteSink } from '../bytes.js';
import { SheetAnswers, type SheetHeader } from './answers.js';
import type { CellOptions, Place, SheetFile } from './sheet-file.js';
import { answerColumns } from '../write/words.js';

/** Separates the cells of a row. */
const DELIMITER = ',';

export class PeopleSheet {
  /** The reading that the first rows suppose. */
  suggested: Reading;
  /** How the header is understood, with the names of the new columns. */
  readonly understood: Understood;
  /** True if each row is a line of CSV in one cell. */
  readonly isInLines: boolean;
  isPlaceSupposed = false;
  private readonly columns: ColumnIndexes;
  private place: Promise<Place | null> | undefined;

  private constructor(
    readonly file: SheetFile,
    /** The first rows as CSV. */
    head: Uint8Array,
    /** The number of cells of each row. */
    private readonly width: number,
    /** The options of the work, for a sheet. */
    public options: LoteOptions,
  ) {
    const { columnas = {}, nombre_completo } = options;
    this.suggested = decideByHead(head, options);
    const { operacion = 'calcular' } = options;
    let understood: Understood = { format: 'csv', operation: operacion, encoding: 'utf-8', reading: this.suggested };
    const { header } = this.headerIn(head, this.suggested);
    const onUnderstood = (found: Understood): void => void (understood = found);
    new SheetAnswers({ ...options, reading: this.suggested, isSupposed: true, onUnderstood }, { header }).close();
    this.isInLines = header.delimiter !== DELIMITER;
    this.columns = findGivenColumns(header.names, columnas, nombre_completo !== undefined);
    this.understood = { ...understood, reading: this.suggested };
  }

  /** Throws an `UnreadableFile` if the header lacks a column. */
  static async open(file: SheetFile, loteOptions: LoteOptions): Promise<PeopleSheet> {
    // The encoding of a workbook is certain.
    const options: LoteOptions = { ...loteOptions, formato: 'csv', codificacion: 'utf-8', sheet: file.chosen };
    const { operacion = 'calcular' } = options;
    const head = await headOf(file, operacion);
    try {
      return new PeopleSheet(file, head, await file.width({ operacion }), options);
    } catch (error) {
      throw withOthers(error, file, options.language);
    }
  }

  /** Yields the rows as CSV. */
  csv(delimitador?: string): AsyncIterable<Uint8Array> {
    const { encabezado } = this.suggested;
    const { operacion = 'calcular' } = this.options;
    const { fecha_nacimiento: dateColumn } = this.columns;
    return this.file.csv({ delimitador, dateColumn, encabezado: encabezado.value, operacion });
  }

  /**
   * Finds where the answers go, for a workbook with answers. From then on the readings list the ranges that cannot grow.
   * Throws if the answers do not fit after the last column. With `isSupposed` only the first rows are read, and the pass
   * says at its end whether later rows prove another place.
   */
  async findPlace(isSupposed = false): Promise<Place | null> {
    if (this.place === undefined || (this.isPlaceSupposed && !isSupposed)) {
      this.isPlaceSupposed = isSupposed;
      const { operacion = 'calcular' } = this.options;
      const marks = answerColumns(operacion).map(({ mark }) => mark);
      this.place = this.file.findPlace(this.cellOptions(this.suggested), marks, isSupposed).then(this.withNote);
    }
    const place = await this.place;
    const rangos = place?.unextended ?? [];
    this.options = { ...this.options, rangos };
    this.suggested = { ...this.suggested, rangos: { ...this.suggested.rangos, value: rangos } };
    return place;
  }

  /** Returns the place that was found or supposed last. */
  async knownPlace(): Promise<Place | null> {
    return this.place ?? this.findPlace();
  }

  /** Adds the note about ranges that cannot grow, for the person who will sort the sheet. */
  private readonly withNote = (place: Place | null): Place | null => {
    const { language = 'es' } = this.options;
    const message = conventionRow('rangos').describe({ ...this.suggested.rangos, value: place?.unextended ?? [] });
    return place === null || message === null ? place : { ...place, note: messageInWords(message, CELL, language) };
  };

  /** Reads the header by this reading. A workbook may have hundreds of sheets, so none of them keeps its first rows. */
  async headerOf(reading: Reading): Promise<SheetHeader> {
    return this.headerIn(await headOf(this.file, this.options.operacion), reading);
  }

  private headerIn(head: Uint8Array, reading: Reading): SheetHeader {
    const { header } = headerIn(head, this.options.language ?? 'es', reading);
    const { delimiter, names } = header;
    if (isBeside(header.layout ?? null))
      throw new UnreadableFile({ cause: 'archivo_sin_encabezado' }, this.options.language ?? 'es');
    if (delimiter === DELIMITER) return { header, width: this.width };
    return { header, width: names.length, read: lineReader(delimiter) };
  }

  /** Returns the options for reading only the data of people. */
  cellOptions({ encabezado, testigos }: Reading): CellOptions {
    return {
      operacion: this.options.operacion ?? 'calcular',
      encabezado: encabezado.value,
      headerRows: encabezado.filas,
      width: this.width,
      dateColumn: this.columns.fecha_nacimiento,
      needed: this.isInLines
        ? undefined
        : [...Object.values(this.columns), ...testigos.value.map(({ columna }) => columna)].filter(
            (column) => column >= 0,
          ),
    };
  }
}

/** Returns the first rows of a sheet as CSV. */
async function headOf(file: SheetFile, operacion: OperationName = 'calcular'): Promise<Uint8Array> {
  for await (const piece of file.csv({ operacion })) return piece;
  return new Uint8Array();
}

/** Returns the error, or one that names the other sheets of the workbook if this sheet has no header. */
function withOthers(error: unknown, { others }: SheetFile, language: Language = 'es'): unknown {
  const cause = error instanceof UnreadableFile ? error.problem.cause : null;
  if (others.length === 0 || (cause !== 'archivo_encabezado' && cause !== 'archivo_vacio')) return error;
  return new UnreadableFile({ cause: 'archivo_hoja', parts: { hojas: others } }, language);
}

/** Reads rows as lines of CSV with another delimiter: Excel leaves each line in one cell if it opens a CSV whose delimiter is not its own. */
function lineReader(delimiter: string): (row: Row) => Row {
  const reader = new CsvReader(delimiter.charCodeAt(0));
  const line = new ByteSink();
  return (row) => {
    line.length = 0;
    writeCsvRow(line, row, DELIMITER.charCodeAt(0));
    line.text('\n\n'); // the reader expects a line feed after the last byte
    const end = line.length - 1;
    if (!reader.read(line.bytes, 0, end)) reader.readBroken(line.bytes, 0, end);
    return reader;
  };
}
