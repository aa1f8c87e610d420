/** The parts of the section for files that need no browser. */
import { gzipSync } from 'node:zlib';
import { decideReading } from '@curp-service/lote';
import { describe, expect, it } from 'vitest';
import {
  type ColumnChoice,
  checkColumns,
  chosenColumns,
  columnMap,
  fieldsFor,
  noChoice,
} from '../src/sections/lote/columns.js';
import { showRow } from '../src/sections/lote/rows.js';
import { downloadName } from '../src/sections/lote/view.js';
import { readPage, readPile } from '../src/sections/lote/worker/files.js';
import type { FilePreview, FileResult, FileTask, Pile, PreviewTask } from '../src/sections/lote/worker/tasks.js';
import { errorTexts, runTask } from '../src/sections/lote/worker/worker.js';
import { addTexts } from '../src/base/language.js';
import { LOTE_TEXTS } from '../src/base/lote-texts.js';
import { HEADER, peopleCsv } from './lote-files.js';

addTexts(LOTE_TEXTS);

const HOOKS = { onProgress: () => {}, pause: () => null };

function taskFor(text: string, operacion: 'calcular' | 'validar' | 'cotejar', extra: Partial<FileTask> = {}): FileTask {
  return {
    file: new Blob([text]),
    hoja: undefined,
    type: 'csv',
    delimiter: ',',
    options: { formato: 'csv', operacion },
    ...extra,
  };
}

const process = async (task: FileTask): Promise<FileResult> => runTask({ kind: 'process', task }, HOOKS);
const preview = async (file: Blob, options: PreviewTask['options'] = {}): Promise<FilePreview> =>
  runTask({ kind: 'preview', task: { file: new File([file], 'p'), hoja: undefined, language: 'es', options } }, HOOKS);

/** The number and the reason of each row in a pile. */
async function readReasons(pile: Pile, task: FileTask): Promise<(readonly [number, string])[]> {
  const rows: (readonly [number, string])[] = [];
  for await (const row of readPile(pile)) rows.push([row.number, showRow(row, { task, columns: null }).reason]);
  return rows;
}

describe('the preview of a file', () => {
  it('has the delimiter, the columns, the first rows and the evidence of all rows', async () => {
    const { type, peek, evidence } = await preview(new Blob(['Nombre;Sexo\nInés;F\nRaúl;M\n']));
    expect(type).toBe('csv');
    expect(peek).toMatchObject({ delimiter: ';', names: ['Nombre', 'Sexo'] });
    expect(peek?.rows[1]).toEqual({ number: 2, cells: ['Inés', 'F'] });
    expect(evidence).toMatchObject({ rows: 2, sights: { F: { count: 1 }, M: { count: 1 }, H: { count: 0 } } });
  });

  it('looks at the rows again under another header, encoding or column', async () => {
    const text = Buffer.from('Nómina de mayo\nN;Sx;Sexo\nInés;F;M\n', 'latin1');
    const options = { encabezado: 2, codificacion: 'windows-1252', columnas: { sexo: 'Sx' } } as const;
    const { peek, evidence } = await preview(new Blob([text]), options);
    expect(peek).toMatchObject({ names: ['N', 'Sx', 'Sexo'], rows: [{ cells: ['Nómina de mayo'] }, {}, {}] });
    expect(evidence.sights).toMatchObject({ F: { count: 1 }, M: { count: 0 } });
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
      expect(await preview(file)).toMatchObject({ type: 'ndjson', evidence: { rows: 2, sights: { F: { count: 1 } } } });
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
      evidence: { sights: { F: { count: 1 } } },
    });
  });

  it.each([
    ['an empty file', '', /ninguna fila/],
    ['line breaks alone', '\n\n', /ninguna fila/],
    ['lines of old Macs', 'nombres,sexo\rAna,M\r', /solo en CR/],
    ['quotes that do not match', `"${'x'.repeat(20)}`, /comillas no cuadran/],
  ])('rejects %s in both languages', async (_, text, message) => {
    const error = await preview(new Blob([text])).catch((e: unknown) => e);
    const [es = '', en = ''] = errorTexts(error) ?? [];
    expect(es).toMatch(message);
    expect(en).not.toBe(es);
  });

  it('has no text for errors that the file did not cause', () => {
    expect(errorTexts(new Error('x'))).toBeNull();
    expect(errorTexts(undefined)).toBeNull();
  });
});

describe('columns', () => {
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

  it('are passed by name, or by number if two share the name', () => {
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
  ])('that only have a bare name are to be chosen: %s', (name, missing, others) => {
    const names = ['Nombre', 'Paterno', 'Materno', 'Sexo', ...others];
    const checked = checkColumns(names, noChoice(), 'calcular');
    expect(checked).toMatchObject({
      columns: null,
      missing,
      message: expect.stringContaining(`No se sabe si «${name}»`),
    });
  });

  it('that the user chooses need no other word', () => {
    const names = ['Nombre', 'Paterno', 'Materno', 'Sexo', 'Fecha', 'Estado'];
    const choice = choose({ columns: { fecha_nacimiento: 4, entidad: 5 } });
    expect(checkColumns(names, choice, 'calcular')).toMatchObject({ columns: { entidad: 5 }, missing: null });
  });

  it('a date in three columns has no column of its own', () => {
    const choice = choose({ columns: { fecha_nacimiento: 0, mes_nacimiento: 1 }, inThree: true });
    expect(columnMap(choice, ['f', 'm'])).toEqual({ fecha_nacimiento: '', mes_nacimiento: 'm' });
  });
});

describe('the result', () => {
  it('numbers rows with errors as a spreadsheet does, empty lines included', async () => {
    const [header = '', a = '', b = '', c = ''] = peopleCsv(3, (i) => i > 0).split('\n');
    const task = taskFor([header, a, '', b, '', '', c, ''].join('\n'), 'calcular');
    const result = await process(task);
    expect((await readReasons(result.errors, task)).map(([number]) => number)).toEqual([4, 7]);
    expect(result).toMatchObject({ errors: { count: 2, pages: [0] }, totals: { rows: 3, good: 1 } });
  });

  it('has pages of 100 rows with errors over many pieces', async () => {
    const task = taskFor(
      peopleCsv(20_000, (i) => i % 7 === 3),
      'calcular',
    );
    const result = await process(task);
    const numbers = (await readReasons(result.errors, task)).map(([number]) => number);
    expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, i) => i).flatMap((i) => (i % 7 === 3 ? [i + 2] : [])));
    expect(result.errors.pages).toHaveLength(Math.ceil(numbers.length / 100));
    const second = await readPage(result.errors, 1);
    expect(second).toHaveLength(100);
    expect(second[0]?.number).toBe(numbers[100]);
  });

  it('has the first 100 rows after a header with a UTF-8 mark and quotes', async () => {
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

  it('reads every row by the evidence of the last one, though the first pass supposed otherwise', async () => {
    const rows = ['Ana,Ruiz,Gil,05/01/1990,M,JC', 'Eva,Ruiz,Gil,05/17/1990,F,JC'];
    const result = await process(taskFor(`${HEADER}\n${rows.join('\n')}\n`, 'calcular'));
    expect(await result.output.text()).toContain('RUGA900501H');
    expect(result.reading).toMatchObject({ sexo: { value: 'fm', basis: 'vista' }, fechas: { value: 'mda' } });
    expect(result.errors.count).toBe(0);
  });

  it('names the cell to mend', async () => {
    const task = taskFor(
      peopleCsv(3, (i) => i === 1),
      'calcular',
    );
    const [row] = await readPage((await process(task)).errors, 0);
    const columns = { byField: chosenColumns(noChoice(), HEADER.split(',')), shown: [0] };
    expect(row && showRow(row, { task, columns })).toMatchObject({
      number: 3,
      cell: 'D3',
      cells: ['', 'Luis'],
    });
  });

  it('has a pile of rows to be reviewed, by the reason, and a pile of errors', async () => {
    const rows = [
      'Ana,Ruiz,Gil,1990-05-17,M,JC',
      'Ana,Hdez.,Gil,1990-05-17,M,JC',
      'Luis,Mtz,R1os,1990-05-17,H,JC',
      'Luis,Ruiz,Gil,1990-02-31,H,JC',
      'Eva,Ruiz,Gil,1900-01-01,M,JC',
      'TOTAL,,,,,',
    ];
    const task = taskFor(`${HEADER}\n${rows.join('\n')}\n`, 'calcular');
    const result = await process(task);
    expect(result.totals).toMatchObject({ rows: 5, good: 4, reviews: 3, others: 1 });
    expect(await readReasons(result.reviews, task)).toEqual([
      [3, expect.stringMatching(/^Hay una abreviatura en el primer apellido: lo usual es HERNÁNDEZ/)],
      [4, expect.stringMatching(/^Hay una abreviatura en el primer apellido.* Hay cifras en el segundo apellido/)],
      [6, expect.stringContaining('donde no tienen el dato')],
    ]);
    expect(await readReasons(result.errors, task)).toEqual([[5, expect.stringContaining('Ese día no existe')]]);
    expect([...result.reviewKinds]).toEqual([
      ['Hay una abreviatura en el primer apellido', 2],
      [expect.stringMatching(/^La fecha de nacimiento es una/), 1],
    ]);
  });

  it('has a kind of reason for whole names that can be cut in another way, without the names', async () => {
    const text = `nombres,fecha_nacimiento,sexo,entidad\nRuiz de la Cruz Gil Ana,1990-05-17,M,JC\n`;
    const options = { formato: 'csv', sexo: 'hm', nombre_completo: 'apellidos' } as const;
    const { reviewKinds } = await process(taskFor(text, 'calcular', { options }));
    expect([...reviewKinds.keys()].join(' ')).not.toMatch(/Ruiz|Ana/);
  });

  it('has CURPs that are not valid among the rows to be reviewed, by their first error', async () => {
    const rows = ['PEOF900517MJCXXR04', 'PEOF900517MJCXXR05', 'PEOF900517MJCXXR06', 'PEOF', ''];
    const task = taskFor(`curp,x,y,z\n${rows.map((curp) => `${curp},1,2,3`).join('\n')}\n`, 'validar');
    const result = await process(task);
    expect([...result.reviewKinds.values()]).toEqual([2, 1]);
    const reviews = await readReasons(result.reviews, task);
    expect(reviews.map(([number]) => number)).toEqual([3, 4, 5]);
    expect(reviews[0]?.[1]).toContain('dígito verificador');
    expect(await readReasons(result.errors, task)).toEqual([[6, expect.stringContaining('Falta')]]);
  });

  it('tells CURPs that differ from those with another differentiator', async () => {
    const persona = "María Fernanda,de la Peña,O'Hara,1990-05-17,M,JC";
    const curps = ['PEOF900517MJCXXR04', 'PEOF900517MJCXXR12', 'PEOF900518MJCXXR02', 'PEOF900517MJCXXR05'];
    const text = `curp,${HEADER}\n${curps.map((curp) => `${curp},${persona}`).join('\n')}\n`;
    const task = taskFor(text, 'cotejar', { options: { formato: 'csv', operacion: 'cotejar', sexo: 'hm' } });
    const result = await process(task);
    expect(await readReasons(result.reviews, task)).toEqual([
      [3, expect.stringContaining('que asigna el registro')],
      [4, expect.stringContaining('No coincide: Fecha de nacimiento.')],
      [5, expect.stringContaining('dígito verificador')],
    ]);
    expect(result.errors.count).toBe(0);
  });

  it('is the same for NDJSON', async () => {
    const lines = ['{"curp":"PEOF900517MJCXXR04"}', '', '{"curp":"PEOF900517MJCXXR05","n":1}', '{"x":1}', 'nada'];
    const task = taskFor(`${lines.join('\n')}\n`, 'validar', {
      delimiter: ' ',
      options: { formato: 'ndjson', operacion: 'validar' },
    });
    const result = await process(task);
    expect(await readReasons(result.reviews, task)).toEqual([[3, expect.stringContaining('dígito verificador')]]);
    expect((await readReasons(result.errors, task)).map(([number]) => number)).toEqual([4, 5]);
    expect(result.firstRows.map((row) => showRow(row, { task, columns: null }))[0]).toEqual({
      number: 1,
      reason: '',
      isError: false,
      cell: '',
      cells: ['true', '', '1990-05-17', 'M', 'JALISCO', 'curp: PEOF900517MJCXXR04'],
    });
  });
});

describe('mended rows', () => {
  const names = HEADER.split(',');
  const mend = async (task: FileTask, previous: FileResult, rows: string): Promise<FileResult> => {
    const file = new Blob([`Fila;Celda;${names.join(';')};Motivo\n${rows}`]);
    return runTask({ kind: 'mend', task: { file, hoja: undefined, task, previous, names } }, HOOKS);
  };

  it('take the place of the bad ones; all others are kept byte for byte', async () => {
    const text = peopleCsv(1000, (i) => i % 3 === 0);
    const lines = text.split('\n');
    const task = taskFor(text, 'calcular');
    const previous = await process(task);
    const fixed = lines[304]?.replace('1990-02-31', '17/05/1990').split(',') ?? [];
    const still = lines[307]?.replace('1990-02-31', 'ayer').split(',') ?? [];
    const result = await mend(task, previous, `305;D305;${fixed.join(';')};?\n308;D308;${still.join(';')};?\n`);
    expect(result).toMatchObject({ mended: 2, errors: { count: 333 }, totals: { rows: 1000, good: 667 } });
    const [before, after] = [previous, result].map(async ({ output }) => (await output.text()).split('\n'));
    const rows = (await after) ?? [];
    const changed = ((await before) ?? []).flatMap((row, i) => (row === rows[i] ? [] : [i + 1]));
    expect(changed).toEqual([305, 308]);
    expect(rows[304]).toMatch(/,17\/05\/1990,[HM],\w+,[A-Z]{4}900517\w{8},,0,$/);
    expect((await readReasons(result.errors, task)).map(([number]) => number)).not.toContain(305);
    const again = await mend(task, result, `308;;${still.join(';').replace('ayer', '1990-05-17')};?\n`);
    expect(again).toMatchObject({ mended: 3, errors: { count: 332 }, totals: { good: 668 } });
    expect((await again.output.text()).split('\n')[307]).toMatch(/,[A-Z]{4}900517\w{8},,0,$/);
  });

  it('move between the piles, and the totals follow', async () => {
    const people = (...rows: readonly string[]): string => `${HEADER}\n${rows.join('\n')}\n`;
    const text = people(
      'Ana,Hdez.,Gil,1990-05-17,M,JC',
      'Luis,Ruiz,Gil,1990-02-31,H,JC',
      'Eva,Ruiz,Gil,1990-05-17,M,JC',
      'Gpe.,Ruiz,Gil,1990-05-17,M,JC',
      'Iris,Ruiz,Gil,1990-05-17,M,ZZ',
    );
    const task = taskFor(text, 'calcular');
    const previous = await process(task);
    expect(previous.totals).toMatchObject({ rows: 5, good: 3, reviews: 2 });
    const fixed = [
      '2;B2;Ana;Hernández;Gil;1990-05-17;M;JC;?',
      '3;D3;Luis;Mtz.;Gil;1990-02-28;H;JC;?',
      '5;A5;Gpe.;Ruiz;Gil;ayer;M;JC;?',
    ];
    const result = await mend(task, previous, `${fixed.join('\n')}\n`);
    expect(result).toMatchObject({ mended: 3, totals: { rows: 5, good: 3, reviews: 1, others: 0 } });
    expect(result.totals.errors.get(417)).toBe(1);
    expect((await readReasons(result.reviews, task)).map(([number]) => number)).toEqual([3]);
    expect((await readReasons(result.errors, task)).map(([number]) => number)).toEqual([5, 6]);
    expect([...result.reviewKinds.values()]).toEqual([1]);
    const lines = (await result.output.text()).split('\n');
    expect(lines[1]).toMatch(/^Ana,Hernández,.*,HEGA900517M\w{7},,0,$/);
    expect(lines[2]).toMatch(/^Luis,Mtz\.,.*,M\w{3}900228H\w{7},"Hay una abreviatura[^\n]*",0,$/);
    expect(lines[3]).toMatch(/^Eva,.*,,0,$/);
    expect(lines[4]).toMatch(/^Gpe\.,.*,,,417,/);
    expect(lines[5]).toMatch(/^Iris,.*,,,411,/);
  });

  it('are read by the conventions of their file', async () => {
    const text = `Nómina\n${HEADER}\nEva,Ruiz,Gil,05/17/1990,F,JC\nRaúl,Ruiz,Gil,05/31/1990,M,ZZ\n`;
    const { evidence } = await preview(new Blob([text]));
    const options = { formato: 'csv', reading: decideReading(evidence, { formato: 'csv' }) } as const;
    const task = taskFor(text, 'calcular', { options });
    const previous = await process(task);
    const result = await mend(task, previous, `4;F4;Raúl;Ruiz;Gil;05/06/1990;M;JC;?\n`);
    expect(await result.output.text()).toContain('RUGR900506HJC');
    expect(result.firstRows.map(({ number, error }) => [number, error])).toEqual([
      [3, null],
      [4, null],
    ]);
  });
});

describe('names and texts', () => {
  it.each([
    ['personas.csv', 'csv', 'personas-curp.csv'],
    ['personas.CSV.GZ', 'csv', 'personas-curp.csv'],
    ['personas.2024.xlsx', 'xlsx', 'personas.2024-curp.xlsx'],
    ['personas.xlsm', 'xlsm', 'personas-curp.xlsm'],
    ['personas', 'csv', 'personas-curp.csv'],
  ])('%s gives %s: %s', (name, extension, expected) => {
    expect(downloadName(name, extension)).toBe(expected);
  });

  it('every text differs between the languages', () => {
    const same = Object.values(LOTE_TEXTS).filter(([es, en]) => JSON.stringify(es) === JSON.stringify(en));
    expect(same).toEqual([]);
  });
});
