/** The table of conventions: every row has what its parts need. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES } from '../src/codes/file.js';
import { CONVENTIONS, CONVENTION_NAMES, type FileOption, conventionRow } from '../src/conventions.js';
import { FILE_OPTIONS, parseReadingOption } from '../src/file-options.js';
import { LAYOUT_CONVENTIONS } from '../src/layouts.js';
import { READING_PARAMETERS } from '../src/reading.js';

const options = new Map<string, FileOption | undefined>(
  CONVENTION_NAMES.map((name) => [name, CONVENTIONS[name].option]),
);
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('every convention with an option that reads its value is one that a user may declare', () => {
  const declared = CONVENTION_NAMES.filter((name) => 'parse' in (options.get(name) ?? {}));
  expect([...READING_PARAMETERS].toSorted()).toEqual(declared.toSorted());
  expect(READING_PARAMETERS).toEqual(expect.arrayContaining([...LAYOUT_CONVENTIONS]));
});

describe.each(CONVENTION_NAMES)('%s', (name) => {
  const { evidence, offer, label, asked } = conventionRow(name);
  const option = options.get(name);

  it('names no evidence twice', () => {
    expect(new Set(evidence).size).toBe(evidence.length);
  });

  it('has its option among those of files', () => {
    if (option !== undefined) expect(FILE_OPTIONS).toHaveProperty(name, option);
  });

  it('has words for every value that the page offers or that its option lists', () => {
    const values = (option?.schema['enum'] ?? []) as readonly string[];
    if (offer !== undefined || values.length > 0) expect(label).toBeTypeOf('function');
    const labels = values.map((value) => label?.(value));
    for (const words of labels) expect(words).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
    expect(new Set(labels.map(String)).size).toBe(labels.length);
  });

  it('asks for values that its option takes, about problems that files have', () => {
    if (asked === undefined) return;
    const parameter = READING_PARAMETERS.find((each) => each === name);
    for (const value of Object.keys(asked.answers)) {
      expect(parameter && parseReadingOption(parameter, value)).toHaveProperty('value');
    }
    for (const cause of asked.causes) expect(ROW_AND_FILE_CODES).toHaveProperty(cause);
  });

  it.each(['docs', 'docs/es'])('has its option in %s/files.md', (folder) => {
    if (READING_PARAMETERS.some((each) => each === name)) expect(read(`${folder}/files.md`)).toContain(`\`${name}=`);
  });
});
