/** Workbooks of some sheets. */
import { writeXlsx } from 'hucre/xlsx';

export const libroDe = async (hojas: Readonly<Record<string, string[][]>>): Promise<Uint8Array> =>
  writeXlsx({ sheets: Object.entries(hojas).map(([name, rows]) => ({ name, rows })) });
