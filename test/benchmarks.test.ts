/** Checks that the benchmarks load, that each has its part of the document, and that every figure about speed comes from one. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { chapterOf } from './chapter.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const PART = /<!-- bench: (\w+) -->\n([^]*?)<!-- \/bench -->/g;
const FIGURE = /\d[\d.,]*/g;
/** A figure about speed: a time, a ratio, or a rate. */
const SPEED = /\d (?:[µmn]s|×|times|veces)|\d\S* (?:million |millones de )?\w+ (?:per|por) (?:CPU )?(?:second|segundo)/;

const LAST_RELEASE = '../bench/tools/last-release.mjs';

const benchmarks = readdirSync(`${root}bench`)
  .filter((name) => name.endsWith('.mjs') && name !== 'index.mjs')
  .map((name) => name.replace('.mjs', ''));

const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const partsOf = (path: string): Map<string, string> =>
  new Map(Array.from(textOf(path).matchAll(PART), ([, name = '', text = '']) => [name, text.trim()]));
const figuresIn = (text: string): string[] => Array.from(text.matchAll(FIGURE), ([figure]) => figure).toSorted();

const parts = partsOf('docs/benchmarks.md');

it('every benchmark loads with the built packages', () => {
  const code = benchmarks.map((name) => `await import('./bench/${name}.mjs');`).join('');
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root, stdio: 'pipe' });
});

it('the document has one part for each benchmark, and no others', () => {
  expect(Array.from(parts.keys()).toSorted()).toEqual(benchmarks.toSorted());
});

it.each(Array.from(parts))('the part %s names its command, and its plots exist', (name, part) => {
  expect(part).toContain(`\`npm run bench -- ${name}`);
  for (const [, alt, plot] of part.matchAll(/!\[(.*)\]\((.*)\)/g)) {
    expect(textOf(`docs/${plot}`)).toContain(`<title>${alt}</title>`);
  }
});

it('README.md quotes the parts of the document word for word', () => {
  const quotes = partsOf('README.md');
  expect(Array.from(quotes.keys())).toEqual(['bulk']);
  for (const [name, quote] of quotes) expect(parts.get(name)).toContain(quote);
});

it('README.es.md has the same figures as README.md', () => {
  const figures = (path: string) => Array.from(partsOf(path), ([name, quote]) => [name, figuresIn(quote)]);
  expect(figures('README.es.md')).toEqual(figures('README.md'));
});

it.each(['README.md', 'README.es.md', 'docs/benchmarks.md'])(
  '%s has no figure about speed outside the parts that benchmarks write',
  (path) => {
    expect(SPEED.exec(textOf(path).replaceAll(PART, ''))).toBeNull();
  },
);

it.each([
  ['docs/operations.md', 'Which way for how many people'],
  ['docs/es/operations.md', 'Qué camino para cuántas personas'],
])('%s quotes in "%s" figures that benchmarks measured', (path, heading) => {
  const measured = Array.from(
    chapterOf(path, heading).matchAll(/^\|(?:[^|\n]*\|){3}([^|\n]*\|[^|\n]*)\|[^|\n]*\|$/gm),
    ([, cells = '']) => cells,
  );
  const figures = measured.flatMap((cells) => cells.match(/\d{2,}[\d,]*\d|\d+\.\d+/g) ?? []);
  expect(figures.length).toBeGreaterThan(6);
  for (const figure of figures) expect(Array.from(parts.values()).join('\n')).toContain(figure);
});

it('the costs of the last release are those of benchmarks by kind of machine, each a ratio', () => {
  const kinds = JSON.parse(textOf('bench/last-release.json')) as Record<string, Record<string, Record<string, number>>>;
  expect(['arm64', 'x64']).toEqual(expect.arrayContaining(Object.keys(kinds)));
  for (const costs of Object.values(kinds)) {
    expect(benchmarks).toEqual(expect.arrayContaining(Object.keys(costs)));
    for (const cost of Object.values(costs).flatMap((ofOne) => Object.values(ofOne))) expect(cost).toBeGreaterThan(0);
  }
});

it('a cost that grew by more than 5 % since the last release is reported', async () => {
  const { grown } = (await import(LAST_RELEASE)) as {
    readonly grown: (...costs: Record<string, number>[]) => string[];
  };
  const before = { 'over C': 2, 'over plain': 1, 'over Fastify': 1.3 };
  const now = { 'over C': 2.2, 'over plain': 1.05, 'over Fastify': 1, 'over DuckDB': 9 };
  expect(grown(before, now)).toEqual(['over C: 10 % worse than at the last release (2 → 2.20)']);
});
