/** Converts CSV to a new workbook, each CSV to a sheet. */
import { columnName } from '@curp-service/contract/columns/letters';
import { CsvReader } from '../../read/csv-reader.js';
import { Input } from '../../read/input.js';
import { type Row, Seen } from '../../read/row.js';
import { ByteSink, DECODER, ENCODER } from '../../bytes.js';
import type { CsvSheet } from '../../write/csv-writer.js';
import { CELL_TEXT, SHEET_COLUMNS, SHEET_ROWS, UnreadableWorkbook } from '../limits.js';
import { withAddedSheet } from '../earlier.js';
import { plainStyles } from '../styles.js';
import { OFFICE, PACKAGE, SHEET, XML } from '../xml/names.js';
import { isPlainUtf8, needsSpace, writeEscaped } from './cell-writer.js';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The type of a sheet's part. */
export const WORKSHEET = `${TYPE}.worksheet+xml`;
const CSV_BLOCK_BYTES = 1 << 16;

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const sheetPart = (i: number): string => `worksheets/sheet${i + 1}.xml`;

/** Returns the parts of the workbook, the sheets last, in their order. */
export const partsFromCsv = (
  ...sheets: readonly CsvSheet[]
): (readonly [name: string, bytes: AsyncIterable<Uint8Array>])[] => [
  [
    '[Content_Types].xml',
    whole(
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/${sheetPart(i)}" ContentType="${WORKSHEET}"/>`).join('')}</Types>`,
    ),
  ],
  ['_rels/.rels', whole(relations(['officeDocument', 'xl/workbook.xml']))],
  ['xl/workbook.xml', whole(workbookXml(sheets))],
  [
    'xl/_rels/workbook.xml.rels',
    whole(relations(...sheets.map((_, i) => ['worksheet', sheetPart(i)] as const), ['styles', 'styles.xml'])),
  ],
  ['xl/styles.xml', one(plainStyles())],
  ...sheets.map((sheet, i) => [`xl/${sheetPart(i)}`, sheetXml(sheet)] as const),
];

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

const whole = (text: string): AsyncGenerator<Uint8Array, void> => one(ENCODER.encode(text));

/** The sheets after the first are marked as added. */
const workbookXml = (sheets: readonly CsvSheet[]): string =>
  sheets.reduce(
    (xml, { name }, i) => (i === 0 ? xml : withAddedSheet(xml, name, i)),
    `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${inAttribute(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  );

/** Escapes a text for an attribute. */
export function inAttribute(text: string): string {
  const escaped = new ByteSink();
  writeEscaped(escaped, text);
  return DECODER.decode(escaped.take()).replaceAll('"', '&quot;');
}

/** Yields the sheet's XML: its first row stays in view. */
export async function* sheetXml({ csv, delimiter = ',' }: CsvSheet): AsyncGenerator<Uint8Array, void> {
  const writer = new RowWriter();
  writer.out.text(
    `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>`,
  );
  const input = new Input();
  const reader = new CsvReader(delimiter.charCodeAt(0));
  function* rows(): Generator<Uint8Array, void> {
    while (input.start < input.end && reader.read(input.bytes, input.start, input.end)) {
      input.start = reader.next;
      writer.write(reader);
      if (writer.out.length > CSV_BLOCK_BYTES) yield writer.out.take();
    }
  }
  for await (const piece of csv()) {
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
    if (number > SHEET_ROWS) throw tooManyRows();
    if (cells > SHEET_COLUMNS) throw rowTooLarge(number);
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
  new UnreadableWorkbook({ cause: 'libro_filas', parts: { limite: SHEET_ROWS } });

const rowTooLarge = (fila: number): UnreadableWorkbook =>
  new UnreadableWorkbook({
    cause: 'libro_fila_grande',
    parts: { fila, columnas: SHEET_COLUMNS, caracteres: CELL_TEXT },
  });
