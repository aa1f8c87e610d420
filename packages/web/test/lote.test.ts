/** The parts of the section for files that need no browser. */
import { gzipSync } from 'node:zlib';
import {
  ROW_AND_FILE_CODES,
  type RowCause,
  type RowProblem,
  rowProblemInWords,
  fileProblemOf,
} from '@curp-service/contract/codes/file';
import { LAYOUTS } from '@curp-service/contract/layouts';
import { delimiterInWords } from '@curp-service/contract/describe-reading';
import { NO_EVIDENCE, NO_OVERRIDES, decideReading } from '@curp-service/lote';
import { inventFile } from '@curp-service/lote/inventar';
import { describe, expect, it } from 'vitest';
import {
  type ColumnChoice,
  checkColumns,
  chosenColumns,
  columnMap,
  fieldsFor,
  noChoice,
} from '../src/sections/lote/columns.js';
import { readingOf, seenReading } from '../src/sections/lote/answers.js';
import { isOpen, switchesOf } from '../src/sections/lote/conventions.js';
import { reasonsInWords } from '../src/sections/lote/rows.js';
import { downloadName, onPage } from '../src/sections/lote/view.js';
import { readPile } from '../src/sections/lote/worker/files.js';
import type { FilePreview, FileResult, FileTask, PreviewTask } from '../src/sections/lote/worker/tasks.js';
import { runTask } from '../src/sections/lote/worker/worker.js';
import { addTexts } from '../src/base/language.js';
import { LOTE_TEXTS } from '../src/base/lote-texts.js';
import { HEADER, peopleCsv } from './lote-files.js';

addTexts(LOTE_TEXTS);

const READING = decideReading(NO_EVIDENCE, { formato: 'csv' });
const HOOKS = { onProgress: () => {}, pause: () => null };

function taskFor(text: string, operacion: 'calcular' | 'validar' | 'cotejar', extra: Partial<FileTask> = {}): FileTask {
  return {
    file: new Blob([text]),
    hoja: undefined,
    type: 'csv',
    delimiter: ',',
    columns: chosenColumns(noChoice(), (text.split('\n')[0] ?? '').split(',')),
    options: { formato: 'csv', operacion },
    overrides: NO_OVERRIDES,
    ...extra,
  };
}

const process = async (task: FileTask): Promise<FileResult> => runTask({ kind: 'process', task }, HOOKS);
const preview = async (file: Blob, options: PreviewTask['options'] = {}): Promise<FilePreview> =>
  runTask({ kind: 'preview', task: { file: new File([file], 'p'), hoja: undefined, language: 'es', options } }, HOOKS);

/** Returns the number and the reason of each row with an error, or of each row for review. */
async function readReasons({ reviews, errors }: FileResult, isError: boolean): Promise<(readonly [number, string])[]> {
  const rows: (readonly [number, string])[] = [];
  for await (const row of readPile(isError ? errors : reviews)) rows.push([row.number, reasonsInWords(row)]);
  return rows;
}

/** Returns the texts that the buttons of each row put into its cells. */
async function readFills({ reviews, errors }: FileResult): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const pile of [reviews, errors])
    for await (const { number, reasons } of readPile(pile)) rows.push([number, reasons.flatMap(({ fills }) => fills)]);
  return rows;
}

it('two lists of JSON are crossed, compressed or not', async () => {
  const person = { nombres: 'RENATA', apellido_paterno: 'OLVERA', apellido_materno: 'TINAJERO' };
  const list = `${JSON.stringify({ ...person, fecha_nacimiento: '1990-05-17', sexo: 'Mujer', entidad: 'DF' })}\n`;
  const lists = {
    a: new File([`[${list}]`], 'a.json'),
    b: new File([Uint8Array.from(gzipSync(list))], 'b.ndjson.gz'),
  };
  const overrides = { cells: new Map(), reviewed: new Set<number>() };
  const task = { lists, language: 'es', told: { a: {}, b: {} }, overrides, pairs: new Map() } as const;
  expect(await runTask({ kind: 'cross', task }, HOOKS)).toMatchObject({ type: 'ndjson', totals: { misma: 1 } });
});

describe('the preview of a file', () => {
  it('has the delimiter, the columns, the first rows and the evidence of all rows', async () => {
    const { type, peek, evidence } = await preview(new Blob(['Nombre;Sexo\nInés;F\nRaúl;M\n']));
    expect(type).toBe('csv');
    expect(peek).toMatchObject({ delimiter: ';', names: ['Nombre', 'Sexo'] });
    expect(peek?.rows[1]).toEqual({ number: 2, cells: ['Inés', 'F'], problem: null });
    expect(evidence).toMatchObject({ rows: 2, shown: { F: { count: 1 }, M: { count: 1 }, H: { count: 0 } } });
  });

  it.each(Array.from(',;\t|^~'))('has a name for the delimiter %j', async (delimiter) => {
    const { peek } = await preview(new Blob([`Nombre${delimiter}Sexo\nInés${delimiter}Mujer\n`]));
    expect(delimiterInWords(peek?.delimiter ?? '', 'es')).toMatch(/^separado por/);
  });

  it('looks at the rows again with another header, encoding or column', async () => {
    const text = Buffer.from('Nómina de mayo\nN;Sx;Sexo\nInés;F;M\n', 'latin1');
    const options = { encabezado: 2, codificacion: 'windows-1252', columnas: { sexo: 'Sx' } } as const;
    const { peek, evidence } = await preview(new Blob([text]), options);
    expect(peek).toMatchObject({ names: ['N', 'Sx', 'Sexo'], rows: [{ cells: ['Nómina de mayo'] }, {}, {}] });
    expect(evidence.shown).toMatchObject({ F: { count: 1 }, M: { count: 0 } });
  });

  it('reads Windows-1252 and UTF-16', async () => {
    const fromWindows1252 = await preview(new Blob([Uint8Array.of(...Buffer.from('Nombre;Año\nInés;1\n', 'latin1'))]));
    const fromUtf16 = await preview(new Blob([Uint8Array.of(...Buffer.from('\ufeffNombre;Año\nInés;1\n', 'utf16le'))]));
    const expected = { names: ['Nombre', 'Año'], rows: [{}, { number: 2, cells: ['Inés', '1'] }] };
    expect(fromWindows1252.peek).toMatchObject(expected);
    expect(fromUtf16.peek).toMatchObject(expected);
  });

  it('reads gzip', async () => {
    const { peek } = await preview(new Blob([Uint8Array.from(gzipSync(peopleCsv(3)))]));
    expect(peek?.names).toEqual(HEADER.split(','));
  });

  it.each([
    ['ibm850', Uint8Array.of(0x4d, 0x55, 0xa5, 0x4f, 0x5a)],
    ['macintosh', Uint8Array.of(0x4d, 0x55, 0x84, 0x4f, 0x5a)],
  ] as const)('reads %s as the user says', async (codificacion, name) => {
    const file = new Blob(['Paterno;Sexo\n', name, ';H\n']);
    const { peek } = await preview(file, { codificacion });
    expect(peek?.rows[1]?.cells).toEqual(['MUÑOZ', 'H']);
  });

  it('reads a JSON array like its lines, compressed or not', async () => {
    const text = ' [ {"sexo": "F", "x": [1, 2]},\n {"sexo":"M"} ]';
    for (const file of [new Blob([text]), new Blob([Uint8Array.from(gzipSync(text))])]) {
      expect(await preview(file)).toMatchObject({ type: 'ndjson', evidence: { rows: 2, shown: { F: { count: 1 } } } });
    }
    const options = { formato: 'ndjson', operacion: 'validar' } as const;
    const { output } = await process(
      taskFor('[{"curp":"PEOF900517MJCXXR04"},{"curp":"PEOF"}]', 'validar', { options }),
    );
    expect(
      (await output.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).valido),
    ).toEqual([true, false]);
  });

  it('has no columns for NDJSON', async () => {
    expect(await preview(new Blob(['{"sexo":"F"}\n']))).toMatchObject({
      type: 'ndjson',
      peek: null,
      evidence: { shown: { F: { count: 1 } } },
    });
  });

  it.each([
    ['an empty file', '', 'archivo_vacio'],
    ['line breaks alone', '\n\n', 'archivo_vacio'],
    ['quotes that do not match', `"${'x'.repeat(20)}`, 'archivo_cabecera_larga'],
  ])('rejects %s', async (_, text, cause) => {
    const error = await preview(new Blob([text])).catch((e: unknown) => e);
    expect(fileProblemOf(error)).toMatchObject({ cause });
  });
});

describe('the page asks nothing that a file declares', () => {
  const questionsAbout = async (text: string): Promise<string[]> => {
    const seen = await preview(new Blob([text]));
    const answers = { choice: noChoice(), told: {} };
    const switches = switchesOf(readingOf(seen, answers), seenReading(seen, answers), answers);
    return switches.filter(isOpen).map(({ name }) => name);
  };

  it.each(LAYOUTS)('by the layout $nombre', async (formato) => {
    const text = Array.from(inventFile(20, { semilla: 1, formato })).join('');
    expect(await questionsAbout(text)).toEqual([]);
  });

  it('by the codes of the sexes in its header', async () => {
    expect(await questionsAbout('Nombre,Sexo (1 = Hombre; 2 = Mujer)\nInés,2\n')).toEqual([]);
    expect(await questionsAbout('Nombre,Sexo\nInés,2\n')).toEqual(['sexo']);
  });

  it('by the order of dates in its header', async () => {
    expect(await questionsAbout('Nombre,Fecha de nacimiento (DD/MM/AAAA)\nInés,05/06/1990\n')).toEqual([]);
    expect(await questionsAbout('Nombre,Fecha de nacimiento\nInés,05/06/1990\n')).toEqual(['fechas']);
  });
});

describe('columns of a file', () => {
  const choose = (choice: Partial<ColumnChoice>): ColumnChoice => ({ ...noChoice(), ...choice });

  it('are guessed from the header', () => {
    expect(chosenColumns(noChoice(), ['sexo', 'x', 'paterno'])).toMatchObject({
      sexo: 0,
      apellido_paterno: 2,
      nombres: -1,
    });
    const inThree = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'];
    expect(fieldsFor('calcular', noChoice(), inThree)).toContain('mes_nacimiento');
  });

  it('depend on the operation', () => {
    expect(fieldsFor('validar', choose({ inThree: true }), [])).toEqual(['curp']);
    expect(fieldsFor('calcular', noChoice(), [])).not.toContain('curp');
    expect(fieldsFor('cotejar', choose({ inThree: true }), [])).toContain('mes_nacimiento');
    expect(fieldsFor('calcular', choose({ hasFullName: true }), [])).not.toContain('apellido_paterno');
  });

  it('are passed by name, or by number if two have the same name', () => {
    const columns = { nombres: 0, apellido_paterno: 1, apellido_materno: -1, sexo: 2 };
    expect(columnMap(choose({ columns }), ['a', 'a', ''])).toEqual({
      nombres: 'a',
      apellido_paterno: '2',
      apellido_materno: '',
      sexo: '3',
    });
  });

  it.each([
    ['Estado', 'entidad', ['Fecha de nacimiento', 'Estado']],
    ['Fecha', 'fecha_nacimiento', ['Fecha', 'Entidad']],
    ['Año', 'fecha_nacimiento', ['Nació', 'Año', 'Entidad']],
  ])('must be chosen if they have only a bare name: %s', (name, missing, others) => {
    const names = ['Nombre', 'Paterno', 'Materno', 'Sexo', ...others];
    const checked = checkColumns(names, noChoice(), 'calcular', READING);
    expect(checked).toMatchObject({
      columns: null,
      message: expect.stringContaining(`No se sabe si «${name}»`),
    });
    expect([...checked.missing.keys()]).toEqual([missing]);
  });

  it('are clear once the user has chosen them', () => {
    const names = ['Nombre', 'Paterno', 'Materno', 'Sexo', 'Fecha', 'Estado'];
    const choice = choose({ columns: { fecha_nacimiento: 4, entidad: 5 } });
    expect(checkColumns(names, choice, 'calcular', READING)).toMatchObject({
      columns: { entidad: 5 },
      missing: new Map(),
    });
  });

  it('are asked for all at once, each with its own words', () => {
    const { missing } = checkColumns(
      ['Nombre', 'Paterno', 'Materno', 'Fecha', 'Estado'],
      noChoice(),
      'calcular',
      READING,
    );
    expect(Object.fromEntries(missing)).toEqual({
      fecha_nacimiento: expect.stringContaining('«Fecha» es la de nacimiento o la de otro día'),
      entidad: expect.stringContaining('«Estado» es la de nacimiento o la de un domicilio'),
      sexo: 'Elija la columna que contiene este dato.',
    });
    const lacking = checkColumns(['Nombre', 'Paterno', 'Materno', 'Clave'], noChoice(), 'calcular', READING);
    expect([...lacking.missing.keys()]).toEqual(['sexo', 'entidad', 'fecha_nacimiento']);
  });

  it('leave no column for the whole date if it is in three parts', () => {
    const choice = choose({ columns: { fecha_nacimiento: 0, mes_nacimiento: 1 }, inThree: true });
    expect(columnMap(choice, ['f', 'm'])).toEqual({ fecha_nacimiento: '', mes_nacimiento: 'm' });
  });
});

describe('the result of a file', () => {
  it('numbers rows with errors as a spreadsheet does, empty lines included', async () => {
    const [header = '', a = '', b = '', c = ''] = peopleCsv(3, (i) => i > 0).split('\n');
    const result = await process(taskFor([header, a, '', b, '', '', c, ''].join('\n'), 'calcular'));
    expect((await readReasons(result, true)).map(([number]) => number)).toEqual([4, 7]);
    expect(result).toMatchObject({ errors: { numbers: [4, 7], pages: [0] }, totals: { rows: 3, good: 1 } });
  });

  it('has pages of 20 rows over many pieces', async () => {
    const result = await process(
      taskFor(
        peopleCsv(20_000, (i) => i % 7 === 3),
        'calcular',
      ),
    );
    const numbers = Array.from({ length: 20_000 }, (_, i) => i).flatMap((i) => (i % 7 === 3 ? [i + 2] : []));
    expect((await readReasons(result, true)).map(([number]) => number)).toEqual(numbers);
    expect(result.errors.numbers).toEqual(numbers);
    expect(result.errors.pages).toHaveLength(Math.ceil(numbers.length / 20));
  });

  it('has the first 100 rows after a header with a byte order mark and quotes', async () => {
    const text = peopleCsv(250).replace('nombres', '"nom\nbres"');
    const task = taskFor(text, 'calcular', {
      options: { formato: 'csv', operacion: 'calcular', excel: true, columnas: { nombres: '1' } },
    });
    const { output, firstRows } = await process(task);
    const written = new Uint8Array(await output.arrayBuffer());
    expect(Array.from(written.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(written)).toMatch(/^"nom\nbres",[^\n]+,curp,aviso,code_error,error_message\n/);
    expect(firstRows).toHaveLength(100);
    expect(firstRows[99]).toMatchObject({ number: 101, values: [expect.stringMatching(/^\w{18}$/)], error: null });
  });

  it('has every row read by the evidence of the last one, even if the first pass assumed otherwise', async () => {
    const rows = ['Luis,Ruiz,Gil,05/01/1990,M,JC', 'Eva,Ruiz,Gil,05/17/1990,F,JC'];
    const result = await process(taskFor(`${HEADER}\n${rows.join('\n')}\n`, 'calcular'));
    expect(await result.output.text()).toContain('RUGL900501H');
    expect(result.reading).toMatchObject({ sexo: { value: 'fm', basis: 'vista' }, fechas: { value: 'mda' } });
    expect([result.reviews.numbers, result.errors.numbers]).toEqual([[], []]);
  });

  it('has every reason of a row in the order of its cells, and the texts that its buttons put there', async () => {
    const rows = [
      'Ana,Hdez.,Hernadez,17/05/1990,M,JC',
      'Luis,Muñoz Lara,,17/05/1990,H,JC',
      'Luis,Ruiz,Gil,31/02/1990,H,Atlántida',
      'Eva,Munoz,Gil,17/05/1990,M,Guadalajara',
      'Iris,Ruiz,Gil,05/17/1990,M,México',
      'Pérez,Iris,Gil,17/05/1990,M,JC',
      'Jorge,Ruiz,Gil,31/02/1990,Z,JC',
      'TOTAL,,,,,',
    ];
    const result = await process(taskFor(`${HEADER}\n${rows.join('\n')}\n`, 'calcular', { options: { formato: 'csv', operacion: 'calcular', fechas: 'dma' } })); // prettier-ignore
    expect(result.totals).toMatchObject({ rows: 7, others: 1 });
    expect(await readFills(result)).toEqual([
      [2, [[[1, 'Hernández']], [[2, 'Hernández']]]],
      [3, [[[1, 'Muñoz'], [2, 'Lara']]]], // prettier-ignore
      [7, [[[0, 'Iris'], [1, 'Pérez']]]], // prettier-ignore
      [4, []],
      [5, [[[1, 'Muñoz']], [[5, 'Jalisco']]]],
      [6, [[[3, '17/05/1990']]]],
      [8, [[[4, 'Mujer']], [[4, 'Hombre']]]],
    ]);
    let worst: unknown;
    for await (const { reasons } of readPile(result.errors)) worst = reasons.map(({ field }) => field);
    expect(worst).toEqual(['fecha_nacimiento', 'sexo']);
  });

  it('has invalid CURPs among the rows for review', async () => {
    const rows = ['PEOF900517MJCXXR04', 'PEOF900517MJCXXR05', 'PEOF900517MJCXXR06', 'PEOF', ''];
    const text = `curp,x,y,z\n${rows.map((curp) => `${curp},1,2,3`).join('\n')}\n`;
    const result = await process(taskFor(text, 'validar'));
    const reviews = await readReasons(result, false);
    expect(reviews.map(([number]) => number)).toEqual([3, 4, 5]);
    expect(reviews[0]?.[1]).toContain('El último carácter');
    expect(await readReasons(result, true)).toEqual([[6, expect.stringContaining('Falta')]]);
    expect(await readFills(result)).toMatchObject([[3, [[[0, 'PEOF900517MJCXXR04']]]], [4, [[[0, 'PEOF900517MJCXXR04']]]], [5, []], [6, []]]); // prettier-ignore
  });

  it('distinguishes CURPs that differ from those with another differentiator', async () => {
    const persona = "María Fernanda,de la Peña,O'Hara,1990-05-17,M,JC";
    const curps = ['PEOF900517MJCXXR04', 'PEOF900517MJCXXR12', 'PEOF900518MJCXXR05', 'PEOF900517MJCXXR05'];
    const text = `curp,${HEADER}\n${curps.map((curp) => `${curp},${persona}`).join('\n')}\n`;
    const task = taskFor(text, 'cotejar', { options: { formato: 'csv', operacion: 'cotejar', sexo: 'hm' } });
    const result = await process(task);
    expect(await readReasons(result, false)).toEqual([
      [3, expect.stringContaining('que asigna RENAPO')],
      [4, expect.stringContaining('No coincide: Fecha de nacimiento.')],
      [5, expect.stringContaining('El último carácter')],
    ]);
  });

  it('is the same for NDJSON', async () => {
    const lines = ['{"curp":"PEOF900517MJCXXR04"}', '', '{"curp":"PEOF900517MJCXXR05","n":1}', '{"x":1}', 'nada'];
    const result = await process(
      taskFor(`${lines.join('\n')}\n`, 'validar', {
        delimiter: ' ',
        columns: null,
        options: { formato: 'ndjson', operacion: 'validar' },
      }),
    );
    expect(await readReasons(result, false)).toEqual([[3, expect.stringContaining('El último carácter')]]);
    expect((await readReasons(result, true)).map(([number]) => number)).toEqual([4, 5]);
    expect(await readFills(result)).toMatchObject([
      [3, [[[0, 'PEOF900517MJCXXR04']]]],
      [4, []],
      [5, []],
    ]);
  });
});

describe('changed rows', () => {
  const people = (...rows: readonly string[]): string => `${HEADER}\n${rows.join('\n')}\n`;

  it('are read by the conventions of their file, and all other rows are kept byte for byte', async () => {
    const text = people(
      '"Eva",Hdez.,Gil,05/17/1990,F,JC',
      'Raúl,Ruiz,Gil,05/31/1990,M,ZZ',
      'Luz,Ruiz,Gil,06/31/1990,F,JC',
      'Iris,Ruiz,Gil,ayer,F,JC',
    );
    const { evidence } = await preview(new Blob([text]));
    const options = { formato: 'csv', reading: decideReading(evidence, { formato: 'csv' }) } as const;
    const task = taskFor(text, 'calcular', { options });
    const before = await process(task);
    expect(before.totals).toMatchObject({ rows: 4, good: 1, reviews: 1 });
    const cells = new Map([
      [2, new Map([[1, 'Hernández']])],
      [3, new Map([[3, '05/06/1990'], [5, 'Jalisco']])], // prettier-ignore
      [4, new Map([[3, '31/12/1990'], [5, 'Jalisco']])], // prettier-ignore
    ]);
    const after = await process({ ...task, overrides: { cells, reviewed: new Set() } });
    expect(after.totals).toMatchObject({ rows: 4, good: 2, reviews: 0 });
    const [first, second] = [await before.output.text(), await after.output.text()].map((one) => one.split('\n'));
    expect(second?.slice(0, 3)).toEqual([
      first?.[0],
      expect.stringMatching(/^Eva,Hernández,Gil,05\/17\/1990,F,JC,HEGE900517M\w{7},,0,$/),
      expect.stringMatching(/^Raúl,Ruiz,Gil,05\/06\/1990,M,Jalisco,RUGR900506HJC\w+,,0,$/),
    ]);
    expect(second?.[4]).toBe(first?.[4]);
    // The day first proves nothing, because the file has the month first.
    expect((await readReasons(after, true)).map(([number]) => number)).toEqual([4, 5]);
  });
});

it('some rows can be tried by the reading of their file, and a short line is reported as short', async () => {
  const names = HEADER.split(',');
  const rows = [
    { number: 5, cells: ['Eva', 'Ruiz', 'Gil', '05/06/1990', 'F', 'JC'], problem: null },
    { number: 6, cells: ['Luz'], problem: { cause: 'fila_largo', parts: { largo: '60', caracteres: '3' } } as const },
    { number: 7, cells: ['Ana', 'Ruiz', 'Gil', '17/17/1990', 'F', 'JC'], problem: null },
  ];
  const text = `Nómina\n\n\n${HEADER}\nEva,Muñoz,Gil,05/31/1990,F,JC\n`;
  const { evidence } = await preview(new Blob([Uint8Array.from(Buffer.from(text, 'latin1'))]));
  const options = { formato: 'csv', reading: decideReading(evidence, { formato: 'csv' }) } as const;
  const done = await runTask({ kind: 'trial', task: { options, delimiter: ',', names, rows } }, HOOKS);
  expect(done).toMatchObject([
    { number: 5, values: [expect.stringContaining('RUGE900506M')], error: null },
    { number: 6, error: { problem: { cause: 'fila_largo', parts: { caracteres: '3' } } } },
    { number: 7, error: { parametro: 'fecha_nacimiento' } },
  ]);
});

it.each<[problem: RowProblem, choices: string[]]>([
  [{ cause: 'anio_siglo' }, ['siglo=1930']],
  [{ cause: 'fecha_contradice', parts: { orden: 'dma' } }, ['fechas=dma', 'fechas=mda', 'fechas=amd']],
  [{ cause: 'nombre_de_relleno', parametro: 'nombres' }, ['nulos=…,S/D', 'nulos=ninguno']],
  [{ cause: 'nombre_sin_letra', parametro: 'nombres', parts: { signo: '#' } }, ['enie=#']],
  [{ cause: 'archivo_dos_encabezados', parts: { fila: 9, encabezado: 4 } }, ['encabezado=4']],
  [{ cause: 'sexo_cifra' }, ['sexo=12']],
])('a reason that names choices of the page has a button for each: %j', (problem, expected) => {
  const { text, choices } = onPage((surface, language) => rowProblemInWords(problem, surface, language), ['S/D']);
  expect(choices.map(({ name, value }) => `${name}=${value.replace(/^NULL,.*,/, '…,')}`)).toEqual(expected);
  expect(text).not.toMatch(/declare|\w=|`|\{|\[/i);
  for (const { label } of choices) expect(text).toContain(label.replaceAll(/[«»]/g, ''));
});

it.each(Object.keys(ROW_AND_FILE_CODES) as RowCause[])(
  'the page never tells a clerk to declare an option: %s',
  (cause) => {
    const problem = { cause, parametro: 'nombres', parts: { signo: '#', orden: 'dma', opcion: '', completo: true } };
    const { text } = onPage((surface, language) => rowProblemInWords(problem, surface, language));
    expect(text).not.toMatch(/\bdeclar|mande |`/i);
  },
);

describe('the section for files', () => {
  it.each([
    ['personas.csv', 'csv', 'personas-curp.csv'],
    ['personas.CSV.GZ', 'csv', 'personas-curp.csv'],
    ['personas.2024.xlsx', 'xlsx', 'personas.2024-curp.xlsx'],
    ['personas.xlsm', 'xlsm', 'personas-curp.xlsm'],
    ['personas', 'csv', 'personas-curp.csv'],
  ])('calls the download of %s as %s: %s', (name, extension, expected) => {
    expect(downloadName(name, extension)).toBe(expected);
  });

  it('has texts that differ between the languages', () => {
    const same = Object.values(LOTE_TEXTS).filter(([es, en]) => JSON.stringify(es) === JSON.stringify(en));
    expect(same).toEqual([]);
  });
});
