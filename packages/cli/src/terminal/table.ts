/** Lays out text for a terminal: tables, lists of names and values, paragraphs. Widths are counted in code points. */
import { stripVTControlCharacters } from 'node:util';
import { paint } from './color.js';

export interface Column {
  readonly title: string;
  /** Aligns to the right, for numbers. */
  readonly right?: boolean;
}

export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map(({ title }) => title);
  const widths = columns.map((_, i) => Math.max(...[titles, ...rows].map((row) => lengthOf(row[i]))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => {
        const padding = ' '.repeat((widths[i] ?? 0) - lengthOf(cell));
        return columns[i]?.right === true ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd();
  return [paint('bold', line(titles)), ...rows.map(line)].join('\n');
}

/** Names beside their values. */
export function details(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => lengthOf(name)));
  return pairs.map(([name, value]) => `  ${name}${' '.repeat(width - lengthOf(name))}  ${value}`).join('\n');
}

/** A text to the right of a margin, wrapped on a terminal only. */
export function paragraph(margin: string, text: string): string {
  const indent = lengthOf(stripVTControlCharacters(margin));
  const width = process.stdout.isTTY ? Math.max(process.stdout.columns - indent, 20) : Infinity;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(`${last} ${word}`) <= width) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return margin + lines.join(`\n${' '.repeat(indent)}`);
}

const lengthOf = (text = ''): number => Array.from(text).length;
