/** The operations on rows: calcular, validar, cotejar; and the limit of good rows. */
import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { Lote, NO_EVIDENCE, decideReading } from '../src/index.js';
import { DECLARED, cells, run, runText, toBytes, toText, rows, objects } from './run-lote.js';
import { HEADER, KEY, NUSTA, RENATA, line } from './people.js';

/** A key with the same root as Renata's, and one of another year. */
const OTHER_HOMONYM = 'OETR900517MDFLNN13';
const OTHER_YEAR = 'OETR910517MDFLNN04';

describe('calcular', () => {
  it('adds the key to a row of CSV', () => {
    expect(runText({}, `${HEADER}\n${RENATA}\n`)).toBe(
      `${HEADER},curp,aviso,code_error,error_message\n${RENATA},${KEY},,0,\n`,
    );
  });

  it('adds the key to an object', () => {
    const written = ' { "nombres" : "Renata", "apellido_paterno":"Olvera","apellido_materno":"Tinajero",';
    const rest = '"fecha_nacimiento":"17/05/1990","sexo":"mujer","entidad":"DF","n":[1,{"a":null}] } \r\n';
    expect(runText({ formato: 'ndjson' }, written + rest)).toBe(
      `${(written + rest).trim().slice(0, -2)},"curp":"${KEY}","avisos":[],"code_error":0,"error_message":null,"motivos":[]}\n`,
    );
  });

  it.each([
    ['', /^$/],
    [` ${KEY.toLowerCase()}`, /^$/],
    ['EN TRÁMITE', /^$/],
    [KEY.slice(0, 16), /^$/], // the root alone
    ['OETR900517AB1', /^$/], // an RFC
    ['OETR900517MDFLNN06', /otra CURP, que no es válida/], // its check digit is wrong
    [KEY.slice(1), /^$/],
    [KEY.replace('FL', 'F'), /otra CURP, que no es válida/],
    [OTHER_HOMONYM, /otra CURP válida.*dos últimos/],
    [OTHER_YEAR.replace(/.$/, '2'), /otra CURP válida. No coincide: Fecha de nacimiento/],
  ])('with the key «%s» in the row, gives reasons that match %s', (curp, reasons) => {
    const [row] = rows({}, `${HEADER},CURP\n${RENATA},${curp}\n`);
    const [object] = objects({}, line({ CURP: curp }));
    expect([row?.['curp'], object?.['curp']]).toEqual([KEY, KEY]);
    for (const notices of [row?.['aviso'], String(object?.['avisos'])]) expect(notices).toMatch(reasons);
  });

  it('does not ask for the key of an object, nor for that of its own answer', () => {
    expect(objects({}, line({ CURP: { a: 1 } }) + line({ CURP: null }))).toEqual([
      expect.objectContaining({ curp: KEY, avisos: [] }),
      expect.objectContaining({ curp: KEY, avisos: [] }),
    ]);
    const answered = `${HEADER},curp,aviso,code_error,error_message\n${RENATA},${OTHER_HOMONYM},,0,\n`;
    expect(rows({}, answered)).toEqual(rows({}, `${HEADER}\n${RENATA}\n`)); // filled anew in its place
  });

  it.each([
    ['in the words of Excel', 'CURP,Motivo', ',Ese día no existe: revise la fecha.', '', ''],
    ['of version 0.2', 'curp,code_error,error_message', `${OTHER_HOMONYM},0,`, '', ''],
    ['with a column behind it', 'curp,aviso,code_error,error_message', `${OTHER_HOMONYM},,0,`, ',nota', ',"a, b"'],
    ['with quotes and accents', 'curp,aviso,code_error,error_message', '"Ñ" ,"x, y",417,""', ',nota', ',Ñ'],
  ])('replaces an earlier answer %s', (_, added, answer, behind, cell) => {
    const answered = `${HEADER},${added}${behind}\n${RENATA},${answer}${cell}\n`;
    expect(runText({}, answered)).toBe(runText({}, `${HEADER}${behind}\n${RENATA}${cell}\n`));
  });

  it('compares the key of a column CURP with a column behind it, whatever their names', () => {
    const [row] = rows({}, `${HEADER},CURP,Motivo,nota\n${RENATA},${OTHER_HOMONYM},,\n`);
    expect(row).toMatchObject({ CURP: OTHER_HOMONYM, curp: KEY });
  });
});

describe('validar', () => {
  const KEYS = [KEY, 'OETR900517MDFLNN06', 'oetr900517mdflnn05', 'ñ', ' '];

  it('adds the data of the key to a row, and its findings by code and position', () => {
    const readRows = rows({ operacion: 'validar' }, `x;curp\n${KEYS.map((key) => `1;${key}\n`).join('')}`, ';');
    expect(readRows[0]).toEqual({
      x: '1',
      curp: KEY,
      valido: 'true',
      hallazgos: '',
      fecha_nacimiento: '1990-05-17',
      sexo: 'M',
      clave_entidad: '09',
      nombre_entidad: 'CIUDAD DE MÉXICO',
      abreviatura_entidad: 'DF',
      homonimo: 'false',
      sugerencia: '',
      aviso: '',
      code_error: '0',
      error_message: '',
    });
    expect(readRows[1]).toMatchObject({ valido: 'false', hallazgos: expect.stringMatching(/^\w+:18$/) as unknown });
    expect(readRows[3]).toMatchObject({ valido: 'false', sexo: '', code_error: '0' });
    expect(readRows[4]).toMatchObject({ valido: '', code_error: '100' });
  });

  it('reads only the key, even if the row holds a person', () => {
    const [row] = cells(runText({ operacion: 'validar' }, `${HEADER},curp\n${RENATA},${OTHER_YEAR}\n`)).slice(1);
    expect(row?.slice(7)).toEqual([
      'false',
      'digito_verificador:18',
      '1991-05-17',
      'M',
      '09',
      'CIUDAD DE MÉXICO',
      'DF',
      'false',
      '',
      'El último carácter no corresponde a los otros 17: debería ser 2.',
      '0',
      '',
    ]);
  });

  it('suggests a key where exactly one is the likeliest', () => {
    const keys = ['OETR90O517MDFLNN05', 'OTER900517MDFLNN05', 'OETR90051MDFLNN05', 'OETR900517MDFLNN06', 'no es'];
    const read = rows({ operacion: 'validar' }, ['curp', ...keys, ''].join('\n'));
    expect(read.map((row) => row['sugerencia'])).toEqual([KEY, KEY, KEY, '', '']);
    expect(objects({ operacion: 'validar' }, `{"curp":"${keys[0]}"}\n{"curp":"${KEY}"}\n`)).toMatchObject([
      { valido: false, sugerencia: KEY },
      { valido: true, sugerencia: null },
    ]);
  });

  it('adds the findings in full to an object, in the language of the user', () => {
    const object = `{"curp":"${KEYS[1]}"}\n`;
    const [es] = objects({ operacion: 'validar' }, object);
    const [en] = objects({ operacion: 'validar', language: 'en' }, object);
    expect(es).toMatchObject({ valido: false, code_error: 0, error_message: null });
    expect(es?.['hallazgos']).toMatchObject([{ severidad: 'error', posiciones: [18] }]);
    expect(en?.['hallazgos']).not.toEqual(es?.['hallazgos']);
    expect(objects({ operacion: 'validar' }, '{"curp":null}\n')).toMatchObject([{ valido: null, code_error: 100 }]);
  });
});

describe('cotejar', () => {
  const COMPARISONS = [
    [RENATA, KEY, 'identica', ''],
    [RENATA, OTHER_HOMONYM, 'misma_raiz', ''],
    [RENATA, OTHER_YEAR, 'difiere', 'fecha_nacimiento'],
    [
      'Zoe,Ruiz,,1991-05-17,H,NL',
      KEY,
      'difiere',
      'nombres apellido_paterno apellido_materno fecha_nacimiento sexo entidad',
    ],
  ] as const;

  it('adds whether the key is identical and what differs to a row', () => {
    const text = COMPARISONS.map(([person, key]) => `${person},${key}\n`).join('');
    const readRows = cells(runText({ operacion: 'cotejar' }, `${HEADER},curp\n${text}`)).slice(1);
    expect(readRows.map((row) => [row[7], row[9]])).toEqual(
      COMPARISONS.map(([, , resultado, difieren]) => [resultado, difieren]),
    );
    expect(readRows.map((row) => row[8])).toEqual([KEY, KEY, KEY, expect.stringMatching(/^RUXZ910517HNL/) as unknown]);
  });

  it('adds whether the key is identical and what differs to an object', () => {
    expect(objects({ operacion: 'cotejar' }, line({ curp: OTHER_YEAR }))).toMatchObject([
      { resultado: 'difiere', calculada: KEY, difieren: ['fecha_nacimiento'], code_error: 0 },
    ]);
    expect(objects({ operacion: 'cotejar' }, line({ curp: KEY }))).toMatchObject([
      { resultado: 'identica', difieren: [] },
    ]);
  });

  it('compares no row with a bad datum, which gets its code', () => {
    const codes = (row: string): unknown[] =>
      rows({ operacion: 'cotejar' }, `${HEADER},curp\n${row}\n`).map((read) => [read['resultado'], read['code_error']]);
    expect(codes(`${RENATA},`)).toEqual([['', '100']]);
    expect(codes(`${RENATA.replace(',M,', ',Z,')},${KEY}`)).toEqual([['', '416']]);
    expect(codes(`${RENATA.replace('1990-05-17', 'ayer')},${KEY}`)).toEqual([['', '417']]);
  });

  it.each([
    [`curp,nombres,apellido_paterno,apellido_materno\n${KEY},Renata,Olvera,Tinajero`, 'compatible', ''],
    [`curp,nombres,apellido_paterno,apellido_materno\n${KEY},Renata,Olvera,`, 'difiere', 'apellido_materno'],
    [`curp,nombres,apellido_paterno\n${KEY},Renata,Olvera`, 'compatible', ''],
    [`curp,sexo,rfc\n${KEY},M,OETR900517AB1`, 'compatible', ''],
    [`curp,sexo,rfc\n${KEY},M,OETR900518AB1`, 'difiere', 'rfc'],
    [`curp,sexo,rfc\n${KEY},H,`, 'difiere', 'sexo'],
    [`curp,sexo,entidad,fecha_nacimiento\n${KEY},M,Jalisco,`, 'difiere', 'entidad'],
    [`curp,${HEADER}\n${KEY},Renata,,,,,`, 'compatible', ''],
    [`curp,${HEADER}\n${KEY},,,,1990-05-17,M,`, 'compatible', ''],
    [`curp,${HEADER}\n${KEY},Renata,N/A,,,,`, 'compatible', ''],
    [`curp,${HEADER},rfc\n${KEY},${RENATA},OETR900517AB1`, 'identica', ''],
    [`curp,${HEADER},rfc\n${KEY},${RENATA},OETR910517AB1`, 'identica', 'rfc'],
    [`curp,${HEADER},rfc\n${KEY},${RENATA},oetr-900517`, 'identica', ''],
  ])('accepts any part of the data: %s → %s %s', (file, resultado, difieren) => {
    expect(rows({ operacion: 'cotejar' }, `${file}\n`)).toMatchObject([{ resultado, difieren, code_error: '0' }]);
    const [names = '', values = ''] = file.split('\n');
    const object = Object.fromEntries(names.split(',').map((name, i) => [name, values.split(',')[i]]));
    expect(objects({ operacion: 'cotejar' }, `${JSON.stringify(object)}\n`)).toMatchObject([
      { resultado, difieren: difieren === '' ? [] : [difieren], code_error: 0 },
    ]);
  });

  it.each([
    [`curp,${HEADER}\n${KEY},,,,,,`, '400', 'no datum'],
    [`curp,${HEADER},rfc\n${KEY},,,,,,,OETR900517`, '400', 'no datum but the RFC'],
    ['curp,nombres\nOETR900517MDFLNN06,Tadeo', '101', 'a broken key'],
    [`curp,nombres,rfc\n${KEY},Renata,OET900517AB1`, '102', 'the RFC of a company'],
    [`curp,nombres,sexo\n${KEY},Renata,Z`, '416', 'a bad datum'],
    [`curp,anio_nacimiento,mes_nacimiento,dia_nacimiento\n${KEY},1990,,17`, '404', 'part of a date'],
  ])('gives its code to a row with nothing to compare: %s → %s (%s)', (file, code) => {
    expect(rows({ operacion: 'cotejar' }, `${file}\n`)).toMatchObject([{ resultado: '', code_error: code }]);
  });

  it('reports no doubts about names of which a part is unknown', () => {
    const long = `curp,nombres\n${KEY},Renata Olvera Tinajero\n`;
    expect(rows({ operacion: 'cotejar' }, long)).toMatchObject([{ resultado: 'compatible', aviso: '' }]);
    const whole = `curp,nombre completo,sexo\n${KEY},Olvera Tinajero Renata,M\n${KEY},,M\n`;
    expect(rows({ operacion: 'cotejar', nombre_completo: 'apellidos' }, whole)).toMatchObject([
      { resultado: 'compatible' },
      { resultado: 'compatible' },
    ]);
  });

  it.each([
    ['cotejar', ''],
    ['calcular', 'La fila ya trae otra CURP válida. '],
  ] as const)('tells a key by the edition of 2006: %s', (operacion, before) => {
    const [row] = rows({ operacion }, `${HEADER},curp\nM LUISA,LOPEZ,PEREZ,1970-01-01,M,09,LOPM700101MDFPRX02\n`);
    expect(row?.['aviso']).toContain(
      `${before}No coincide: Nombre(s). Difiere por las reglas de 2021; es la clave por el Instructivo de 2006.`,
    );
  });

  it('finds that a malformed key differs', () => {
    const [row] = rows({ operacion: 'cotejar' }, `${HEADER},curp\n${RENATA},no es\n`);
    expect(row).toMatchObject({ resultado: 'difiere', calculada: KEY, code_error: '0' });
  });

  it('finds no datum that differs in a key with hyphens, which has another length', () => {
    const [row] = rows({ operacion: 'cotejar' }, `${HEADER},curp\n${RENATA},OETR-900517-MDFLNN05\n`);
    expect(row).toMatchObject({ resultado: 'difiere', difieren: '', aviso: expect.stringContaining('18 caracteres') });
    expect(row?.['aviso']).not.toContain('No coincide');
  });
});

describe('the value of a datum in an object', () => {
  it.each([
    ['a date as a number', { fecha_nacimiento: 19900517 }, { curp: KEY }],
    ['a number of two digits', { entidad: 31 }, { curp: 'OETR900517MYNLNN03' }],
    ['a number of one digit', { entidad: 9 }, { curp: KEY }],
    ['a huge number', { fecha_nacimiento: 1e300 }, { code_error: 417 }],
    ['true', { nombres: true }, { code_error: 8 }],
    ['a list of one', { nombres: ['Renata'] }, { code_error: 0, curp: KEY }],
    ['a list', { nombres: ['Renata', 'Zoe'] }, { code_error: 8 }],
    ['an object', { sexo: { a: 'M' } }, { code_error: 8 }],
    ['null', { nombres: null }, { code_error: 400 }],
    ['null for the second surname', { apellido_materno: null }, { curp: 'OEXR900517MDFLXN07' }],
    ['no second surname', { apellido_materno: undefined }, { code_error: 402 }],
    ['an empty second surname', { apellido_materno: '' }, { curp: 'OEXR900517MDFLXN07' }],
    ['half of a letter', { nombres: '\ud83eRenata' }, { code_error: 417 }],
    ['anything in a name that is not needed', { notas: [{ a: true }], edad: true }, { curp: KEY }],
  ])('is read or refused: %s', (_, data, expected) => {
    expect(objects({}, line(data))).toMatchObject([expected]);
  });

  it('may have a name such as `constructor`', () => {
    const nombres = '"__proto__":{"sexo":"H"},"constructor":"x","toString":1,"hasOwnProperty":null,';
    const written = line().replace('{', `{${nombres}`);
    expect(objects({}, written)).toMatchObject([{ curp: KEY }]);
    expect(objects({}, '{"__proto__":{"sexo":"H"},"nombres":"Renata"}\n')).toMatchObject([{ code_error: 401 }]);
    expect(objects({}, `{"__proto__":${line().trim()}}\n`)).toMatchObject([{ curp: KEY }]);
    expect(Object.prototype).not.toHaveProperty('sexo');
    expect(runText({ formato: 'ndjson' }, written).startsWith(`{${nombres}`)).toBe(true);
  });
});

describe('a line that is no object gets code 8', () => {
  it.each([
    '[]',
    '"Renata"',
    '12',
    'null',
    '{"nombres":',
    '{} {}',
    "{'a':1}",
    'nombres=Renata',
    '\u00a0{}',
    '{"a":"\t"}',
  ])('%s', (written) => {
    const [badRow, good] = objects({}, `${written}\r\n${line()}`);
    expect(badRow).toMatchObject({ linea: written, curp: null, code_error: 8 });
    expect(good).toMatchObject({ curp: KEY });
  });

  it('but an empty object gets the code of its first missing datum', () => {
    expect(runText({ formato: 'ndjson' }, '{ }\n')).toMatch(/^\{"curp":null,"avisos":\[\],"code_error":400,/);
  });
});

describe('the totals count rows, good rows and errors', () => {
  it.each([
    ['csv', `${HEADER}\n${RENATA}\n\n${NUSTA}\ncorta,x\n,,,1990-05-17,M,\n`],
    ['ndjson', `${line()}\n${line()}[]\n{}\n`],
  ] as const)('of %s', (formato, text) => {
    const lote = new Lote({ ...DECLARED, formato });
    for (const piece of [lote.process(toBytes(text)), lote.finish()]) Array.from(piece);
    expect(lote.totals).toEqual({
      rows: 4,
      good: 2,
      reviews: 0,
      others: 0,
      fullAt: 0,
      errors: new Map([
        [8, 1],
        [400, 1],
      ]),
    });
  });
});

it.each(['csv', 'ndjson'] as const)('rows for review in %s are good, and are counted separately', (formato) => {
  const people = ['Renata', 'Lic. Renata', 'Ren?ta'];
  const text =
    formato === 'csv'
      ? `${HEADER}\n${people.map((name) => `${RENATA.replace('Renata', name)}\n`).join('')}`
      : people.map((nombres) => line({ nombres })).join('');
  const lote = new Lote({ ...DECLARED, formato });
  for (const piece of [lote.process(toBytes(text)), lote.finish()]) Array.from(piece);
  expect(lote.totals).toEqual({ rows: 3, good: 2, reviews: 1, others: 0, errors: new Map([[417, 1]]), fullAt: 0 });
});

describe('the reasons for the review of a row', () => {
  const compare = (row: string): string =>
    rows({ operacion: 'cotejar' }, `${HEADER},curp\n${row}\n`)[0]?.['aviso'] ?? '';

  it('are in cotejar what differs, a broken key and doubts about the data', () => {
    expect(compare(`${RENATA},${KEY}`)).toBe('');
    expect(compare(`${RENATA},${OTHER_HOMONYM}`)).not.toBe('');
    expect(compare(`${RENATA.replace(',M,', ',H,')},${KEY}`)).toContain('No coincide: Sexo.');
    expect(compare(`${RENATA},${OTHER_YEAR}`)).toMatch(/El último carácter.*No coincide: Fecha de nacimiento\./);
    expect(compare(`${RENATA},no es`)).not.toBe('');
  });

  it('are in validar the findings, in the language of the user', () => {
    const read = (language: 'es' | 'en'): unknown =>
      objects({ operacion: 'validar', language }, `{"curp":"${OTHER_YEAR}"}\n`)[0]?.['avisos'];
    expect(read('es')).toEqual([expect.stringMatching(/El último carácter/)]);
    expect(read('en')).toEqual([expect.stringMatching(/The last character/)]);
  });
});

it('Lote hands over pieces of many rows, never of many bytes', () => {
  const lote = new Lote({ ...DECLARED, reading: decideReading(NO_EVIDENCE, { formato: 'csv' }) });
  const row = `${RENATA},${'x'.repeat(1000)}\n`;
  const lengths = Array.from(lote.process(toBytes(`${HEADER},notas\n${row.repeat(900)}`)), (done) => done.length);
  expect(lote.totals.rows).toBe(900);
  expect(Math.max(...lengths)).toBeLessThan(150_000);
  expect(lengths.length).toBeLessThan(20);
});

describe('a limit of good rows', () => {
  const EXHAUSTED: ErrorEntry = { id: 'cuota', code_error: 4, parametro: null, error_message: 'Se acabó, "por hoy".' };

  it('gives the rows behind them its error', () => {
    const text = `${HEADER}\n${RENATA}\ncorta\n\n${RENATA}\n${'x'.repeat(1.1 * (1 << 20))}\n`;
    const lote = new Lote({ ...DECLARED, allowed: { rows: 1, beyond: EXHAUSTED } });
    const output = cells(toText(run(lote, [toBytes(text)])));
    expect(output.slice(1).map((row) => row.slice(6))).toEqual([
      [KEY, '', '0', ''],
      ['', '', '4', 'Se acabó, "por hoy".'],
      ['', '', '4', 'Se acabó, "por hoy".'],
      ['', '', '4', 'Se acabó, "por hoy".'],
    ]);
    expect(lote.totals).toMatchObject({ rows: 4, good: 1 });
  });

  it('gives the objects behind them its error', () => {
    for (const written of objects({ allowed: { rows: 0, beyond: EXHAUSTED } }, `${line()}[]\n`))
      expect(written).toMatchObject({ curp: null, code_error: 4, error_message: EXHAUSTED.error_message });
  });
});
