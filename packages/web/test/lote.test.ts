/** The parts of the section for files that need no page. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { downloadName } from '../src/sections/lote/views/download.js';
import { fieldsFor, guessColumns, columnMap } from '../src/sections/lote/views/columns.js';
import { readKept, showRow } from '../src/sections/lote/worker/rows.js';
import type { Encargo, Hecho, Visto } from '../src/sections/lote/worker/messages.js';
import { ejecutar, enPalabras } from '../src/sections/lote/worker/task.js';
import { TEXTOS_DE_LOTE } from '../src/sections/lote/texts.js';
import { HEADER, personas } from './lote-files.js';

const MEDIOS = { avisar: () => {}, turno: () => null };

function encargoPara(
  texto: string,
  operacion: 'calcular' | 'validar' | 'cotejar',
  mas: Partial<Encargo> = {},
): Encargo {
  return {
    archivo: new Blob([texto]),
    hoja: undefined,
    delimitador: ',',
    opciones: { formato: 'csv', operacion },
    ...mas,
  };
}

const hacer = async (encargo: Encargo): Promise<Hecho> => (await ejecutar({ hacer: encargo }, MEDIOS)) as Hecho;
const mirar = async (archivo: Blob): Promise<Visto> =>
  (await ejecutar({ mirar: { archivo, hoja: undefined, lengua: 'es' } }, MEDIOS)) as Visto;

async function badRows({ filasMalas }: Hecho, encargo: Encargo): Promise<(readonly [number, string])[]> {
  const rows = await readKept(filasMalas);
  return rows.map((row) => [row.number, showRow(row, encargo, []).reason] as const);
}

describe('what is seen of a file', () => {
  it('its delimiter, encoding, columns and first row', async () => {
    const { tipo, cabecera } = await mirar(new Blob(['Nombre;Año\nInés;1990\n']));
    expect(tipo).toBe('csv');
    expect(cabecera).toEqual({
      delimiter: ';',
      encoding: 'utf-8',
      names: ['Nombre', 'Año'],
      firstRow: ['Inés', '1990'],
    });
  });

  it('the same in Windows-1252 and in UTF-16', async () => {
    const de1252 = await mirar(new Blob([Uint8Array.of(...Buffer.from('Nombre;Año\nInés;1\n', 'latin1'))]));
    const deUtf16 = await mirar(new Blob([Uint8Array.of(...Buffer.from('\ufeffNombre;Año\nInés;1\n', 'utf16le'))]));
    expect(de1252.cabecera).toMatchObject({
      encoding: 'windows-1252',
      names: ['Nombre', 'Año'],
      firstRow: ['Inés', '1'],
    });
    expect(deUtf16.cabecera).toMatchObject({
      encoding: 'utf-16le',
      names: ['Nombre', 'Año'],
      firstRow: ['Inés', '1'],
    });
  });

  it('through gzip', async () => {
    const { cabecera } = await mirar(new Blob([Uint8Array.from(gzipSync(personas(3)))]));
    expect(cabecera?.names).toEqual(HEADER.split(','));
  });

  it('objects, which have no columns', async () => {
    expect(await mirar(new Blob(['{"curp":"X"}\n']))).toEqual({ tipo: 'ndjson', cabecera: null, hojas: [] });
  });

  it.each([
    ['nothing', '', /ninguna fila/],
    ['line breaks alone', '\n\n', /ninguna fila/],
    ['lines of old Macs', 'nombres,sexo\rAna,M\r', /solo en CR/],
    ['quotes that do not match', `"${'x'.repeat(20)}`, /comillas no cuadran/],
  ])('%s, and says so in both languages', async (_, texto, mensaje) => {
    const error = await mirar(new Blob([texto])).catch((e: unknown) => e);
    const [es = '', en = ''] = enPalabras(error) ?? [];
    expect(es).toMatch(mensaje);
    expect(en).not.toBe(es);
  });

  it('of a fault of its own, nothing', () => {
    expect(enPalabras(new Error('x'))).toBeNull();
    expect(enPalabras(undefined)).toBeNull();
  });
});

describe('columns', () => {
  it('as understood', () => {
    expect(guessColumns(['sexo', 'x', 'paterno'])).toEqual({
      columns: { sexo: 0, apellido_paterno: 2 },
      inThree: false,
    });
    expect(guessColumns(['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento']).inThree).toBe(true);
  });

  it('those that an operation asks for', () => {
    expect(fieldsFor('validar', true)).toEqual(['curp']);
    expect(fieldsFor('calcular', false)).not.toContain('curp');
    expect(fieldsFor('cotejar', true)).toContain('mes_nacimiento');
  });

  it('said by their name, or by their number where that does not tell them apart', () => {
    const columnas = { nombres: 0, apellido_paterno: 1, apellido_materno: -1, sexo: 2 };
    const nombres = ['a', 'a', ''];
    expect(columnMap({ columns: columnas, inThree: false }, 'calcular', nombres)).toEqual({
      nombres: 'a',
      apellido_paterno: '2',
      apellido_materno: '',
      sexo: '3',
    });
  });

  it('a date in three is not in one', () => {
    const eleccion = { columns: { fecha_nacimiento: 0, mes_nacimiento: 1 }, inThree: true };
    expect(columnMap(eleccion, 'calcular', ['f', 'm'])).toEqual({ fecha_nacimiento: '', mes_nacimiento: 'm' });
  });
});

describe('what comes out', () => {
  it('bad rows with the number that a spreadsheet gives them, empty lines too', async () => {
    const [cabecera = '', a = '', b = '', c = ''] = personas(3, (i) => i > 0).split('\n');
    const encargo = encargoPara([cabecera, a, '', b, '', '', c, ''].join('\n'), 'calcular');
    const hecho = await hacer(encargo);
    expect((await badRows(hecho, encargo)).map(([number]) => number)).toEqual([4, 7]);
    expect(hecho).toMatchObject({ cuantas: 2, paginas: [0], totales: { rows: 3, good: 1 } });
  });

  it('pages of a hundred, in many pieces', async () => {
    const encargo = encargoPara(
      personas(20_000, (i) => i % 7 === 3),
      'calcular',
    );
    const hecho = await hacer(encargo);
    const numeros = (await badRows(hecho, encargo)).map(([number]) => number);
    expect(numeros).toEqual(Array.from({ length: 20_000 }, (_, i) => i).flatMap((i) => (i % 7 === 3 ? [i + 2] : [])));
    expect(hecho.paginas).toHaveLength(Math.ceil(numeros.length / 100));
    const segunda = await readKept(hecho.filasMalas.slice(hecho.paginas[1], hecho.paginas[2]));
    expect(segunda).toHaveLength(100);
    expect(segunda[0]?.number).toBe(numeros[100]);
  });

  it('the first hundred, behind a header with a mark and quotes', async () => {
    const texto = personas(250).replace('nombres', '"nom\nbres"');
    const encargo = encargoPara(texto, 'calcular', {
      opciones: { formato: 'csv', operacion: 'calcular', excel: true, columnas: { nombres: '1' } },
    });
    const { todo, cabecera, primeras } = await hacer(encargo);
    const header = new Uint8Array(await todo.slice(0, cabecera).arrayBuffer());
    expect(Array.from(header.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(header)).toMatch(/^"nom\nbres",[^\n]+,curp,code_error,error_message\n$/);
    expect(primeras).toHaveLength(100);
    expect(primeras[99]).toMatchObject({ number: 101, values: [expect.stringMatching(/^\w{18}$/)], error: null });
  });

  it('keys that are not valid, by their first error, in both languages', async () => {
    const filas = ['PEOF900517MJCXXR04', 'PEOF900517MJCXXR05', 'PEOF900517MJCXXR06', 'PEOF', ''];
    const encargo = encargoPara(`curp,x\n${filas.map((clave) => `${clave},1`).join('\n')}\n`, 'validar');
    const hecho = await hacer(encargo);
    expect(hecho.cuantas).toBe(4);
    expect([...hecho.grupos.keys()]).toEqual(['digito_verificador', 'longitud']);
    expect(hecho.grupos.get('digito_verificador')).toMatchObject({ filas: 2 });
    const [es, en] = hecho.grupos.get('longitud')?.texto ?? [];
    expect([es, en]).toEqual(['La clave debe tener 18 caracteres.', expect.stringContaining('18 characters')]);
    const motivos = await badRows(hecho, encargo);
    expect(motivos[0]).toEqual([3, expect.stringContaining('dígito verificador')]);
    expect(motivos[3]).toEqual([6, expect.stringContaining('Falta')]);
  });

  it('people whose key differs, and those whose root is the same', async () => {
    const persona = "María Fernanda,de la Peña,O'Hara,1990-05-17,M,JC";
    const claves = ['PEOF900517MJCXXR04', 'PEOF900517MJCXXR12', 'PEOF900518MJCXXR04', 'PEOF900517MJCXXR05'];
    const texto = `curp,${HEADER}\n${claves.map((clave) => `${clave},${persona}`).join('\n')}\n`;
    const encargo = encargoPara(texto, 'cotejar');
    const hecho = await hacer(encargo);
    expect(hecho).toMatchObject({ mismaRaiz: 1, cuantas: 2 });
    expect(await badRows(hecho, encargo)).toEqual([
      [4, 'No coincide: Fecha de nacimiento'],
      [5, 'No coincide'],
    ]);
  });

  it('of objects, the same', async () => {
    const lineas = ['{"curp":"PEOF900517MJCXXR04"}', '', '{"curp":"PEOF900517MJCXXR05","n":1}', '{"x":1}', 'nada'];
    const encargo = encargoPara(`${lineas.join('\n')}\n`, 'validar', {
      delimitador: ' ',
      opciones: { formato: 'ndjson', operacion: 'validar' },
    });
    const hecho = await hacer(encargo);
    const motivos = await badRows(hecho, encargo);
    expect(motivos.map(([number]) => number)).toEqual([3, 4, 5]);
    expect(motivos[0]?.[1]).toContain('dígito verificador');
    expect(hecho.grupos.get('digito_verificador')?.filas).toBe(1);
    expect(hecho.primeras.map((row) => showRow(row, encargo, []))[0]).toEqual({
      number: 1,
      reason: '',
      cells: ['true', '1990-05-17', 'M', 'JALISCO', 'curp: PEOF900517MJCXXR04'],
    });
  });
});

describe('names and texts', () => {
  it.each([
    ['personas.csv', 'csv', 'personas-curp.csv'],
    ['personas.CSV.GZ', 'csv', 'personas-curp.csv'],
    ['personas.2024.xlsx', 'xlsx', 'personas.2024-curp.xlsx'],
    ['personas', 'csv', 'personas-curp.csv'],
  ])('%s gives %s: %s', (nombre, extension, esperado) => {
    expect(downloadName(nombre, extension)).toBe(esperado);
  });

  it('every text in both languages, which are not the same', () => {
    const iguales = Object.values(TEXTOS_DE_LOTE).filter(([es, en]) => JSON.stringify(es) === JSON.stringify(en));
    expect(iguales).toEqual([]);
  });
});
