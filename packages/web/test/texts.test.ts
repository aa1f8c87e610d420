/** The texts of the page, and its size. */
import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { DATE_PARTS } from '@curp-service/contract/columns';
import { expect, it } from 'vitest';
import { LOTE_TEXTS } from '../src/base/lote-texts.js';
import { TEXTS as PAGE_TEXTS } from '../src/base/texts.js';
import { DIST } from './browser.js';

const TEXTS = { ...PAGE_TEXTS, ...LOTE_TEXTS };
const keys = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
const parts = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

it('every text exists in both languages with the same parts', () => {
  const incomplete = keys.filter(
    (key) => TEXTS[key].length !== 2 || TEXTS[key].some((text) => text.trim().length === 0),
  );
  expect(incomplete).toEqual([]);
  expect(keys.filter((key) => String(parts(TEXTS[key][0])) !== String(parts(TEXTS[key][1])))).toEqual([]);
});

it('no text of the files section has the name of one of the page, which it would replace', () => {
  expect(Object.keys(LOTE_TEXTS).filter((key) => key in PAGE_TEXTS)).toEqual([]);
});

it('every text is used', () => {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const code = globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('texts.ts'))
    .map((file) => readFileSync(src + file, 'utf8'))
    .join('\n');
  const byPattern = /^(?:(?:filas|op)_(?:calcular|validar|cotejar)|dato_\w+)$/;
  // The page gets these keys from `core` and `contract`.
  const external = new Set<string>([
    'H',
    'M',
    'X',
    'diferenciador',
    'digito_verificador',
    'identica',
    'misma_raiz',
    'compatible',
    ...DATE_PARTS,
  ]);
  expect(keys.filter((key) => !external.has(key) && !code.includes(`'${key}'`) && !byPattern.test(key))).toEqual([]);
});

it('the page is under 46 kB gzipped, without the scripts that it loads on demand', () => {
  const files = ['index.html', 'pagina.js', 'pagina.css', 'sw.js'];
  const bytes = files.map((file) => gzipSync(readFileSync(`${DIST}/${file}`), { level: 9 }).length);
  expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThan(46 * 1024);
});
