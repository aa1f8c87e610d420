/** Walks the catalogues of sentences: those of core and of contract, in Spanish and in English. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CELL } from '@curp-service/contract/people-words';
import * as contractEn from '@curp-service/contract/textos/en';
import * as contractEs from '@curp-service/contract/textos/es';
import { asDocumented, inWords } from '@curp-service/contract/words/message';
import { en as coreEn } from '@curp-service/core/en';
import * as coreEs from '../packages/core/src/textos/es.js';

const root = fileURLToPath(new URL('..', import.meta.url));

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

const CATALOGUES: readonly (readonly [name: string, es: Groups, en: Groups])[] = [
  ['core', coreEs, { ...coreEn }],
  ['contract', contractEs, contractEn],
];

interface Sentence {
  readonly group: string;
  readonly id: string;
  readonly es: string;
  readonly en: string;
}

const sentencesOf = (es: Groups, en: Groups): Sentence[] =>
  Object.entries(es).flatMap(([group, texts]) =>
    Object.entries(texts).map(([id, text]) => ({ group, id, es: text, en: en[group]?.[id] ?? '' })),
  );

const partsOf = (text: string): string[] =>
  Array.from(
    new Set(Array.from(text.matchAll(/\{(\w+)\}|\[\?(\w+):/g), ([, gap, test]) => gap ?? test ?? '')),
  ).toSorted();

/** The code of all packages, without the catalogues. */
const CODE = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((file) => !file.includes('/textos/e'))
  .map((file) => readFileSync(root + file, 'utf8'))
  .join('\n');
const WORDS = new Set(CODE.match(/\w+/g));

describe.each(CATALOGUES)('the catalogue of %s', (_, es, en) => {
  const sentences = sentencesOf(es, en);

  it('has the same ids in both languages, each once', () => {
    const idsOf = (groups: Groups): string[] =>
      Object.entries(groups).flatMap(([group, texts]) => Object.keys(texts).map((id) => `${group}.${id}`));
    expect(idsOf(en).toSorted()).toEqual(idsOf(es).toSorted());
  });

  it('has the same parts in both languages', () => {
    expect(sentences.filter(({ es: a, en: b }) => String(partsOf(a)) !== String(partsOf(b)))).toEqual([]);
  });

  it('has no sentence that no code names', () => {
    expect(sentences.filter(({ id }) => !WORDS.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('shows no backtick to people who mend cells', () => {
    const shown = sentences.flatMap(({ es: a, en: b }) => [inWords(a, {}, CELL, 'es'), inWords(b, {}, CELL, 'en')]);
    expect(shown.filter((text) => text.includes('`'))).toEqual([]);
  });
});

it('no sentence of contract stands twice, and none has the id of another', () => {
  const sentences = sentencesOf(contractEs, contractEn);
  const seen = (key: 'id' | 'es'): string[] =>
    sentences.map((each) => each[key]).filter((each, i, all) => all.indexOf(each) !== i);
  expect([seen('id'), seen('es')]).toEqual([[], []]);
});

const TITLES = {
  en: {
    title: '# The ids of errors and notices',
    first:
      'A row of NDJSON has each error and each notice with its id in `motivos` ([docs/api.md](api.md#lote)). An id is public: it never\nchanges, and its sentence may. The findings of a key and of names are also in [norm.md](norm.md). A calculated key proves no registration.',
    head: '| id | sentence |',
    groups: {
      persona: 'Data',
      fila: 'Rows of files',
      hallazgos: 'Findings',
      motivos: 'Reasons to review',
      cruces: 'Crossed lists',
    },
  },
  es: {
    title: '# Los ids de errores y avisos',
    first:
      'Una fila de NDJSON trae cada error y cada aviso con su id en `motivos` ([docs/es/api.md](api.md#lote)). Un id es público: nunca\ncambia, y su frase puede cambiar. Los hallazgos de una clave y de los nombres están también en [norm.md](norm.md).\nUna CURP calculada no prueba ningún registro.',
    head: '| id | frase |',
    groups: {
      persona: 'Datos',
      fila: 'Filas de archivos',
      hallazgos: 'Hallazgos',
      motivos: 'Motivos para revisar',
      cruces: 'Listas cruzadas',
    },
  },
} as const;

/** Returns the document of all ids that a row may carry. Options and parts are shown as over HTTP. */
function documentOf(language: 'es' | 'en'): string {
  const { title, first, head, groups } = TITLES[language];
  const all: Groups = language === 'es' ? { ...coreEs, ...contractEs } : { ...coreEn, ...contractEn };
  const tables = Object.entries(groups).map(([group, name]) => {
    const rows = Object.entries(all[group] ?? {}).map(
      ([id, text]) => `| \`${id}\` | ${asDocumented(text).replaceAll('`', '')} |`,
    );
    return [`## ${name}`, '', head, '|---|---|', ...rows].join('\n');
  });
  return `${[title, first, ...tables].join('\n\n')}\n`;
}

it.each([
  ['docs/ids.md', 'en'],
  ['docs/es/ids.md', 'es'],
] as const)('%s lists the id and the sentence of every error and notice of a row', async (file, language) => {
  await expect(documentOf(language)).toMatchFileSnapshot(root + file);
});
