/** The styles of a workbook: those that show dates, and those that mark cells. */
import type { Mark } from '../sheet/words.js';
import { elementsOf } from './xml/elements.js';

export interface Styles {
  /** 1 at the number of each style whose numbers are dates or hours. */
  readonly dates: Uint8Array;
  /** The workbook's styles that are based on Excel's «Incorrecto» (Bad) and «Neutral», if it uses them. */
  readonly marks: Readonly<Partial<Record<Mark, number>>>;
}

export const NO_STYLES: Styles = { dates: new Uint8Array(), marks: {} };

/** The marks by the numbers of «Incorrecto» and «Neutral» among the styles built into Excel. */
const MARKS: Readonly<Partial<Record<string, Mark>>> = { 27: 'error', 28: 'review' };

/** Returns whether a built-in format shows dates or hours, including the formats of East Asia. */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

export function stylesOf(bytes: Uint8Array): Styles {
  const custom = new Map<number, boolean>();
  const formats: number[] = [];
  /** The first style of the cells on each base. */
  const onBase = new Map<string | undefined, number>();
  const marked: (readonly [Mark, base: string | undefined])[] = [];
  let inCells = false;
  for (const { name, isEnd, attributes } of elementsOf(bytes, ['cellXfs', 'numFmt', 'cellStyle', 'xf'])) {
    if (name === 'cellXfs') inCells = !isEnd;
    else if (isEnd) continue;
    else if (name === 'numFmt')
      custom.set(Number(attributes['numFmtId']), isDateFormat(attributes['formatCode'] ?? ''));
    else if (name === 'cellStyle') {
      const mark = MARKS[attributes['builtinId'] ?? ''];
      if (mark !== undefined) marked.push([mark, attributes['xfId']]);
    } else if (name === 'xf' && inCells) {
      const { numFmtId = 0, xfId } = attributes;
      if (!onBase.has(xfId)) onBase.set(xfId, formats.length);
      formats.push(Number(numFmtId));
    }
  }
  const used = marked.map(([mark, base]) => [mark, base === undefined ? undefined : onBase.get(base)] as const);
  return {
    dates: Uint8Array.from(formats, (id) => Number(custom.get(id) ?? isBuiltIn(id))),
    marks: Object.fromEntries(used.filter(([, style]) => style !== undefined)),
  };
}

/** Returns whether a format shows a day or an hour: letters of dates outside quotes, colours and conditions. */
function isDateFormat(code: string): boolean {
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '');
  // After the last closing bracket, every opening bracket would be searched to the end of the text.
  const end = plain.lastIndexOf(']') + 1;
  const withoutBrackets = plain.slice(0, end).replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '') + plain.slice(end);
  const [positive = ''] = withoutBrackets.replaceAll(/general/gi, '').split(';');
  return /[dmyhs]/i.test(positive);
}
