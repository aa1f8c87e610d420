/** Lays out text for a terminal: tables, lists of names and values, paragraphs. Widths are counted in code points. */
import { stripVTControlCharacters } from 'node:util';
import type { Bilingual } from '@curp-service/contract/language';
import { csvRow } from '@curp-service/contract/words/csv';
import { paint } from './color.js';
import { text } from '../environment.js';

/** Lays out a table. `areRight`: whether each column is aligned to the right. */
function tableText(
  areRight: readonly boolean[],
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = titles.map((_, i) => Math.max(...[titles, ...rows].map((row) => lengthOf(row[i]))));
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, i) => {
      const padding = ' '.repeat((widths[i] ?? 0) - lengthOf(cell));
      return areRight[i] ? padding + cell : cell + padding;
    });
    return padded.join('  ').trimEnd();
  };
  return [paint('bold', line(titles)), ...rows.map(line)].join('\n');
}

export function details(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => lengthOf(name)));
  return pairs.map(([name, value]) => `  ${name}${' '.repeat(width - lengthOf(name))}  ${value}`).join('\n');
}

/** Writes words to the right of a margin, wrapped on a terminal only. */
export function paragraph(margin: string, words: string): string {
  const indent = lengthOf(stripVTControlCharacters(margin));
  const width = process.stdout.isTTY ? Math.max(process.stdout.columns - indent, 20) : Infinity;
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(`${last} ${word}`) <= width) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return margin + lines.join(`\n${' '.repeat(indent)}`);
}

const lengthOf = (words = ''): number => Array.from(words).length;

export interface Shown {
  readonly text: string;
  readonly json: unknown;
  readonly csv?: string;
}

/** A column: its title, the cell of a row, and whether it is aligned to the right. */
type ListColumn<T> = readonly [title: Bilingual, cell: (row: T) => string | number, align?: 'right'];

interface ListingOptions {
  /** The JSON to print instead of the rows. */
  readonly json?: unknown;
  /** The text if there is no row; by default, the table is empty. */
  readonly empty?: Bilingual;
  /** Lines above and below the table. */
  readonly head?: string;
  readonly foot?: string;
  /** The last row of the table, such as a total. */
  readonly last?: readonly string[];
}

export function listing<T>(
  rows: readonly T[],
  columns: readonly ListColumn<T>[],
  { json = rows, empty, head, foot, last }: ListingOptions = {},
): Shown {
  const cells = rows.map((row) => columns.map(([, cell]) => String(cell(row))));
  const titles = columns.map(([title]) => text(...title));
  const areRight = columns.map(([, , align]) => align === 'right');
  const lines = [head, tableText(areRight, titles, last === undefined ? cells : [...cells, last]), foot];
  // The names of columns are those of JSON, in any language.
  const names = columns.map(([[es]]) => es.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, ''));
  return {
    text:
      rows.length === 0 && empty !== undefined ? text(...empty) : lines.filter((line) => line !== undefined).join('\n'),
    json,
    csv: [names, ...cells].map((row) => csvRow(row)).join('\n'),
  };
}
