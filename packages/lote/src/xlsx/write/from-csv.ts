/** Converts CSV to a new workbook of one sheet. */
import { columnName } from '@curp-service/contract/columns';
import { CsvReader } from '../../read/csv-reader.js';
import { Input } from '../../read/input.js';
import { type Row, Seen } from '../../read/row.js';
import { ByteSink } from '../../bytes.js';
import { CELL_TEXT, COLUMNS, ROWS, UnreadableWorkbook } from '../limits.js';
import { isPlainUtf8, needsSpace, writeEscaped } from './cell-writer.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const BLOCK = 1 << 16;

/** Returns the styles of a workbook without any of its own: new bytes, because whoever deflates them frees them. */
export const plainStyles = (): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `${XML}<styleSheet xmlns="${SHEET}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  );

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Returns the parts of the workbook, the sheet last. */
export const partsFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  delimiter: string,
  sheet: string,
): (readonly [name: string, bytes: AsyncIterable<Uint8Array>])[] => [
  [
    '[Content_Types].xml',
    whole(
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    ),
  ],
  ['_rels/.rels', whole(relations(['officeDocument', 'xl/workbook.xml']))],
  ['xl/workbook.xml', whole(workbookXml(sheet))],
  ['xl/_rels/workbook.xml.rels', whole(relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']))],
  ['xl/styles.xml', one(plainStyles())],
  ['xl/worksheets/sheet1.xml', sheetXml(csv, delimiter)],
];

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

const whole = (text: string): AsyncGenerator<Uint8Array, void> => one(new TextEncoder().encode(text));

function workbookXml(sheet: string): string {
  const name = new ByteSink();
  writeEscaped(name, sheet);
  const escaped = new TextDecoder().decode(name.take()).replaceAll('"', '&quot;');
  return `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

/** Yields the sheet's XML: its first row stays in view. */
async function* sheetXml(csv: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<Uint8Array, void> {
  const writer = new RowWriter();
  writer.out.text(
    `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
  );
  const input = new Input();
  const reader = new CsvReader(delimiter.charCodeAt(0));
  function* rows(): Generator<Uint8Array, void> {
    while (input.start < input.end && reader.read(input.bytes, input.start, input.end)) {
      input.start = reader.next;
      writer.write(reader);
      if (writer.out.length > BLOCK) yield writer.out.take();
    }
  }
  for await (const piece of csv) {
    input.append(piece);
    yield* rows();
  }
  input.close();
  yield* rows();
  writer.out.text('</sheetData></worksheet>');
  yield writer.out.take();
}

/** Writes rows of text: no formula runs, and no zero is lost. */
class RowWriter {
  readonly out = new ByteSink();
  readonly #columns: string[] = [];
  #number = 0;

  write(row: Row): void {
    const { bytes, cells, from, to, seen } = row;
    const number = ++this.#number;
    if (number > ROWS) throw tooManyRows();
    if (cells > COLUMNS) throw rowTooLarge(number);
    const { out } = this;
    out.text(`<row r="${number}">`);
    const isUtf8 = (seen & (Seen.NOT_UTF8 | Seen.ESCAPED_QUOTES)) === 0;
    for (let i = 0; i < cells; i++) {
      const length = to[i] - from[i];
      if (length === 0) continue;
      out.text(`<c r="${(this.#columns[i] ??= columnName(i))}${number}" t="inlineStr"><is><t`);
      if (isUtf8 && length <= CELL_TEXT && hasEnds(bytes, from[i], to[i])) {
        out.text('>');
        out.copy(bytes, from[i], to[i]);
      } else {
        const text = row.text(i);
        if (text.length > CELL_TEXT) throw rowTooLarge(number);
        out.text(needsSpace(text) ? ' xml:space="preserve">' : '>');
        writeEscaped(out, text);
      }
      out.text('</t></is></c>');
    }
    out.text('</row>');
  }
}

/** Returns whether a text needs neither escapes nor `xml:space`. */
const hasEnds = (bytes: Uint8Array, from: number, to: number): boolean =>
  bytes[from] !== 32 && bytes[to - 1] !== 32 && isPlainUtf8(bytes, from, to);

const tooManyRows = (): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `Una hoja de XLSX no tiene más de ${ROWS} filas, y hay más: escriba un CSV.`,
    `A sheet of XLSX has no more than ${ROWS} rows, and there are more: write a CSV.`,
  );

const rowTooLarge = (row: number): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `La fila ${row} no cabe en una hoja de XLSX (${COLUMNS} columnas, ${CELL_TEXT} caracteres por celda): escriba un CSV.`,
    `Row ${row} does not fit in a sheet of XLSX (${COLUMNS} columns, ${CELL_TEXT} characters a cell): write a CSV.`,
  );
