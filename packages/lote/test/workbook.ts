/** Workbooks for tests: of some sheets, of any XML, and in zip files of every kind; and what stands in them. */
import { crc32, deflateRawSync } from 'node:zlib';
import { Workbook } from '../src/xlsx/workbook.js';
import { csvFromXlsx } from '../src/xlsx/xlsx.js';
import { bytesOf } from './bytes-of.js';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

type Value = string | number | boolean | Date | null;

type Sheets = Readonly<Record<string, readonly (readonly Value[])[]>>;

/** Returns a workbook of these sheets. `change` rewrites the part that names them; `more`: other parts. */
export const workbookOf = (
  sheets: Sheets,
  change = (xml: string): string => xml,
  more: Readonly<Record<string, string>> = {},
): Uint8Array => {
  const parts = sheetParts(sheets);
  return zip({ ...parts, 'xl/workbook.xml': change(parts['xl/workbook.xml'] ?? ''), ...more });
};

const sheetParts = (sheets: Sheets): Record<string, string> => {
  const strings: string[] = [];
  const cell = (value: Value, place: string): string => {
    if (value === null) return '';
    if (typeof value === 'string')
      return `<c r="${place}" t="s"><v>${strings.push(`<si><t xml:space="preserve">${escaped(value)}</t></si>`) - 1}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`;
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
    return `<c r="${place}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
  };
  const rows = Object.values(sheets).map((sheet) =>
    sheet
      .map(
        (values, i) =>
          `<row r="${i + 1}">${values.map((value, k) => cell(value, `${letters(k)}${i + 1}`)).join('')}</row>`,
      )
      .join(''),
  );
  return partsOf({
    sheets: Object.keys(sheets).map((name, i) => [name, sheetXml(rows[i] ?? '')]),
    strings: strings.join(''),
  });
};

/** The part with the macros of a workbook, whose bytes do not matter. */
export const MACROS = {
  name: 'xl/vbaProject.bin',
  bytes: Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i) % 251)),
};

/** Like `workbookOf`, but as a workbook with macros, `.xlsm`. */
export function macroWorkbookOf(sheets: Sheets): Uint8Array {
  const { '[Content_Types].xml': types = '', ...parts } = sheetParts(sheets);
  const withMacros = types
    .replace(`${TYPE}.sheet.main+xml`, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml')
    .replace('<Override', '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override');
  return zip({ '[Content_Types].xml': withMacros, ...parts, [MACROS.name]: MACROS.bytes });
}

/** Returns a workbook of one sheet with these rows of XML. */
export const rawWorkbook = (rows: string, strings = ''): Uint8Array =>
  zip(partsOf({ sheets: [['Una', sheetXml(rows)]], strings }));

/** Returns a workbook of one sheet with these rows of CSV without quotes, and a filter over this range. */
export function filteredWorkbook(range: string, ...lines: readonly string[]): Uint8Array {
  const rows = lines.map((line, i) => {
    const cells = line
      .trim()
      .split(',')
      .map((value, k) => `<c r="${letters(k)}${i + 1}" t="str"><v>${value}</v></c>`);
    return `<row r="${i + 1}">${cells.join('')}</row>`;
  });
  return zip(partsOf({ sheets: [['Una', sheetXml(rows.join(''), '', `<autoFilter ref="${range}"/>`)]] }));
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const sheetXml = (rows: string, before = '', behind = ''): string =>
  `<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`;

/** Style 1 is a date, style 2 one by a format of its own, style 3 «Incorrecto», style 4 an amount, style 5 «Neutral». */
export const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="[Red]&quot;días&quot;\\ 0.00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="3"><xf numFmtId="0"/><xf numFmtId="0"/><xf numFmtId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0"/><xf numFmtId="164" xfId="0"/><xf numFmtId="0" xfId="1"/><xf numFmtId="165" xfId="0"/><xf numFmtId="0" xfId="2"/></cellXfs><cellStyles count="3"><cellStyle name="Normal" xfId="0" builtinId="0"/><cellStyle name="Incorrecto" xfId="1" builtinId="27"/><cellStyle name="Neutral" xfId="2" builtinId="28"/></cellStyles></styleSheet>`;

interface Content {
  readonly sheets: readonly (readonly [name: string, xml: string])[];
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
}

/** Returns the parts of a workbook, by their names. */
export const partsOf = ({
  sheets,
  strings = '',
  styles = STYLES,
  properties = '',
}: Content): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${sheets.map(([name], i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ),
  'xl/styles.xml': styles,
  ...Object.fromEntries(sheets.map(([, xml], i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
});

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

interface ZipOptions {
  readonly deflate?: boolean;
  /** Writes sizes and CRC after the data. */
  readonly descriptors?: boolean;
  /** Writes sizes and offsets in fields of 64 bits. */
  readonly zip64?: boolean;
  readonly comment?: string;
  /** The number of bytes before the zip file. */
  readonly before?: number;
  readonly flags?: number;
  readonly method?: number;
}

/** Returns a zip file. */
export function zip(files: Readonly<Record<string, string | Uint8Array>>, options: ZipOptions = {}): Uint8Array {
  const { deflate = false, descriptors = false, zip64 = false, comment = '', before = 0, flags = 0, method } = options;
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = before;
  const push = (piece: Buffer): void => {
    pieces.push(piece);
    offset += piece.length;
  };
  for (const [text, content] of Object.entries(files)) {
    const name = Buffer.from(text);
    const bytes = Buffer.from(content);
    const data = deflate ? deflateRawSync(bytes) : bytes;
    const head = Buffer.alloc(26);
    head.writeUInt16LE(zip64 ? 45 : 20, 0);
    head.writeUInt16LE(flags | (descriptors ? 8 : 0), 2);
    head.writeUInt16LE(method ?? (deflate ? 8 : 0), 4);
    head.writeUInt32LE(0x5a2b6c3d, 6);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.from(head);
    if (descriptors) local.fill(0, 10, 22);
    const start = offset;
    push(Buffer.concat([Buffer.from('PK\x03\x04'), local, name, data]));
    if (descriptors) push(Buffer.concat([Buffer.from('PK\x07\x08'), head.subarray(10, 22)]));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(zip64 ? 0xffffffff : start, 10);
    const extra = Buffer.alloc(zip64 ? 28 : 0);
    if (zip64) {
      head.fill(255, 14, 22);
      head.writeUInt16LE(28, 24);
      extra.writeUInt32LE(1 | (24 << 16), 0);
      for (const [i, value] of [bytes.length, data.length, start].entries())
        extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
    }
    records.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, place, name, extra]));
  }
  const directory = Buffer.concat(records);
  const start = offset;
  push(directory);
  if (zip64) {
    const end64 = Buffer.alloc(76);
    end64.writeUInt32LE(0x06064b50, 0);
    end64.writeBigUInt64LE(44n, 4);
    for (const [i, value] of [records.length, records.length, directory.length, start].entries())
      end64.writeBigUInt64LE(BigInt(value), 24 + 8 * i);
    end64.writeUInt32LE(0x07064b50, 56);
    end64.writeBigUInt64LE(BigInt(offset), 64);
    end64.writeUInt32LE(1, 72);
    push(end64);
  }
  const end = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
  end.writeUInt16LE(zip64 ? 0xffff : records.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : records.length, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : directory.length, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : start, 16);
  end.writeUInt16LE(comment.length, 20);
  push(Buffer.concat([end, Buffer.from(comment)]));
  return Buffer.concat(pieces);
}

/** Returns the cells of a sheet as CSV. */
export const csvOf = async (...given: Parameters<typeof csvFromXlsx>): Promise<string> =>
  (await bytesOf(csvFromXlsx(...given))).toString();

/** Returns the texts of the parts of a workbook, by their names. */
export async function filesOf(workbook: Uint8Array): Promise<Record<string, string>> {
  const { zip: file } = await Workbook.open(workbook);
  const texts = file.parts.map(
    async (part) => [part.name, Buffer.from(await file.bytes(part, 1 << 24)).toString()] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}
