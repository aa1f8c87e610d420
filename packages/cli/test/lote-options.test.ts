/** What `curp lote` is told, what it says, and what it refuses. */
import { describe, expect, it, vi } from 'vitest';
import {
  AGREGADAS,
  BUENAS,
  CURP_ANGELES,
  CURP_INIGO,
  DATOS,
  ENCABEZADO,
  HECHAS,
  LIBREOFFICE,
  PERSONAS,
  archivos,
} from './files.js';
import { EN, PACIENCIA } from './curp.js';

vi.setConfig(PACIENCIA);

describe('says', () => {
  const ENTENDIDO = `  archivo           CSV, separado por comas, utf-8
  nombres           «nombres»
  apellido_paterno  «apellido_paterno»
  apellido_materno  «apellido_materno»
  sexo              «sexo»
  entidad           «entidad»
  fecha_nacimiento  «fecha_nacimiento»
  se agregan        «curp», «code_error», «error_message»
`;

  it('what it understood, and how many rows have which error', () => {
    const { stderr, status } = archivos().lote(['-'], { input: PERSONAS });
    expect(status).toBe(1);
    expect(stderr.startsWith(ENTENDIDO)).toBe(true);
    expect(stderr.slice(ENTENDIDO.length)).toMatch(
      /^Filas: 3; con respuesta: 2; con error: 1\.\n {2}417 {2}1 {2}un dato que no puede ser: nombre, fecha o entidad\n\d+\.\d\d s, [\d,]+ filas por segundo\.\nUna CURP calculada no prueba ningún registro: .*\n$/,
    );
  });

  it('so in English, in which the messages of the rows are too', () => {
    const { stderr, texto } = archivos().lote(['-'], { input: PERSONAS, env: EN });
    expect(stderr).toMatch(/^ {2}file +CSV, comma-separated, utf-8\n[^]* {2}added +«curp», /);
    expect(stderr).toContain('Rows: 3; answered: 2; with an error: 1.\n  417  1  a datum that cannot be');
    expect(stderr).toContain('A calculated CURP proves no registration');
    expect(stderr).not.toMatch(/[áéíóúñ]/);
    expect(texto).toContain(',417,That day does not exist');
  });

  it('as JSON, where a program looks for it', () => {
    const { escribir, lote } = archivos();
    escribir('p.csv', PERSONAS);
    const aArchivo = lote(['p.csv', '-o', 's.csv', '--json']);
    expect(aArchivo).toMatchObject({ stderr: '', status: 1 });
    expect(JSON.parse(aArchivo.texto)).toEqual({
      operacion: 'calcular',
      formato: 'csv',
      codificacion: 'utf-8',
      delimitador: ',',
      columnas: Object.fromEntries(ENCABEZADO.split(',').map((campo) => [campo, campo])),
      conservadas: [],
      agregadas: AGREGADAS.split(','),
      filas: 3,
      correctas: 2,
      con_error: 1,
      errores: [{ code_error: 417, filas: 1, problema: expect.any(String) }],
      segundos: expect.any(Number),
      filas_por_segundo: expect.any(Number),
    });
    const aTuberia = lote(['p.csv', '--json', '--silencio']);
    expect(aTuberia.texto).toBe(HECHAS);
    expect(JSON.parse(aTuberia.stderr)).toMatchObject({ filas: 3 });
  });

  it('nothing of a person, even if the header is one', () => {
    const { lote } = archivos();
    const columnas = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'];
    const args = columnas.flatMap((campo, i) => ['--columna', `${campo}=${i + 1}`]);
    const sinEncabezado = PERSONAS.slice(ENCABEZADO.length + 1);
    const { stderr } = lote(['-', ...args], { input: sinEncabezado });
    expect(stderr).toMatch(/ {2}nombres +«1»\n/);
    for (const mas of [args, [...args, '--json'], []]) {
      expect(lote(['-', ...mas], { input: sinEncabezado }).stderr).not.toMatch(DATOS);
      expect(lote(['-', ...mas], { input: PERSONAS }).stderr).not.toMatch(DATOS);
    }
  });

  it('long and strange names of columns on one line', () => {
    const otras = Array.from({ length: 30 }, (_, i) => `c${i}`).join(',');
    const encabezado = `${ENCABEZADO},${'x'.repeat(50)},"a\u001B[31m\nb",${otras}`;
    const { stderr } = archivos().lote(['-'], { input: `${encabezado}\n` });
    expect(stderr).toMatch(/ {2}se conservan +«x{40}…», «a \[31m b», «c0», .*«c17» y 12 más\n/);
  });
});

describe('does', () => {
  it('validate', () => {
    const input = `clave\n${CURP_ANGELES}\n${CURP_ANGELES.slice(0, 17)}9\n\n`;
    const { texto, stderr, status } = archivos().lote(['-', '--operacion', 'validar', '--columna', 'curp=CLAVE'], {
      input,
    });
    expect(status).toBe(0);
    expect(texto).toContain(`${CURP_ANGELES},true,,1990-05-17,M,09,CIUDAD DE MÉXICO,DF,false,0,\n`);
    expect(texto).toContain('9,false,digito_verificador');
    expect(stderr).toContain('Que una CURP sea válida no prueba que esté registrada');
  });

  it('compare', () => {
    const input = `${ENCABEZADO},curp\nÍñigo,Argüello,Ñu,1975-12-01,H,19,${CURP_INIGO}\nÍñigo,Argüello,Ñu,1975-12-02,H,19,${CURP_INIGO}\n`;
    const { texto, status } = archivos().lote(['-', '--operacion', 'cotejar'], { input });
    expect(status).toBe(0);
    expect(texto).toMatch(new RegExp(`,identica,${CURP_INIGO},,0,\\n.*,\\w+,AUXI751202\\w+,fecha_nacimiento,0,\\n$`));
  });

  it('objects that name a datum otherwise', () => {
    const persona = { n: 'Íñigo', apellido_paterno: 'Argüello', apellido_materno: 'Ñu', sexo: 'H', entidad: '19' };
    const input = `${JSON.stringify({ ...persona, fecha_nacimiento: '1975-12-01' })}\n`;
    const { texto } = archivos().lote(['-', '--formato', 'ndjson', '--columna', 'nombres=n'], { input });
    expect(JSON.parse(texto)).toMatchObject({ n: 'Íñigo', curp: CURP_INIGO, code_error: 0 });
  });

  it('without a second surname', () => {
    const input = 'nombres,apellido_paterno,fecha_nacimiento,sexo,entidad\nÍñigo,Argüello,1975-12-01,H,19\n';
    const { lote } = archivos();
    expect(lote(['-'], { input })).toMatchObject({
      texto: '',
      stderr: expect.stringMatching(/^Falta la columna `apellido_materno`: .* `--columna apellido_materno=…`\.\n$/),
      status: 2,
    });
    expect(lote(['-', '--columna', 'apellido_materno='], { input }).texto).toContain(`,19,${CURP_INIGO},0,`);
  });

  it('the encodings, and that which is said rather than seen', () => {
    const { lote } = archivos();
    for (const [nombre, bytes] of [
      ['utf-8', Buffer.from(`\uFEFF${PERSONAS}`)],
      ['windows-1252', Buffer.from(PERSONAS, 'latin1')],
      ['utf-16le', Buffer.from(`\uFEFF${PERSONAS}`, 'utf16le')],
      ['utf-16be', Buffer.from(`\uFEFF${PERSONAS}`, 'utf16le').swap16()],
    ] as const) {
      for (const args of [[], ['--codificacion', nombre], ['--hilos', '2']]) {
        const { texto, stderr } = lote(['-', ...args], { input: bytes });
        expect(texto).toBe(HECHAS);
        expect(stderr).toContain(`CSV, separado por comas, ${nombre}\n`);
      }
    }
    expect(lote(['-', '--codificacion', 'latin1'], { input: PERSONAS }).texto).toContain('LeÃ³n');
  });

  it('a CSV for Excel', () => {
    const input = `${ENCABEZADO},nota\nÍñigo,Argüello,Ñu,1975-12-01,H,19,=1+1\n`;
    expect(archivos().lote(['-', '--excel'], { input }).texto).toMatch(/^\uFEFFnombres[^]*,'=1\+1,AUXI/);
  });

  it('marks homonyms', () => {
    const fila = 'Íñigo,Argüello,Ñu,1975-12-01,H,19';
    const { texto } = archivos().lote(['-', '--homonimos'], { input: `${ENCABEZADO}\n${fila}\n${fila}\n` });
    expect(texto).toMatch(/,curp,misma_raiz_que,code_error,error_message\n.*,,0,\n.*,2,0,\n$/);
  });
});

describe('refuses with 2', () => {
  const VEA = 'Vea: curp lote --help\n';

  it.each([
    [[], 'Falta ENTRADA.'],
    [['p.csv', 's.csv'], 'Sobran argumentos: van 1 y hay 2. Un nombre con espacios va entre comillas.'],
    [['p.csv', '--operacion', 'sumar'], '--operacion debe ser una de: calcular, validar, cotejar.'],
    [['p.csv', '--codificacion', 'ebcdic'], '--codificacion debe ser una de: utf-8, windows-1252, utf-16le, utf-16be.'],
    [['p.csv', '--formato', 'xml'], '--formato debe ser una de: csv, ndjson.'],
    [['p.csv', '--hilos', '0'], '--hilos debe ser un número entero de 1 a 64.'],
    [['p.csv', '--hilos', 'auto'], '--hilos debe ser un número entero de 1 a 64.'],
    [
      ['p.csv', '--columna', 'apellido=X'],
      '--columna se escribe CAMPO=COLUMNA, y CAMPO es nombres, apellido_paterno, apellido_materno, anio_nacimiento, mes_nacimiento, dia_nacimiento, sexo, entidad, fecha_nacimiento, curp.',
    ],
    [['p.csv', '--columna', 'sexo=a', '--columna', 'sexo=b'], '--columna dice dos veces sexo.'],
    [
      ['p.csv', '-o', 's.ndjson'],
      'ENTRADA y SALIDA deben ser del mismo formato: de NDJSON sale NDJSON; de CSV o XLSX, CSV o XLSX.',
    ],
    [
      ['p.pdf', '-o', 's.csv'],
      'No se sabe qué es p.pdf: su nombre debe terminar en .csv, .tsv, .txt, .ndjson, .jsonl (.gz), .xlsx, o dígalo con --formato.',
    ],
    [['p.csv', '--hoja', 'x'], '--hoja es sólo para una ENTRADA .xlsx.'],
    [['p.xlsx', '--codificacion', 'utf-8'], '--codificacion no es para .xlsx, que dice la suya.'],
    [
      ['p.csv', '-o', 's.xlsx', '--excel'],
      '--excel es para una SALIDA en CSV: en .xlsx todas las celdas son texto ya.',
    ],
    [['p.ndjson', '--excel'], '--excel no es para NDJSON.'],
    [
      ['p.csv', '--homonimos', '--hilos', '2'],
      '--homonimos necesita ver todas las filas en orden: va con un solo hilo.',
    ],
    [
      ['p.csv', '--homonimos', '--operacion', 'validar'],
      '--homonimos compara claves calculadas: va con calcular o cotejar.',
    ],
  ])('%j', (args, mensaje) => {
    const { lote, hay } = archivos();
    expect(lote(args)).toMatchObject({ texto: '', stderr: `${mensaje}\n${VEA}`, status: 2 });
    expect(hay()).toEqual([]);
  });

  it('what the first bytes show to be something else', () => {
    const { escribir, lote, hay } = archivos();
    escribir('p.csv', Buffer.from('504b03040000', 'hex'));
    escribir('q.csv', Buffer.from('1f8b0800', 'hex'));
    expect(lote(['p.csv', '-o', 's.csv'])).toMatchObject({ stderr: expect.stringContaining('.xlsx'), status: 2 });
    expect(lote(['q.csv', '-o', 's.csv'])).toMatchObject({ stderr: expect.stringContaining('.csv.gz'), status: 2 });
    const objetos = { input: '{"nombres":"x"}\n' };
    expect(lote(['-', '-o', 's.csv'], objetos)).toMatchObject({
      stderr: expect.stringMatching(/^ENTRADA y SALIDA deben ser del mismo formato/),
      status: 2,
    });
    expect(lote(['-', '--excel'], objetos).status).toBe(2);
    expect(hay()).toEqual(['p.csv', 'q.csv']);
  });

  it.each([
    ['', 'No llegó ninguna fila: la primera línea lleva los nombres de las columnas.\n'],
    ['a,b\n1,2\n', /^Ninguna columna de la primera línea se reconoce \(hay 2\)/],
  ])('a header that cannot be understood: %j', (input, mensaje) => {
    const { lote, hay } = archivos();
    for (const hilos of ['1', '2']) {
      const { stderr, status } = lote(['-', '-o', 's.csv', '--hilos', hilos], { input });
      expect(status).toBe(2);
      expect(stderr).toMatch(mensaje);
    }
    expect(hay()).toEqual([]);
  });

  it('to write over a file that is there, or over what it reads', () => {
    const { escribir, leer, lote } = archivos();
    escribir('p.csv', BUENAS);
    escribir('s.csv', 'no me pierda');
    expect(lote(['p.csv', '-o', 's.csv'])).toMatchObject({
      stderr: 'Ya existe s.csv: elija otro nombre, o use --forzar para reemplazarlo.\n',
      status: 2,
    });
    expect(leer('s.csv').toString()).toBe('no me pierda');
    expect(lote(['p.csv', '-o', 'p.csv', '--forzar'], { env: EN })).toMatchObject({
      stderr: 'SALIDA is the same file as ENTRADA: choose another.\n',
      status: 2,
    });
    expect(leer('p.csv').toString()).toBe(BUENAS);
    expect(lote(['p.csv', '-o', '.']).stderr).toBe('. es una carpeta: diga un archivo.\n');
    expect(lote(['p.csv', '-o', 's.csv', '--forzar']).status).toBe(0);
    expect(leer('s.csv').toString()).toContain(CURP_INIGO);
  });

  it('a workbook that is none', () => {
    const { escribir, lote } = archivos();
    escribir('p.xlsx', BUENAS);
    expect(lote(['p.xlsx', '-o', 's.csv'], { env: EN })).toMatchObject({
      stderr: expect.stringMatching(/^The file is no XLSX workbook, or is damaged/),
      status: 2,
    });
    expect(lote([`${LIBREOFFICE}personas.xlsx`, '--hoja', 'x']).status).toBe(2);
  });
});

it('has a help with its options, its exit codes and examples', () => {
  const { lote } = archivos();
  const { texto } = lote(['--help']);
  expect(texto).toMatch(/^Uso: curp lote \[opciones\] <ENTRADA>\n/);
  for (const codigo of [0, 1, 2, 70, 74, 130]) expect(texto).toMatch(new RegExp(`^ +${codigo} {2}\\S`, 'm'));
  expect(texto).not.toMatch(/usage|options|arguments|default/i);
  expect(lote(['--help'], { env: EN }).texto).not.toMatch(/[áéíóúñ]/);
});
