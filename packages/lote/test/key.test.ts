/** Rows answered from bytes and from texts get the same answers, and both get the keys of the vectors. */
import { readFileSync } from 'node:fs';
import { ENTIDADES, NOMBRES_OMITIDOS, PARTICULAS } from '@curp-service/core';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Lote, NO_EVIDENCE, decideReading } from '../src/index.js';
import { ROW_OPERATIONS } from '../src/answer/operations.js';
import { KeyWriter } from '../src/answer/key.js';
import { KernelAnswers } from '../src/datum/for-kernel.js';
import { Datum } from '../src/kernel/layout.js';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Options, cells, inPieces, run, runText, runs, toBytes, toText, rows, objects } from './run-lote.js';
import { KEY, COLUMN_NAMES, RENATA, in1252 } from './people.js';

const two = (n: number): string => String(n).padStart(2, '0');

/** Returns mostly usual values, so that most rows are good and each is odd in few ways. */
const nearly = (usual: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const letters = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜ'), minLength: 1, maxLength: 9 }),
    fc.constantFrom('upper', 'title', 'lower', 'one'),
  )
  .map(([text, spelling]) => {
    if (spelling === 'upper') return text;
    if (spelling === 'one') return text.slice(0, 2) + text.charAt(2).toLowerCase() + text.slice(3);
    return (spelling === 'title' ? text.charAt(0) : text.charAt(0).toLowerCase()) + text.slice(1).toLowerCase();
  });
const signs = fc.string({
  unit: fc.constantFrom(..."AEIOUBCDÑÄËÏÖÜÇØŁÆßÞ'’/-.2Яʼ\u0303\u0308\u200b\u00a0\ufeff🦊漢\t"),
  minLength: 1,
  maxLength: 5,
});
const particle = fc.constantFrom(...PARTICULAS, ...NOMBRES_OMITIDOS, 'Desconocido', 'Mª', 'de', 'la');
/** Few random words of a few letters have a vowel, and those without are for review. */
const withVowel = letters.map((text) => (/[AEIOUaeiou]/.test(text) ? text : `${text}a`));
const word = nearly(
  fc.oneof({ weight: 4, arbitrary: withVowel }, { weight: 1, arbitrary: letters }, { weight: 1, arbitrary: particle }),
  signs,
);
const name = nearly(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'None',
    'NaN',
    'undefined',
    'Nube',
    'nil',
    'null ',
    '123',
    'a\u0001b',
    'a\nb',
    'Re\ufffdata',
    'S?nchez',
    'PÃ©rez',
    'Žižek',
    'Ib\u2013ez',
    '&ntilde;u',
    '#REF!',
    'SIN APELLIDO',
    'No tiene ',
    's/n',
    'NN',
    '(xx)',
    'No-tiene',
    'NOTIENE',
    'Dra. Ana',
    'Ruiz, Ana',
    ' PROFRA. ANA',
    'Sr  ',
    'ING',
    'A'.repeat(200),
    'A'.repeat(201),
    'Ñ'.repeat(100),
    'Ñ'.repeat(101),
    'Ñ'.repeat(200),
    'Ñ'.repeat(201),
  ),
);
const date = nearly(
  fc
    .tuple(fc.integer({ min: 1900, max: 2025 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 29 }))
    .chain(([a, m, d]) =>
      nearly(
        fc.constantFrom(`${a}-${two(m)}-${two(d)}`, `${two(d)}/${two(m)}/${a}`),
        fc.constantFrom(
          `${a}-${m}-${d}`,
          `${a}${two(m)}${two(d)}`,
          ` ${a}-${two(m)}-${two(d)}`,
          `${two(d)}-${two(m)}-${a}`,
        ),
      ),
    ),
  fc.constantFrom(
    '',
    '1990-05-1x',
    'x990-05-17',
    '17/05/19x0',
    '1990/05-17',
    '1990-05-17T00:00',
    '１９９０-05-17',
    '17-05/1990',
    '1990-13-01',
    '1990-00-01',
    '1990-02-30',
    '00/01/1990',
    '1799-12-31',
    '2999-01-01',
    '/9/:/;/<=>',
    '0000-00-00',
  ),
);
const sexo = nearly(
  fc.constantFrom('H', 'M', 'X', 'h', 'mujer', 'Hombre'),
  fc.constantFrom(' M', 'no binario', 'F', '', 'ñ', 'M'.repeat(200), '\ufeffM'),
);
const entidad = nearly(
  fc.constantFrom(...ENTIDADES.flatMap((e) => [e.claveEntidad, e.abreviaturaEntidad, e.nombreEntidad])),
  fc.constantFrom('nuevo león', 'cdmx', 'df', ' 09 ', '9', '33', '00', 'ñ9', 'Narnia', '', 'N'.repeat(200)),
);
const quoted = (cell: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(cell, fc.boolean()).map(([text, withQuotes]) => (withQuotes || /[\n,]/.test(text) ? `"${text}"` : text));

/** The cells of any person, with a key that may be the right one. */
const person = fc.tuple(
  quoted(name),
  quoted(name),
  quoted(name),
  quoted(date),
  quoted(sexo),
  quoted(entidad),
  fc.boolean(),
);

/** The cells of a person without anything odd, so that every file has rows that get their keys from bytes. */
const plainPerson: typeof person = fc.tuple(
  fc.constantFrom('Renata', 'Luz Elena', 'Óscar'),
  fc.constantFrom('Olvera', 'Núñez', 'de la Cruz'),
  fc.constantFrom('Tinajero', 'Xochihua', 'Sol'),
  fc.integer({ min: 13, max: 28 }).chain((day) => fc.constantFrom(`1990-05-${day}`, `${day}/05/1990`)),
  fc.constantFrom('H', 'M'),
  fc.constantFrom('09', '14', '32'),
  fc.boolean(),
);
const anyPeople = fc.array(fc.oneof({ weight: 3, arbitrary: person }, plainPerson), { minLength: 20, maxLength: 40 });

/** Returns the options that are defined. */
const definedIn = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;

const table = (names: readonly string[], body: readonly (readonly string[])[]): string =>
  [names, ...body].map((row) => row.join(',')).join('\n');

/** Returns the cells that are added to each row. */
const addedTexts = (options: Options, text: string, count: number): string[][] =>
  cells(runText(options, text).replaceAll('\ufeff', '')).map((row) => row.slice(-count));

/** Returns what `work` returns where there is no WebAssembly: every row is answered from its texts. */
function fromTexts<T>(work: () => T): T {
  vi.stubGlobal('WebAssembly', undefined);
  try {
    return work();
  } finally {
    vi.unstubAllGlobals();
  }
}

describe('a row', () => {
  const IN_PARTS = ['nombres', 'apellido_paterno', 'anio', 'mes', 'dia', 'sexo', 'entidad'];
  const WITHOUT_MATERNO = { columnas: { apellido_materno: '' } };

  /** Returns whether the row got its key from bytes, and checks that its texts give the same. */
  function isPlain(names: readonly string[], written: string, options: Options = {}): boolean {
    const answered = vi.spyOn(ROW_OPERATIONS[options.operacion === 'cotejar' ? 'cotejar' : 'calcular'], 'run');
    onTestFinished(() => {
      answered.mockRestore();
    });
    const text = table(names, [[written]]);
    const output = addedTexts(options, text, 4);
    const plain = answered.mock.calls.length === 0;
    expect(fromTexts(() => addedTexts(options, text, 4))).toEqual(output);
    expect(answered).toHaveBeenCalledTimes(plain ? 1 : 2);
    return plain;
  }

  it.each([
    'Renata,Olvera,Tinajero,1990-05-17,M,09',
    'Renata,Olvera,Tinajero,17/05/1990,M,09',
    'Renata,Olvera,Tinajero,05/17/1990,M,09',
    'Renata,Olvera,,1990-05-17,M,09',
    'Der Renata,Olvera,Der,1990-05-17,M,09',
    'Renata,Olvera,None,1990-05-17,M,9',
    'Renata,Olvera,,1990-05-17,F,09',
    '"Ñusta","Peña","Argüello","1984-03-12","M","19"',
    'Ana,Luz,Sol,2000-01-01,M,01',
    'Luis,Neri,Zapata,2000-09-30,H,32',
    'Guadalupe,Villegas,Fernández,1999-12-31,X,NE',
    'noel,Nabel,Nene N,1999-10-29,hombre,Jalisco',
    'Nora,Olvera,NULL,1990-05-17,M,09',
    'Renata,Olvera,Tinajero,1990-05-17,hombre,NL',
    'Renata,Olvera,Tinajero,1990-05-17,No binaria,nuevo león',
    'Renata,Olvera,,1990-5-17,M,09',
    'Renata,Olvera,,1990/05/17,M,09',
    'Renata,Olvera,,17-05-1990,M,09',
    'Renata,Olvera,,"17-05-1990",M,09',
    'Renata,Olvera,,17.5.1990,M,09',
    'Renata,Olvera,,1990-05-17 00:00:00,M,09',
    'Renata,Olvera,,1990-05-17T00:00:00.000,M,09',
    'Renata,Olvera,,17 de mayo de 1990,M,09',
    'Renata,Olvera,,19900517,M,09',
    'Renata,Olvera,,1990-05-17 ,M,09',
    'Jose\u0301,Olvera,,1990-05-17,M,09',
    'Noé,Olvera,,1990-05-17,M,09',
    'María de los Ángeles,de la Cruz,de León,1990-05-17,M,09',
    `Renata,Olvera,Tinajero,1990-05-17,M${' '.repeat(100)},Jalisco${' '.repeat(100)}`,
  ])('gets its key from its bytes: %s', (written) => {
    expect(isPlain(COLUMN_NAMES, written)).toBe(true);
  });

  it.each([
    'null,Olvera,,1990-05-17,M,09',
    'None,Olvera,,1990-05-17,M,09',
    'NaN,Olvera,,1990-05-17,M,09',
    'undefined,Olvera,,1990-05-17,M,09',
    'Renata,null,,1990-05-17,M,09',
    'Renata,Olvera,,1990-05/17,M,09',
    'Renata,Olvera,,1990/05-17,M,09',
    'Renata,Olvera,,17/05-1990,M,09',
    'Renata,Olvera,,17-05/1990,M,09',
    'Renata,Olvera,,199O-05-17,M,09',
    'Renata,Olvera,,/990-05-17,M,09',
    'Renata,Olvera,,:990-05-17,M,09',
    'Renata,Olvera,,1990-:5-17,M,09',
    'Renata,Olvera,,1990-05-1:,M,09',
    'Renata,Olvera,,19:0-05-17,M,09',
    'Renata,Olvera,,19/5-05-17,M,09',
    'Renata,Olvera,,199:-05-17,M,09',
    'Renata,Olvera,,199/-05-17,M,09',
    'Renata,Olvera,,1990-05-1/,M,09',
    'Renata,Olvera,,1990-05-/7,M,09',
    'Renata,Olvera,,31/02/1990,M,09',
    'Renata,Olvera,,1990-05-17,Z,09',
    'Renata,Olvera,,1990-05-17,,09',
    'Renata,Olvera,,1990-05-17,MM,09',
    'Renata,Olvera,,1990-05-17,M,',
    'Renata,Olvera,,1990-05-17,M,33',
    'Renata,Olvera,,1990-05-17,M,009',
    '123,Olvera,,1990-05-17,M,09',
    ',Olvera,,1990-05-17,M,09',
    '"Re""nata",Olvera,,1990-05-17,M,09',
    'Renata,X,,1990-05-17,M,09',
    'NNNNN,Olvera,,1990-05-17,M,09',
    'Renata,XXXXXXXX,,1990-05-17,M,09',
    'Lic. Renata,Olvera,,1990-05-17,M,09',
    'Renata,Hdez.,,1990-05-17,M,09',
    'Renata,Mtz,,1990-05-17,M,09',
    'R3nata,Olvera,,1990-05-17,M,09',
    'Olvera Renata,Olvera,,1990-05-17,M,09',
    'OLVERA Renata,Olvera,,1990-05-17,M,09',
    'Renata,Olvera,de Torres,1990-05-17,M,09',
    'Renata,Olvera,García de Torres,1990-05-17,M,09',
    'Renata,Olvera,,1900-01-01,M,09',
    'Renata,Olvera,,1905-05-17,M,09',
    'Renata,Munoz,,1990-05-17,M,09',
    'Luz,Soto Mª,MA,1990-05-17,M,09',
  ])('is answered from its texts: %s', (written) => {
    expect(isPlain(COLUMN_NAMES, written)).toBe(false);
  });

  it.each([
    ['Renata,Olvera,1990,05,17,M,09', true],
    ['Renata,Olvera,90,05,17,M,09', false],
    ['Renata,Olvera,1990,5,17,M,09', true],
    ['Renata,Olvera,1990,05,7,M,09', true],
    ['Renata,Olvera,1990,05,017,M,09', false],
    ['Renata,Olvera,19901,05,17,M,09', false],
    ['Renata,Olvera,1990,051,17,M,09', false],
    ['Renata,Olvera,1990,512,17,M,09', false],
    ['Renata,Olvera,1990,,17,M,09', false],
    ['Renata,Olvera,199O,05,17,M,09', false],
    ['Renata,Olvera,1990,O5,17,M,09', false],
    ['Renata,Olvera,1990,05,1O,M,09', false],
  ])('gets its key from its bytes with its date in three columns: %s %s', (written, plain) => {
    expect(isPlain(IN_PARTS, written, WITHOUT_MATERNO)).toBe(plain);
  });

  it.each([
    ['apellido_materno', 'Tinajero,1990-05-17,Renata,Olvera,M,09'],
    ['fecha_nacimiento', '1990-05-17,Tinajero,Renata,Olvera,M,09'],
    ['nombres', 'Renata,1990-05-17,Tinajero,Olvera,M,09'],
    ['apellido_paterno', 'Olvera,1990-05-17,Tinajero,Renata,M,09'],
    ['sexo', 'M,1990-05-17,Tinajero,Renata,Olvera,09'],
    ['entidad', '09,1990-05-17,Tinajero,Renata,Olvera,M'],
  ])('gets its key from its bytes with %s as the first column', (_, written) => {
    const which: Readonly<Record<string, string>> = {
      Renata: 'nombres',
      Olvera: 'apellido_paterno',
      Tinajero: 'apellido_materno',
      M: 'sexo',
      '09': 'entidad',
    };
    const nombres = written.split(',').map((datum) => which[datum] ?? 'fecha_nacimiento');
    expect(isPlain(nombres, written)).toBe(true);
    expect(rows({}, table(nombres, [[written]]))).toMatchObject([{ curp: KEY }]);
  });

  it.each([
    [KEY, true],
    [`"${KEY}"`, true],
    [KEY.toLowerCase(), false],
    [`${KEY} `, false],
    [` ${KEY}`, false],
    [KEY.slice(0, 17), false],
    [`P${KEY.slice(1)}`, false],
    [`${KEY.slice(0, 16)}13`, false],
    ['', false],
  ])('is answered from its bytes in cotejar with the key %j: %s', (key, plain) => {
    const nombres = [...COLUMN_NAMES, 'curp'];
    expect(isPlain(nombres, `${RENATA},${key}`, { operacion: 'cotejar' })).toBe(plain);
  });

  it.each([
    [['apellido_materno'], {}, false],
    [['apellido_materno'], { apellido_materno: '' }, false],
    [['fecha_nacimiento'], {}, false],
    [['sexo'], {}, false],
  ])(
    'is answered from its bytes in cotejar without the column %s, with %j declared: %s',
    (lacking, columnas, plain) => {
      const kept = COLUMN_NAMES.map((field, i) => [field, RENATA.split(',')[i]] as const).filter(
        ([field]) => !lacking.includes(field),
      );
      const row = [...kept.map(([, datum]) => datum), 'OEXR900517MDFLXN07'].join(',');
      const nombres = [...kept.map(([field]) => field), 'curp'];
      expect(isPlain(nombres, row, { operacion: 'cotejar', columnas })).toBe(plain);
    },
  );
});

it.each([
  '1990-05-17,M,09',
  '1990-05-17,H,01',
  '17/05/1990,X,32',
  '1990-05-17,mujer,Jalisco',
  '1990-05-17,hombre,Nuevo León',
])('a row whose spellings are known is answered without decoding a text: %s', (end) => {
  const reading = decideReading(NO_EVIDENCE, { formato: 'csv' });
  const lote = new Lote({ formato: 'csv', reading });
  const empty = (text: string): number => Array.from(lote.process(toBytes(text))).length;
  empty(`${COLUMN_NAMES.join(',')}\nAna,Luz,Sol,${end}\n`);
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  onTestFinished(() => {
    decode.mockRestore();
  });
  expect(empty(`Renata,Olvera,Tinajero,${end}\n`)).toBe(1);
  expect(lote.totals.good).toBe(2);
  expect(decode).not.toHaveBeenCalled();
});

describe('bytes and texts give the same answers', () => {
  let plain = 0;

  /** Expects the same from bytes and from texts, and counts the rows that got their keys from bytes. */
  function expectSame(work: () => unknown): void {
    const spy = vi.spyOn(KeyWriter.prototype, 'rows');
    const fromBytes = work();
    plain += spy.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
    spy.mockRestore();
    expect(fromTexts(work)).toEqual(fromBytes);
  }

  beforeEach(() => {
    plain = 0;
  });

  it.each(['1990-5-7', '1990-5-17', '1990-05-17 00:00', '5/7/1990', '5071990', '17MAY1990', '1990-01-01', '1/1/1990'])(
    'for the date «%s»',
    (born) => {
      expectSame(() => {
        const lote = new Lote({ formato: 'csv', sexo: 'hm' });
        const output = toText(run(lote, [toBytes(`${COLUMN_NAMES.join(';')}\nRenata;Olvera;;${born};M;09\n`)]));
        return { output, evidence: lote.takeEvidence() };
      });
    },
  );

  it('for dates that may stand for a year, after others of their form', () => {
    const born = ['1990-05-17', ...Array.from({ length: 9 }, (_, i) => `198${i}-01-01`), '1985-02-03'];
    const people = born.map((day) => ['Renata', 'Olvera', 'Tinajero', day, 'M', '09']);
    expectSame(() => {
      const answers = addedTexts({}, table(COLUMN_NAMES, people), 4).slice(1);
      expect(answers.map(([, reason]) => reason !== '')).toEqual(born.map((day) => day.endsWith('-01-01')));
      return answers;
    });
  });

  it('and dates of one form are read once for each pair of a day and a month', () => {
    const born = Array.from({ length: 900 }, (_, i) => `${1950 + (i % 45)}-${two(1 + (i % 3))}-${two(2 + (i % 7))}`);
    const people = born.map((day, i) => [`Renata${'abc'[i % 3]}`, 'Olvera', 'Tinajero', day, 'M', '09']);
    const asked = vi.spyOn(KernelAnswers.prototype, 'answer');
    addedTexts({}, table(COLUMN_NAMES, people), 4);
    const count = (datum: Datum): number => asked.mock.calls.filter(([each]) => each === datum).length;
    expect([count(Datum.DATE) <= 2, count(Datum.FIGURES) <= 21]).toEqual([true, true]);
    asked.mockRestore();
  });

  it('with a byte order mark before a word inside a cell', () => {
    const people = ['TA \ufeffANA', '\ufeffANA', 'MA. \ufeffANA', 'ANA'].map((given) => [
      given,
      'LARA',
      '',
      '1990-05-17',
      'M',
      '09',
    ]);
    expectSame(() => addedTexts({}, table(COLUMN_NAMES, people), 4));
  });

  it('in calcular', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        const body = people.map((row) => row.slice(0, 6) as string[]);
        expectSame(() => addedTexts({}, table(COLUMN_NAMES, body), 4));
      }),
      runs(40),
    );
    expect(plain).toBeGreaterThan(30); // With fewer of them, the test compares too little.
  });

  it('in calcular, with the date in three columns and no second surname', () => {
    const nombres = ['entidad', 'sexo', 'dia', 'mes', 'anio', 'paterno', 'nombre'];
    fc.assert(
      fc.property(anyPeople, (people) => {
        const body = people.map(([n, p, , f, s, e]) => [
          e,
          s,
          ...f.replaceAll('"', '').split(/[-/]/).concat('', '', '').slice(0, 3),
          p,
          n,
        ]);
        const columnas = { apellido_materno: '' };
        expectSame(() => addedTexts({ columnas }, table(nombres, body), 4));
      }),
      runs(30),
    );
    expect(plain).toBeGreaterThan(5);
  });

  it('in cotejar, and in calcular beside a key', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        const body = people.map((row) => row.slice(0, 6) as string[]);
        const keys = addedTexts({}, table(COLUMN_NAMES, body), 4).slice(1);
        const withKey = body.map((row, i) => [...row, people[i]?.[6] ? (keys[i]?.[0] ?? '') : KEY]);
        const nombres = [...COLUMN_NAMES, 'curp'];
        const options = { operacion: 'cotejar' } as const;
        expectSame(() => addedTexts(options, table(nombres, withKey), 6));
        expectSame(() => addedTexts({}, table(nombres, withKey), 4));
      }),
      runs(30),
    );
    expect(plain).toBeGreaterThan(5);
  });

  it('in any conventions and any pieces, with the same totals and evidence', () => {
    const style = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineBreak: fc.constantFrom('\n', '\r\n'),
      inQuotes: fc.boolean(),
      hasTrailing: fc.boolean(),
      date: fc.constantFrom('-', '/', 'd/m/Y', 'm/d/Y', 'Y-m-d 00:00:00', 'd.m.Y', 'Ymd'),
      sexes: fc.constantFrom('hm', 'fm', '12'),
      isOneByte: fc.boolean(),
      isDecomposed: fc.boolean(),
      cut: fc.integer({ min: 1, max: 3000 }),
      options: fc.record({
        operacion: fc.constantFrom('calcular', 'calcular', 'cotejar', 'validar'),
        excel: fc.boolean(),
        nulos: fc.constantFrom(undefined, ['09', 'H'], ['Nube']),
        codificacion: fc.constantFrom(undefined, undefined, 'windows-1252', 'ibm850'),
        enie: fc.constantFrom(undefined, undefined, '#'),
        allowed: fc.constantFrom(Infinity, Infinity, 3),
      }),
    });
    fc.assert(
      fc.property(anyPeople, style, (people, { delimiter, lineBreak, cut, options, ...as }) => {
        const hasKeys = options.operacion !== 'calcular';
        const sexes: Readonly<Record<string, string>> = as.sexes === 'fm' ? { H: 'M', M: 'F' } : { H: '1', M: '2' };
        const lines = people.map(([n, p, m, f, s, e, isKey]) => {
          const [, year = '', month = '', day = ''] = /^"?(\d{4})-(\d\d)-(\d\d)"?$/.exec(f) ?? [];
          const written = as.date.replace('Y', year).replace('m', month).replace('d', day);
          const cellTexts = [n, p, m, year === '' || as.date.length === 1 ? f : written]
            .concat(as.sexes === 'hm' ? s : (sexes[s] ?? s), e, isKey && hasKeys ? KEY : '')
            .map((cell) => (as.inQuotes && !cell.startsWith('"') ? `"${cell}"` : cell));
          return cellTexts.join(delimiter) + (as.hasTrailing ? delimiter : '');
        });
        const text = [[...COLUMN_NAMES, 'curp'].join(delimiter), ...lines, ''].join(lineBreak);
        const composed = as.isDecomposed ? text.normalize('NFD') : text;
        const bytes = as.isOneByte ? in1252(composed.replaceAll(/[^\0-\u00ff]/gu, '')) : toBytes(composed);
        const outcome = (): unknown => {
          const lote = new Lote({ formato: 'csv', ...definedIn(options) });
          const pieces: string[] = [];
          const take = (done: Iterable<Uint8Array>): void => {
            for (const piece of done) {
              pieces.push(Buffer.from(piece).toString('latin1'));
              if (lote.waiting) lote.allow(5);
            }
          };
          try {
            for (const piece of inPieces(bytes, cut)) take(lote.process(piece));
            take(lote.finish());
          } catch (error) {
            if (error instanceof UnreadableFile) return error.message;
            throw error;
          }
          return { text: pieces.join(''), totals: lote.totals, evidence: lote.takeEvidence(), empty: lote.emptyLines };
        };
        expectSame(outcome);
      }),
      runs(120),
    );
    expect(plain).toBeGreaterThan(5);
  });

  it('in NDJSON, whatever the shapes of its lines', () => {
    const style = fc.record({
      inEscapes: fc.boolean(),
      inNumbers: fc.boolean(),
      blank: fc.constantFrom('', ' '),
      other: fc.constantFrom('nota', 'año', 'Ω', '1', 'a"b'),
      value: fc.constantFrom('ñ', 7, null, true, 1.5, { a: 1 }, 'x'.repeat(120)),
      operacion: fc.constantFrom('calcular', 'cotejar'),
      cut: fc.integer({ min: 1, max: 3000 }),
    });
    fc.assert(
      fc.property(anyPeople, style, (people, { operacion, cut, ...as }) => {
        const lines = people.map((row) => {
          const datums = row.slice(0, 6).map((cell) => String(cell).replace(/^"([^]*)"$/, '$1'));
          const entries = COLUMN_NAMES.map((column, i): [string, unknown] => {
            const text = datums[i] ?? '';
            return [column, as.inNumbers && /^[1-9]\d?$/.test(text) ? Number(text) : text];
          });
          const curp = row[6] ? KEY : '';
          const all = [...entries, ['curp', curp], ...(row[6] ? [[as.other, as.value]] : [])];
          const written = all.map((entry) => entry.map((each) => JSON.stringify(each)).join(`:${as.blank}`));
          const text = `{${written.join(`,${as.blank}`)}}\n`;
          const escape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
          return as.inEscapes ? text.replaceAll(/[\u0080-\uffff]/g, escape) : text;
        });
        expectSame(() => {
          const lote = new Lote({ formato: 'ndjson', sexo: 'hm', operacion });
          const output = toText(run(lote, inPieces(toBytes(lines.join('')), cut)));
          return { output, totals: lote.totals, evidence: lote.takeEvidence() };
        });
      }),
      runs(60),
    );
    expect(plain).toBeGreaterThan(5);
  });

  it('in Windows-1252', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        const body = [
          ['Ñusta', 'Peña', '', '1984-03-12', 'M', '19'],
          ...people.map((row) => row.slice(0, 6) as string[]),
        ];
        const text = table(COLUMN_NAMES, body).replaceAll(/[^\0-\u00ff]/gu, '');
        // The encoding is declared, because a row may be valid UTF-8 by chance.
        expect(runText({ codificacion: 'windows-1252' }, in1252(text))).toBe(runText({}, toBytes(text)));
      }),
      runs(15),
    );
  });

  it('in CSV as in objects', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        const clean = people.map((row) => row.slice(0, 6).map((cell) => String(cell).replace(/^"([^]*)"$/, '$1')));
        const body = people.map((row) => row.slice(0, 6) as string[]);
        const text = clean
          .map((row) => `${JSON.stringify(Object.fromEntries(COLUMN_NAMES.map((n, i) => [n, row[i]])))}\n`)
          .join('');
        const inObjects = objects({}, text).map((o) => [
          o['curp'] ?? '',
          (o['avisos'] as readonly string[]).join(' '),
          String(o['code_error']),
          ((o['error_message'] as string | null) ?? '').replaceAll('\ufeff', ''), // as in `addedTexts`
        ]);
        expect(addedTexts({}, table(COLUMN_NAMES, body), 4).slice(1)).toEqual(inObjects);
      }),
      runs(20),
    );
  });
});

it.each([
  ['1990-05-17', '403'],
  ['M', '406'],
  ['09', '407'],
])('the declared word %s means no datum in a plain row too', (nulo, code) => {
  const [row] = rows({ nulos: [nulo] }, table(COLUMN_NAMES, [[RENATA]]));
  expect(row).toMatchObject({ curp: '', code_error: code });
});

it('a second surname of two X means none in a plain row too', () => {
  const [row] = rows({}, table(COLUMN_NAMES, [['Renata,Olvera,X X,1990-05-17,M,09']]));
  expect(row).toMatchObject({ curp: 'OEXR900517MDFLXN07', code_error: '0' });
});

it('a row gets the same answer after three thousand odd spellings', () => {
  const oddRows = Array.from({ length: 3000 }, (_, i) =>
    RENATA.replace(/09$/, `Narnia ${i}`).replace(',M,', `,M${i},`),
  );
  const readRows = rows({}, [COLUMN_NAMES.join(','), ...oddRows, RENATA].join('\n'));
  expect(readRows.at(-1)).toMatchObject({ curp: KEY });
  expect(readRows.at(-2)).toMatchObject({ code_error: '411' });
});

it('no spelling is taken for another whose bytes have the same sum', () => {
  const sexes = ['fem', '\u0001Gem', 'Hombre', 'HpNbre'].map((text) => RENATA.replace(',M,', `,${text},`));
  const codes = rows({}, [COLUMN_NAMES.join(','), ...sexes].join('\n')).map((row) => row['code_error']);
  expect(codes).toEqual(['0', '416', '0', '416']);
});

describe('the vectors of the norm', () => {
  interface Vector extends Readonly<Record<string, string>> {
    readonly curp: string;
  }
  const DE = '../../../conformance/sources/claves-sinteticas.jsonl';
  const lines = readFileSync(new URL(DE, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const vectors = lines.map((written) => JSON.parse(written) as Vector);
  /** Returns whether there is a first surname, which the contract requires and the norm does not. */
  const withPaterno = (v: Vector): boolean => v['apellido_paterno']?.trim() !== '';
  /** In a file, these are no surnames: a typing error, and a word for nothing. */
  const NO_SURNAMES = new Set(["'Orsay", 'N.']);
  const isAnswered = (v: Vector): boolean => withPaterno(v) && !NO_SURNAMES.has(v['apellido_paterno'] ?? '');
  const expected = vectors.map((v) => (isAnswered(v) ? v.curp : ''));
  const PARTS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'];
  const quote = (text = ''): string => `"${text.replaceAll('"', '""')}"`;

  it('are 282, and all but one have a first surname', () => {
    expect(vectors).toHaveLength(282);
    expect(vectors.filter(withPaterno)).toHaveLength(281);
  });

  it('include a slash between letters as one of the signs of names', () => {
    const [row] = rows({}, table(COLUMN_NAMES, [['Renata,D/Orsay,Tovar,1990-05-17,M,09']]));
    expect(row).toMatchObject({ curp: 'DXTR900517MDFXVN00', code_error: '0' });
  });

  it('get their keys in NDJSON', () => {
    expect(objects({}, lines.join('\n')).map((object) => object['curp_2'] ?? '')).toEqual(expected);
    const compared = objects({ operacion: 'cotejar' }, lines.join('\n')).map((object) => object['resultado']);
    expect(compared).toEqual(vectors.map((v) => (isAnswered(v) ? 'identica' : withPaterno(v) ? null : 'compatible')));
  });

  it.each([
    ['in three columns', PARTS],
    ['in one', ['fecha_nacimiento']],
    ['as in Mexico', ['nacimiento']],
  ])('get their keys in CSV, with the date %s', (_, ofDate) => {
    const nombres = ['nombres', 'apellido_paterno', 'apellido_materno', ...ofDate, 'sexo', 'entidad'];
    const body = vectors.map((v) => {
      const [anio, mes, dia] = PARTS.map((part) => v[part]);
      const withDate: Record<string, string> = {
        ...v,
        fecha_nacimiento: `${anio}-${mes}-${dia}`,
        nacimiento: `${dia}/${mes}/${anio}`,
      };
      return nombres.map((column) => quote(withDate[column]));
    });
    const keys = (): string[] => rows({}, table(nombres, body)).map((row) => row['curp'] ?? '');
    expect(keys()).toEqual(expected);
    expect(fromTexts(keys)).toEqual(expected);
  });
});
