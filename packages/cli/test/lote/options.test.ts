/** The options of `curp lote`: its messages, its operations and the options that it refuses. */
import { existsSync } from 'node:fs';
import { LAYOUTS } from '@curp-service/contract/layouts';
import { describe, expect, it } from 'vitest';
import {
  ADDED,
  BAD_DAY,
  BAD_DAY_MESSAGE,
  GOOD_ROWS,
  CURP_ANGELES,
  CURP_INIGO,
  PERSONAL_DATA,
  HEADER,
  DONE,
  LIBREOFFICE,
  OBJECT,
  PEOPLE,
  fileWorkspace,
} from '../files.js';
import { EN, curp, curpInEnglish } from '../curp.js';

describe('curp lote --solo-pendientes', () => {
  const PENDING = `fila,${HEADER},${ADDED}\n4,${BAD_DAY},,,417,${BAD_DAY_MESSAGE}\n`;

  it('writes only the rows to review or in error, each with its number', () => {
    const { write, read, lote } = fileWorkspace();
    expect(lote(['-', '-o', 's.csv', '--solo-pendientes'], { input: PEOPLE }).status).toBe(1);
    expect(read('s.csv').toString()).toBe(PENDING);
    write('p.csv', PEOPLE.replaceAll('\n', '\r\n'));
    expect(lote(['p.csv', '-o', '-', '--solo-pendientes']).text).toBe(PENDING.replaceAll('\n', '\r\n'));
    expect(lote(['-', '-o', '-', '--solo-pendientes'], { input: GOOD_ROWS }).text).toBe(`fila,${HEADER},${ADDED}\n`);
    expect(lote(['-', '-o', '-', '--solo-pendientes', '--excel'], { input: PEOPLE }).text).toBe(`\ufeff${PENDING}`);
  });

  it('writes a workbook of a workbook, and objects of objects', () => {
    const { write, read, lote } = fileWorkspace();
    lote(['-', '-o', 'p.xlsx'], { input: PEOPLE });
    expect(lote(['p.xlsx', '-o', 's.xlsx', '--solo-pendientes']).status).toBe(1);
    expect(lote(['s.xlsx', '-o', '-', '--silencio']).text).toContain(`4,${BAD_DAY}`);
    write('p.ndjson', `${OBJECT}}\n[1]\n`);
    lote(['p.ndjson', '-o', 's.ndjson', '--solo-pendientes']);
    expect(JSON.parse(read('s.ndjson').toString())).toMatchObject({ linea: '[1]' });
  });
});

describe('curp lote --cambios', () => {
  it('writes which rows changed their pile or key since the file was answered', () => {
    const { write, read, lote } = fileWorkspace();
    const earlier = DONE.replace(CURP_ANGELES, CURP_INIGO).replace(`,417,${BAD_DAY_MESSAGE}`, ',0,');
    write('antes.csv', earlier);
    const { status, stderr } = lote(['antes.csv', '-o', 'ahora.csv', '--cambios', 'cambios.csv']);
    expect(status).toBe(1);
    expect(stderr).toContain('Filas que cambiaron de grupo o de clave: 2 de 3.');
    expect(read('ahora.csv').toString()).toBe(DONE);
    const [, second, fourth] = read('cambios.csv').toString().split('\n');
    expect(second).toBe(`2,lista,lista,${CURP_INIGO},${CURP_ANGELES},,`);
    expect(fourth).toBe(`4,lista,error,,,,${BAD_DAY_MESSAGE}`);
    const again = lote(['ahora.csv', '-o', '-', '--cambios', 'cambios.csv', '--forzar', '--json']);
    expect(JSON.parse(again.stderr)).toMatchObject({ cambiadas: 0 });
    expect(read('cambios.csv').toString().split('\n')).toHaveLength(2);
  });

  it('compares an answer of version 0.2, which had no column aviso, and writes the columns of now', () => {
    const { write, read, lote } = fileWorkspace();
    const [header = '', ...rows] = DONE.split('\n');
    const cellsOfThen = rows.map((row) => row.replace(/,,(0|417),/, ',$1,'));
    write('antes.csv', [header.replace(',aviso', ''), ...cellsOfThen].join('\n').replace(CURP_ANGELES, CURP_INIGO));
    const { stderr } = lote(['antes.csv', '-o', 'ahora.csv', '--cambios', 'cambios.csv']);
    expect(stderr).toContain('Filas que cambiaron de grupo o de clave: 1 de 3.');
    expect(read('ahora.csv').toString()).toBe(DONE);
    expect(read('cambios.csv').toString().split('\n')[1]).toBe(`2,lista,lista,${CURP_INIGO},${CURP_ANGELES},,`);
  });

  it('refuses a file without an earlier answer, and writes nothing', () => {
    const { write, list, lote } = fileWorkspace();
    write('p.csv', PEOPLE);
    const { status, stderr } = lote(['p.csv', '-o', 's.csv', '--cambios', 'c.csv']);
    expect(stderr).toContain('ENTRADA no trae una respuesta anterior');
    expect(status).toBe(2);
    expect(list()).toEqual(['p.csv']);
    expect(lote(['p.ndjson', '-o', 's.ndjson', '--cambios', 'c.csv']).status).toBe(2);
  });
});

describe('the messages of curp lote', () => {
  const UNDERSTOOD = `  archivo           CSV, separado por comas, utf-8
  nombres           «nombres»
  apellido_paterno  «apellido_paterno»
  apellido_materno  «apellido_materno»
  sexo              «sexo»
  entidad           «entidad»
  fecha_nacimiento  «fecha_nacimiento»
  se agregan        «curp», «aviso», «code_error», «error_message»
Lectura:
  visto  Codificación UTF-8: válida en todas las filas.
  visto  M = Mujer: la columna trae H y M (fila 3).
`;

  it('report what it understood and how many rows have each error', () => {
    const { stderr, status } = fileWorkspace().lote(['-'], { input: PEOPLE });
    expect(status).toBe(1);
    expect(stderr.startsWith(UNDERSTOOD)).toBe(true);
    expect(stderr.slice(UNDERSTOOD.length)).toMatch(
      /^Filas: 3; listas: 2; por revisar: 0; con error: 1\.\n {2}417 {2}1 {2}nombre, fecha o entidad que no son válidos\n\d+\.\d\d s, [\d,]+ filas por segundo\.\nUna CURP calculada no prueba ningún registro: .*\n$/,
    );
  });

  it('are in English in an English locale, like those of the rows', () => {
    const { stderr, text } = fileWorkspace().lote(['-'], { input: PEOPLE, env: EN });
    expect(stderr).toMatch(/^ {2}file +CSV, comma-separated, utf-8\n[^]* {2}added +“curp”, /);
    expect(stderr).toContain(
      'Rows: 3; ready: 2; to be reviewed: 0; with an error: 1.\n  417  1  a name, date or entity that is not valid',
    );
    expect(stderr).toContain('A calculated CURP proves no registration');
    expect(stderr).not.toMatch(/[áéíóúñ]/);
    expect(text).toContain(',417,That day does not exist');
  });

  it('are JSON with --json, on stdout or, if that holds the rows, on stderr', () => {
    const { write, lote } = fileWorkspace();
    write('p.csv', PEOPLE);
    const toFile = lote(['p.csv', '-o', 's.csv', '--json']);
    expect(toFile).toMatchObject({ stderr: '', status: 1 });
    expect(JSON.parse(toFile.text)).toEqual({
      operacion: 'calcular',
      formato: 'csv',
      codificacion: 'utf-8',
      delimitador: ',',
      columnas: Object.fromEntries(HEADER.split(',').map((campo) => [campo, campo])),
      conservadas: [],
      agregadas: ADDED.split(','),
      lectura: expect.any(Array),
      filas: 3,
      correctas: 2,
      con_error: 1,
      revisar: 0,
      sin_persona: 0,
      errores: [{ code_error: 417, filas: 1, problema: expect.any(String) }],
      segundos: expect.any(Number),
      filas_por_segundo: expect.any(Number),
    });
    const toPipe = lote(['p.csv', '--json', '--silencio']);
    expect(toPipe.text).toBe(DONE);
    expect(JSON.parse(toPipe.stderr)).toMatchObject({ filas: 3 });
  });

  it('contain no personal data, even if the first line is a person', () => {
    const { lote } = fileWorkspace();
    const columns = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'];
    const args = columns.flatMap((campo, i) => ['--columna', `${campo}=${i + 1}`]);
    const withoutHeader = PEOPLE.slice(HEADER.length + 1);
    for (const more of [args, [...args, '--json'], []]) {
      const { stderr, status } = lote(['-', ...more], { input: withoutHeader });
      expect(stderr).not.toMatch(PERSONAL_DATA);
      expect(status).toBe(more.length > 0 ? 1 : 2); // No person is taken for the names of the columns: one row has an error.
      expect(lote(['-', ...more], { input: PEOPLE }).stderr).not.toMatch(PERSONAL_DATA);
    }
  });

  it('cut long names of columns and remove control characters', () => {
    const others = Array.from({ length: 30 }, (_, i) => `c${i}`).join(',');
    const header = `${HEADER},${'x'.repeat(50)},"a\u001B[31m\nb",${others}`;
    const { stderr } = fileWorkspace().lote(['-'], { input: `${header}\n` });
    expect(stderr).toMatch(/ {2}se conservan +«x{40}…», «a \[31m b», «c0», .*«c17» y 12 más\n/);
  });
});

describe('curp lote', () => {
  it('adds the data of the key in validar', () => {
    const input = `clave\n${CURP_ANGELES}\n${CURP_ANGELES.slice(0, 17)}9\n\n`;
    const { text, stderr, status } = fileWorkspace().lote(['-', '--operacion', 'validar', '--columna', 'curp=CLAVE'], {
      input,
    });
    expect(status).toBe(1);
    expect(text).toContain(`${CURP_ANGELES},true,,1990-05-17,M,09,CIUDAD DE MÉXICO,DF,false,,,0,\n`);
    expect(text).toMatch(/9,false,digito_verificador:18,.*debería ser 1\.,0,\n/);
    expect(stderr).toContain('Filas: 2; listas: 1; por revisar: 1; con error: 0.');
    expect(stderr).toContain('Que una CURP sea válida no prueba que esté registrada');
  });

  it('adds the result and the data that differ in cotejar', () => {
    const input = `${HEADER},curp\nÍñigo,Argüello,Ñu,1975-12-01,H,19,${CURP_INIGO}\nÍñigo,Argüello,Ñu,1975-12-02,H,19,${CURP_INIGO}\n`;
    const { text, status } = fileWorkspace().lote(['-', '--operacion', 'cotejar'], { input });
    expect(status).toBe(1);
    expect(text).toMatch(
      new RegExp(
        `,identica,${CURP_INIGO},,,0,\\n.*,\\w+,AUXI751202\\w+,fecha_nacimiento,"No coincide: Fecha de nacimiento\\. Es la misma CURP que en la fila 2, con otros datos.*",0,\\n$`,
      ),
    );
  });

  it('names the property of an object by --columna', () => {
    const persona = { n: 'Íñigo', apellido_paterno: 'Argüello', apellido_materno: 'Ñu', sexo: 'H', entidad: '19' };
    const input = `${JSON.stringify({ ...persona, fecha_nacimiento: '1975-12-01' })}\n`;
    const { text } = fileWorkspace().lote(['-', '--formato', 'ndjson', '--columna', 'nombres=n'], { input });
    expect(JSON.parse(text)).toMatchObject({ n: 'Íñigo', curp: CURP_INIGO, code_error: 0 });
  });

  it('proposes to compare a file that has keys and names, but no dates', () => {
    const input = 'CURP,Nombres,Primer apellido\nRUGA900517MJCZLN05,Ana,Ruiz\n';
    const { lote } = fileWorkspace();
    const { stderr, status } = lote(['-'], { input });
    const end = /El archivo trae claves y nombres: para compararlos, use (--operacion cotejar)\.\n$/;
    expect([stderr, status]).toEqual([expect.stringMatching(end), 2]);
    const words = end.exec(stderr)?.[1]?.split(' ') ?? [];
    expect(lote(['-', ...words], { input }).text).toContain('compatible');
  });

  it('accepts --columna apellido_materno= for a file without that column', () => {
    const input = 'nombres,apellido_paterno,fecha_nacimiento,sexo,entidad\nÍñigo,Argüello,1975-12-01,H,19\n';
    const { lote } = fileWorkspace();
    expect(lote(['-'], { input })).toMatchObject({
      text: '',
      stderr: expect.stringMatching(/^Falta la columna `apellido_materno`: .* `--columna apellido_materno=…`\.\n$/),
      status: 2,
    });
    expect(lote(['-', '--columna', 'apellido_materno='], { input }).text).toContain(`,19,${CURP_INIGO},,0,`);
  });

  it('detects the encoding, which --codificacion overrides', () => {
    const { lote } = fileWorkspace();
    const { text, stderr } = lote(['-'], { input: Buffer.from(PEOPLE, 'latin1') });
    expect(text).toBe(DONE);
    expect(stderr).toContain('CSV, separado por comas, windows-1252\n');
    expect(lote(['-', '--codificacion', 'latin1'], { input: PEOPLE }).text).toContain('LeÃ³n');
  });

  it('answers a pipe in one thread, whatever --hilos says', () => {
    const { text, status } = fileWorkspace().lote(['-', '--hilos', '2'], { input: PEOPLE });
    expect([text, status]).toEqual([DONE, 1]);
  });

  it('writes a byte order mark and escapes formulas with --excel', () => {
    const input = `${HEADER},nota\nÍñigo,Argüello,Ñu,1975-12-01,H,19,=1+1\n`;
    expect(fileWorkspace().lote(['-', '--excel'], { input }).text).toMatch(/^\uFEFFnombres[^]*,'=1\+1,AUXI/);
  });
});

describe('curp lote exits with 2 and writes nothing', () => {
  const SEE_HELP = 'Vea: curp lote --help\n';

  it.each([
    [[], 'Falta ENTRADA.'],
    [['p.csv', 's.csv'], 'Sobran argumentos (esperados: 1; recibidos: 2). Un nombre con espacios va entre comillas.'],
    [['p.csv', '--operacion', 'sumar'], '--operacion debe ser una de: calcular, validar, cotejar.'],
    [
      ['p.csv', '--codificacion', 'ebcdic'],
      '--codificacion debe ser una de: utf-8, windows-1252, ibm850, macintosh, utf-16le, utf-16be.',
    ],
    [
      ['p.csv', '--formato', 'xml'],
      `--formato no es válido: en formato va ${LAYOUTS.map(({ nombre }) => nombre).join(', ')}, JSON, y trae «xml».`,
    ],
    [['p.csv', '--hilos', '0'], '--hilos debe ser un número entero de 1 a 64.'],
    [['p.csv', '--hilos', 'auto'], '--hilos debe ser un número entero de 1 a 64.'],
    [
      ['p.csv', '--columna', 'apellido=X'],
      '--columna se escribe CAMPO=COLUMNA, y CAMPO es nombres, segundo_nombre, apellidos, apellido_paterno, apellido_materno, anio_nacimiento, mes_nacimiento, dia_nacimiento, sexo, entidad, fecha_nacimiento, curp, rfc.',
    ],
    [['p.csv', '--columna', 'sexo=a', '--columna', 'sexo=b'], '--columna indica sexo dos veces.'],
    [
      ['p.csv', '-o', 's.ndjson'],
      'ENTRADA y SALIDA deben ser compatibles: NDJSON con NDJSON; CSV o XLSX con CSV o XLSX; XLSM con XLSM o CSV.',
    ],
    [
      ['p.pdf', '-o', 's.csv'],
      'No se reconoce el formato de p.pdf: el nombre debe terminar en .csv, .tsv, .txt, .ndjson, .jsonl (.gz), .xlsx, .xlsm, o indíquelo con --formato.',
    ],
    [['p.csv', '--hoja', 'x'], '--hoja es solo para una ENTRADA .xlsx.'],
    [['p.xlsx', '--codificacion', 'utf-8'], '--codificacion no se usa con .xlsx: el archivo ya indica la suya.'],
    [
      ['p.csv', '-o', 's.xlsx', '--excel'],
      '--excel solo se usa con una SALIDA en CSV: en .xlsx todas las celdas ya son texto.',
    ],
    [['p.ndjson', '--excel'], '--excel no se usa con NDJSON.'],
  ])('for %j', async (args, message) => {
    expect(await curp('lote', ...args)).toEqual({ stdout: '', stderr: `${message}\n${SEE_HELP}`, status: 2 });
    expect(existsSync(args.at(-1) ?? '')).toBe(false);
  });

  it('if the first bytes contradict the name of the file', () => {
    const { write, lote, list } = fileWorkspace();
    write('p.csv', Buffer.from('504b03040000', 'hex'));
    expect(lote(['p.csv', '-o', 's.csv'])).toMatchObject({ stderr: expect.stringContaining('.xlsx'), status: 2 });
    write('r.csv', '%PDF-1.7\n');
    expect(lote(['r.csv', '-o', 's.csv'])).toMatchObject({
      stderr: expect.stringMatching(
        /^El archivo es un PDF, del que no se pueden leer filas: pida la lista .* en CSV\.\n$/,
      ),
      status: 2,
    });
    write('lista.dbf', Buffer.from('037e0b12', 'hex'));
    expect(lote(['lista.dbf', '-o', 's.csv'])).toMatchObject({
      stderr: expect.stringContaining('es una tabla de dBASE'),
      status: 2,
    });
    const objects = { input: '{"nombres":"x"}\n' };
    expect(lote(['-', '-o', 's.csv'], objects)).toMatchObject({
      stderr: expect.stringMatching(/^ENTRADA y SALIDA deben ser compatibles/),
      status: 2,
    });
    expect(lote(['-', '--excel'], objects).status).toBe(2);
    expect(list()).not.toContain('s.csv');
  });

  it.each([
    [
      '',
      'El archivo no trae ninguna fila: revise que sea el correcto; la primera línea lleva los nombres de las columnas.\n',
    ],
    ['a,b\n1,2\n', /^No se reconoce ninguna columna \(hay 2\)/],
  ])('if the header is not understood: %j', (input, message) => {
    const { lote, list } = fileWorkspace();
    const { stderr, status } = lote(['-', '-o', 's.csv'], { input });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(list()).toEqual([]);
  });

  it('if the output exists without --forzar, or is the input', () => {
    const { write, read, lote } = fileWorkspace();
    write('p.csv', GOOD_ROWS);
    write('s.csv', 'no me pierda');
    expect(lote(['p.csv', '-o', 's.csv'])).toMatchObject({
      stderr: 'Ya existe s.csv: elija otro nombre, o use --forzar para reemplazarlo.\n',
      status: 2,
    });
    expect(read('s.csv').toString()).toBe('no me pierda');
    expect(lote(['p.csv', '-o', 'p.csv', '--forzar'], { env: EN })).toMatchObject({
      stderr: 'SALIDA is the same file as ENTRADA: choose another.\n',
      status: 2,
    });
    expect(read('p.csv').toString()).toBe(GOOD_ROWS);
    expect(lote(['p.csv', '-o', '.']).stderr).toBe('. es una carpeta: indique un archivo.\n');
    expect(lote(['p.csv', '-o', 's.csv', '--forzar']).status).toBe(0);
    expect(read('s.csv').toString()).toContain(CURP_INIGO);
  });

  it('if a workbook is damaged or lacks the sheet', () => {
    const { write, lote } = fileWorkspace();
    write('p.xlsx', GOOD_ROWS);
    expect(lote(['p.xlsx', '-o', 's.csv'], { env: EN })).toMatchObject({
      stderr: expect.stringMatching(/is damaged/),
      status: 2,
    });
    expect(lote([`${LIBREOFFICE}personas.xlsx`, '--hoja', 'x']).status).toBe(2);
  });
});

it('the help of curp lote lists options, exit codes and examples', async () => {
  const { stdout } = await curp('lote', '--help');
  expect(stdout).toMatch(/^Uso: curp lote \[opciones\] <ENTRADA>\n/);
  for (const code of [0, 1, 2, 70, 74, 130]) expect(stdout).toMatch(new RegExp(`^ +${code} {2}\\S`, 'm'));
  expect(stdout).not.toMatch(/usage|options|arguments|default/i);
  expect((await curpInEnglish('lote', '--help')).stdout).not.toMatch(/[áéíóúñ]/);
});
