/** For every cause there is a row or a file that gets its code and its message, in both languages. */
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES, type RowCause } from '@curp-service/contract/codes/file';
import { NO_EVIDENCE, decideReading } from '../src/index.js';
import { type Options, fileError, rows, concat, objects } from './run-lote.js';
import { HEADER, NUSTA, PERSON, RENATA, file, in1252, line } from './people.js';

type Input = string | Uint8Array;
/** The last row of each file gets the code. */
interface Case {
  readonly options?: Options;
  readonly csv?: Input;
  readonly ndjson?: Input;
}

const VALIDATE = { options: { operacion: 'validar' } } as const;
const COMPARE = { options: { operacion: 'cotejar' } } as const;

const personWith = (data: Partial<typeof PERSON>): Case => ({ csv: file(data), ndjson: line(data) });

/** Returns Renata with her date in three columns, and with other data. */
const inParts = (data: Readonly<Record<string, string>>): Case => {
  const { fecha_nacimiento: _, ...withoutDate } = PERSON;
  const parts = { anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '17' };
  const person = { ...withoutDate, ...parts, ...data };
  return {
    csv: `${Object.keys(person).join(',')}\n${Object.values(person).join(',')}\n`,
    ndjson: `${JSON.stringify(person)}\n`,
  };
};

const NO_NULL_WORDS = { options: { nulos: [] } } as const;

/** Returns Renata with other sexes, one in each row. */
const inSexes = (...sexes: readonly string[]): string =>
  [HEADER, ...sexes.map((sexo) => RENATA.replace(',M,', `,${sexo},`))].join('\n');

/** The columns of Renata's row, by number. */
const BY_NUMBER = Object.fromEntries(HEADER.split(',').map((field, i) => [field, String(i + 1)]));

const LONG = 'x'.repeat((1 << 20) + 1);

/** A file may name an entity and a sex in more ways than a request, and has its own messages for them and for signs. */
const OF_REQUESTS = ['sexo_ausente', 'entidad_ausente', 'entidad_no_numerico', 'sexo_invalido', 'control'] as const;

/** Causes of workbooks and of crossed lists have their own tests. `fila_largo` exists only for lines of fixed width, whose answers have no code. */
type Elsewhere = 'calculo' | 'archivo_hoja' | 'archivo_hojas' | 'fila_largo' | 'lista_b_grande' | `libro_${string}`;

const CASES: Readonly<Record<Exclude<RowCause, Elsewhere | (typeof OF_REQUESTS)[number]>, Case>> = {
  curp_ausente: { ...VALIDATE, csv: 'curp,a\n ,b\n', ndjson: '{"a":"b"}\n' },
  curp_mal_formada: {
    ...COMPARE,
    csv: 'curp,nombres\nOETR900517MDFLNN06,Renata\n',
    ndjson: '{"curp":"OETR900517MDFLNN06","nombres":"Renata"}\n',
  },
  rfc_invalido: {
    ...COMPARE,
    csv: 'curp,nombres,rfc\nOETR900517MDFLNN05,Renata,OETR\n',
    ndjson: '{"curp":"OETR900517MDFLNN05","nombres":"Renata","rfc":"OETR"}\n',
  },
  nombres_ausente: personWith({ nombres: ' ' }),
  nombres_nulo: { ...personWith({ nombres: 'null' }), ...NO_NULL_WORDS },
  apellido_paterno_ausente: personWith({ apellido_paterno: '\u200b' }),
  apellido_paterno_nulo: { ...personWith({ apellido_paterno: 'undefined' }), ...NO_NULL_WORDS },
  apellido_materno_ausente: { ndjson: line({ apellido_materno: undefined }) }, // An empty cell says that there is none.
  apellido_materno_nulo: { ...personWith({ apellido_materno: 'None' }), ...NO_NULL_WORDS },
  anio_nacimiento_ausente: inParts({ anio_nacimiento: '' }),
  mes_nacimiento_ausente: inParts({ mes_nacimiento: '' }),
  dia_nacimiento_ausente: inParts({ dia_nacimiento: ' ' }),
  apellido_sin_dato: personWith({ apellido_paterno: 'NO TIENE' }),
  sexo_vacio: personWith({ sexo: '' }),
  entidad_vacia: personWith({ entidad: '' }),
  anio_nacimiento_no_numerico: inParts({ anio_nacimiento: '199O' }),
  mes_nacimiento_no_numerico: inParts({ mes_nacimiento: 'mallo' }),
  dia_nacimiento_no_numerico: inParts({ dia_nacimiento: '-7' }),
  entidad_desconocida: personWith({ entidad: 'Narnia' }),
  anio_nacimiento_cifras: inParts({ anio_nacimiento: '19900' }),
  anio_siglo: inParts({ anio_nacimiento: '90' }),
  mes_nacimiento_cifras: inParts({ mes_nacimiento: '055' }),
  dia_nacimiento_cifras: inParts({ dia_nacimiento: '017' }),
  entidad_cifras: personWith({ entidad: '009' }),
  sexo_archivo: personWith({ sexo: 'Z' }),
  sexo_cifra: personWith({ sexo: '1' }),
  sexo_dudoso: {
    options: { sexo: undefined },
    csv: inSexes('H', 'F', 'M'),
    ndjson: ['H', 'F', 'M'].map((sexo) => line({ sexo })).join(''),
  },
  sexo_contradice: {
    csv: file({ sexo: 'F' }),
    options: { reading: decideReading(NO_EVIDENCE, { formato: 'csv' }) },
  },
  sin_letras: personWith({ nombres: '漢字' }),
  largo: personWith({ apellido_materno: 'A'.repeat(201) }),
  mes_inexistente: inParts({ mes_nacimiento: '13' }),
  dia_inexistente: inParts({ dia_nacimiento: '32' }),
  fecha_remota: inParts({ anio_nacimiento: '1799' }),
  fecha_futura: inParts({ anio_nacimiento: '9999' }),
  fecha_siglo: personWith({ fecha_nacimiento: '17/05/90' }),
  fecha_contradice: { ...personWith({ fecha_nacimiento: '05/17/1990' }), options: { fechas: 'dma' } },
  fecha_inexistente: personWith({ fecha_nacimiento: '1990-02-29' }),
  fecha_antigua: personWith({ fecha_nacimiento: '1799-12-31' }),
  fecha_por_venir: personWith({ fecha_nacimiento: '9999-01-01' }),
  nombre_con_signo: personWith({ nombres: 'Jos? Ángel' }),
  nombre_sin_letra: personWith({ apellido_paterno: 'Mu#oz' }),
  nombre_danado: {
    csv: `${HEADER}\n${RENATA.replace('Renata', '"Olvera, Renata"')}\n`,
    ndjson: line({ nombres: 'Olvera, Renata' }),
  },
  nombre_de_relleno: personWith({ nombres: 'SIN NOMBRE' }),
  nombre_sin_corte: {
    ...personWith({ nombres: 'Renata' }),
    options: { nombre_completo: 'nombres', columnas: { nombres: 'nombres' } },
  },
  entidad_invalida: personWith({ entidad: '33' }),
  fecha_ausente: personWith({ fecha_nacimiento: '' }),
  fecha_formato: personWith({ fecha_nacimiento: '17 de mayo' }),
  fila_celdas: { csv: `${HEADER}\nRenata,Olvera\n` },
  fila_encabezado: {
    options: { reading: decideReading(NO_EVIDENCE, { formato: 'csv', sexo: 'hm' }) },
    csv: `${HEADER}\nNombre,Materno,Paterno,Fecha de nacimiento,Sexo,Entidad\n`,
  },
  fila_comillas: { csv: `${HEADER}\n"Renata" x,,,,,\n` },
  fila_nul: { csv: `${HEADER}\n${RENATA.replace('Olvera', 'Ol\0vera')}\n`, ndjson: '{"nombres":"\0"}\n' },
  fila_larga: { csv: `${HEADER}\n${LONG}\n`, ndjson: `{"a":"${LONG}"}\n` },
  fila_codificacion: {
    csv: concat(`${HEADER}\n${NUSTA}\n`, in1252(`${NUSTA}\n`)),
    ndjson: concat(line({ nombres: 'Ñ' }), in1252(line({ nombres: 'Ñ' }))),
  },
  fila_json: { ndjson: '["Renata"]\n' },
  fila_anidada: { ndjson: `{"data":[${line().trim()},${line().trim()}]}\n` },
  fila_nombres: { ndjson: line(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`n${i}`, '']))) },
  fila_repetida: { ndjson: line({ Nombres: 'Zoe' }) },
  fila_formula: personWith({ apellido_materno: '=' }),
  fila_valor: { ndjson: line({ sexo: true }) },
  archivo_dos_encabezados: {
    options: { reading: decideReading({ ...NO_EVIDENCE, otherHeader: 2 }, { formato: 'csv' }) },
    csv: `${HEADER}\n`,
  },
  archivo_personas_arriba: {
    options: {
      reading: decideReading({ ...NO_EVIDENCE, header: { count: 6, row: 2, person: 1 } }, { formato: 'csv' }),
    },
    csv: `${RENATA}\n${HEADER}\n`,
  },
  archivo_vacio: { csv: '\n' },
  archivo_libro: { csv: `PK\u0003\u0004${HEADER}\n${RENATA}\n` },
  archivo_libro_antiguo: { csv: Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0) },
  archivo_gzip: { csv: Uint8Array.of(0x1f, 0x8b, 8) },
  archivo_zip: { csv: `PK\u0003\u0004${'\0'.repeat(22)}\u0009\0\0\0lista.csv` },
  archivo_utf32: { csv: Uint8Array.of(0xff, 0xfe, 0, 0, 0x6e, 0, 0, 0) },
  archivo_json: { csv: '[["nombres"],["Renata"]]' },
  archivo_dbf: { csv: Uint8Array.of(3, 126, 11, 18) },
  archivo_html: { csv: '<html><table>' },
  archivo_pdf: { csv: '%PDF-1.7' },
  archivo_imagen: { csv: 'GIF89a' },
  archivo_encabezado: { csv: 'a,b\n' },
  archivo_primera_linea: { options: { columnas: BY_NUMBER }, csv: `Renata,Olvera,Tinajero,,,\n${RENATA}\n` },
  archivo_sin_nombres: { csv: `${RENATA}\n` },
  archivo_formato: {
    options: { operacion: 'calcular' },
    csv: `OETR900517MDFLNN05|OLVERA|TINAJERO|RENATA|01/02/2024|2|X|Y|Z\n`,
  },
  archivo_sin_encabezado: {
    options: { encabezado: 1, columnas: BY_NUMBER },
    csv: `${RENATA}\n`,
  },
  archivo_cabecera_larga: { csv: `nombres,"${LONG}` },
  archivo_columnas: { csv: `${HEADER}${','.repeat(20_000)}\n` },
  archivo_apellidos: { csv: 'nombre,apellido,nacimiento,sexo,entidad\n' },
  archivo_nombres: { csv: 'primer nombre,paterno,materno,nacimiento,sexo,entidad\n' },
  archivo_nombre_completo: { csv: 'nombre completo,nacimiento,sexo,entidad\n' },
  archivo_nombre_aparte: { options: { nombre_completo: 'nombres' }, csv: `${HEADER}\n` },
  archivo_columna: { csv: 'nombres\n' },
  archivo_sin_datos: { ...COMPARE, csv: 'curp,rfc\n' },
  archivo_ambiguo: { csv: `${HEADER},nombres\n` },
  archivo_dudosa: { csv: `${HEADER.replace('entidad', 'estado')}\n` },
  archivo_sexo: { options: { sexo: undefined }, csv: `${HEADER}\n${RENATA}\n` },
  archivo_sexo_nombres: {
    options: { sexo: undefined },
    csv: `${HEADER}\n${`${RENATA.replace(',M,', ',H,')}\n`.repeat(5)}`,
  },
  archivo_mapa: { options: { columnas: { nombres: 'b' } }, csv: 'nombres\n' },
};

/** Returns a pattern that matches the message of a cause, whatever its parts are. */
/** The sentence of a cause; what else is wrong with the row may follow. */
const sentence = (cause: RowCause, language: 'es' | 'en'): RegExp =>
  new RegExp(
    `^${ROW_AND_FILE_CODES[cause][language].replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.*?')}(?: |$)`,
  );

describe.each(Object.entries(CASES) as [RowCause, Case][])('%s', (cause, { options, csv, ndjson }) => {
  it.each(['es', 'en'] as const)('gets its code and message in %s', (language) => {
    const { code } = ROW_AND_FILE_CODES[cause];
    if (cause.startsWith('archivo')) {
      const entry = fileError({ ...options, language }, csv ?? '');
      expect(entry.code_error).toBe(code);
      expect(entry.error_message).toMatch(sentence(cause, language));
    } else {
      const inCsv = csv === undefined ? [] : [rows({ ...options, language }, csv).at(-1)];
      const inNdjson = ndjson === undefined ? [] : [objects({ ...options, language }, ndjson).at(-1)];
      expect([...inCsv, ...inNdjson].length).toBeGreaterThan(0);
      for (const row of [...inCsv, ...inNdjson]) {
        expect(Number(row?.['code_error'])).toBe(code);
        expect(row?.['error_message']).toMatch(sentence(cause, language));
        expect(row?.['error_message']).not.toMatch(/\{\w+\}/); // No part of the message was left unfilled.
      }
    }
  });
});

it('every cause has a case, except internal errors and the causes of requests, workbooks and crossed lists', () => {
  const without = Object.keys(ROW_AND_FILE_CODES).filter(
    (cause) => !(cause in CASES) && !/^(libro|lista)_/.test(cause),
  );
  expect(without).toEqual([...OF_REQUESTS, 'calculo', 'fila_largo', 'archivo_hoja', 'archivo_hojas']);
});

describe('a row with several problems', () => {
  it.each([
    ['the lowest code', { nombres: '', sexo: 'Z', entidad: '99' }, 400],
    ['the code of its date, which is the lowest', { fecha_nacimiento: '', sexo: 'Z' }, 403],
    ['the code of its sex before that of a date that is not understood', { fecha_nacimiento: 'ayer', sexo: 'Z' }, 416],
    ['the code of a missing datum before that of a name without letters', { nombres: '123', entidad: '' }, 407],
  ])('gets %s', (_, data, code) => {
    expect(rows({}, file(data))).toMatchObject([{ code_error: String(code) }]);
    expect(objects({}, line(data))).toMatchObject([{ code_error: code }]);
  });

  it('tells all of them and its doubts behind, of each datum the first', () => {
    const data = { nombres: 'Gpe.', apellido_paterno: 'L@ra', fecha_nacimiento: '31/02/1990', sexo: 'Z' };
    const told = [
      'No se reconoce «Z». Escriba `Hombre`, `Mujer` o `No binario`.',
      '`apellido_paterno` trae «@», que ningún nombre lleva: escríbalo como está en el acta.',
      'Ese día no existe: revise `fecha_nacimiento`.',
      'El nombre trae una abreviatura: lo usual es GUADALUPE, que da otras letras; escriba el nombre completo.',
    ];
    expect(rows({}, file(data))).toMatchObject([{ error_message: told.join(' '), aviso: '' }]);
    expect(objects({}, line(data))).toMatchObject([
      {
        error_message: told.join(' '),
        avisos: [],
        motivos: [
          { id: 'sexo_archivo' },
          { id: 'nombre_con_signo' },
          { id: 'fecha_inexistente' },
          { id: 'nombre_abreviado' },
        ],
      },
    ]);
  });

  it('gets the code of the missing key first in cotejar', () => {
    const [row] = rows({ operacion: 'cotejar' }, `${HEADER},curp\n,,,1990-05-17,M,09,\n`);
    expect(row).toMatchObject({ code_error: '100' });
  });
});
