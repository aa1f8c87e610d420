/** Reads the cells of Google Sheets: as text, and as a day. */
import { isoDate, readDate } from '@curp-service/contract/values';

/** The parts of Apps Script that are used; outside of it there are none. */
declare const SpreadsheetApp: { getActive: () => { getSpreadsheetTimeZone: () => string } | null } | undefined;
declare const Session: { getScriptTimeZone: () => string };
declare const Utilities: { formatDate: (date: Date, zone: string, format: string) => string };

/** The value of a cell. An argument that was left out is `undefined`. */
export type Cell = string | number | boolean | Date | null | undefined;

export const textOf = (cell: Cell): string => String(cell ?? '').trim();

/** Day 0 of the serial numbers of spreadsheets is 30 December 1899. */
const serialDay = (serial: number): Date => new Date(Date.UTC(1899, 11, 30 + Math.floor(serial)));

/** A serial number of a day. A number of four digits such as 1990 may be a year alone, and one of eight is a text. */
const isSerial = (cell: Cell): cell is number =>
  typeof cell === 'number' && cell > 0 && cell < 100_000 && (cell < 1800 || cell >= 2200);

/** A date may come from another context, whose `Date` is another. */
const isDate = (cell: Cell): cell is Date => Object.prototype.toString.call(cell) === '[object Date]';

/** Reads cells as `YYYY-MM-DD`. A text that is no date stays as it is, and `calcular` reports it. */
export function dayReader(): (cell: Cell) => string {
  const zone = foreignZone();
  return (cell) => {
    if (isDate(cell)) return zone === undefined ? localDay(cell) : Utilities.formatDate(cell, zone, 'yyyy-MM-dd');
    if (isSerial(cell)) return serialDay(cell).toISOString().slice(0, 10);
    const date = readDate(textOf(cell));
    return date === null ? textOf(cell) : isoDate(date);
  };
}

/** The time zone of the spreadsheet if the script has another: there a date would begin on the day before or after. */
function foreignZone(): string | undefined {
  if (typeof SpreadsheetApp === 'undefined') return undefined;
  const zone = SpreadsheetApp.getActive()?.getSpreadsheetTimeZone();
  return zone === Session.getScriptTimeZone() ? undefined : zone;
}

function localDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0')).join('-');
}
