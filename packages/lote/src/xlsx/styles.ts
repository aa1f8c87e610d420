/** The styles of a workbook: which of them show dates, and which one marks a bad cell. */
import { elementsOf } from './xml/elements.js';

export interface Styles {
  /** 1 at the number of each style whose numbers are dates or hours. */
  readonly dates: Uint8Array;
  /** A style that the workbook has from Excel's own «Incorrecto» (Bad), if it uses it. */
  readonly bad: number | undefined;
}

export const NO_STYLES: Styles = { dates: new Uint8Array(), bad: undefined };

/** The number of «Incorrecto» among the styles built into Excel. */
const BAD = '27';

/** Formats of dates and hours that are built in, those of East Asia with them. */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

export function stylesOf(bytes: Uint8Array): Styles {
  const custom = new Map<number, boolean>();
  const formats: number[] = [];
  const bases: (string | undefined)[] = [];
  let badBase: string | undefined;
  let inCells = false;
  for (const { name, isEnd, attributes } of elementsOf(bytes, ['cellXfs', 'numFmt', 'cellStyle', 'xf'])) {
    if (name === 'cellXfs') inCells = !isEnd;
    else if (isEnd) continue;
    else if (name === 'numFmt')
      custom.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''));
    else if (name === 'cellStyle' && attributes['builtinId'] === BAD) badBase = attributes['xfId'];
    else if (name === 'xf' && inCells) {
      formats.push(Number(attributes['numFmtId'] ?? 0));
      bases.push(attributes['xfId']);
    }
  }
  const bad = badBase === undefined ? -1 : bases.indexOf(badBase);
  return {
    dates: Uint8Array.from(formats, (id) => Number(custom.get(id) ?? isBuiltIn(id))),
    bad: bad < 0 ? undefined : bad,
  };
}

/** Whether a format shows a day or an hour: letters of dates outside quotes, colours and conditions. */
function isDateFormat(code: string): boolean {
  const letters = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replaceAll(/general/gi, '');
  return /[dmyhs]/i.test(letters.split(';')[0] ?? '');
}
