/** How figures are written in the document. */
import { spawnSync } from 'node:child_process';
import { arch, cpus } from 'node:os';

const WIDTH = 120;

export const integer = (n) => Math.round(n).toLocaleString('en-US');
export const million = (n) => (n / 1e6).toFixed(n < 1e7 ? 1 : 0).replace('.0', '');
export const times = (a, b) => `${(a / b).toFixed(2)} ×`;

export const roundsIn = (rounds) => (rounds === 1 ? 'one round' : `medians of ${rounds} rounds`);

/** A list of what there is to say; what was not measured is `undefined`. */
export const list = (...parts) => parts.filter((part) => part !== undefined).join(', ');

/** Rows of cells under a head; the first column holds names, the others figures. */
export function table(head, rows) {
  const lines = [head, ['---', ...head.slice(1).fill('---:')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The rows of a table, one for each contender. */
export const byName = (contenders, figures, cells) => contenders.map(({ name }, i) => [name, ...cells(figures[i], i)]);

/** A paragraph or a point of a list, in lines as the documents have them. */
export function wrap(text) {
  const indent = text.startsWith('- ') ? '  ' : '';
  return text.split(' ').reduce((lines, word) => {
    const joined = `${lines}${lines === '' ? '' : ' '}${word}`;
    return joined.length - joined.lastIndexOf('\n') - 1 <= WIDTH ? joined : `${lines}\n${indent}${word}`;
  }, '');
}

/** What the figures were made with. */
export function machine() {
  const gcc = spawnSync('gcc', ['-dumpfullversion'], { encoding: 'utf8' }).stdout?.trim();
  const cores = `${cpus().length} × ${cpus()[0]?.model || 'unknown CPU'}`;
  return [`Node ${process.versions.node}`, arch(), cores, gcc ? `gcc ${gcc}` : 'no gcc'].join(', ');
}
