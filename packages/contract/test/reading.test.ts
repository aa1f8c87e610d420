/** The options that say how a file is read, and the sentences that tell it. */
import { describe, expect, it } from 'vitest';
import { toEntry } from '../src/codes/code.js';
import { READING_CODES } from '../src/codes/reading.js';
import {
  NULL_WORDS,
  type Reading,
  READING_PARAMETERS,
  type ReadingParameter,
  parseReadingOption,
  readingParameters,
} from '../src/reading.js';
import { readingHeader, tellReading } from '../src/tell-reading.js';

describe('an option is read', () => {
  it.each<[ReadingParameter, string, unknown]>([
    ['sexo', 'fm', 'fm'],
    ['fechas', 'mda', 'mda'],
    ['siglo', '1930', 1930],
    ['nulos', 'S/D, NULL', ['S/D', 'NULL']],
    ['nulos', 'ninguno', []],
    ['encabezado', '4', 4],
    ['nombre_completo', 'apellidos', 'apellidos'],
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
    ['encabezado', '0'],
    ['encabezado', '1001'],
    ['encabezado', '1e2'],
    ['nombre_completo', 'ambos'],
  ])('unless it is %s=%s', (name, text) => {
    const parsed = parseReadingOption(name, text);
    if (!('cause' in parsed)) throw new Error('it was read');
    for (const language of ['es', 'en'] as const) {
      expect(toEntry(READING_CODES, parsed, language)).toMatchObject({ code_error: 8, parametro: name });
    }
  });

  it('every option has a message', () => {
    expect(Object.keys(READING_CODES)).toEqual(READING_PARAMETERS.map((name) => `lectura_${name}`));
  });
});

const none = { count: 0, row: 0 };
const PLAIN: Reading = {
  codificacion: { value: 'utf-8', basis: 'supuesta', evidence: { mark: none, notUtf8: none, utf8: none } },
  encabezado: { value: 1, basis: 'vista', evidence: {} },
  sexo: { value: 'hm', basis: 'supuesta', evidence: { H: none, F: none, M: none, digits: none } },
  fechas: { value: 'dma', basis: 'supuesta', evidence: { dayFirst: none, monthFirst: none, unproven: none } },
  siglo: { value: null, basis: 'supuesta', evidence: { shortYears: none } },
  nulos: { value: NULL_WORDS, basis: 'supuesta', evidence: { surnames: none } },
  nombre_completo: { value: null, basis: 'supuesta', evidence: {} },
};
const FEMALE_AND_MALE: Reading = {
  ...PLAIN,
  sexo: {
    value: 'fm',
    basis: 'vista',
    evidence: { H: none, F: { count: 2, row: 3 }, M: { count: 1, row: 2 }, digits: none },
  },
};

describe('a reading is told', () => {
  it('by what matters for the file', () => {
    expect(tellReading(PLAIN, 'es')).toEqual([
      { convencion: 'codificacion', origen: 'supuesta', texto: 'Codificación UTF-8: no hay acentos.' },
    ]);
  });

  it.each([
    ['es', 'M = Masculino: la columna trae F y M, y ninguna H (fila 3).'],
    ['en', 'M = male: the column has F and M, and no H (row 3).'],
  ] as const)('in %s', (language, texto) => {
    expect(tellReading(FEMALE_AND_MALE, language)[1]).toEqual({ convencion: 'sexo', origen: 'vista', texto });
  });

  it('in a header of ASCII, which gives the same sentences back', () => {
    const header = readingHeader(FEMALE_AND_MALE, 'es');
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(header)).toEqual(tellReading(FEMALE_AND_MALE, 'es'));
  });
});
