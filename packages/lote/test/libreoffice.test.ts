/** Sheets saved by LibreOffice, in the charsets, delimiters and quotings that people choose. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Understood } from '../src/index.js';
import { csvFromXlsx } from '../src/xlsx/xlsx.js';
import { bytesOf } from './bytes-of.js';
import { runText, rows } from './run-lote.js';

const VARIANTS = [
  ['utf8', 'utf-8', ','],
  ['windows1252', 'windows-1252', ';'],
  ['utf16', 'utf-16le', '\t'],
] as const;

const read = (sheet: string, variant: string): Uint8Array =>
  readFileSync(new URL(`libreoffice/${sheet}-${variant}.csv`, import.meta.url));

/** The key of each person, or the code of its problem, by the first name. */
const EXPECTED: Readonly<Record<string, string>> = {
  'José Luis': 'MUAL840312HNLXLS03',
  'María de los Ángeles': 'OXNA900517MDFXXN08',
  Íñigo: 'AUDI751201HDFRXX04',
  Ximena: 'PEXX010730MJCXXMA7',
  'Óscar Iván': 'CUXO681009HVZRCS06',
  Ñusta: 'GUIX000229MDFRBSA6',
  Ariel: 'QUZA990101XZSRRR04',
  'Ma. del Carmen': '403',
  Tadeo: '417',
  Úrsula: 'AIYU121120MNELBRA2',
  Emiliano: 'BOCE310605HMNSHM02',
  JIMENA: 'LOVJ241231MYNZLMA8',
};

describe.each(['personas', 'personas-dma'])('%s', (sheet) => {
  it.each(VARIANTS)('gives the expected keys and codes in %s', (variant, codificacion, delimiter) => {
    const allUnderstood: Understood[] = [];
    const bytes = read(sheet, variant);
    const readRows = rows({ onUnderstood: (understood) => void allUnderstood.push(understood) }, bytes, delimiter);
    const keys = readRows.map((row) => [row['Nombre(s)'], row['code_error'] === '0' ? row['curp'] : row['code_error']]);
    expect(Object.fromEntries(keys)).toEqual(EXPECTED);
    expect(readRows.every((row) => (row['code_error'] === '0') === (row['error_message'] === ''))).toBe(true);
    expect(allUnderstood).toMatchObject([{ encoding: codificacion, delimiter, others: ['Notas'] }]);
  });

  it('gives the same keys and codes from a workbook', async () => {
    const bytes = await bytesOf(csvFromXlsx(readFileSync(new URL(`libreoffice/${sheet}.xlsx`, import.meta.url))));
    const keys = rows({}, bytes).map((row) => [
      row['Nombre(s)'],
      row['code_error'] === '0' ? row['curp'] : row['code_error'],
    ]);
    expect(Object.fromEntries(keys)).toEqual(EXPECTED);
  });

  it('keeps the columns that no operation reads', () => {
    const [utf8 = [], ...others] = VARIANTS.map(([variant, , delimiter]) =>
      rows({}, read(sheet, variant), delimiter).map((row) => row['Notas']),
    );
    expect(utf8).toContain('Primera línea\nSegunda línea');
    expect(utf8).toContain('  Con espacios alrededor  ');
    for (const other of others) expect(other).toEqual(utf8);
  });
});

it('every line of the output begins with the bytes of its input', () => {
  const bytes = read('personas', 'utf8');
  const output = runText({}, bytes).split('\n');
  for (const [i, line] of new TextDecoder().decode(bytes).trimEnd().split('\n').entries()) {
    expect(output[i]?.startsWith(line)).toBe(true);
  }
});
