/** Compares each document in `docs/es` with its English original: the same sections, tables, commands, codes and figures. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const BLOCK = /^ *```(\w*)\n([^]*?)^ *```$/gm;

/** Returns the parts of a document, each with its heading. Lines of code that begin with `#` are hidden. */
const partsOf = (document: string): string[] =>
  readFileSync(`${docs}${document}`, 'utf8')
    .replaceAll(BLOCK, (block) => block.replaceAll(/^#/gm, ' #'))
    .split(/^(?=#+ )/m);

const headingOf = (part: string): string => /^.*/.exec(part)?.[0] ?? '';
const levelOf = (part: string): number => headingOf(part).indexOf(' ');

/** Returns the commands, without their comments and the language that they ask for, and the language of other blocks. */
const blocksOf = (part: string): string[] =>
  Array.from(part.matchAll(BLOCK), ([, language = '', code = '']) =>
    /^(sh|js|console)$/.test(language)
      ? code.replaceAll('Accept-Language: es', 'Accept-Language: en').replaceAll(/ \/\/ .*/g, '')
      : language,
  );

/** The words in code that each reader sees in their own language. */
const TRANSLATED = new Map([
  ['COMANDO', 'COMMAND'],
  ['PROGRAMA', 'PROGRAM'],
  ['ARCHIVO', 'FILE'],
  ['CARPETA', 'DIR'],
  ['PROYECTO', 'PROJECT'],
  ['RUTA', 'PATH'],
  ['USUARIO', 'USER'],
  ['CONTRASEÑA', 'PASSWORD'],
  ['SERVIDOR', 'HOST'],
  ['BASE', 'DATABASE'],
  ['NOMBRE', 'NAME'],
  ['VALOR', 'VALUE'],
  ['LISTA', 'LIST'],
  ['RESPUESTA', 'ANSWER'],
  ['PARTE', 'PART'],
  ['PRIMERA', 'FIRST'],
  ['CONTEO', 'COUNT'],
  ['CONTEOS', 'COUNTS'],
  ['HUELLAS', 'HASHES'],
  ['operación', 'operation'],
  ['método', 'method'],
  ['aviso', 'notice'],
  ['nombre_del_parametro', 'name_of_the_parameter'],
  ['nombre', 'name'],
  ['valor', 'value'],
]);
const codesOf = (text: string): string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) =>
    code.replaceAll(/\s+/g, ' ').replaceAll(/[\p{L}_]+/gu, (word) => TRANSLATED.get(word) ?? word),
  );
const figuresOf = (text: string): string[] => text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' ').match(/\d[\d,.]*\d/g) ?? [];
const unique = (list: readonly string[]): string[] => Array.from(new Set(list)).toSorted();

/** Returns the rows of tables: how many cells each has, and the codes and figures of the first. */
const rowsOf = (prose: string): unknown[] =>
  Array.from(prose.matchAll(/^\|(.*)\|$/gm), ([, row = '']) => {
    const [first = '', ...rest] = row.split('|');
    return [...codesOf(first), ...figuresOf(first), rest.length];
  });

function contentsOf(part: string): object {
  const prose = part.replaceAll(BLOCK, '');
  return {
    blocks: blocksOf(part),
    rows: rowsOf(prose),
    codes: unique(codesOf(prose)),
    figures: unique(figuresOf(prose)),
  };
}

describe.each(globSync('*.md', { cwd: `${docs}es` }))('docs/es/%s', (document) => {
  const english = partsOf(document);
  const spanish = partsOf(`es/${document}`);

  it('has the same sections', () => {
    expect(spanish.map(levelOf)).toEqual(english.map(levelOf));
  });

  it.each(english.map((part, index) => ({ heading: headingOf(part), part, own: spanish[index] ?? '' })))(
    'has the commands, tables, codes and figures of "$heading"',
    ({ part, own }) => {
      expect(contentsOf(own)).toEqual(contentsOf(part));
    },
  );
});
