/** The words of each surface: those of users name no parameter and no option, and have no code quotes. */
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES, type RowCause, errorInWords, rowProblemInWords, toRowError } from '../src/codes/file.js';
import { FIELDS } from '../src/columns.js';
import { inWords } from '../src/words/in-words.js';
import { type Surface, WIRE } from '../src/words/message.js';
import { CELL } from '../src/people-words.js';

const LANGUAGES = ['es', 'en'] as const;
const COMMAND: Surface = { ...WIRE, option: (name, value) => `--${name} ${value}` };
const PAGE: Surface = { ...CELL, options: 'chosen', option: (_, value) => `<${value}>` };

describe('a text with marks', () => {
  it.each<[text: string, surface: Surface, words: string]>([
    ['`mes_nacimiento` va de `01` a `12`.', CELL, '«Mes de nacimiento» va de 01 a 12.'],
    ['`mes_nacimiento` va de `01` a `12`.', WIRE, '`mes_nacimiento` va de `01` a `12`.'],
    ['mande `apellido_materno=` vacío', WIRE, 'mande `apellido_materno=` vacío'],
    ['mande `apellido_materno=` vacío', CELL, 'mande «Segundo apellido» vacío'],
    ['{declare} `sexo=12`', WIRE, 'declare `sexo=12`'],
    ['{Declare} `sexo=12`', COMMAND, 'Declare --sexo 12'],
    ['{Declare} `sexo=12`', PAGE, 'Elija <12>'],
    ['a[ b|c|d]', WIRE, 'a b'],
    ['a[ b| c| d]', CELL, 'a c'],
    ['a[ b| c| d]', PAGE, 'a d'],
    ['a[ b]', PAGE, 'a b'],
    ['a[ b]', CELL, 'a'],
    ['a[ b||]', PAGE, 'a'],
    ['`{parametro}` es {n}', CELL, '«Sexo» es 3'],
    ['`enie={signo}`', WIRE, '`enie=`'],
    ['[?nada:x][?vacia:x][?n:y {n}]', WIRE, 'y 3'],
    ['{columnas}; `{faltan}`', CELL, '«A», «B»; «Sexo», «CURP»'],
    ['{falta}', WIRE, '{falta}'],
  ])('%s', (text, surface, words) => {
    const parts = {
      parametro: 'sexo',
      n: 3,
      signo: '',
      nada: false,
      vacia: [],
      columnas: ['A', 'B'],
      faltan: ['sexo', 'curp'],
    };
    expect(inWords(text, parts, surface, 'es')).toBe(words);
  });

  it('leaves marks in its parts alone', () => {
    expect(inWords('{a}', { a: '`sexo` [b] {a}' }, CELL, 'es')).toBe('`sexo` [b] {a}');
  });
});

it('a cell names the missing datum, and does not mention the API', () => {
  const reason = (cause: RowCause, language: 'es' | 'en'): string =>
    errorInWords(toRowError({ cause }), CELL, language);
  expect(reason('entidad_ausente', 'es')).toBe('Falta «Entidad de nacimiento».');
  expect(reason('curp_ausente', 'en')).toBe('Missing “CURP”.');
  expect(errorInWords({ id: 'cuota', code_error: 4, parametro: null, problem: 'La cuota.' }, CELL, 'es')).toBe(
    'La cuota.',
  );
});

it('a cell says what to write, and never which option to declare', () => {
  const causes = Object.keys(ROW_AND_FILE_CODES) as RowCause[];
  for (const language of LANGUAGES) {
    for (const cause of causes.filter((name) => !/^(archivo_|fila_json)/.test(name))) {
      const parts = { signo: '#', orden: 'dma', motivo: '' };
      const reason = rowProblemInWords({ cause, parametro: 'nombres', parts }, CELL, language);
      expect(reason).not.toMatch(/`|\[|declare|mande|send |\w=/);
      for (const field of FIELDS.filter((name) => name.includes('_'))) expect(reason).not.toContain(field);
    }
  }
});
