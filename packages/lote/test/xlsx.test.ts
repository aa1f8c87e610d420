/** Workbooks that LibreOffice wrote, and what comes back from a sheet of our own. */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UnreadableWorkbook, csvFromXlsx, sheetNames, xlsxFromCsv } from '../src/xlsx/xlsx.js';
import { slow } from './run-lote.js';
import { bytesOf } from './bytes-of.js';
import { csvOf, rawWorkbook, workbookOf } from './workbook.js';

const fixture = (nombre: string): Uint8Array => readFileSync(new URL(`libreoffice/${nombre}`, import.meta.url));

/** Yields a text in pieces of some size. */
async function* en(texto: string, trozo = 7): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(texto);
  for (let i = 0; i < bytes.length; i += trozo) yield bytes.subarray(i, i + trozo);
}

describe('a workbook of LibreOffice', () => {
  it('has the cells of its CSV, with dates in ISO 8601', async () => {
    const csv = await csvOf(fixture('personas-dma.xlsx'), { delimitador: ';' });
    expect(csv).toContain('José Luis;Muñoz;Álvarez;1984-03-12;H;Nuevo León;\n');
    expect(csv).toContain('VZ;"Primera línea\nSegunda línea"\n');
    expect(csv).toContain('"Año nuevo; doble fiesta"');
    expect(csv).toContain('Íñigo;Argüello;D’Orsay;1975-12-01;hombre;09;"Le dicen ""Quique"""\n');
  });
});

/** Returns a row of one cell that says which row it is. */
const FILA = (numero: string): string =>
  `<row r="${numero}"><c r="A${numero}" t="inlineStr"><is><t>x</t></is></c></row>`;

describe('CSV from a sheet', () => {
  type Row = (string | number | boolean | Date | null)[];
  const libro = (...rows: Row[]): Uint8Array => workbookOf({ Una: [['solo']], Otra: rows });
  const csv = async (...rows: Row[]): Promise<string> => csvOf(libro(...rows), { hoja: 'Otra' });

  it('is as wide as the first rows, and empty rows keep their position', async () => {
    expect(await csv(['a', 'b'], ['1'], [null], ['1', '2', '3'], [null], [null])).toBe('a,b,\n1,,\n\n1,2,3\n');
  });

  it('has many empty rows in pieces, and no row beyond the last possible one', async () => {
    const filas = async (numero: string): Promise<number> => {
      let lineas = 0;
      for await (const pieza of csvFromXlsx(rawWorkbook(`${FILA('1')}${FILA(numero)}`)))
        lineas += Buffer.from(pieza).toString().split('\n').length - 1;
      return lineas;
    };
    expect(await filas('1048576')).toBe(1_048_576);
    const demasiado = ['1048577', '4294967295', '999999999999999'];
    await Promise.all(demasiado.map(async (numero) => expect(filas(numero)).rejects.toThrow(UnreadableWorkbook)));
  });

  it('is empty if the sheet is empty', async () => {
    const vacio = workbookOf({ Una: [] });
    const piezas: Uint8Array[] = [];
    for await (const pieza of csvFromXlsx(vacio)) piezas.push(pieza);
    expect(piezas).toEqual([]);
  });

  it('leaves out empty texts at the end of a row', async () => {
    expect(await csv(['a', 'b', ''], ['', ''], ['1', '', ''])).toBe('a,b\n\n1,\n');
  });

  it('is as wide as the first thousand rows of many', async () => {
    const filas = Array.from({ length: 2500 }, (_, i) => (i === 2400 ? ['x', 'y', 'z'] : ['x']));
    const lineas = (await csv(['a', 'b'], ...filas)).split('\n');
    expect(lineas).toHaveLength(2502);
    expect([lineas[0], lineas[1], lineas[1500], lineas[2401], lineas[2500]]).toEqual([
      'a,b',
      'x,',
      'x,',
      'x,y,z',
      'x,',
    ]);
  });

  it('is from the first sheet unless another is named', async () => {
    expect(await csvOf(libro(['a']))).toBe('solo\n');
    expect(await csv()).toBe('');
  });

  it('comes from the sheets that sheetNames lists, which throws if the file is no workbook', async () => {
    expect(await sheetNames(libro())).toEqual(['Una', 'Otra']);
    await expect(sheetNames(Buffer.from('nada'))).rejects.toThrow(UnreadableWorkbook);
  });

  it('is refused if the named sheet does not exist', async () => {
    const error = await csvOf(libro(), { hoja: 'Ninguna' }).catch((mal: unknown) => mal);
    expect(error).toBeInstanceOf(UnreadableWorkbook);
    expect(error).toMatchObject({
      problem: { cause: 'libro_sin_hoja', parts: { pedida: ['Ninguna'], hojas: ['Una', 'Otra'] } },
    });
  });

  it.each([
    ['no workbook', fixture('personas-utf8.csv'), 'libro_danado'],
    ['half a workbook', fixture('personas.xlsx').subarray(0, 3000), 'libro_danado'],
    [
      'an old workbook that ends too soon',
      Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'),
      'libro_de_otro_tipo',
    ],
    ['empty', new Uint8Array(), 'libro_danado'],
  ])('is refused if the file is %s', async (_, bytes, cause) => {
    await expect(csvOf(bytes)).rejects.toMatchObject({
      name: 'LibroIlegible',
      problem: { cause },
    });
  });
});

describe('a sheet written from CSV', () => {
  const ida = async (texto: string, delimitador = ','): Promise<string> =>
    csvOf(await bytesOf(xlsxFromCsv(en(texto), { delimitador })), { delimitador });

  it.each([
    ['texts', 'a,b\n007,=1+1\n"x ""y"" <&>", sp \n'],
    ['characters that XML cannot hold or the format escapes', 'a\n\u0001\u000B\n_x0041_\n"l1\r\nl2"\n'],
    ['characters beyond the first plane', 'a,b\n\u{1F600},Ñandú\n'],
    ['an empty line', 'a,b\n\n1,2\n'],
  ])('keeps %s', async (_, texto) => {
    expect(await ida(texto)).toBe(texto);
  });

  it('has no formula, whatever a cell looks like', async () => {
    const libro = Buffer.from(await bytesOf(xlsxFromCsv(en('a\n=1+1\n+1\n-1\n@SUM(A1)\n"=HYPERLINK(""x"")"\n'))));
    const nombre = 'xl/worksheets/sheet1.xml';
    const inicio = libro.indexOf(nombre);
    const hoja = inflateRawSync(libro.subarray(inicio + nombre.length + libro.readUInt16LE(inicio - 2))).toString();
    expect(hoja).toContain('=1+1');
    expect(hoja).not.toMatch(/<f[ >]/);
    expect(hoja.match(/ t="(inlineStr|s)"/g)).toHaveLength(6);
  });

  it('is written from another delimiter, a byte order mark and a missing line end', async () => {
    expect(await ida('\uFEFFa;b\n1,5;2', ';')).toBe('a;b\n1,5;2\n');
  });

  it.each([
    ['a cell too long', `a\n${'Ñ'.repeat(32_768)}\n`, { fila: 2 }],
    ['too many columns', `${','.repeat(16_384)}\n`, { fila: 1 }],
  ])('is refused: %s', async (_, texto, parts) => {
    await expect(bytesOf(xlsxFromCsv(en(texto, 1 << 16)))).rejects.toMatchObject({
      problem: { cause: 'libro_fila_grande', parts },
    });
  });

  it('may have the widest row and the longest cell', async () => {
    const texto = `a${','.repeat(16_383)}\n${'Ñ'.repeat(32_767)}${','.repeat(16_383)}\n`;
    await expect(bytesOf(xlsxFromCsv(en(texto, 1 << 16)))).resolves.toBeInstanceOf(Uint8Array);
  });

  slow('is refused: too many rows', async () => {
    const texto = '\n'.repeat(1_048_577);
    await expect(bytesOf(xlsxFromCsv(en(texto, 1 << 16)))).rejects.toThrow('libro_filas');
  });
});
