/** The values of cells as CSV has them: texts, numbers, and the days that a sheet counts. */
import { describe, expect, it } from 'vitest';
import type { CellOptions } from '../src/sheet/sheet-lote.js';
import { ByteSink } from '../src/bytes.js';
import { dateOf, isoDate, writeDay } from '../src/xlsx/rows/dates.js';
import { stylesOf } from '../src/xlsx/styles.js';
import { csvFromXlsx } from '../src/xlsx/xlsx.js';
import { rawWorkbook } from './workbook.js';

async function piecesOf(rows: string, options: CellOptions = {}, strings = ''): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of csvFromXlsx(rawWorkbook(rows, strings), options))
    pieces.push(Buffer.from(piece).toString());
  return pieces;
}

const csvOf = async (...given: Parameters<typeof piecesOf>): Promise<string> => (await piecesOf(...given)).join('');

describe('days', () => {
  /** Returns a day by the calendar of the platform, which begins in 1970. */
  const platform = (serial: number, epoch: number): string =>
    new Date((serial - epoch) * 86_400_000).toISOString().slice(0, 10);
  const written = (serial: number, is1904: boolean): string | null => {
    const sink = new ByteSink();
    return writeDay(sink, serial, is1904) ? Buffer.from(sink.take()).toString() : null;
  };

  it.each([
    ['1900', false, 25_569, 61, 2_958_465],
    ['1904', true, 24_107, 0, 2_957_003],
  ])('are those of the calendar, counted from %s', (_, is1904, epoch, first, last) => {
    for (let serial = first; serial <= last; serial += serial < first + 1500 ? 1 : 401) {
      const expected = platform(serial, epoch);
      if (written(serial, is1904) !== expected || dateOf(serial, is1904) !== expected)
        expect.fail(`${serial}: ${expected}`);
    }
    expect([written(last, is1904), dateOf(last, is1904)]).toEqual(['9999-12-31', '9999-12-31']);
    expect([written(last + 1, is1904), dateOf(last + 1, is1904)]).toEqual([null, null]);
  });

  it.each([
    [0.5, '12:00:00'],
    [1 / 86_400, '00:00:01'],
    [0.4 / 86_400, '1900-01-00'],
    [33_010.042_372_685, '1990-05-17 01:01:01'],
    [33_010.999_99, '1990-05-17 23:59:59'],
    [33_010.999_999, '1990-05-18'],
    [-0.1, null],
    [Number.NaN, null],
  ])('have the hour of %s', (serial, expected) => {
    expect(dateOf(serial, false)).toBe(expected);
  });

  it.each([
    ['1990-05-17', '1990-05-17'],
    [' 1990-05-17\n', '1990-05-17'],
    ['1990-05-17T00:00', '1990-05-17'],
    ['1990-05-17T00:00:00.000Z', '1990-05-17'],
    ['1990-05-17T08:30', '1990-05-17 08:30:00'],
    ['1990-05-17T08:30Z', '1990-05-17 08:30:00'],
    ['1990-05-17T08:30:15', '1990-05-17 08:30:15'],
    ['1990-05-17T08:30:15.25', '1990-05-17 08:30:15'],
    ['1990-05-17T08:30:15.Z', '1990-05-17T08:30:15.Z'],
    ['x1990-05-17', 'x1990-05-17'],
    ['1990-05-17x', '1990-05-17x'],
    ['1990-05-17T8:30', '1990-05-17T8:30'],
    ['90-05-17', '90-05-17'],
  ])('lose in ISO 8601 what says nothing: %s', (text, expected) => {
    expect(isoDate(text)).toBe(expected);
  });
});

describe('styles', () => {
  const XML = '<styleSheet><numFmts>|</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>';

  it.each([
    ['[hh]', 1],
    ['[hh]:mm', 1],
    ['[mm]', 1],
    ['[sss]', 1],
    ['[H]', 1],
    ['[M]:', 1],
    ['[s]', 1],
    ['yy', 1],
    ['D', 1],
    ['h', 1],
    ['s', 1],
    ['@', 0],
    ['General', 0],
    ['GENERAL', 0],
    ['0;d', 0],
    ['d;0', 1],
    ['&quot;d&quot;0', 0],
    ['&quot;&quot;d', 1],
    ['\\d0', 0],
    ['_d0', 0],
    ['*d0', 0],
    ['[Red]0', 0],
    ['[Red][d]0', 0],
    ['[h', 1],
    ['[hd]0', 0],
    ['[x[h]', 0],
  ])('show days by the format %s: %s', (code, isDate) => {
    const xml = `${XML.replace('|', `<numFmt numFmtId="200" formatCode="${code}"/>`)}<cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
    expect(Array.from(stylesOf(Buffer.from(xml)).dates)).toEqual([isDate]);
  });

  it('are counted only from cells, with and without content', () => {
    const formats = '<numFmt numFmtId="14" formatCode="0"></numFmt><numFmt numFmtId="201"/>';
    const cells =
      '<xf numFmtId="22"><alignment/></xf><xf/><xf numFmtId="14"/><xf numFmtId="201"/><xf numFmtId="15"></xf>';
    const xml = `${XML.replace('|', formats)}<cellXfs>${cells}</cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>`;
    expect(stylesOf(Buffer.from(xml)).dates).toEqual(Uint8Array.of(1, 0, 0, 0, 1));
  });

  // Each of these could take quadratic time: signs that open what nothing closes, and many styles.
  it('are read in time that grows with their length', () => {
    const formats = `<numFmt numFmtId="200" formatCode="${'[a'.repeat(4000)}"/>`.repeat(100);
    const fills = `<fills>${'<fill><patternFill/></fill>'.repeat(20_000)}</fills>`;
    const xml = `${XML.replace('|', formats)}${fills}<cellXfs>${'<xf xfId="y"/>'.repeat(20_000)}</cellXfs></styleSheet>`;
    const before = process.cpuUsage();
    expect(stylesOf(Buffer.from(xml)).marks).toEqual({ error: 20_000, review: 20_001 });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it('include those of marked cells: the workbook has them, or gets them after its last', () => {
    const fill = (rgb: string): string =>
      `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`;
    const xml = (first: string, rest = ''): Buffer =>
      Buffer.from(`<s><fills><fill/>${fill(first)}</fills><cellXfs><xf/><xf fillId="1"${rest}/></cellXfs></s>`);
    expect([xml('FFFFC7CE'), xml('FFFFEB9C'), xml('FFFFEB9C', ' borderId="1"')].map(stylesOf)).toMatchObject([
      { marks: { error: 1, review: 2 }, marked: new Set([1, 2]) },
      { marks: { error: 2, review: 1 }, marked: new Set([2, 1]) },
      { marks: { error: 2, review: 3 }, marked: new Set([2, 3, 1]) },
    ]);
  });
});
