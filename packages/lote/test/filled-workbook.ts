/** The workbooks of several programs, filled with new cells. */
import { readFileSync, readdirSync } from 'node:fs';
import type { AnswerSheetRow } from '../src/sheet/answers.js';
import type { FillOptions } from '../src/sheet/sheet-file.js';
import { type Codec, openSheet } from '../src/xlsx/xlsx.js';
import { bytesOf } from './bytes-of.js';

export const FOLDER = new URL('workbooks/', import.meta.url);
export const fixture = (name: string): Uint8Array => readFileSync(new URL(name, FOLDER));
/** Workbooks, the row of their header, and the columns that are free after it. */
export const FIXTURES: readonly (readonly [name: string, header: number])[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.xlsx') && !name.includes('password'))
  .map((name) => [name, /^(openpyxl|libreoffice)\.xlsx$/.test(name) ? 3 : 1]);
/** The parts that name the new columns and mark cells, and tables, which grow. */
export const CHANGED = ['xl/workbook.xml', 'xl/styles.xml', 'xl/tables/table1.xml'];
export const TITLES = ['CURP', 'Motivo'];
const MARKS = ['calcular.curp', 'calcular.motivo'];

/** Returns a key for rows whose second cell has a value, and a problem for the others. */
const answer: AnswerSheetRow = (row, number) =>
  row.cells < 2 || row.text(1) === ''
    ? { texts: ['', 'Falta el nombre: «Nombres» & más'], mark: 'error' }
    : { texts: [`CLAVE${number - 1}`, ''] };

export const filled = async (
  workbook: Uint8Array,
  { codec, ...options }: Partial<FillOptions> & { readonly codec?: Codec } = {},
): Promise<Buffer> => {
  const sheet = await openSheet(workbook, { codec });
  const place = await sheet.findPlace(options, MARKS);
  return bytesOf(sheet.workbook([{ titles: TITLES, begin: async () => answer, place, ...options }]));
};
