/** Workbooks of spreadsheets: from the cells of a sheet to CSV, and from CSV to a sheet. The one place that knows XLSX. */
import { type CellValue, XLSX_MAX_ROWS_PER_SHEET, readXlsx, streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import { Entrada } from '../read/input.js';
import { CsvRow } from '../read/row.js';
import { CsvReader } from '../read/csv-reader.js';

/** What a sheet can hold. */
const FILAS = XLSX_MAX_ROWS_PER_SHEET;
const COLUMNAS = 1 << 14;
const LETRAS = 32_767;
/** So many rows are handed over at a time. */
const TANDA = 1000;

/** A workbook that cannot be read or written, and why, in both languages. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'LibroIlegible';
  readonly es: string;
  readonly en: string;

  constructor(es: string, en: string, cause?: unknown) {
    super(es, { cause });
    this.es = es;
    this.en = en;
  }
}

/** The cells of a sheet as CSV: the sheet of that name or, if none is said, the first. */
export async function* csvFromXlsx(
  libro: Uint8Array,
  { hoja, delimitador = ',' }: { readonly hoja?: string | undefined; readonly delimitador?: string } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let filas: string[][] = [];
  let siguiente = 0;
  let ancho = 0;
  const escribir = (): Uint8Array<ArrayBuffer> => {
    // The first rows tell how wide all are: a column may have no name, and empty cells at the end are not in the file.
    ancho ||= Math.max(...filas.map(({ length }) => length));
    const escrito = filas.map((celdas) => enLinea(celdas, ancho, delimitador)).join('');
    filas = [];
    return new TextEncoder().encode(escrito);
  };
  try {
    for await (const { index, values } of streamXlsxRows(libro, hoja === undefined ? {} : { sheet: hoja })) {
      const celdas = values.map(textoDe);
      while (celdas.at(-1) === '') celdas.pop();
      if (celdas.length === 0) continue;
      if (index >= FILAS) throw new RangeError('beyond the last row of a sheet');
      // Those without anything count too, so that each row keeps its number.
      for (; siguiente <= index; siguiente++) {
        filas.push(siguiente < index ? [] : celdas);
        if (filas.length >= TANDA) yield escribir();
      }
    }
  } catch (error) {
    throw ilegible(error);
  }
  if (siguiente === 0 && hoja !== undefined) await exigirHoja(libro, hoja);
  if (filas.length > 0) yield escribir();
}

/** The names of the sheets of a workbook. */
export async function sheetNames(libro: Uint8Array): Promise<string[]> {
  const nombres: string[] = [];
  try {
    await readXlsx(libro, { sheets: ({ name }) => nombres.push(name) < 0 });
  } catch (error) {
    throw ilegible(error);
  }
  return nombres;
}

/** CSV in UTF-8 as a workbook of one sheet. Every cell is text: nothing is run as a formula, and no zero is lost. */
export const xlsxFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  { delimitador = ',', hoja = 'CURP' }: { readonly delimitador?: string | undefined; readonly hoja?: string } = {},
): ReadableStream<Uint8Array> =>
  writeXlsxStream(filasDe(csv, delimitador), { name: hoja, freezePane: { rows: 1 }, maxRowsPerSheet: Infinity });

/** A value as a cell of CSV has it: dates as ISO 8601 has them, numbers by their value. */
function textoDe(valor: CellValue): string {
  if (valor === null) return '';
  return valor instanceof Date ? fechaDe(valor) : String(valor);
}

function fechaDe(momento: Date): string {
  if (Number.isNaN(momento.getTime())) return '';
  const [dia = '', hora = ''] = momento.toISOString().slice(0, 19).split('T');
  if (hora === '00:00:00') return dia;
  // Before the first day of a sheet's calendar, there is only an hour.
  return dia < '1900' ? hora : `${dia} ${hora}`;
}

const enLinea = (celdas: readonly string[], ancho: number, delimitador: string): string =>
  celdas.length === 0
    ? '\n'
    : `${celdas.map((celda) => citar(celda, delimitador)).join(delimitador)}${delimitador.repeat(Math.max(0, ancho - celdas.length))}\n`;

const citar = (celda: string, delimitador: string): string =>
  celda.includes(delimitador) || /["\r\n]/.test(celda) ? `"${celda.replaceAll('"', '""')}"` : celda;

function ilegible(error: unknown): UnreadableWorkbook {
  if (error instanceof Error && error.name === 'EncryptedFileError') {
    return new UnreadableWorkbook(
      'El libro tiene contraseña, o es un .xls antiguo: guárdelo como .xlsx sin contraseña.',
      'The workbook has a password, or is an old .xls: save it as .xlsx without a password.',
      error,
    );
  }
  return new UnreadableWorkbook(
    'El archivo no es un libro XLSX, o está dañado: ábralo y guárdelo de nuevo como .xlsx.',
    'The file is no XLSX workbook, or is damaged: open it and save it again as .xlsx.',
    error,
  );
}

/** A sheet that gave no row: is it empty, or is there none of that name? */
async function exigirHoja(libro: Uint8Array, hoja: string): Promise<void> {
  const nombres = await sheetNames(libro);
  if (nombres.includes(hoja)) return;
  const lista = nombres.map((nombre) => `«${nombre}»`).join(', ');
  throw new UnreadableWorkbook(
    `El libro no tiene una hoja «${hoja}»: tiene ${lista}.`,
    `The workbook has no sheet «${hoja}»: it has ${lista}.`,
  );
}

/** The rows of a CSV, cell by cell; `null` for an empty one. */
async function* filasDe(csv: AsyncIterable<Uint8Array>, delimitador: string): AsyncGenerator<(string | null)[], void> {
  const entrada = new Entrada();
  const lector = new CsvReader(delimitador.charCodeAt(0));
  const fila = new CsvRow(lector);
  let numero = 0;
  function* enteras(): Generator<(string | null)[], void> {
    while (entrada.inicio < entrada.fin && lector.leer(entrada.bytes, entrada.inicio, entrada.fin)) {
      fila.bytes = entrada.bytes;
      fila.inicio = entrada.inicio;
      entrada.inicio = lector.siguiente;
      yield celdasDe(fila, ++numero);
    }
  }
  for await (const trozo of csv) {
    entrada.agregar(trozo);
    yield* enteras();
  }
  entrada.cerrar();
  yield* enteras();
}

function celdasDe(fila: CsvRow, numero: number): (string | null)[] {
  const { celdas } = fila.lector;
  if (numero > FILAS) {
    throw new UnreadableWorkbook(
      `Una hoja de XLSX no tiene más de ${FILAS} filas, y hay más: escriba un CSV.`,
      `A sheet of XLSX has no more than ${FILAS} rows, and there are more: write a CSV.`,
    );
  }
  const textos = Array.from({ length: Math.min(celdas, COLUMNAS) }, (_, i) => fila.texto(i));
  if (celdas > COLUMNAS || textos.some((texto) => texto.length > LETRAS)) {
    throw new UnreadableWorkbook(
      `La fila ${numero} no cabe en una hoja de XLSX (${COLUMNAS} columnas, ${LETRAS} caracteres por celda): escriba un CSV.`,
      `Row ${numero} does not fit in a sheet of XLSX (${COLUMNAS} columns, ${LETRAS} characters a cell): write a CSV.`,
    );
  }
  // What looks like the format's own way of writing a character is not one.
  return textos.map((texto) => texto.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_') || null);
}
