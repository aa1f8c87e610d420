/** Formats figures, tables and paragraphs for the document. */
import { spawnSync } from 'node:child_process';
import { arch, cpus } from 'node:os';

const WIDTH = 120;

export const integer = (n) => Math.round(n).toLocaleString('en-US');
export const million = (n) => (n / 1e6).toFixed(n < 1e7 ? 1 : 0).replace('.0', '');
export const times = (a, b) => `${(a / b).toFixed(2)} ×`;

export const roundsIn = (rounds) => (rounds === 1 ? 'one round' : `medians of ${rounds} rounds`);

/** Joins a sentence with a figure and a second sentence with comparisons. A comparison that was not measured is `undefined`. */
export function beside(figure, opening, ...comparisons) {
  const there = comparisons.filter((comparison) => comparison !== undefined);
  return there.length === 0 ? `${figure}.` : `${figure}. ${opening} ${there.join(', ')}.`;
}

export const list = (...parts) => parts.filter((part) => part !== undefined).join(', ');

/** Writes a table whose first column holds names and whose other columns hold figures. */
export function table(head, rows) {
  const lines = [head, ['---', ...head.slice(1).fill('---:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the rows of a table, one for each contender. */
export const byName = (contenders, figures, cells) => contenders.map(({ name }, i) => [name, ...cells(figures[i], i)]);

/** Wraps a paragraph or a list item to the line length of the documents. */
export function wrap(text) {
  const indent = text.startsWith('- ') ? '  ' : '';
  return text.split(' ').reduce((lines, word) => {
    const joined = `${lines}${lines === '' ? '' : ' '}${word}`;
    return joined.length - joined.lastIndexOf('\n') - 1 <= WIDTH ? joined : `${lines}\n${indent}${word}`;
  }, '');
}

/** Describes the machine and the versions that produced the figures. */
export function machine() {
  const gcc = spawnSync('gcc', ['-dumpfullversion'], { encoding: 'utf8' }).stdout?.trim();
  const cores = `${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}`;
  return [`Node ${process.versions.node}`, arch(), cores, gcc ? `gcc ${gcc}` : 'no gcc'].join(', ');
}
