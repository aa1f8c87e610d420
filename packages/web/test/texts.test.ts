/** What the page says: in both languages, and nothing that it never says. */
import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { DATE_PARTS } from '@curp-service/contract/columns';
import { expect, it } from 'vitest';
import { TEXTOS } from '../src/base/texts.js';
import { DIST } from './browser.js';

const claves = Object.keys(TEXTOS) as (keyof typeof TEXTOS)[];
const partes = (texto: string): string[] => (texto.match(/\{\w+\}/g) ?? []).toSorted();

it('says everything in both languages', () => {
  const mancas = claves.filter(
    (clave) => TEXTOS[clave].length !== 2 || TEXTOS[clave].some((texto) => texto.trim().length === 0),
  );
  expect(mancas).toEqual([]);
  expect(claves.filter((clave) => String(partes(TEXTOS[clave][0])) !== String(partes(TEXTOS[clave][1])))).toEqual([]);
});

it('has no text that nobody sees', () => {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const codigo = globSync('**/*.ts', { cwd: src })
    .filter((archivo) => !archivo.endsWith('textos.ts'))
    .map((archivo) => readFileSync(src + archivo, 'utf8'))
    .join('\n');
  const porNombre = /^(?:filas|n)_(?:calcular|validar|cotejar)$/;
  // By the names of `core` and `lote`.
  const ajenas = new Set<string>(['H', 'M', 'X', 'diferenciador', 'digito_verificador', 'misma_raiz', ...DATE_PARTS]);
  expect(
    claves.filter((clave) => !ajenas.has(clave) && !codigo.includes(`'${clave}'`) && !porNombre.test(clave)),
  ).toEqual([]);
});

it('is under 40 kB, gzipped, without what is loaded when it is needed', () => {
  const archivos = ['index.html', 'pagina.js', 'pagina.css', 'sw.js'];
  const bytes = archivos.map((archivo) => gzipSync(readFileSync(`${DIST}/${archivo}`), { level: 9 }).length);
  expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThan(40 * 1024);
});
