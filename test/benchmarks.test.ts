/** Figures about speed come from the benchmarks: each has its part of the document, and the READMEs quote nothing else. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PART = /<!-- bench: (\w+) -->\n([^]*?)<!-- \/bench -->/g;
const FIGURE = /\d[\d.,]*/g;
/** A figure with what makes it one of speed. */
const SPEED = /\d (?:[µmn]s|×|times|veces)|\d\S* (?:million |millones de )?\w+ (?:per|por) (?:CPU )?(?:second|segundo)/;

const benchmarks = readdirSync(`${root}bench`)
  .filter((name) => name.endsWith('.mjs') && name !== 'index.mjs')
  .map((name) => name.replace('.mjs', ''));

const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const partsOf = (path: string): Map<string, string> =>
  new Map(Array.from(textOf(path).matchAll(PART), ([, name = '', text = '']) => [name, text.trim()]));
const figuresIn = (text: string): string[] => Array.from(text.matchAll(FIGURE), ([figure]) => figure).toSorted();

const parts = partsOf('docs/benchmarks.md');

it('the document has a part for each benchmark, and for nothing else', () => {
  expect(Array.from(parts.keys()).toSorted()).toEqual(benchmarks.toSorted());
});

it.each(Array.from(parts))('%s says how it was made, and shows plots that are there', (name, part) => {
  expect(part).toContain(`\`npm run bench -- ${name}`);
  for (const [, alt, plot] of part.matchAll(/!\[(.*)\]\((.*)\)/g)) {
    expect(textOf(`docs/${plot}`)).toContain(`<title>${alt}</title>`);
  }
});

it('README.md quotes the document', () => {
  const quotes = partsOf('README.md');
  expect(Array.from(quotes.keys())).toContain('core');
  for (const [name, quote] of quotes) expect(parts.get(name)).toContain(quote);
});

it('README.es.md has the figures of README.md', () => {
  const figures = (path: string) => Array.from(partsOf(path), ([name, quote]) => [name, figuresIn(quote)]);
  expect(figures('README.es.md')).toEqual(figures('README.md'));
});

it.each(['README.md', 'README.es.md', 'docs/benchmarks.md'])(
  '%s has no figures about speed outside of its parts',
  (path) => {
    expect(SPEED.exec(textOf(path).replaceAll(PART, ''))).toBeNull();
  },
);
