/** NDJSON: objects as programs write them, and odd ones. */
import { describe, expect, it } from 'vitest';
import { type Options, objects, runText, slow } from './run-lote.js';
import { KEY, line } from './people.js';

it.each([
  ['anio_nacimiento', 403],
  ['mes_nacimiento', 404],
  ['dia_nacimiento', 405],
])('an object without %s gets its code if it has the other parts of the date', (part, code_error) => {
  const parts = { anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '17' };
  const object = line({ fecha_nacimiento: undefined, ...parts, [part]: undefined });
  expect(objects({}, object)).toMatchObject([{ curp: null, code_error }]);
});

it('objects are distinguished even if their names look the same when joined', () => {
  const curp = 'OETR900517MDFLNN05';
  const lines = [{ 'a\0curp': 1 }, { a: 1, curp }, { 'a\0curp': 1 }].map((o) => `${JSON.stringify(o)}\n`);
  expect(objects({ operacion: 'validar' }, lines.join(''))).toMatchObject([
    { code_error: 100 },
    { code_error: 0, valido: true },
    { code_error: 100 },
  ]);
});

it('a line has the same answer alone and behind a line that looks nearly the same', () => {
  let year = 50;
  // One birthday of most people would be told, and births that follow each other.
  const one = (data: Parameters<typeof line>[0] = {}): string =>
    line({ fecha_nacimiento: `19${++year}-05-${year - 41}`, ...data }).trimEnd();
  const lines = [
    one(),
    one({ nombres: 'Renata Ñandú' }),
    one({ nombres: 'Ma. "Lupe"' }),
    one({ nombres: 'A\\B' }),
    one({ nombres: '' }),
    one({ apellido_materno: null }),
    one({ fecha_nacimiento: 19900501 }),
    one({ fecha_nacimiento: 19900502, entidad: 9 }),
    one({ entidad: 9.5 }),
    one({ entidad: true }),
    one({ nombres: undefined, Nombres: 'Renata' }),
    one({ otro: 1 }),
    `${one()} `,
    ` ${one()}`,
    one().replace(':', ' : '),
    one().replace('}', ' }'),
    one().replace('}', ',"nombres":"Zoe"}'),
    `${one()},`,
    one().replace('Renata', 'Re\tnata'),
    one().replace('Renata', 'Renata\u007f'),
    one().slice(0, -1),
  ];
  const answers = (...some: readonly string[]): string[] =>
    runText({ duplicates: null, formato: 'ndjson' }, some.join('\n')).trimEnd().split('\n');
  const alone = lines.map((each) => answers(each)[0]);
  for (const [i, before] of lines.entries()) {
    // The line before is read twice, so that the reader knows its names.
    const all = answers(...lines.flatMap((each) => [before, before, each]));
    lines.forEach((_, j) => expect([i, all[3 * j + 2]]).toEqual([i, alone[j]]));
  }
});

describe('a datum that the user names in an object', () => {
  it.each([
    ['by its name', { nombres: 'N' }, { nombres: undefined, N: 'Renata' }, KEY],
    ['by its name in another spelling', { nombres: 'Ñ o' }, { nombres: undefined, 'n-O': 'Renata' }, KEY],
    ['instead of a known name', { nombres: 'N' }, { nombres: 'Zoe', N: 'Renata' }, KEY],
    ['of two known names', { sexo: 'sex' }, { sexo: undefined, sex: 'M', gender: 'F' }, KEY],
    ['as absent', { apellido_materno: '' }, { apellido_materno: undefined }, 'OEXR900517MDFLXN07'],
    ['as absent, although a known name is there', { apellido_materno: '' }, {}, 'OEXR900517MDFLXN07'],
  ])('is read: %s', (_, columnas, data, curp) => {
    expect(objects({ columnas }, line(data))).toMatchObject([{ code_error: 0, curp }]);
  });

  it('is missing if the object lacks that name', () => {
    expect(objects({ columnas: { nombres: 'N' } }, line())).toMatchObject([{ code_error: 400 }]);
  });

  it('is named by its name, never by a number, because names have no order', () => {
    expect(objects({ columnas: { nombres: '1' } }, line())).toMatchObject([{ code_error: 400 }]);
    expect(objects({ columnas: { nombres: '1' } }, line({ 1: 'Renata', nombres: 'Zoe' }))).toMatchObject([
      { curp: KEY },
    ]);
  });
});

describe('two names for one datum in an object', () => {
  it.each([
    ['a name', { NOMBRES: 'Zoe' }, 'nombres'],
    ['a name in the singular', { Nombre: 'Zoe' }, 'nombres'],
    ['a date', { fecha_nacimiento: undefined, dob: '1990-05-17', fecha_nac: '2024-11-30' }, 'fecha_nacimiento'],
    [
      'a part of the date',
      { fecha_nacimiento: undefined, anio_nac: 1990, ano_nac: 2024, mes: 11, dia: 30 },
      'anio_nacimiento',
    ],
  ])('are an error with code 8: %s', (_, data, parametro) => {
    const [object] = objects({}, line(data));
    expect(object).toMatchObject({ code_error: 8, curp: null });
    expect(object?.['error_message']).toContain(`\`${parametro}\` viene más de una vez`);
  });

  it.each([
    ['are none that the operation needs', { operacion: 'validar' }, { curp: KEY, NOMBRES: 'Zoe' }, { valido: true }],
    ['are none that the date needs', {}, { anio: 2024, year: 2024, mes: 11 }, { curp: KEY }],
    ['give way to one that says more', {}, { fecha: '2024-11-30', estado: 'Jalisco' }, { curp: KEY }],
  ] as const)('are accepted if they %s', (_, options, data, expected) => {
    expect(objects(options, line(data))).toMatchObject([{ code_error: 0, ...expected }]);
  });
});

describe('a name that an object gives twice', () => {
  const twice = (written: string): string => line().replace('}', `,${written}}`);

  it.each([
    ['with another value', twice('"sexo":"H"'), 'sexo'],
    ['with the same value', twice('"sexo":"M"'), 'sexo'],
    ['with an escape', twice(String.raw`"se\u0078o":"H"`), 'sexo'],
    ['which is no datum', twice('"nota":1,"nota":{}'), 'nota'],
    ['in an object inside', `{"persona":${twice('"sexo":"H"').trim()}}\n`, 'sexo'],
    ['in an object of a list', twice('"otros":[{"a":1},{"a":1,"a":2}]'), 'a'],
  ])('is the error of its row: %s', (_, text, name) => {
    const [object] = objects({}, text);
    expect(object).toMatchObject({ code_error: 8, curp: null });
    expect(object?.['error_message']).toContain(`\`${name}\` viene más de una vez`);
  });

  it('is none in two objects of a line, or in a text', () => {
    expect(objects({}, twice(String.raw`"a":{"b":1},"c":[{"b":1},{"b":"\",\"b\":1"}]`))).toMatchObject([{ curp: KEY }]);
  });
});

/** At these sizes, quadratic work exceeds the time limit of a test. */
describe('NDJSON takes linear time', () => {
  it('with many blanks inside an object', () => {
    const blanks = ' '.repeat(100_000);
    const output = runText({ formato: 'ndjson' }, `{${blanks}"a":1${blanks}}\n`);
    expect(output.startsWith(`{${blanks}"a":1,"curp":null,`)).toBe(true);
  });

  slow.each([
    ['escapes', `{"a":"${'\\n'.repeat(400_000)}","a":1}\n`],
    ['names', `{${'"a":1,'.repeat(100_000)}"b":1}\n`],
    ['different names', `{${Array.from({ length: 50_000 }, (_, i) => `"a${i}":1`).join(',')}}\n`],
    ['objects inside each other', `{${'"a":{'.repeat(150_000)}${'}'.repeat(150_001)}\n`],
    ['lists inside each other', `{"nombres":${'['.repeat(400_000)}${']'.repeat(400_000)}}\n`],
    ['blanks in a datum', line({ sexo: ' '.repeat(900_000), fecha_nacimiento: '\t\n'.repeat(20_000) })],
    ['marks in a datum', line({ nombres: 'a\u0301'.repeat(100_000), entidad: '\u0301'.repeat(200_000) })],
  ])('with a mebibyte of %s', (_, text) => {
    expect(objects({}, text)).toHaveLength(1);
  });
});

it('an object without names is distinguished from one with an empty name', () => {
  const readBytes = objects({}, '{}\n{"":{}}\n{}\n');
  expect(readBytes.map((readFile) => Object.keys(readFile))).toEqual([
    ['curp', 'avisos', 'code_error', 'error_message', 'motivos'],
    ['', 'curp', 'avisos', 'code_error', 'error_message', 'motivos'],
    ['curp', 'avisos', 'code_error', 'error_message', 'motivos'],
  ]);
  expect(readBytes[1]?.['error_message']).toBe(readBytes[0]?.['error_message']);
});

it('an object with surnames of its own is refused where a whole name is declared, as a table is', () => {
  const whole = { apellido_paterno: undefined, apellido_materno: undefined, nombres: 'Renata Olvera Tinajero' };
  const lines = [line({}), line({ apellido_materno: undefined }), line(whole), line({})];
  const apart = { curp: null, code_error: 8, error_message: expect.stringContaining('«apellido_paterno»') as string };
  expect(objects({ nombre_completo: 'nombres' }, lines.join(''))).toMatchObject([
    apart,
    apart,
    { curp: KEY, code_error: 0 },
    apart,
  ]);
  const columnas = { nombres: 'nombres' };
  expect(objects({ nombre_completo: 'nombres', columnas }, line({ nombres: whole.nombres }))).toMatchObject([
    { curp: KEY },
  ]);
});

it('the names of an object may have any order', () => {
  const written = `{"fecha_nacimiento":"1990-05-17",${line({ fecha_nacimiento: undefined }).slice(1)}`;
  expect(objects({}, written)).toMatchObject([{ curp: KEY }]);
});

describe('a datum that the operation does not ask for', () => {
  it('may have a value of any kind', () => {
    expect(objects({}, line({ curp: true }))).toMatchObject([{ code_error: 0 }]);
    expect(objects({ operacion: 'validar' }, line({ curp: KEY, sexo: {} }))).toMatchObject([{ code_error: 0 }]);
  });
});

it('a row has its errors and its notices with their ids, the data concerned and the words of both languages', () => {
  const doubtful = line({ nombres: 'Lic. Renata' });
  const told = (text: string, options: Options = {}): unknown => objects(options, text).map(({ motivos }) => motivos);
  expect(told(`${line({})}\n${doubtful}\n${line({ sexo: '' })}`)).toEqual([
    [],
    [{ id: 'nombre_con_titulo', campo: 'nombres', texto: expect.stringContaining('título') as string }],
    [{ id: 'sexo_vacio', campo: 'sexo', texto: expect.stringMatching(/^Falta `sexo`/) as string }],
  ]);
  expect(told(`${line({})}\n${line({})}`, { language: 'en', duplicates: undefined })).toEqual([
    [],
    [
      {
        id: 'misma_persona',
        campo: 'curp',
        texto: expect.stringMatching(/^It is the same person as in line 1/) as string,
      },
    ],
  ]);
});
