/** The table of conventions: every row has what its parts need. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES } from '../src/codes/file.js';
import { CONVENTIONS, CONVENTION_NAMES, type FileOption, conventionRow } from '../src/conventions/table.js';
import { FILE_OPTIONS, parseReadingOption } from '../src/file-options.js';
import { LAYOUT_CONVENTIONS } from '../src/layouts.js';
import { READING_PARAMETERS } from '../src/reading.js';
import { sentenceOf } from '../src/words/sentences.js';
import { quotedForShell, shellWord } from '../src/words/shell.js';

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
    const labels = values.map((value) => JSON.stringify(label?.(value)));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('explains every value that its option lists', () => {
    const { about, schema } = option ?? {};
    const refusal = READING_PARAMETERS.find((each) => each === name);
    const ids = [
      ...(about === undefined ? [] : [about]),
      ...(refusal === undefined ? [] : [`lectura_${refusal}` as const]),
    ];
    for (const value of (schema?.['enum'] ?? []) as readonly string[]) {
      for (const text of ids.flatMap((id) => sentenceOf(id))) expect(text).toContain(`\`${value}\``);
    }
  });

  it('asks for values that its option takes, about problems that files have', () => {
    const parameter = READING_PARAMETERS.find((each) => each === name);
    for (const { answers, causes } of asked ?? []) {
      for (const value of Object.keys(answers))
        expect(parameter && parseReadingOption(parameter, value)).toHaveProperty('value');
      for (const cause of causes) expect(ROW_AND_FILE_CODES).toHaveProperty(cause);
    }
  });

  it.each(['docs', 'docs/es'])('has its option in %s/files.md', (folder) => {
    if (READING_PARAMETERS.some((each) => each === name)) expect(read(`${folder}/files.md`)).toContain(`\`${name}=`);
  });
});

describe('the page offers the orders of dates', () => {
  const none = { count: 0, line: 0 };
  const some = { count: 3, line: 2 };
  const offered = (
    value: string,
    basis: string,
    evidence: Partial<Record<'dayFirst' | 'monthFirst' | 'unproven', typeof some>>,
  ): unknown =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the offer reads
    CONVENTIONS.fechas.offer?.({
      value,
      basis,
      evidence: {
        dayFirst: none,
        monthFirst: none,
        unproven: none,
        keyDayFirst: none,
        keyMonthFirst: none,
        ...evidence,
      },
    } as never);
  const open = {
    question: { id: 'pregunta_fechas' },
    choices: ['dma', 'mda'],
  };

  it('of which none is needed if no date has figures', () => {
    expect(offered('dma', 'vista', {})).toBeNull();
  });

  it.each([
    ['day first', 'dma', { dayFirst: some }],
    ['month first', 'mda', { monthFirst: some, unproven: some }],
  ])('without a question if rows prove one: %s', (_, value, evidence) => {
    expect(offered(value, 'vista', evidence)).toEqual({ choices: ['dma', 'mda'] });
  });

  it('with a question if it is only supposed, or no row proves one', () => {
    expect(offered('dma', 'supuesta', { unproven: some })).toEqual(open);
    expect(offered('dma', 'supuesta', { dayFirst: some })).toEqual(open);
    expect(offered('mixta', 'vista', { unproven: some })).toEqual({ ...open, choices: ['dma', 'mda', ''] });
    expect(offered('dma', 'declarada', { unproven: some })).toEqual({ choices: ['dma', 'mda'] });
  });

  it('with another question if rows prove both', () => {
    const question = (dia: number, mes: number): object => ({
      id: 'pregunta_fechas_mixtas',
      parts: { n: 3, dia, mes },
    });
    const choices = ['dma', 'mda', ''];
    expect(offered('mixta', 'vista', { dayFirst: some, unproven: some })).toEqual({
      question: question(3, 0),
      choices,
    });
    expect(offered('mixta', 'supuesta', { monthFirst: some, unproven: some })).toEqual({
      question: question(0, 3),
      choices,
    });
    expect(offered('mixta', 'vista', { dayFirst: some, monthFirst: some })).toEqual({ choices });
  });
});

it('a word for a shell is quoted only if it must be', () => {
  expect(['a.csv', '/tmp/x=1', 'nombres=Nombre,2', '…-_'].map(shellWord)).toEqual([
    'a.csv',
    '/tmp/x=1',
    'nombres=Nombre,2',
    '…-_',
  ]);
  expect(['', 'dos palabras', 'a;b', '$(x)', 'ñ'].map(shellWord)).toEqual([
    "''",
    "'dos palabras'",
    "'a;b'",
    "'$(x)'",
    "'ñ'",
  ]);
  expect(quotedForShell("O'HARA d'A")).toBe(String.raw`'O'\''HARA d'\''A'`);
});
