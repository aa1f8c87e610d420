/** The names of columns: which one holds which datum, and the error if no column does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '../src/codes/code.js';
import { UnreadableFile, entryOfFile } from '../src/codes/file.js';
import {
  type ColumnIndexes,
  type ColumnMap,
  FIELDS,
  type Field,
  type OperationName,
  findColumns,
  findGivenColumns,
} from '../src/columns.js';
import { columnName } from '../src/columns/letters.js';
import { freeNames, simplify } from '../src/columns/names.js';
import { hintsOf } from '../src/conventions/hints.js';
import { understandHeader, understandObject } from '../src/header.js';
import type { Language } from '../src/language.js';

const NAMES = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'] as const;
const PARTS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'] as const;

/** Returns the six names of most tests, with one replaced. */
const withName = (field: string, name: string): string[] => NAMES.map((own) => (own === field ? name : own));

interface Asked {
  readonly operation?: OperationName;
  readonly columnas?: ColumnMap;
  readonly language?: Language;
  readonly hasFullName?: boolean;
}

/** Returns the name of the column of each datum that has one. */
function understood(names: readonly string[], asked: Asked = {}): Partial<Record<Field, string>> {
  const { operation = 'calcular', columnas = {}, language = 'es', hasFullName = false } = asked;
  const optionFor = (field: Field): string => `\`--columna ${field}=…\``;
  const columns = understandHeader(names, operation, columnas, { language, optionFor, hasFullName });
  return named(columns, names);
}

const named = (columns: Readonly<Record<Field, number>>, names: readonly string[]): Partial<Record<Field, string>> =>
  Object.fromEntries(FIELDS.flatMap((field) => (columns[field] < 0 ? [] : [[field, names[columns[field]]]])));

function refusal(names: readonly string[], asked: Asked = {}): ErrorEntry {
  try {
    understood(names, asked);
  } catch (error) {
    if (error instanceof UnreadableFile) return entryOfFile(error.problem, asked.language ?? 'es');
    throw error;
  }
  throw new Error('the header was understood');
}

describe('a column is recognised by its name as that of', () => {
  const IN_USE: Readonly<Partial<Record<Field, string>>> = {
    nombres:
      'Nombre;NOMBRE(S);nombres_de_pila;Nombre de pila;Nombre propio;Given names;Given name;First Name;  Nombres  ;NÓMBRES;nombres:;Nombre del alumno;NOMBRE_EMPLEADA;1. Nombre(s);datos/nombres;Nombre (sin apellidos); datos/nombres ;grupo.persona.nombres;Escriba su nombre;VORNA;NOMBRE(S) DEL (LA) ALUMNO(A);Nombre del/la alumno/a;Nombre del beneficiario',
    apellido_paterno:
      'Paterno;PRIMER APELLIDO;1er Apellido;1o. Apellido;1 apellido;1ro apellido;Primer ap;Ap. Paterno;APaterno;Ape paterno;Apell. Paterno;ApellidoPaterno;Apellido del paterno;Apellido 1;apellido-p;Ap pat;Ape. Pat.;Apellido Pat.;First surname;Paternal surname;FathersLastName;Apellido paterno del trabajador',
    apellido_materno:
      'Materno;2do. apellido (opcional);Segundo apellido;Segundo ap;2o Apellido;2do apellido;2 apellido;AP_MATERNO;A. Materno;Ape materno;Apell Materno;Apellido2;Apellido 2.;Apellido M;ap.mat;Ape mat;Apellido Mat;Second surname;Second last name;Apellido materno de la paciente;Apellido materno (si no tiene, deje en blanco);PACIENTE MATERNO',
    fecha_nacimiento:
      'Fecha de Nacimiento;F.Nac;Fch Nac;Fecha nto.;Fecha de nacimiento (DD/MM/AA);Fecha de nacimiento (formato día/mes/año);FECHA NAC.;FECHA DE NAC;FecNac;Fec_Nacimiento;F. Nacimiento;F. Nac.;Fecha nacim;Fecha de nacimiento (dd/mm/aaaa);Fecha nacimiento aaaa-mm-dd;Nacimiento;Birth date;Date of birth;DOB;¿Cuál es su fecha de nacimiento?;2. Fecha de nacimiento;datos/fecha_nacimiento;GBDAT;Trabajador fecha nacimiento',
    sexo: 'Sexo (1 = Hombre, 2 = Mujer);Sexo asignado al nacer;Sexo biológico;CD_SEXO;¿Con qué sexo te registraron al nacer?;¿Con qué género te identificas?;Sexo/Género;Sexo (asignado al nacer);Género;Clave sexo;CVE_SEXO;Sexo (H/M);Sexo F/M;Sexo M/F;Sexo H/M/X;Género H/M;Género F/M;Género M/F;Sexo (Hombre/Mujer);Género (hombre/mujer);SEX;gender;4. Sexo;12. Sexo;4)Sexo;4 ) Sexo;4.- Sexo;¿Cuál es su sexo?;GESCH',
    entidad:
      'Entidad de nacimiento;Edo.Nac;IdEntidadNacimiento;Clave entidad nacimiento;CVE_ENTIDAD;Entidad Federativa;Entidad federativa de nacimiento;Entidad nac;Ent. Nac.;Estado de nacimiento;Estado Nac.;Edo. de nacimiento;Edo. Nac.;Lugar de nacimiento;Lugar nac;Estado (nacimiento);¿En qué estado nació?;Ciudad y estado de nacimiento;GBDEP;Clave entidad nac.;Cve. Entidad Nac.;cve_ent_nac;Entidad donde nació;Estado donde nació;State of birth;Birth state;¿En qué estado de la República naciste?;Lugar de nacimiento (estado);LUG_NACIM',
  };
  const pairs = Object.entries(IN_USE).flatMap(([field, names]) => names.split(';').map((name) => [field, name]));

  it.each(pairs)('%s: %s', (field = '', name = '') => {
    expect(understood(withName(field, name))).toEqual({
      ...Object.fromEntries(NAMES.map((own) => [own, own])),
      [field]: name,
    });
  });

  it.each([
    ['anio_nacimiento', 'año;Año de nacimiento;Ano nacimiento;ANIO_NAC;Ano nac;anio;year;AAAA'],
    ['mes_nacimiento', 'Mes;Mes de nacimiento;MES NAC;month;MM'],
    ['dia_nacimiento', 'Día;dia de nacimiento;Dia nac;day;DD'],
  ] as const)('%s: %s', (field, names) => {
    for (const name of names.split(';')) {
      const parts = PARTS.map((part) => (part === field ? name : part));
      expect(understood([...withName('fecha_nacimiento', 'notas'), ...parts])[field]).toBe(name);
    }
  });

  it.each(['CURP', 'Clave Única', 'clave_curp', 'Clave Única de Registro de Población'])('curp: %s', (name) => {
    expect(understood([name], { operation: 'validar' })).toEqual({ curp: name });
  });

  it.each([
    'correo',
    'nombres_tutor',
    'Nombre de la madre',
    'fecha_ingreso',
    'delegado',
    'Madre o tutor/nombres',
    'datos/sexo del padre',
    '',
  ])('no datum: %j', (name) => {
    expect(Object.values(understood([...NAMES, name]))).not.toContain(name);
  });
});

describe('a missing column', () => {
  it.each(NAMES)('is an error that names it: %s', (field) => {
    expect(refusal(withName(field, 'otra'))).toMatchObject({
      code_error: 8,
      parametro: field,
      error_message: `Falta la columna \`${field}\`: el archivo tiene ${withName(field, 'otra')
        .map((name) => `«${name}»`)
        .join(', ')}; indique cuál es con \`--columna ${field}=…\`.`,
    });
  });

  it.each([
    ['nombres,apellido_paterno,apellido_materno,entidad', {}, '`sexo` (y también `fecha_nacimiento`): el archivo'],
    ['nombres,apellido_paterno,apellido_materno,entidad,sexo', {}, '`fecha_nacimiento`: el archivo'],
    [
      'nombres,apellido_paterno,apellido_materno,entidad,dia_nac',
      { fecha_nacimiento: '' },
      '`sexo` (y también `anio_nacimiento`, `mes_nacimiento`): el archivo',
    ],
  ])('is named together with every other missing one: %s', (header, columnas, missing) => {
    expect(refusal(header.split(','), { columnas }).error_message).toContain(`Falta la columna ${missing}`);
  });

  it('may be that of any datum but one beside the key in cotejar', () => {
    const operation = 'cotejar';
    const columns = (header: string): object => understood(header.split(','), { operation });
    const cause = (header: string, columnas = {}): unknown => {
      const { parametro, error_message } = refusal(header.split(','), { operation, columnas });
      return parametro ?? error_message;
    };
    expect(columns('curp,nombres')).toEqual({ curp: 'curp', nombres: 'nombres' });
    expect(columns('CURP,R.F.C.,Sexo')).toEqual({ curp: 'CURP', rfc: 'R.F.C.', sexo: 'Sexo' });
    expect(columns('curp,fecha_nacimiento')).toEqual({ curp: 'curp', fecha_nacimiento: 'fecha_nacimiento' });
    expect(columns('curp,nombres,Mes,Año')).toEqual({ curp: 'curp', nombres: 'nombres' });
    expect(cause('curp,rfc,notas')).toContain('al menos otro dato de la persona');
    expect(cause('curp,nombres,Ap. paterno,Primer apellido')).toBe('apellido_paterno');
    expect(cause('curp,nombres,R.F.C.,Clave RFC')).toBe('rfc');
    expect(cause('curp,nombres,Fecha')).toBe('fecha_nacimiento');
    expect(refusal(['curp', 'nombres', 'Fecha'], { operation }).error_message).toContain('; si no lo es, deje vacía');
    expect(cause('curp,sexo,Nombre completo')).toBe('nombres');
    expect(columns('curp,nombres,Apellidos')).toEqual({ curp: 'curp', nombres: 'nombres', apellidos: 'Apellidos' });
    expect(cause('curp,nombres,Apellido')).toBe('apellidos');
    expect(cause('curp,anio_nacimiento,dia_nacimiento')).toBe('mes_nacimiento');
    expect(understood(['curp', 'nombres', 'Fecha'], { operation, columnas: { fecha_nacimiento: '' } })).toEqual({
      curp: 'curp',
      nombres: 'nombres',
    });
  });

  it('is an error for curp in validar and cotejar', () => {
    expect(refusal(NAMES, { operation: 'validar' })).toMatchObject({ parametro: 'curp' });
    expect(refusal(NAMES, { operation: 'cotejar' })).toMatchObject({ parametro: 'curp' });
    expect(understood(['curp'], { operation: 'validar' })).toEqual({ curp: 'curp' });
  });

  it('is reported in English', () => {
    const asked = { language: 'en' } as const;
    expect(refusal(['nombres', 'b'], asked).error_message).toBe(
      'The column `apellido_paterno` is missing (and also `apellido_materno`, `sexo`, `entidad`, `fecha_nacimiento`): the file has “nombres”, “b”; say which one it is with `--columna apellido_paterno=…`; if the given names hold the surnames, declare `nombre_completo=apellidos` or `nombre_completo=nombres`.',
    );
    expect(refusal(['a', 'b'], { ...asked, operation: 'validar' }).error_message).toBe(
      'No column is recognised (of 2): give them names such as curp, say which they are with `--columna curp=…`, or declare their row, `encabezado=2`, or `encabezado=0`.',
    );
    expect(refusal(['a', 'b'], asked).error_message).toContain('nombres, apellido_paterno, apellido_materno, sexo');
  });

  it('is reported as fecha_nacimiento if one of three parts of a date is missing', () => {
    expect(refusal([...withName('fecha_nacimiento', 'anio_nac'), 'mes_nac'])).toMatchObject({
      parametro: 'fecha_nacimiento',
    });
  });
});

describe('several columns that may hold one datum', () => {
  it.each([
    ['nombres', ['nombres', 'nombres']],
    ['sexo', ['sexo', 'SEXO']],
    ['entidad', ['Estado de nacimiento', 'Lugar de nacimiento']],
    ['fecha_nacimiento', ['Fecha nac', 'DOB']],
  ] as const)('are an error that lists them: %s, %j', (field, [one, two]) => {
    const header = [...withName(field, one), two];
    expect(refusal(header)).toMatchObject({ code_error: 8, parametro: field });
    expect(refusal(header).error_message).toContain(
      `\`${field}\`: «${one}», «${two}»; indique cuál es con \`--columna`,
    );
    expect(understood(header, { columnas: { [field]: '7' } })[field]).toBe(two);
  });

  it('are reported before a missing column', () => {
    expect(refusal(['nombres', 'sexo', 'SEXO'])).toMatchObject({ parametro: 'sexo' });
    expect(refusal(['sexo', 'SEXO'])).toMatchObject({ parametro: 'sexo' });
  });

  it('are asked about even if one has the name of the contract: the other may hold what is meant', () => {
    expect(refusal(['nombre', ...NAMES])).toMatchObject({ parametro: 'nombres' });
    expect(refusal([...NAMES, 'sexo del paciente'])).toMatchObject({ parametro: 'sexo' });
  });

  it('are no two if one of them is a bare name: Estado beside entidad', () => {
    expect(understood(['estado', ...NAMES])).toMatchObject({ entidad: 'entidad' });
  });

  it('matter only if the operation needs the datum', () => {
    expect(understood([...NAMES, 'curp', 'CURP'])).not.toHaveProperty('curp');
    expect(understood(['curp', 'nombre', 'nombre'], { operation: 'validar' })).toEqual({ curp: 'curp' });
  });

  it('are listed, and none of them is chosen', () => {
    const { columns, ambiguous } = findColumns(['sexo', 'x', 'SEXO']);
    expect([columns.sexo, Array.from(ambiguous)]).toEqual([-1, [['sexo', [0, 2]]]]);
  });
});

describe('a column that the user names', () => {
  const ODD = ['a', 'b', 'c', 'd', 'e', '2'];
  const BY_NUMBER = { nombres: '1', apellido_paterno: 'b', apellido_materno: 'C', fecha_nacimiento: '4', sexo: '5' };
  const FOUND = { nombres: 'a', apellido_paterno: 'b', apellido_materno: 'c', fecha_nacimiento: 'd', sexo: 'e' };

  it('may be named by its name, its number, or a name that is a number', () => {
    expect(understood(ODD, { columnas: { ...BY_NUMBER, entidad: '2' } })).toEqual({ ...FOUND, entidad: '2' });
    expect(understood(ODD, { columnas: { ...BY_NUMBER, entidad: '6' } })).toEqual({ ...FOUND, entidad: '2' });
    expect(findGivenColumns(ODD, { sexo: '6', entidad: '7', curp: '' }, false)).toMatchObject({
      sexo: 5,
      entidad: -1,
      curp: -1,
    });
  });

  it('is the one with the exact name before a similar one', () => {
    const header = ['NOMBRES', ...NAMES];
    expect(understood(header, { columnas: { nombres: 'nombres' } })).toMatchObject({ nombres: 'nombres' });
    expect(understood(header, { columnas: { nombres: 'Nombres' } })).toMatchObject({ nombres: 'NOMBRES' });
  });

  it.each([
    ['12', 'c_12'],
    ['z', 'c_26'],
    ['AA', 'c_27'],
    ['ab', 'c_28'],
    ['BA', 'c_53'],
    ['ABC', undefined],
    ['x1', undefined],
  ])('may be named by its number or the letters of a spreadsheet: %s is %s', (columna, name) => {
    const wide = Array.from({ length: 800 }, (_, i) => `c_${i + 1}`);
    expect(named(findGivenColumns(wide, { sexo: columna }, false), wide).sexo).toBe(name);
  });

  it('holds no other datum, not even a doubtful one', () => {
    const header = withName('fecha_nacimiento', 'Fecha');
    expect(refusal(header, { columnas: { sexo: 'Fecha' } }).error_message).toMatch(
      /^Falta la columna `fecha_nacimiento`/,
    );
  });

  it.each([
    ['Apellidos', 'Nombre', 'Paterno', 'Materno'],
    ['Nombre', 'Paterno', 'Materno', 'Apellidos'],
  ])('is read for both surnames instead of those of each: %s, %s, %s, %s', (...names) => {
    const columnas = { apellidos: 'Apellidos' };
    const header = [...names, 'Nacimiento', 'Sexo', 'Entidad'];
    expect(understood(header, { columnas })).toEqual({
      nombres: 'Nombre',
      apellidos: 'Apellidos',
      fecha_nacimiento: 'Nacimiento',
      sexo: 'Sexo',
      entidad: 'Entidad',
    });
  });

  it('may be declared absent', () => {
    const columnas = { apellido_materno: '' };
    expect(understood(NAMES, { columnas })).not.toHaveProperty('apellido_materno');
    expect(understood(withName('apellido_materno', 'x'), { columnas })).not.toHaveProperty('apellido_materno');
  });

  it.each(['nadie', '0', '7', '-1', '99999', '123456', '1.5', '1x', 'x1', ' ', '*'])(
    'is an error if it is missing: %j',
    (requested) => {
      const names = ['apellido_paterno', 'b', '', 'd', 'e', 'f'];
      expect(refusal(names, { columnas: { nombres: requested } })).toMatchObject({
        code_error: 8,
        parametro: 'nombres',
        error_message: `El archivo no tiene la columna «${requested}», que se indicó para \`nombres\`: indique otra; tiene «apellido_paterno», «b», «», «d», «e», «f».`,
      });
    },
  );

  it('is not used for the datum that its name suggests', () => {
    const header = ['nombres', 'paterno', 'materno', 'nacimiento', 'sexo', 'entidad'];
    expect(refusal(header, { columnas: { apellido_paterno: 'materno' } })).toMatchObject({
      parametro: 'apellido_materno',
    });
  });
});

describe('a date that is in one column and in three', () => {
  const OTHERS = ['nombres', 'apellido_paterno', 'apellido_materno', 'sexo', 'entidad'];
  const dateOf = (header: string, columnas: ColumnMap): string => {
    const found = understood([...header.split(','), ...OTHERS], { columnas });
    return [found.fecha_nacimiento, ...PARTS.map((part) => found[part])].filter(Boolean).join(' ');
  };

  it.each([
    ['fecha_nacimiento,anio,mes,dia', {}, 'fecha_nacimiento'],
    ['anio,mes,dia', {}, 'anio mes dia'],
    ['fecha_nac', {}, 'fecha_nac'],
    ['fecha,anio_nacimiento,mes_nacimiento,dia_nacimiento', {}, 'anio_nacimiento mes_nacimiento dia_nacimiento'],
    ['fecha_nac,anio_nacimiento,mes_nacimiento,dia', {}, 'fecha_nac'],
    ['A,mes,dia,fecha', { anio_nacimiento: 'A' }, 'A mes dia'],
    ['fecha,A,mes,dia', { dia_nacimiento: 'A', anio_nacimiento: 'dia' }, 'dia mes A'],
    ['A,mes,notas,fecha_nac', { anio_nacimiento: 'A' }, 'fecha_nac'],
    ['F,anio_nacimiento,mes_nacimiento,dia_nacimiento', { fecha_nacimiento: 'F' }, 'F'],
    ['fecha,anio,mes,dia', { fecha_nacimiento: '' }, 'anio mes dia'],
    ['fecha_nac,anio,mes,dia', { anio_nacimiento: '' }, 'fecha_nac'],
    ['fecha_nac,anio_nac,mes_nac,dia_nac', {}, 'fecha_nac'],
    ['fecha_nac,anio_nacimiento,mes_nac,dia_nac', {}, 'fecha_nac'],
    ['anio_nacimiento,mes_nacimiento,dia_nacimiento,fecha_nac', {}, 'anio_nacimiento mes_nacimiento dia_nacimiento'],
    ['A,mes_nac,dia_nac,fecha_nac', { anio_nacimiento: 'A' }, 'A mes_nac dia_nac'],
    ['fecha_nac,A,mes_nac,dia_nac', { anio_nacimiento: 'A' }, 'A mes_nac dia_nac'],
  ] as const)('in %s with %j is read from %s', (header, columnas, found) => {
    expect(dateOf(header, columnas)).toBe(found);
  });

  it.each([
    ['anio_nacimiento', 'anio_nac,ano_nac,mes_nac,dia_nac', '«anio_nac», «ano_nac»'],
    ['mes_nacimiento', 'anio_nac,mes_nac,Mes nac.,dia_nac', '«mes_nac», «Mes nac.»'],
    ['dia_nacimiento', 'anio_nac,mes_nac,dia_nac,Día nac', '«dia_nac», «Día nac»'],
  ])('is an error if one part has two columns: %s', (part, parts, which) => {
    const { error_message } = refusal([...OTHERS, ...parts.split(',')]);
    expect(error_message).toContain(`\`${part}\`: ${which}; `);
  });
});

describe('a bare name that may be that of something else', () => {
  it.each([
    ['entidad', 'Estado'],
    ['entidad', 'Edo.'],
    ['entidad', 'state'],
    ['fecha_nacimiento', 'Fecha'],
    ['fecha_nacimiento', 'date'],
  ] as const)('is an error that asks the user, and is read if the user names it: %s, %s', (field, name) => {
    const header = withName(field, name);
    expect(refusal(header)).toMatchObject({
      code_error: 8,
      parametro: field,
      error_message: `No se sabe si «${name}» es \`${field}\` o la de ${field === 'entidad' ? 'un domicilio o de una escuela' : 'otro día, como el de captura'}: si es la de nacimiento, indíquelo con \`--columna ${field}=…\`.`,
    });
    expect(understood(header, { columnas: { [field]: name } })[field]).toBe(name);
  });

  it.each([
    ['entidad', 'Estado', 'Estado de nacimiento'],
    ['entidad', 'Edo', 'Lugar de nacimiento'],
    ['entidad', 'Entidad', 'Entidad de nacimiento'],
    ['entidad', 'Entidad federativa', 'Estado de nacimiento'],
    ['fecha_nacimiento', 'Fecha', 'Fecha nac'],
  ] as const)('gives way to a name that is clear: %s, %s, %s', (field, bare, clear) => {
    expect(understood([bare, ...withName(field, clear)])[field]).toBe(clear);
    expect(understood([...withName(field, clear), bare])[field]).toBe(clear);
  });

  it('is an error beside a place of birth, which may be a town', () => {
    expect(refusal([...withName('entidad', 'Entidad'), 'Lugar de nacimiento']).error_message).toContain(
      '«Entidad», «Lugar de nacimiento»',
    );
  });

  it.each(['Calle', 'Colonia', 'Municipio', 'C.P.', 'Código postal', 'CCT', 'Escuela', 'Nombre de la escuela'])(
    'is an error beside the column of an address or a school: %s',
    (other) => {
      for (const name of ['Estado', 'Entidad', 'Entidad federativa']) {
        const { parametro, error_message } = refusal([...withName('entidad', name), other]);
        expect(parametro).toBe('entidad');
        expect(error_message).toContain(`No se sabe si «${name}» es`);
      }
    },
  );

  it.each(['Estado', 'Entidad federativa', 'Entidad'])(
    'gives way to a clear name beside the column of an address: %s',
    (name) => {
      const header = [name, 'Municipio', ...withName('entidad', 'Entidad de nacimiento')];
      expect(understood(header).entidad).toBe('Entidad de nacimiento');
    },
  );

  it.each([
    ['anio,mes', 'anio_nacimiento'],
    ['Día,Mes,Año,Fecha', 'fecha_nacimiento'],
    ['Mes', 'mes_nacimiento'],
  ])('is an error if it is part of a date without the others, or beside another date: %s', (names, parametro) => {
    const header = [...withName('fecha_nacimiento', 'notas'), ...names.split(',')];
    expect(refusal(header)).toMatchObject({ code_error: 8, parametro });
    expect(refusal(header).error_message).toMatch(/^No se sabe si /);
  });

  it('is listed as doubtful, and holds no datum', () => {
    const { columns, doubtful } = findColumns(['Estado', 'sexo', 'Fecha']);
    expect([columns.entidad, columns.sexo, columns.fecha_nacimiento]).toEqual([-1, 1, -1]);
    expect(Array.from(doubtful)).toEqual([
      ['entidad', [0]],
      ['fecha_nacimiento', [2]],
    ]);
  });

  it.each([
    ['Fecha nac,Fecha', ''],
    ['Día,Mes,Año', ''],
    ['Fecha nac,Día,Mes,Año', 'anio_nacimiento mes_nacimiento dia_nacimiento'],
  ])('is doubtful only if it may hold a datum without a column: %s gives "%s"', (header, fields) => {
    expect(Array.from(findColumns(header.split(',')).doubtful.keys()).join(' ')).toBe(fields);
  });
});

describe('the name of the column of the sex shows its letters', () => {
  it.each([
    ['Sexo (M/F)', 'fm'],
    ['Sexo F/M', 'fm'],
    ['Género M o F', 'fm'],
    ['SEXO_MF', 'fm'],
    ['Sexo (H/M)', 'hm'],
    ['SexoHM', 'hm'],
    ['Sexo V/H', 'vh'],
    ['H/M', 'hm'],
    ['Sexo (1 = Hombre, 2 = Mujer)', '12'],
    ['Género 1: M, 2: F', '12'],
    ['Sexo (1=Mujer, 2=Hombre)', '21'],
    ['Sexo (M=1 H=2)', '21'],
    ['Sexo (H=1, M=2)', '12'],
    ['Sexo (1 = Hombre, 2 = Mujer, 3 = Otro)', '12'],
    ['Sexo: H = Hembra, M = Macho', 'vh'],
    ['Género (mujer: 1, hombre: 2)', '21'],
    ['Sexo (M: Masculino, F: Femenino)', 'fm'],
    ['Género (FMI)', null],
    ['Sexo', null],
    ['Género', null],
    ['Sexo (Hombre/Mujer)', null],
  ])('%s: %s', (name, letters) => {
    expect(hintsOf([name], { ...findColumns([]).columns, sexo: 0 }).sexo).toBe(letters);
  });
});

it.each([
  ['Fecha de nacimiento (MM/DD/AAAA)', 'mda'],
  ['Date of birth (mm-dd-yyyy)', 'mda'],
  ['Fecha de nacimiento (DD/MM/AAAA)', 'dma'],
  ['Fecha de nacimiento (AAAA-DD-MM)', 'adm'],
  ['Fecha de nacimiento AAAAMMDD', 'amd'],
  ['Fecha de nacimiento (ej. 12/31/1990)', 'mda'],
  ['Fecha de nacimiento (ej. 31/12/1990)', 'dma'],
  ['Fecha de nacimiento (ej. 1990-31-12)', 'adm'],
  ['Fecha de nacimiento (ej. 01/02/1990)', null],
  ['Fecha de nacimiento (ej. 1990-12-31)', null],
  ['Fecha de nacimiento', null],
])('the name of the column of the date shows its order: %s', (name, order) => {
  const { columns } = findColumns([name]);
  expect(columns.fecha_nacimiento).toBe(0);
  expect(hintsOf([name], columns).fechas).toBe(order);
});

it.each([
  ['Nombre completo (iniciando por apellidos)', 'apellidos'],
  ['NOMBRE (PATERNO MATERNO NOMBRES)', 'apellidos'],
  ['Nombre completo', null],
  ['Nombre', null],
])('the name of the column of whole names shows what comes first: %s', (name, first) => {
  expect(hintsOf([name], findColumns([name]).columns).nombre_completo).toBe(first);
  expect(findColumns([name], {}, true).columns.nombres).toBe(0);
});

describe('a whole name in one column', () => {
  const HEADER = ['Nombre completo', 'Nacimiento', 'Sexo', 'Entidad'];
  const asked = { hasFullName: true };

  it('is refused until the user declares its order, whichever part of the name is missing', () => {
    for (const header of [HEADER, ['Nombre', ...HEADER], [...HEADER, 'Nombre', 'Paterno']]) {
      expect(refusal(header).error_message).toContain('nombre_completo=apellidos');
    }
    expect(refusal([...HEADER.slice(0, 3), ...NAMES.slice(0, 3)]).error_message).toContain(
      'Falta la columna `entidad`',
    );
  });

  it.each([
    'Nombre completo',
    'Nombre y apellidos',
    'Nombres y apellidos',
    'Apellidos y nombre',
    'Apellidos y nombres',
    'Nombre / apellidos',
    'Apellidos, nombres',
    'Full name',
  ])('is recognised by the name %s once its order is declared', (name) => {
    const header = [name, ...HEADER.slice(1)];
    expect(understood(header, asked)).toEqual({
      nombres: name,
      fecha_nacimiento: 'Nacimiento',
      sexo: 'Sexo',
      entidad: 'Entidad',
    });
    expect(findGivenColumns(header, {}, true).nombres).toBe(0);
    expect(findGivenColumns(header, {}, false).nombres).toBe(-1);
    expect(findColumns(header).columns.nombres).toBe(-1);
  });

  it('contains the surnames and every given name, so no other column holds them', () => {
    const found = understood([...HEADER, 'Apellidos', 'Segundo nombre'], asked);
    expect(found).not.toHaveProperty('apellidos');
    expect(found).not.toHaveProperty('segundo_nombre');
  });

  it('is read before another column of names, and may have the name of that column', () => {
    expect(understood(['Nombre', ...HEADER], asked).nombres).toBe('Nombre completo');
    expect(understood(['Nombre', ...HEADER.slice(1)], asked).nombres).toBe('Nombre');
  });
});

describe('a first line that may hold a person is not quoted in the error', () => {
  it.each([
    ['no name is known', {}, 'Renata,Olvera,Tinajero,1990-05-17,M,09'],
    ['the user names a column by its number', { nombres: '1' }, 'Renata,Olvera,Tinajero,1990-05-17,M,09'],
    ['the user names a column that is not there', { nombres: 'dados' }, 'Renata,Olvera,Tinajero,1990-05-17,M,09'],
    ['a surname is also the name of a column', {}, 'Renata,Nacimiento,Tinajero,1990-05-17,M,Jalisco'],
    ['it holds a key', {}, 'Renata,Nacimiento,oetr900517mdflnn05'],
    ['the names of the table are in its first column', {}, 'Nombre,Renata,José Luis,Íñigo'],
  ])('%s', (_, columnas, line) => {
    const cells = line.split(',');
    for (const language of ['es', 'en'] as const) {
      const { code_error, error_message } = refusal(cells, { columnas, language });
      expect(code_error).toBe(8);
      for (const cell of cells) expect(error_message).not.toContain(`«${cell}»`);
    }
  });

  it('unless its names only look a little like a key', () => {
    expect(refusal(['nombres', 'id OETR900517M']).error_message).toContain('«id OETR900517M»');
    expect(refusal(['SEXO', 'sexo', 'b']).error_message).toContain('«SEXO», «sexo»');
    expect(refusal(['SEXO', 'sexo', 'b'], { columnas: { nombres: 'z' } }).error_message).toContain('«b»');
  });
});

it('an error quotes up to fifty names of forty letters', () => {
  const exact = Array.from({ length: 49 }, (_, i) => String(i).padEnd(40, 'x'));
  expect(refusal(['nombres', ...exact]).error_message).toContain(`«${exact.join('», «')}»; indique cuál`);
  const longer = [...exact, 'y'.repeat(41)];
  expect(refusal(['nombres', ...longer]).error_message).toContain(`«${exact.join('», «')}», …; indique cuál`);
  expect(refusal(['nombres', ...longer.slice(-3)]).error_message).toContain(`«${'y'.repeat(40)}…»; indique cuál`);
});

describe('the names of an object', () => {
  const columnsOf = (names: readonly string[], columnas: ColumnMap = {}): Partial<ColumnIndexes> =>
    understandObject(names, 'calcular', columnas).columns;

  it('are the columns of its data', () => {
    expect(columnsOf(['Clave Única', 'Nombre', 'Sexo'])).toMatchObject({ nombres: 1, sexo: 2, curp: 0, entidad: -1 });
  });

  it('may be chosen by the user, but not by number', () => {
    expect(columnsOf(['a', 'b'], { nombres: 'A', sexo: '2' })).toMatchObject({ nombres: 0, sexo: -1 });
    expect(columnsOf(['Nombre', 'b'], { nombres: '' })).toMatchObject({ nombres: -1 });
    expect(columnsOf(['Nombre'], { nombres: 'x' })).toMatchObject({ nombres: -1 });
  });

  it('are an error if several may hold a needed datum', () => {
    expect(understandObject(['Género', 'sexo'], 'calcular', {})).toMatchObject({ repeated: 'sexo' });
    expect(understandObject(['Sexo', 'SEXO'], 'calcular', {})).toMatchObject({ repeated: 'sexo' });
    expect(understandObject(['Sexo', 'SEXO'], 'validar', {})).toMatchObject({ repeated: undefined });
    const whole = understandObject(['Full name', 'Paterno', 'Primer apellido'], 'calcular', {}, true);
    expect(whole).toMatchObject({ repeated: undefined, columns: { nombres: 0 } });
  });
});

it('freeNames returns different names, even if one looks like another with its number', () => {
  expect(freeNames(['a', 'a_2'], ['a'])).toEqual(['a_2', 'a_2_2']);
});

it('freeNames counts up from 2 until a name is free', () => {
  expect(freeNames(['a'], ['a', 'a_2', 'a_3'])).toEqual(['a_4']);
});

it('freeNames returns different names, whatever names are present', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'a_2', 'a_3', 'a_2_2', 'b')), (present) => {
      const free = freeNames(['a', 'a_2', 'b', 'a'], present);
      expect(new Set([...free, ...present]).size).toBe(4 + new Set(present).size);
    }),
  );
});

it.each([
  [0, 'A'],
  [1, 'B'],
  [25, 'Z'],
  [26, 'AA'],
  [53, 'BB'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('columnName names column %d as a spreadsheet does: %s', (column, letters) => {
  expect(columnName(column)).toBe(letters);
});

it('findColumns searches a header once while the header stays the same', () => {
  const found = findColumns(['Sexo', 'CURP']);
  expect(findColumns(['Sexo', 'CURP'])).toBe(found);
  expect(findColumns(['CURP', 'Sexo']).columns).toMatchObject({ curp: 0, sexo: 1 });
  expect(findColumns(['CURP']).columns).toMatchObject({ curp: 0, sexo: -1 });
});

it('a name of more than 1000 letters names no datum', () => {
  const inGroup = (letters: number): string => '/curp'.padStart(letters, 'g');
  expect(findColumns([inGroup(1000), inGroup(1002)]).columns.curp).toBe(0);
  expect([1000, 1001].map((letters) => simplify('x'.repeat(letters)).length)).toEqual([1000, 0]);
});

it('simplify leaves letters, digits and single underscores', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const simple = simplify(name);
      expect(simple).toMatch(/^(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*)?$/u);
      expect(simplify(simple)).toBe(simple);
    }),
  );
});

describe('given names and surnames in other columns than usual', () => {
  it.each([
    ['Nombre,Apellido,Nacimiento,Sexo,Entidad', 'No se sabe si «Apellido» trae los dos apellidos o solo uno'],
    ['Nombre,Apellidos,Paterno,Nacimiento,Sexo,Entidad', 'Falta la columna `apellido_materno`'],
    ['Paterno,Nombre,Apellidos,Nacimiento,Sexo,Entidad', 'Falta la columna `apellido_materno`'],
    [
      'Primer nombre,Segundo nombre,Tercer nombre,Paterno,Materno,Nacimiento,Sexo,Entidad',
      'y el archivo trae «Primer nombre», «Segundo nombre», «Tercer nombre»:',
    ],
    [
      'Nombre,Nombre_2,Otros nombres,Paterno,Materno,Nacimiento,Sexo,Entidad',
      'trae «Nombre», «Nombre_2», «Otros nombres»:',
    ],
    ['Primer nombre,Paterno,Materno,Nacimiento,Sexo,Entidad', 'trae «Primer nombre»:'],
    ['Nombre,Apellidos,Paterno,Materno,Nacimiento,Sexo', 'Falta la columna `entidad`'],
  ])('are an error: %s gives %s', (header, message) => {
    expect(refusal(header.split(',')).error_message).toContain(message);
  });

  it.each([
    ['Primer nombre', 'Segundo nombre'],
    ['Nombre 1', 'Nombre_2'],
    ['Nombre', 'Otros nombres'],
    ['First name', 'Middle name'],
  ])('are joined if they are %s and %s', (nombres, segundo_nombre) => {
    const header = [segundo_nombre, nombres, 'Paterno', 'Materno', 'Nacimiento', 'Sexo', 'Entidad'];
    expect(understood(header)).toMatchObject({ nombres, segundo_nombre });
  });

  it.each(['Contacto: nombre 3', 'Nombre 3 del contacto'])('are not those of another person: %s', (name) => {
    expect(understood([...NAMES, name])).toMatchObject({ nombres: 'nombres' });
  });

  it('are read from the columns that the user names', () => {
    const rest = ['Paterno', 'Materno', 'Nacimiento', 'Sexo', 'Entidad'];
    const header = ['Nombre', 'Segundo nombre', 'Tercer nombre', ...rest];
    expect(understood(header, { columnas: { nombres: 'Nombre' } })).toMatchObject({ nombres: 'Nombre' });
    expect(understood(['Primer nombre', ...rest], { columnas: { segundo_nombre: '' } })).toMatchObject({
      nombres: 'Primer nombre',
    });
    expect(understood(['curp', ...header], { operation: 'validar' })).toMatchObject({ curp: 'curp' });
  });

  it('are an error of an object', () => {
    const names = ['nombre', 'segundo_nombre', 'tercer_nombre', 'apellido_paterno', 'curp'];
    expect(understandObject(names, 'calcular', {}).repeated).toBe('nombres');
    expect(understandObject(names.toSpliced(2, 1), 'calcular', {}).repeated).toBeUndefined();
    expect(understandObject(names, 'calcular', { nombres: 'nombre' }).repeated).toBeUndefined();
    expect(understandObject(names, 'validar', {}).repeated).toBeUndefined();
  });
});
