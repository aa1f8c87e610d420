/** Every cause of the registry has a row or a file that causes it, with its code and its message in both languages. */
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES, type RowCause } from '@curp-service/contract/codes/file';
import { type Opciones, falla, filas, juntar, objetos } from './run-lote.js';
import { CABECERA, NUSTA, PERSONA, RENATA, archivo, en1252, linea } from './people.js';

type Entrada = string | Uint8Array;
/** The last row of each file is the one that the cause is told of. */
interface Caso {
  readonly opciones?: Opciones;
  readonly csv?: Entrada;
  readonly ndjson?: Entrada;
}

const VALIDAR = { opciones: { operacion: 'validar' } } as const;

const con = (datos: Partial<typeof PERSONA>): Caso => ({ csv: archivo(datos), ndjson: linea(datos) });

/** With the date in three parts, of which one is another. */
const enPartes = (datos: Readonly<Record<string, string>>): Caso => {
  const { fecha_nacimiento: _, ...sinFecha } = PERSONA;
  const partes = { anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '17' };
  const persona = { ...sinFecha, ...partes, ...datos };
  return {
    csv: `${Object.keys(persona).join(',')}\n${Object.values(persona).join(',')}\n`,
    ndjson: `${JSON.stringify(persona)}\n`,
  };
};

const LARGA = 'x'.repeat((1 << 20) + 1);

/** A row's entity may be a name: what is none is told in other words than in a request. */
const CASOS: Readonly<Record<Exclude<RowCause, 'calculo' | 'entidad_no_numerico'>, Caso>> = {
  curp_ausente: { ...VALIDAR, csv: 'curp,a\n ,b\n', ndjson: '{"a":"b"}\n' },
  nombres_ausente: con({ nombres: ' ' }),
  nombres_nulo: con({ nombres: 'null' }),
  apellido_paterno_ausente: con({ apellido_paterno: '\u200b' }),
  apellido_paterno_nulo: con({ apellido_paterno: 'undefined' }),
  apellido_materno_ausente: { ndjson: linea({ apellido_materno: undefined }) }, // an empty cell says that there is none
  apellido_materno_nulo: con({ apellido_materno: 'None' }),
  anio_nacimiento_ausente: enPartes({ anio_nacimiento: '' }),
  mes_nacimiento_ausente: enPartes({ mes_nacimiento: '' }),
  dia_nacimiento_ausente: enPartes({ dia_nacimiento: ' ' }),
  sexo_ausente: con({ sexo: '' }),
  entidad_ausente: con({ entidad: '' }),
  anio_nacimiento_no_numerico: enPartes({ anio_nacimiento: '199O' }),
  mes_nacimiento_no_numerico: enPartes({ mes_nacimiento: 'mayo' }),
  dia_nacimiento_no_numerico: enPartes({ dia_nacimiento: '-7' }),
  entidad_desconocida: con({ entidad: 'Narnia' }),
  anio_nacimiento_cifras: enPartes({ anio_nacimiento: '90' }),
  mes_nacimiento_cifras: enPartes({ mes_nacimiento: '5' }),
  dia_nacimiento_cifras: enPartes({ dia_nacimiento: '017' }),
  entidad_cifras: con({ entidad: '9' }),
  sexo_invalido: con({ sexo: 'F' }),
  sin_letras: con({ nombres: '漢字' }),
  largo: con({ apellido_materno: 'A'.repeat(201) }),
  control: con({ nombres: 'Re\u0007nata' }),
  mes_inexistente: con({ fecha_nacimiento: '05/17/1990' }),
  dia_inexistente: con({ fecha_nacimiento: '1990-02-29' }),
  fecha_remota: con({ fecha_nacimiento: '1799-12-31' }),
  fecha_futura: con({ fecha_nacimiento: '9999-01-01' }),
  entidad_invalida: con({ entidad: '33' }),
  fecha_ausente: con({ fecha_nacimiento: '' }),
  fecha_formato: con({ fecha_nacimiento: '17 de mayo' }),
  fila_celdas: { csv: `${CABECERA}\nRenata,Olvera\n` },
  fila_comillas: { csv: `${CABECERA}\n"Renata" x,,,,,\n` },
  fila_nul: { csv: `${CABECERA}\n${RENATA.replace('Olvera', 'Ol\0vera')}\n`, ndjson: '{"nombres":"\0"}\n' },
  fila_larga: { csv: `${CABECERA}\n${LARGA}\n`, ndjson: `{"a":"${LARGA}"}\n` },
  fila_codificacion: {
    csv: juntar(`${CABECERA}\n${NUSTA}\n`, en1252(`${NUSTA}\n`)),
    ndjson: juntar(linea({ nombres: 'Ñ' }), en1252(linea({ nombres: 'Ñ' }))),
  },
  fila_json: { ndjson: '["Renata"]\n' },
  fila_repetida: { ndjson: linea({ Nombres: 'Zoe' }) },
  fila_valor: { ndjson: linea({ sexo: true }) },
  archivo_vacio: { csv: '\n' },
  archivo_encabezado: { csv: `${RENATA}\n` },
  archivo_cabecera_larga: { csv: `nombres,"${LARGA}` },
  archivo_retornos: { csv: `${CABECERA}\r${RENATA}\r` },
  archivo_columnas: { csv: `${CABECERA}${','.repeat(20_000)}\n` },
  archivo_columna: { csv: 'nombres\n' },
  archivo_ambiguo: { csv: `${CABECERA},nombres\n` },
  archivo_mapa: { opciones: { columnas: { nombres: 'b' } }, csv: 'nombres\n' },
};

/** The sentence of the registry, whatever its parts are. */
const oracion = (causa: RowCause, lengua: 'es' | 'en'): RegExp =>
  new RegExp(
    `^${ROW_AND_FILE_CODES[causa][lengua].replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+?')}$`,
  );

describe.each(Object.entries(CASOS) as [RowCause, Caso][])('%s', (causa, { opciones, csv, ndjson }) => {
  it.each(['es', 'en'] as const)('in a row, %s', (lengua) => {
    const { code: codigo } = ROW_AND_FILE_CODES[causa];
    if (causa.startsWith('archivo')) {
      const dicho = falla({ ...opciones, language: lengua }, csv ?? '');
      expect(dicho.code_error).toBe(codigo);
      expect(dicho.error_message).toMatch(oracion(causa, lengua));
    } else {
      const enCsv = csv === undefined ? [] : [filas({ ...opciones, language: lengua }, csv).at(-1)];
      const enNdjson = ndjson === undefined ? [] : [objetos({ ...opciones, language: lengua }, ndjson).at(-1)];
      expect([...enCsv, ...enNdjson].length).toBeGreaterThan(0);
      for (const fila of [...enCsv, ...enNdjson]) {
        expect(Number(fila?.['code_error'])).toBe(codigo);
        expect(fila?.['error_message']).toMatch(oracion(causa, lengua));
        expect(fila?.['error_message']).not.toMatch(/\{\w+\}/); // every part of it was filled in
      }
    }
  });
});

it('knows no other cause but a fault of its own, and one of requests', () => {
  expect(Object.keys(ROW_AND_FILE_CODES).filter((causa) => !(causa in CASOS))).toEqual([
    'entidad_no_numerico',
    'calculo',
  ]);
});

it('speaks Spanish and English, and ends its sentences', () => {
  for (const { es, en } of Object.values(ROW_AND_FILE_CODES)) {
    expect(es).not.toBe(en);
    expect(es).toMatch(/\.$/);
    expect(en).toMatch(/\.$/);
    expect(es.match(/\{\w+\}/g)?.toSorted()).toEqual(en.match(/\{\w+\}/g)?.toSorted());
  }
});

describe('of several problems', () => {
  it.each([
    ['the lowest code', { nombres: '', sexo: 'F', entidad: '99' }, 400],
    ['the date among others', { fecha_nacimiento: '', sexo: 'F' }, 403],
    ['a date that is not understood, behind others', { fecha_nacimiento: 'ayer', sexo: 'F' }, 416],
    ['a name without letters, behind others', { nombres: '123', entidad: '' }, 407],
  ])('%s is told', (_, datos, codigo) => {
    expect(filas({}, archivo(datos))).toMatchObject([{ code_error: String(codigo) }]);
    expect(objetos({}, linea(datos))).toMatchObject([{ code_error: codigo }]);
  });

  it('the missing key is told first, to compare', () => {
    const [fila] = filas({ operacion: 'cotejar' }, `${CABECERA},curp\n,,,,,,\n`);
    expect(fila).toMatchObject({ code_error: '100' });
  });
});
