/** Headers as people have them: which column holds which datum, and what is said where none does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { FIELDS, type Field } from '@curp-service/contract/columns';
import { type Understood, Lote } from '../src/index.js';
import { readEntity, readDate, readSex } from '@curp-service/contract/values';
import { freeNames, simplify } from '@curp-service/contract/columns';
import { celdas, correrTexto, demorado, enBytes, falla, filas } from './run-lote.js';
import { CABECERA, CLAVE, NOMBRES_DE_COLUMNAS, RENATA, archivo } from './people.js';

/** What was understood of a header with these names. */
function entendido(nombres: readonly string[], delimitador = ','): Understood {
  const vistos: Understood[] = [];
  const alEntender = (visto: Understood): void => void vistos.push(visto);
  correrTexto({ onUnderstood: alEntender }, `${nombres.join(delimitador)}\n`);
  expect(vistos).toHaveLength(1);
  return vistos[0] as Understood;
}

/** The six names of most tests, with another for one of them. */
const conNombre = (campo: string, nombre: string): string[] =>
  NOMBRES_DE_COLUMNAS.map((propio) => (propio === campo ? nombre : propio));

describe('a name in use for', () => {
  const EN_USO: Readonly<Record<string, readonly string[]>> = {
    nombres: [
      'Nombre',
      'NOMBRE(S)',
      'nombres_de_pila',
      'Nombre de pila',
      'First Name',
      '  Nombres  ',
      'NÓMBRES',
      'nombres:',
    ],
    apellido_paterno: [
      'Paterno',
      'PRIMER APELLIDO',
      'Ap. Paterno',
      'APaterno',
      'ApellidoPaterno',
      'Apellido 1',
      'apellido-p',
    ],
    apellido_materno: ['Materno', 'Segundo apellido', 'AP_MATERNO', 'A. Materno', 'Apellido2', 'ap.mat'],
    fecha_nacimiento: ['Fecha de Nacimiento', 'FECHA NAC.', 'Fec_Nac', 'F. Nacimiento', 'Nacimiento', 'DOB', 'Fecha'],
    sexo: ['Género', 'SEX', 'gender', 'Clave sexo'],
    entidad: [
      'Entidad de nacimiento',
      'ESTADO',
      'Lugar de nacimiento',
      'CVE_ENTIDAD',
      'Entidad Federativa',
      'Estado (nacimiento)',
    ],
  };

  it.each(Object.entries(EN_USO).flatMap(([campo, nombres]) => nombres.map((nombre) => [campo, nombre] as const)))(
    '%s: %s',
    (campo, nombre) => {
      const { columns: columnas, others: otras } = entendido(conNombre(campo, nombre));
      expect(columnas?.get(campo)).toBe(nombre.trim());
      expect(otras).toEqual([]);
    },
  );

  it.each([
    ['anio_nacimiento', ['año', 'Año de nacimiento', 'ANIO_NAC', 'year']],
    ['mes_nacimiento', ['Mes', 'MES NAC', 'month']],
    ['dia_nacimiento', ['Día', 'dia de nacimiento', 'day']],
  ] as const)('%s', (campo, nombres) => {
    for (const nombre of nombres) {
      const partes = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'].map((p) => (p === campo ? nombre : p));
      const { columns: columnas } = entendido([...conNombre('fecha_nacimiento', 'notas'), ...partes]);
      expect(columnas?.get(campo)).toBe(nombre);
    }
  });

  it.each(['CURP', 'Clave Única', 'clave_curp', 'Clave Única de Registro de Población'])('curp: %s', (nombre) => {
    expect(filas({ operacion: 'validar' }, `${nombre}\n${CLAVE}\n`)).toMatchObject([{ valido: 'true' }]);
  });

  it.each(['correo', 'nombres_tutor', 'sexo del paciente', 'fecha_ingreso', ''])('nothing: %j', (nombre) => {
    expect(entendido([...NOMBRES_DE_COLUMNAS, nombre]).others).toEqual([nombre]);
  });
});

describe('a header', () => {
  demorado('has its columns in any order, and others among them', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...NOMBRES_DE_COLUMNAS, 'id', 'notas', 'correo'], { minLength: 9 }),
        fc.constantFrom(',', ';', '\t', '|'),
        (nombres, delimitador) => {
          const datos = new Map(NOMBRES_DE_COLUMNAS.map((nombre, i) => [nombre as string, RENATA.split(',')[i]]));
          const fila = nombres.map((nombre) => datos.get(nombre) ?? `${nombre}-1`);
          const texto = [nombres, fila].map((celda) => celda.join(delimitador)).join('\n');
          const [cabecera, hecha] = celdas(correrTexto({}, texto), delimitador);
          expect(cabecera).toEqual([...nombres, 'curp', 'code_error', 'error_message']);
          expect(hecha).toEqual([...fila, CLAVE, '0', '']);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([
    ['quoted', `"nombres","apellido_paterno","apellido_materno","fecha_nacimiento","sexo","entidad"\n${RENATA}\n`],
    [
      'with line breaks',
      `nombres,"Apellido\n paterno",apellido_materno,"Fecha de\r\nnacimiento",sexo,entidad\n${RENATA}\n`,
    ],
    [
      'with doubled quotes',
      `nombres,"apellido ""paterno""",apellido_materno,fecha_nacimiento,sexo,entidad\n${RENATA}\n`,
    ],
    ['behind empty lines', `\n\r\n\n${CABECERA}\n${RENATA}\n`],
    ['and one row without its end', `${CABECERA}\n${RENATA}`],
  ])('%s', (_, texto) => {
    expect(filas({}, texto)).toMatchObject([{ curp: CLAVE }]);
  });

  it.each([',', ';', '\t', '|'])('has %j between its columns', (delimitador) => {
    const texto = `${CABECERA}\n${RENATA}\n`.replaceAll(',', delimitador);
    expect(filas({}, texto, delimitador)).toMatchObject([{ curp: CLAVE }]);
    expect(entendido(NOMBRES_DE_COLUMNAS, delimitador).delimiter).toBe(delimitador);
  });

  it('may end in a delimiter, as may its rows', () => {
    const salida = correrTexto({}, `${CABECERA},\n${RENATA},\n`);
    expect(salida).toBe(`${CABECERA},,curp,code_error,error_message\n${RENATA},,${CLAVE},0,\n`);
  });

  it('alone gives itself', () => {
    expect(correrTexto({}, CABECERA)).toBe(`${CABECERA},curp,code_error,error_message\n`);
  });

  it('is kept byte for byte', () => {
    const nombres = ' Nombres ,"Ap. ""Paterno""", materno,"FECHA\nNAC",sexo,entidad';
    expect(correrTexto({}, `${nombres}\r\n`)).toBe(`${nombres},curp,code_error,error_message\r\n`);
  });

  it('of one column has no delimiter to tell', () => {
    expect(filas({ operacion: 'validar' }, `curp\n${CLAVE}\n\n""\n`)).toMatchObject([
      { valido: 'true' },
      { code_error: '100' },
    ]);
  });

  it('has the delimiter that makes most sense of it', () => {
    const { delimiter: delimitador } = entendido(conNombre('nombres', '"nombres"').concat('"a,b;c|d"', 'e f'), ';');
    expect(delimitador).toBe(';');
    // The semicolons are more, but make no sense.
    expect(entendido([...NOMBRES_DE_COLUMNAS, 'a;b;c;d;e;f;g;h']).delimiter).toBe(',');
    // Nothing is known either way: the one with more columns.
    expect(falla({ columnas: { curp: '9' }, operacion: 'validar' }, 'a|b|c,d\n').error_message).toContain('3 columnas');
  });

  it('has the delimiter under which a name is known, were it the first or one that stands twice', () => {
    expect(filas({ operacion: 'validar' }, `curp;a,b,c\n${CLAVE};\n`, ';')).toMatchObject([{ valido: 'true' }]);
    expect(falla({}, 'sexo;sexo;a,b;c,d;e,f,g\n').error_message).toContain('`sexo`: «sexo», «sexo»');
  });

  it.each([
    ['nothing', ''],
    ['empty lines', '\n\r\n\n'],
    ['a mark', '\ufeff'],
  ])('is missing in %s', (_, texto) => {
    expect(falla({}, texto)).toMatchObject({
      code_error: 8,
      error_message: expect.stringMatching(/^No llegó ninguna fila/) as unknown,
    });
  });

  it.each([
    ['whose quotes are not closed', '"nombres,apellido_paterno\nRenata,Olvera\n'],
    ['whose quotes do not match', `nombres "x",apellido_paterno\n${RENATA}\n`],
    ['beyond all measure', `nombres,${'x'.repeat(1 << 20)}\n`],
    ['beyond all measure, with CRLF', `nombres,${'x'.repeat(1 << 20)}\r\n`],
    ['that does not end', `nombres,${'x'.repeat(2 << 20)}`],
  ])('%s is told', (_, texto) => {
    expect(falla({}, texto).error_message).toMatch(/^La primera línea pasa de 1048576 bytes o sus comillas/);
    expect(falla({ language: 'en' }, texto).error_message).toMatch(/^The first line exceeds 1048576 bytes/);
  });
});

describe('a header that does not end yet', () => {
  const MEBIBYTE = 1 << 20;
  const empezar = (texto: string): void => {
    const lote = new Lote({ formato: 'csv' });
    for (const _ of lote.process(enBytes(texto)));
  };

  it.each([
    ['empty lines', '\n\r\n'],
    ['as long as may be', 'x'.repeat(MEBIBYTE)],
    ['behind empty lines', `${'\n'.repeat(20)}${'x'.repeat(MEBIBYTE - 10)}`],
  ])('is waited for: %s', (_, texto) => {
    expect(() => empezar(texto)).not.toThrow();
  });

  it('is told as soon as it is beyond all measure', () => {
    expect(() => empezar('x'.repeat(MEBIBYTE + 1))).toThrow(UnreadableFile);
  });
});

describe('a column that is missing', () => {
  it.each(NOMBRES_DE_COLUMNAS)('%s', (campo) => {
    const dicho = falla({}, `${conNombre(campo, 'otra').join(',')}\n`);
    expect(dicho).toMatchObject({ code_error: 8, parametro: campo });
    expect(dicho.error_message).toContain(`Falta la columna \`${campo}\``);
    expect(dicho.error_message).toContain('«otra»');
    expect(dicho.error_message).toContain(`\`--columna ${campo}=…\``);
  });

  it.each([
    ['nombres,apellido_paterno,apellido_materno,entidad', {}, '`sexo` (y también `fecha_nacimiento`): el archivo'],
    ['nombres,apellido_paterno,apellido_materno,entidad,mes', {}, '`sexo` (y también `fecha_nacimiento`): el archivo'],
    ['nombres,apellido_paterno,apellido_materno,entidad,sexo', {}, '`fecha_nacimiento`: el archivo'],
    [
      'nombres,apellido_paterno,apellido_materno,entidad,dia',
      { columnas: { fecha_nacimiento: '' } },
      '`sexo` (y también `anio_nacimiento`, `mes_nacimiento`): el archivo',
    ],
  ])('and every other: %s', (cabecera, opciones, faltan) => {
    expect(falla(opciones, `${cabecera}\n`).error_message).toContain(`Falta la columna ${faltan}`);
  });

  it('curp, to validate and to compare', () => {
    expect(falla({ operacion: 'validar' }, `${CABECERA}\n`)).toMatchObject({ parametro: 'curp' });
    expect(falla({ operacion: 'cotejar' }, `${CABECERA}\n`)).toMatchObject({ parametro: 'curp' });
  });

  it('a part of the date', () => {
    expect(falla({}, 'nombres,apellido_paterno,apellido_materno,sexo,entidad,anio,mes\n')).toMatchObject({
      parametro: 'fecha_nacimiento',
    });
  });

  it('is told in the words of whoever asks', () => {
    const opciones = { language: 'en', optionFor: (campo: Field): string => `?columna_${campo}=` } as const;
    expect(falla(opciones, 'nombres,b\n').error_message).toBe(
      'The column `apellido_paterno` is missing (and so are `apellido_materno`, `sexo`, `entidad`, `fecha_nacimiento`): the file has «nombres», «b»; tell which one it is with ?columna_apellido_paterno=.',
    );
    expect(falla({ ...opciones, operacion: 'validar' }, 'a,b\n').error_message).toBe(
      'No column of the first line is recognised (it has 2): it must hold names such as curp, or tell them with ?columna_curp=.',
    );
  });

  it('cuts the names of others short', () => {
    const { error_message } = falla({}, `nombres,${'x'.repeat(100)}\n`);
    expect(error_message).toContain(`«${'x'.repeat(40)}…»`);
  });
});

describe('columns that may be the same', () => {
  it.each([
    ['twice the same', 'nombres', ['nombres', 'nombres']],
    ['the same but for its case', 'sexo', ['sexo', 'SEXO']],
    ['two synonyms', 'entidad', ['Estado', 'Lugar de nacimiento']],
    ['two dates', 'fecha_nacimiento', ['Fecha nac', 'Fecha']],
    ['two first surnames', 'apellido_paterno', ['Paterno', 'Primer apellido']],
    ['two second surnames', 'apellido_materno', ['Materno', 'Segundo apellido']],
  ])('%s', (_, campo, nombres) => {
    const cabecera = [...conNombre(campo, nombres[0] ?? ''), nombres[1]].join(',');
    const dicho = falla({}, `${cabecera}\n`);
    expect(dicho).toMatchObject({ code_error: 8, parametro: campo });
    expect(dicho.error_message).toContain(
      `\`${campo}\`: «${nombres.join('», «')}»; diga cuál es con \`--columna ${campo}=`,
    );
    // Told which, all is well.
    const [fila] = filas(
      { columnas: { [campo]: String(NOMBRES_DE_COLUMNAS.findIndex((n) => n === campo) + 1) } },
      `${cabecera}\n${RENATA},otra\n`,
    );
    expect(fila).toMatchObject({ curp: CLAVE });
  });

  it('two keys', () => {
    expect(falla({ operacion: 'validar' }, 'CURP,curp\n').error_message).toContain('`curp`: «CURP», «curp»; ');
  });

  it('the name of the contract is surer than any other', () => {
    expect(filas({}, `${CABECERA},nombre,estado\n${RENATA},Zoe,NL\n`)).toMatchObject([{ curp: CLAVE }]);
  });

  it('matter only where they are needed', () => {
    expect(filas({}, `${CABECERA},curp,CURP\n${RENATA},a,b\n`)).toMatchObject([{ code_error: '0' }]);
    expect(filas({ operacion: 'validar' }, `curp,nombre,nombre\n${CLAVE},a,b\n`)).toMatchObject([{ valido: 'true' }]);
  });
});

describe('what the user says of a column', () => {
  const RARA = `a,b,c,d,e,2\n${RENATA}\n`;
  const POR_NUMERO = { nombres: '1', apellido_paterno: 'b', apellido_materno: 'C', fecha_nacimiento: '4', sexo: '5' };

  it('by its name, by its number, by a name that is a number', () => {
    expect(filas({ columnas: { ...POR_NUMERO, entidad: '2' } }, RARA)).toMatchObject([{ curp: CLAVE }]);
    expect(filas({ columnas: { ...POR_NUMERO, entidad: '6' } }, RARA)).toMatchObject([{ curp: CLAVE }]);
  });

  it('the first by its name, one beyond the ninth by its number', () => {
    const texto = `a,b,c,d,e,f,g,h,i,apellido_paterno,apellido_materno,fecha,sexo,z\nRenata,,,,,,,,,Olvera,Tinajero,1990-05-17,M,09\n`;
    expect(filas({ columnas: { nombres: 'a', entidad: '14' } }, texto)).toMatchObject([{ curp: CLAVE }]);
  });

  it('by its very name before one that looks like it', () => {
    const texto = `NOMBRES,nombres,apellido_paterno,apellido_materno,fecha,sexo,entidad\nZoe,${RENATA}\n`;
    expect(filas({ columnas: { nombres: 'nombres' } }, texto)).toMatchObject([{ curp: CLAVE }]);
  });

  it('that is not there, among names of which each stands twice', () => {
    expect(falla({ columnas: { sexo: 'z' } }, 'nombres,nombres\n').error_message).toContain('«nombres», «nombres»');
  });

  it('that there is none', () => {
    const sinMaterno = `nombres,apellido_paterno,fecha_nacimiento,sexo,entidad\nRenata,Olvera,1990-05-17,M,09\n`;
    expect(filas({ columnas: { apellido_materno: '' } }, sinMaterno)).toMatchObject([{ curp: 'OEXR900517MDFLXN07' }]);
    expect(filas({ columnas: { apellido_materno: '' } }, `${CABECERA}\n${RENATA}\n`)).toMatchObject([
      { curp: 'OEXR900517MDFLXN07' },
    ]);
    expect(filas({ columnas: { nombres: '' } }, sinMaterno.replace('nombres', 'apellido_materno'))).toMatchObject([
      { code_error: '400' },
    ]);
  });

  it.each(['nadie', '0', '7', '-1', '99999', '1.5', ' ', '*'])('that is not there: %j', (pedida) => {
    const dicho = falla({ columnas: { nombres: pedida } }, `apellido_paterno,b,,d,e,f\n`);
    expect(dicho).toMatchObject({ code_error: 8, parametro: 'nombres' });
    expect(dicho.error_message).toBe(
      `No hay una columna «${pedida}» para \`nombres\`: el archivo tiene «apellido_paterno», «b», «», «d», «e», «f».`,
    );
  });

  it('takes a column from the data that it looks like', () => {
    const dada = { columnas: { apellido_paterno: 'materno' } };
    expect(falla(dada, 'nombres,paterno,materno,fecha,sexo,entidad\n')).toMatchObject({
      parametro: 'apellido_materno',
    });
    const texto = `nombre,paterno,materno,nacimiento,sexo,estado,entidad_nac\n${RENATA},19\n`;
    expect(falla({}, texto)).toMatchObject({ parametro: 'entidad' });
    expect(filas({ columnas: { entidad: 'estado' } }, texto)).toMatchObject([{ curp: CLAVE }]);
  });
});

describe('the columns that are added', () => {
  it.each([
    ['a name that is taken', `${CABECERA},curp`, ['curp_2', 'code_error', 'error_message']],
    ['two names that are taken', `${CABECERA},curp,curp_2,code_error`, ['curp_3', 'code_error_2', 'error_message']],
    ['a name that is taken in quotes', `${CABECERA},"curp"`, ['curp_2', 'code_error', 'error_message']],
  ])('avoid %s', (_, cabecera, agregadas) => {
    const [nombres] = celdas(correrTexto({}, `${cabecera}\n`));
    expect(nombres?.slice(-3)).toEqual(agregadas);
    expect(entendido(cabecera.split(',')).added).toEqual(agregadas);
  });

  it('are those of the operation', () => {
    const cabecera = `${CABECERA},curp\n`;
    const agregadas = (opciones: object): string[] => (celdas(correrTexto(opciones, cabecera))[0] ?? []).slice(7);
    expect(agregadas({ operacion: 'cotejar', homonimos: true })).toEqual(
      'resultado calculada difieren misma_raiz_que code_error error_message'.split(' '),
    );
    expect(agregadas({ operacion: 'validar' })).toEqual(
      'valido hallazgos fecha_nacimiento_2 sexo_2 clave_entidad nombre_entidad abreviatura_entidad homonimo code_error error_message'.split(
        ' ',
      ),
    );
  });

  it('are given back with the file, and taken for what they are', () => {
    const unaVez = correrTexto({}, `${CABECERA}\n${RENATA}\n`);
    expect(filas({ operacion: 'cotejar' }, unaVez)).toMatchObject([{ resultado: 'identica', code_error_2: '0' }]);
  });

  it('have different names, also where one of them looks like another with its number', () => {
    expect(freeNames(['a', 'a_2'], ['a'])).toEqual(['a_2', 'a_2_2']);
  });

  demorado('have different names, whatever there is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'a_2', 'a_3', 'a_2_2', 'b')), (presentes) => {
        const libres = freeNames(['a', 'a_2', 'b', 'a'], presentes);
        expect(new Set([...libres, ...presentes]).size).toBe(4 + new Set(presentes).size);
      }),
    );
  });
});

describe('values as people write them', () => {
  it.each([
    ['1990-05-17', '1990', '05', '17'],
    ['1990/5/7', '1990', '05', '07'],
    ['1990.05.17', '1990', '05', '17'],
    ['19900517', '1990', '05', '17'],
    ['17/05/1990', '1990', '05', '17'],
    ['17 05 1990', '1990', '05', '17'],
    ['17 de mayo de 1990', '1990', '05', '17'],
    ['1 de Septiembre del 2001', '2001', '09', '01'],
    ['17-may-1990', '1990', '05', '17'],
    ['17/ene./1990', '1990', '01', '17'],
    ['3 August 1990', '1990', '08', '03'],
    ['7-5-1990', '1990', '05', '07'],
    ['17.05.1990', '1990', '05', '17'],
    [' 17/05/1990 ', '1990', '05', '17'],
    ['1990-05-17 00:00:00', '1990', '05', '17'],
    ['1990-05-17T00:00:00.000Z', '1990', '05', '17'],
    ['1990-05-17T00:00:00-06:00', '1990', '05', '17'],
    ['17/05/1990 0:00', '1990', '05', '17'],
    ['1990-05-17 00:00:00-06', '1990', '05', '17'], // PostgreSQL
    ['17/05/1990 12:00:00 a. m.', '1990', '05', '17'], // .NET and Access in Mexico
    ['17/05/1990 12:00:00\u00a0a.\u00a0m.', '1990', '05', '17'],
    ['1990-05-17 12:00 AM', '1990', '05', '17'],
    ['31/02/1990', '1990', '02', '31'],
    ['99/99/9999', '9999', '99', '99'],
    ['17/05/1990 12:00:00 A. M.', '1990', '05', '17'],
  ])('the date %s', (texto, anio, mes, dia) => {
    expect(readDate(texto)).toEqual({ anio, mes, dia });
  });

  it.each([
    '',
    '17/05/90',
    '1990-05',
    '1990',
    '17 de mallo de 1990',
    '17 ma 1990',
    'mayo de 1990',
    '1990-05/17',
    '17/05-1990',
    '1990-05-17x',
    '90-05-17',
    '٢٠٠٠-٠١-٠١',
    '33010',
    '1990-5-17T',
    'el 17 de mayo de 1990',
    '17 de mayo de 19901',
  ])('no date: %j', (texto) => {
    expect(readDate(texto)).toBeNull();
  });

  it.each([
    ['H', 'H'],
    ['h', 'H'],
    ['hombre', 'H'],
    ['MASCULINO', 'H'],
    [' m ', 'M'],
    ['Mujer', 'M'],
    ['femenino', 'M'],
    ['x', 'X'],
    ['No  binario', 'X'],
    ['no-binaria', 'X'],
    ['F', 'F'],
    ['masc', 'masc'],
    ['', ''],
  ])('the sex %j', (texto, sexo) => {
    expect(readSex(texto)).toBe(sexo);
  });

  it.each([
    ['09', '09'],
    ['DF', '09'],
    ['cdmx', '09'],
    ['Ciudad de México', '09'],
    ['nuevo leon', '19'],
    ['NL', '19'],
    ['EDO. MÉX.', '15'],
    [' Q. Roo ', '23'],
    ['Extranjero', '36'],
    ['9', '9'],
    ['33', '33'],
    ['Narnia', 'Narnia'],
  ])('the entity %j', (texto, clave) => {
    expect(readEntity(texto)).toBe(clave);
  });

  it('come to the same key in a row', () => {
    for (const fecha_nacimiento of ['1990-05-17', '17/05/1990', '19900517', ' 1990-5-17 ', '"17/05/1990 00:00"']) {
      for (const sexo of ['M', 'm', 'Mujer', '"FEMENINO"']) {
        for (const entidad of ['09', 'DF', 'cdmx', '"Ciudad de México"', ' 09 ']) {
          expect(filas({}, archivo({ fecha_nacimiento, sexo, entidad }))).toMatchObject([{ curp: CLAVE }]);
        }
      }
    }
  });

  it('in a date of three columns are not mended', () => {
    const fila = (fecha: string): string =>
      `nombres,apellido_paterno,apellido_materno,anio,mes,dia,sexo,entidad\nRenata,Olvera,Tinajero,${fecha},M,09\n`;
    expect(filas({}, fila('1990,05,17'))).toMatchObject([{ curp: CLAVE }]);
    expect(filas({}, fila('90,5,17'))).toMatchObject([{ code_error: '412' }]);
    expect(filas({}, fila('1990,5,17'))).toMatchObject([{ code_error: '413' }]);
    expect(filas({}, fila('1990,05, 17'))).toMatchObject([{ code_error: '410' }]);
  });
});

demorado('simplifies a name to letters, digits and single strokes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (nombre) => {
      const simple = simplify(nombre);
      expect(simple).toMatch(/^(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*)?$/u);
      expect(simplify(simple)).toBe(simple);
    }),
  );
});

it('knows ten data', () => {
  expect(FIELDS).toHaveLength(10);
});

describe('columns beyond count', () => {
  it('reads as many as a spreadsheet has', () => {
    const sobran = 16_384 - 6;
    const [fila] = filas({}, `${CABECERA}${',x'.repeat(sobran)}\n${RENATA}${','.repeat(sobran)}\n`);
    expect(fila).toMatchObject({ curp: CLAVE });
  });

  demorado('says so of a header that has more, at once', () => {
    const cabecera = CABECERA + ','.repeat(500_000);
    expect(falla({}, `${cabecera}\n`)).toMatchObject({
      code_error: 8,
      error_message: expect.stringContaining('más de 16384 columnas') as unknown,
    });
  });

  it('tells the cells of a row that has more, up to its end', () => {
    const larga = `${RENATA}${','.repeat(20_000)}"una, ""dos""\r\n tres"`;
    const [fila] = filas({}, `${CABECERA}\r\n${larga}\r\n${RENATA}\r\n`);
    expect(fila?.['entidad']).toBe(larga.slice(RENATA.lastIndexOf(',') + 1));
    expect(fila?.['error_message']).toMatch(/van 6 y hay 20006/);
  });
});

describe('a date in one column and in three', () => {
  const conFecha = (nombre: string, partes: readonly [string, string, string]): string =>
    `nombres,apellido_paterno,apellido_materno,sexo,entidad,${nombre},${partes.join(',')}\n` +
    'Renata,Olvera,Tinajero,M,09,1990-05-17,2024,11,30\n';
  const enUna = { curp: CLAVE };
  const enTres = { curp: 'OETR241130MDFLNNA6' };

  it.each([
    ['those of a payroll stand beside it', {}, 'fecha_nacimiento', ['anio', 'mes', 'dia'], enUna],
    ['one of two names in use', {}, 'fecha', ['año', 'mes', 'día'], enUna],
    ['the parts have their own names', {}, 'fecha', ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'], enTres],
    [
      'the user says the parts',
      { anio_nacimiento: 'A', mes_nacimiento: 'B', dia_nacimiento: '9' },
      'fecha',
      ['A', 'B', 'C'],
      enTres,
    ],
    ['the user says one part', { anio_nacimiento: 'A' }, 'fecha', ['A', 'mes', 'dia'], enTres],
    [
      'the user says the date',
      { fecha_nacimiento: 'F' },
      'F',
      ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'],
      enUna,
    ],
    ['the user says that there is none', { fecha_nacimiento: '' }, 'fecha', ['anio', 'mes', 'dia'], enTres],
  ] as const)('%s', (_, columnas, nombre, partes, esperado) => {
    expect(filas({ columnas }, conFecha(nombre, partes))).toMatchObject([esperado]);
  });

  it.each([
    ['the date first', {}, 'fecha,anio,mes,dia', enUna],
    ['the parts first, by their own names', {}, 'anio_nacimiento,mes_nacimiento,dia_nacimiento,fecha', enTres],
    ['not all of the parts by their own names', {}, 'fecha,anio_nacimiento,mes_nacimiento,dia', enUna],
    ['the user says the first column', { anio_nacimiento: 'A' }, 'A,mes,dia,fecha', enTres],
    ['the user says a part, and another is missing', { anio_nacimiento: 'A' }, 'A,mes,notas,fecha', enUna],
    [
      'the user says that the first is the date',
      { fecha_nacimiento: 'F' },
      'F,anio_nacimiento,mes_nacimiento,dia_nacimiento',
      enUna,
    ],
  ] as const)('%s', (_, columnas, primeras, esperado) => {
    const valores = primeras.split(',').map((nombre) => {
      if (/^f/i.test(nombre)) return '1990-05-17';
      if (nombre.startsWith('mes')) return '11';
      return /^a/i.test(nombre) ? '2024' : '30';
    });
    const texto = `${primeras},nombres,apellido_paterno,apellido_materno,sexo,entidad\n${valores.join(',')},Renata,Olvera,Tinajero,M,09\n`;
    expect(filas({ columnas }, texto)).toMatchObject([esperado]);
  });
});

describe('a first line that may be a person', () => {
  const PERSONA = 'Renata,Nacimiento,Tinajero,1990-05-17,M,Jalisco';
  const CON_CLAVE = 'Renata,Nacimiento,OETR900517MDFLNN05';

  it.each([
    ['nothing is known', {}, RENATA],
    ['a column is said', { nombres: '1' }, RENATA],
    ['a column is said that is not there', { nombres: 'dados' }, RENATA],
    ['a surname is also the name of a column', {}, PERSONA],
    ['a surname is also the name of a column, beside a key', {}, CON_CLAVE],
  ])('is not repeated: %s', (_, columnas, linea) => {
    for (const lengua of ['es', 'en'] as const) {
      const { code_error, error_message } = falla({ columnas, language: lengua }, `${linea}\n${linea}\n`);
      expect(code_error).toBe(8);
      for (const celda of linea.split(',')) expect(error_message).not.toMatch(new RegExp(`\\b${celda}\\b`));
      expect(error_message).toMatch(new RegExp(`\\b${linea.split(',').length}\\b`));
    }
  });

  it.each([
    ['with them all in one line', [CABECERA, RENATA, RENATA].join('\r')],
    ['with known columns up to the last', [`${CABECERA},notas`, `${RENATA},`, `${RENATA},`].join('\r')],
    ['quoted', [CABECERA, RENATA].join('\r').replaceAll(/[^,\r]+/g, '"$&"')],
    ['beyond all measure', [CABECERA, ...Array.from({ length: 30_000 }, () => RENATA)].join('\r')],
  ])('is not taken for a header with the lines of an old Mac, %s', (_, texto) => {
    expect(falla({}, texto).error_message).toMatch(/^Las líneas del archivo terminan solo en CR/);
    expect(falla({ language: 'en' }, `${texto}\r`).error_message).toMatch(/end in CR alone/);
  });

  it('with a CR too many at its end is a header', () => {
    expect(filas({}, `${CABECERA}\r\r\n${RENATA}\r\r\n`)).toMatchObject([{ curp: CLAVE }]);
  });

  it('with a CR in quotes is a header', () => {
    expect(filas({}, `${CABECERA},"mis\rnotas"\n${RENATA},\n`)).toMatchObject([{ curp: CLAVE }]);
  });
});

describe('the names of a file in a message', () => {
  const listadas = (nombres: readonly string[]): string => falla({}, `nombres,${nombres.join(',')}\n`).error_message;

  it('are all there, up to fifty of forty letters', () => {
    const justas = Array.from({ length: 49 }, (_, i) => String(i).padEnd(40, 'x'));
    expect(listadas(justas)).toContain(`«${justas.join('», «')}»; diga cuál`);
  });

  it('may look a little like a key', () => {
    expect(listadas(['id OETR900517M'])).toContain('«id OETR900517M»');
  });

  it('are only counted where they may be a person, in the language that is asked for', () => {
    const columnas = { nombres: 'dados' };
    expect(falla({ columnas }, `${RENATA}\n`).error_message).toContain('6 columnas');
    expect(falla({ columnas, language: 'en' }, `${RENATA}\n`).error_message).toContain('6 columns');
  });
});

it('lists no more than fifty columns', () => {
  const nombres = Array.from({ length: 5000 }, (_, i) => `columna ${i} `.repeat(10));
  const { error_message } = falla({}, `nombres,${nombres.join(',')}\n`);
  expect(error_message).toContain('«columna 48 columna 48 ');
  expect(error_message).not.toContain('columna 49');
  expect(error_message).toMatch(/…»?, …; diga cuál es con `--columna apellido_paterno=…`\.$/);
});

it.each([
  ['anio_nacimiento', 'anio,year,mes,dia', '«anio», «year»'],
  ['mes_nacimiento', 'anio,mes,month,dia', '«mes», «month»'],
  ['dia_nacimiento', 'anio,mes,dia,day', '«dia», «day»'],
])('says which part of the date is ambiguous: %s', (parte, partes, cuales) => {
  const { error_message } = falla({}, `nombres,apellido_paterno,apellido_materno,sexo,entidad,${partes}\n`);
  expect(error_message).toContain(`\`${parte}\`: ${cuales}; `);
  expect(error_message).toContain(`${parte}=`);
});
