/** Walks the catalogues of sentences in Spanish and in English: those of core and of contract, the titles of rules, and what only the command, the service or the page says. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Code } from '@curp-service/contract/codes/code';
import { ROW_AND_FILE_CODES } from '@curp-service/contract/codes/file';
import { CODES } from '@curp-service/contract/codes/service';
import { CELL } from '@curp-service/contract/people-words';
import * as contractEn from '@curp-service/contract/textos/en';
import * as contractEs from '@curp-service/contract/textos/es';
import { inWords } from '@curp-service/contract/words/in-words';
import { type Surface, WIRE, asDocumented } from '@curp-service/contract/words/message';
import type { Bilingual } from '@curp-service/contract/language';
import { en as coreEn } from '@curp-service/core/en';
import { REGLAS } from '@curp-service/core/reglas';
import { en as commandEn } from '../packages/cli/src/textos/en.js';
import { es as commandEs } from '../packages/cli/src/textos/es.js';
import * as coreEs from '../packages/core/src/textos/es.js';
import { en as serviceEn } from '../packages/server/src/textos/en.js';
import { es as serviceEs } from '../packages/server/src/textos/es.js';
import { LOTE_TEXTS } from '../packages/web/src/base/lote-texts.js';
import { TEXTS } from '../packages/web/src/base/texts.js';

const root = fileURLToPath(new URL('..', import.meta.url));

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The sentences of a table that has both languages side by side. */
const inTable = (table: Readonly<Record<string, Bilingual>>, language: 0 | 1): Groups => ({
  table: Object.fromEntries(Object.entries(table).map(([id, text]) => [id, text[language]])),
});
const PAGE = { ...TEXTS, ...LOTE_TEXTS };

const CATALOGUES: readonly (readonly [name: string, es: Groups, en: Groups])[] = [
  ['core', coreEs, { ...coreEn }],
  ['contract', contractEs, contractEn],
  ['the command', { command: commandEs }, { command: commandEn }],
  ['the service', { service: serviceEs }, { service: serviceEn }],
  ['the page', inTable(PAGE, 0), inTable(PAGE, 1)],
  ['the rules', inTable(REGLAS, 0), inTable(REGLAS, 1)],
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

const conditionsOf = (text: string): string[] => Array.from(text.matchAll(/\[\?(\w+):/g), ([, name]) => name ?? '');

const SURFACES: readonly Surface[] = [WIRE, { ...CELL, options: 'chosen' }, CELL];

/** The code of all packages, without the catalogues. */
const CODE = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((file) => !/\/textos\/e|\/base\/(lote-)?texts\.ts/.test(file))
  .map((file) => readFileSync(root + file, 'utf8'))
  .join('\n');
const WORDS = new Set(CODE.match(/\w+/g));
/** The beginnings of ids that end in a value, as `op_${operacion}`. */
const BEGINNINGS = Array.from(CODE.matchAll(/`(\w+_)\$\{/g), ([, beginning = '']) => beginning);
const isNamed = (id: string): boolean =>
  WORDS.has(id) || CODE.includes(`'${id}'`) || BEGINNINGS.some((beginning) => id.startsWith(beginning));

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
    expect(sentences.filter(({ id }) => !isNamed(id)).map(({ id }) => id)).toEqual([]);
  });

  it('has no sentence over 200 characters on any surface, with any one of its conditions; a help has one in each line', () => {
    const lengths = sentences.flatMap(({ id, es: a, en: b }) =>
      SURFACES.flatMap((surface) =>
        ['', ...conditionsOf(a)].flatMap((each) => {
          const parts = each === '' ? {} : { [each]: `{${each}}` };
          return [inWords(a, parts, surface, 'es'), inWords(b, parts, surface, 'en')]
            .flatMap((text) => text.split('\n'))
            .map((text) => [id, text] as const);
        }),
      ),
    );
    expect(lengths.filter(([, text]) => text.length > 200)).toEqual([]);
  });

  it('has no sentence twice', () => {
    const seen = new Map<string, string>();
    const again = sentences.flatMap(({ id, es: a, en: b }) => {
      const before = seen.get(`${a}|${b}`);
      seen.set(`${a}|${b}`, id);
      return before === undefined ? [] : [[before, id]];
    });
    expect(again).toEqual([]);
  });

  it('shows no backtick to people who mend cells', () => {
    const shown = sentences.flatMap(({ es: a, en: b }) => [inWords(a, {}, CELL, 'es'), inWords(b, {}, CELL, 'en')]);
    expect(shown.filter((text) => text.includes('`'))).toEqual([]);
  });
});

it('none has the id of another', () => {
  const ids = sentencesOf(contractEs, contractEn).map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

const HEADINGS = {
  es: {
    code: '| código | HTTP | id | mensaje |',
    row_code: '| código | id | mensaje |',
    id: '| id | frase |',
    common: 'Comunes a todas las operaciones',
    key: 'Operaciones sobre una clave',
    person: 'Operaciones sobre una persona',
    file: 'Archivos',
    row: 'Filas de un archivo',
    motivos: 'Motivos para revisar una fila',
    cruces: 'Listas cruzadas',
  },
  en: {
    code: '| code | HTTP | id | message |',
    row_code: '| code | id | message |',
    id: '| id | sentence |',
    common: 'Common to all operations',
    key: 'Operations on a key',
    person: 'Operations on a person',
    file: 'Files',
    row: 'Rows of a file',
    motivos: 'Reasons to review a row',
    cruces: 'Crossed lists',
  },
} as const;

/** The codes as the chapters of the document group them. A row of a file has no status of its own. */
function codesByChapter(): Readonly<Record<'common' | 'key' | 'person' | 'file' | 'row', readonly Code[]>> {
  const ofOperations = Object.values<Code>(CODES);
  const ofFiles = Object.values<Code>(ROW_AND_FILE_CODES);
  const known = new Set(ofOperations.map(({ id }) => id));
  const ofFile = (id: string): boolean => /^(archivo|libro|lista|lotes?|lectura)_/.test(id);
  const between = (from: number, to: number): Code[] =>
    ofOperations.filter(({ id, code }) => code >= from && code <= to && !ofFile(id));
  return {
    common: between(1, 99),
    key: between(100, 399),
    person: between(400, 499),
    file: [...ofOperations, ...ofFiles].filter(({ id }) => ofFile(id)),
    row: ofFiles.filter(({ id }) => !ofFile(id) && !known.has(id)),
  };
}

/** Returns the tables of all codes, and of the ids of what is no error. Options and parts are shown as over HTTP. */
function tablesIn(language: 'es' | 'en'): string {
  const headings = HEADINGS[language];
  const texts = language === 'es' ? contractEs : contractEn;
  const ofCodes = Object.entries(codesByChapter()).map(([chapter, codes]) => [
    `### ${headings[chapter as 'common']}`,
    [
      chapter === 'row' ? headings.row_code : headings.code,
      chapter === 'row' ? '|---|---|---|' : '|---|---|---|---|',
      ...codes
        .toSorted((a, b) => a.code - b.code)
        .map((each) => {
          const status = chapter === 'row' ? '' : ` ${each.http} |`;
          return `| ${each.code} |${status} \`${each.id}\` | ${each[language]} |`;
        }),
    ].join('\n'),
  ]);
  const ofIds = (['motivos', 'cruces'] as const).map((group) => [
    `### ${headings[group]}`,
    [
      headings.id,
      '|---|---|',
      ...Object.entries(texts[group]).map(([id, text]) => `| \`${id}\` | ${asDocumented(text).replaceAll('`', '')} |`),
    ].join('\n'),
  ]);
  return [...ofCodes, ...ofIds].flat().join('\n\n');
}

it.each([
  ['docs/api.md', 'en'],
  ['docs/es/api.md', 'es'],
] as const)('%s lists each code, and each id of a reason to review, with its sentence', async (file, language) => {
  const text = readFileSync(root + file, 'utf8');
  const [, before = '', after = ''] = /^([^]*<!-- codes -->\n\n)[^]*(\n\n<!-- \/codes -->[^]*)$/.exec(text) ?? [];
  await expect(before + tablesIn(language) + after).toMatchFileSnapshot(root + file);
});
