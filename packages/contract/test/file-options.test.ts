/** The table of the options of a file: the documents name the options as it does, and a wrong value is refused in the name of its option. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIELDS } from '../src/columns.js';
import {
  COLUMN_OPTION,
  describeParameter,
  FILE_OPTION_NAMES,
  FILE_OPTIONS,
  flagOf,
  parseLayoutOption,
  parseReadingOption,
} from '../src/file-options.js';
import { LAYOUTS } from '../src/layouts.js';
import { READING_PARAMETERS } from '../src/reading.js';

const LANGUAGES = [
  ['en', 'docs'],
  ['es', 'docs/es'],
] as const;

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it.each(LANGUAGES)('in %s, %s/api.md has a row for each option', (language, folder) => {
  const columns = FIELDS.map((field) => `\`columna_${field}\``).join(', ');
  const options = FILE_OPTION_NAMES.map(
    (name) => `| \`${name}\` | ${describeParameter(FILE_OPTIONS[name], language)} |`,
  );
  expect(read(`${folder}/api.md`)).toContain(
    [...options, `| ${columns} | ${describeParameter(COLUMN_OPTION, language)} |`].join('\n'),
  );
});

it.each(LANGUAGES)('in %s, %s/files.md has a row for each layout of an office', (_language, folder) => {
  const rows = Array.from(read(`${folder}/files.md`).matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name);
  expect(rows).toEqual(expect.arrayContaining(LAYOUTS.map(({ nombre }) => nombre)));
});

it.each(LANGUAGES)('in %s, %s/files.md shows each convention with values that it takes', (_language, folder) => {
  const shown = Array.from(read(`${folder}/files.md`).matchAll(/`(\w+)=([^`\s]+)`/g), ([, name, value]) => [
    name,
    value,
  ]);
  for (const name of READING_PARAMETERS) {
    const values = shown.flatMap(([each, value = '']) => (each === name ? [value] : []));
    const wrong = values.filter((value) => 'cause' in parseReadingOption(name, value));
    expect([name, values.length > 0, wrong]).toEqual([name, true, []]);
  }
});

it('a wrong layout has the cause of its option', () => {
  expect(parseLayoutOption('x')).toMatchObject({ cause: 'lectura_formato' });
});

it('the flag of an option has hyphens where its name has underscores', () => {
  expect([flagOf('sexo'), flagOf('columna_apellido_paterno')]).toEqual(['--sexo', '--columna-apellido-paterno']);
});
