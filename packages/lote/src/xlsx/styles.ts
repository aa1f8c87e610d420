/** The styles of a workbook: those that show dates, and those that mark cells. */
import { DECODER_WITH_MARK, ENCODER } from '../bytes.js';
import type { Mark } from '../write/words.js';
import { elementsOf } from './xml/elements.js';
import { SHEET, XML } from './xml/names.js';

export interface Styles {
  /** 1 at the number of each style whose numbers are dates or hours. */
  readonly dates: Uint8Array;
  /** The styles that mark cells: those that the workbook has, otherwise the ones that `withMarkStyles` adds after its last. */
  readonly marks: Readonly<Record<Mark, number>>;
  /** The styles whose cells have the colour of a mark. */
  readonly marked: ReadonlySet<number>;
}

/** Returns the styles of a workbook without any of its own: new bytes, because whoever deflates them frees them. */
export const plainStyles = (): Uint8Array<ArrayBuffer> =>
  ENCODER.encode(
    `${XML}<styleSheet xmlns="${SHEET}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  );

/** The colours of the marks, as Excel has them for «Incorrecto» (Bad) and «Neutral». */
const COLOURS: Readonly<Record<Mark, string>> = { error: 'FFFFC7CE', review: 'FFFFEB9C' };
const STYLE_TAGS = ['fills', 'cellXfs', 'numFmt', 'fill', 'fgColor', 'xf'];
const MARKS = ['error', 'review'] as const satisfies readonly Mark[];

/** Returns whether a built-in format shows dates or hours, including the formats of East Asia. */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** A style of cells. */
interface CellStyle {
  readonly format: number;
  /** The colour of its fill; empty if there is none. */
  readonly colour: string;
  /** What it has besides its fill. */
  readonly rest: string;
}

/** What the part of the styles holds. */
interface StyleParts {
  readonly fills: number;
  readonly custom: ReadonlyMap<number, boolean>;
  readonly cells: readonly CellStyle[];
}

function partsOf(bytes: Uint8Array): StyleParts {
  const colours: string[] = [];
  const custom = new Map<number, boolean>();
  const cells: CellStyle[] = [];
  let within = '';
  for (const { name, isEnd, attributes } of elementsOf(bytes, STYLE_TAGS)) {
    const { numFmtId = '0', fontId = '0', borderId = '0', xfId = '0', fillId, formatCode = '', rgb = '' } = attributes;
    if (name === 'fills' || name === 'cellXfs') within = isEnd ? '' : name;
    else if (isEnd) continue;
    else if (name === 'numFmt') custom.set(Number(numFmtId), isDateFormat(formatCode));
    else if (within === 'fills' && name === 'fill') colours.push('');
    else if (within === 'fills' && name === 'fgColor') colours[colours.length - 1] = rgb;
    else if (within === 'cellXfs' && name === 'xf') {
      const rest = `numFmtId="${numFmtId}" fontId="${fontId}" borderId="${borderId}" xfId="${xfId}"`;
      // All plain styles share one text, because a workbook may have many.
      cells.push({
        format: Number(numFmtId),
        colour: colours[Number(fillId)] ?? '',
        rest: rest === cells[0]?.rest ? cells[0].rest : rest,
      });
    }
  }
  return { fills: colours.length, custom, cells };
}

export function stylesOf(bytes: Uint8Array): Styles {
  const { custom, cells } = partsOf(bytes);
  const marks: Record<Mark, number> = { error: -1, review: -1 };
  let next = Math.max(1, cells.length);
  for (const mark of MARKS) {
    // The user may have given marked cells a border or another font: those are other styles.
    const known = cells.findIndex(({ colour, rest }) => colour === COLOURS[mark] && rest === cells[0]?.rest);
    marks[mark] = known < 0 ? next++ : known;
  }
  const ours = Object.values(COLOURS);
  const marked = cells.flatMap(({ colour }, i) => (ours.includes(colour) ? i : []));
  return {
    dates: Uint8Array.from(cells, ({ format }) => Number(custom.get(format) ?? isBuiltIn(format))),
    marks,
    marked: new Set([...Object.values(marks), ...marked]),
  };
}

export const NO_STYLES = stylesOf(plainStyles());

/** Returns the part of the styles with those of the marks. */
export function withMarkStyles(bytes: Uint8Array): Uint8Array {
  const { fills: before, cells } = partsOf(bytes);
  const { marks } = stylesOf(bytes);
  const missing = MARKS.filter((mark) => marks[mark] >= cells.length);
  if (missing.length === 0) return bytes;
  const xml = DECODER_WITH_MARK.decode(bytes);
  const prefix = /<((?:[^\s:<>/]+:)?)styleSheet[\s/>]/.exec(xml)?.[1] ?? '';
  const fill = (pattern: string, colour = ''): string =>
    `<${prefix}fill><${prefix}patternFill patternType="${pattern}">${colour}</${prefix}patternFill></${prefix}fill>`;
  // The first two fills are fixed.
  const fills = before === 0 ? [fill('none'), fill('gray125')] : [];
  const firstFill = before + fills.length;
  fills.push(...missing.map((mark) => fill('solid', `<${prefix}fgColor rgb="${COLOURS[mark]}"/>`)));
  const rest = cells[0]?.rest ?? 'numFmtId="0" fontId="0" borderId="0" xfId="0"';
  const style = (fillId: number): string =>
    `<${prefix}xf ${rest} fillId="${fillId}"${fillId === 0 ? '' : ' applyFill="1"'}/>`;
  const styles = [...(cells.length === 0 ? [style(0)] : []), ...missing.map((_, i) => style(firstFill + i))];
  const withFills = appended(xml, prefix, 'fills', fills, /<(?:[^\s:<>/]+:)?(?:borders|cellStyleXfs|cellXfs)[\s/>]/);
  const grown = appended(
    withFills,
    prefix,
    'cellXfs',
    styles,
    /<(?:[^\s:<>/]+:)?(?:cellStyles|dxfs|tableStyles|colors)[\s/>]/,
  );
  return ENCODER.encode(grown);
}

/** Adds elements at the end of a list; a list that the part lacks goes before the first match of `next`. */
function appended(xml: string, prefix: string, list: string, added: readonly string[], next: RegExp): string {
  const end = `</${prefix}${list}>`;
  const empty = new RegExp(`<${prefix}${list}(?:\\s[^<>]*)?/>`);
  const isThere = xml.includes(end);
  if (!isThere && empty.test(xml)) return xml.replace(empty, `<${prefix}${list}>${added.join('')}${end}`);
  if (!isThere) {
    const at = next.exec(xml)?.index ?? xml.lastIndexOf('</');
    return `${xml.slice(0, at)}<${prefix}${list}>${added.join('')}${end}${xml.slice(at)}`;
  }
  const count = new RegExp(`(<${prefix}${list}\\s[^<>]*?count\\s*=\\s*["'])(\\d+)`);
  return xml
    .replace(count, (_, before: string, number: string) => `${before}${Number(number) + added.length}`)
    .replace(end, added.join('') + end);
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
