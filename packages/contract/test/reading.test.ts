/** The options that say how a file is read. */
import { describe, expect, it } from 'vitest';
import { toEntry } from '../src/codes/code.js';
import { CODES } from '../src/codes/service.js';
import { parseReadingOption } from '../src/file-options.js';
import { NULL_WORDS, type ReadingParameter } from '../src/reading.js';
import { readingParameters } from '../src/jobs.js';

describe('an option of the reading is accepted', () => {
  it.each<[ReadingParameter, string, unknown]>([
    ['sexo', 'hm', 'hm'],
    ['sexo', 'fm', 'fm'],
    ['sexo', '12', '12'],
    ['fechas', 'dma', 'dma'],
    ['fechas', 'mda', 'mda'],
    ['fechas', 'amd', 'amd'],
    ['siglo', '1930', 1930],
    ['siglo', '1800', 1800],
    ['siglo', '2000', 2000],
    ['nulos', 'S/D, NULL', ['S/D', 'NULL']],
    ['nulos', 'ninguno', []],
    ['nulos', 'x'.repeat(50), ['x'.repeat(50)]],
    ['nulos', ',x'.repeat(50).slice(1), Array.from({ length: 50 }, () => 'x')],
    ['encabezado', '4', 4],
    ['encabezado', '1', 1],
    ['encabezado', '0', 0],
    ['encabezado', '1000', 1000],
    ['nombre_completo', 'apellidos', 'apellidos'],
    ['nombre_completo', 'nombres', 'nombres'],
    ['enie', '#', '#'],
    ['enie', '¥', '¥'],
  ])('%s=%s', (name, text, value) => {
    expect(parseReadingOption(name, text)).toEqual({ value });
    expect(parseReadingOption(name, readingParameters({ [name]: value })[name] ?? '')).toEqual({ value });
  });

  it.each<[ReadingParameter, string]>([
    ['sexo', 'FM'],
    ['sexo', ''],
    ['fechas', 'ymd'],
    ['siglo', '30'],
    ['siglo', '1799'],
    ['siglo', '2001'],
    ['nulos', ''],
    ['nulos', 'a,,b'],
    ['nulos', 'x'.repeat(51)],
    ['nulos', Array.from({ length: 51 }, (_, i) => String(i)).join(',')],
    ['encabezado', '-1'],
    ['encabezado', '1001'],
    ['encabezado', '1e2'],
    ['nombre_completo', 'ambos'],
    ...['##', 'N', ' ', '-', ''].map((sign): [ReadingParameter, string] => ['enie', sign]),
  ])('unless it is %s=%s', (name, text) => {
    const parsed = parseReadingOption(name, text);
    if (!('cause' in parsed)) throw new Error('it was read');
    for (const language of ['es', 'en'] as const) {
      expect(toEntry(CODES, parsed, language)).toMatchObject({ code_error: 8, parametro: name });
    }
  });
});

it('the words for nothing are those that programs and people write', () => {
  const words = ['NULL', 'null', '\\N', 'N/A', 'n/a', 'NaN', 'nan', 'None', 'none', 'undefined', '(null)', '-', '--'];
  expect(NULL_WORDS).toEqual(words);
});
