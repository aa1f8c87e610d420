/** Rows as texts: the same ones whatever the encoding, the delimiter and the pieces in which the bytes come. */
import { describe, expect, it } from 'vitest';
import { type FileHead, type FileRow, FileRows } from '../src/index.js';

interface Leido {
  readonly cabezas: readonly FileHead[];
  readonly filas: number;
  readonly renglones: readonly FileRow[];
}

function leer(
  contenido: string | Uint8Array,
  {
    formato = 'csv',
    saltar = 0,
    pieza = Infinity,
  }: { formato?: 'csv' | 'ndjson'; saltar?: number; pieza?: number } = {},
): Leido {
  const bytes = typeof contenido === 'string' ? Buffer.from(contenido) : contenido;
  const cabezas: FileHead[] = [];
  const lectura = new FileRows({ format: formato, language: 'es', onHead: (cabeza) => cabezas.push(cabeza) });
  lectura.skip = saltar;
  const renglones: FileRow[] = [];
  for (let i = 0; i < bytes.length; i += pieza) {
    renglones.push(...lectura.read(bytes.subarray(i, Math.min(i + pieza, bytes.length))));
  }
  renglones.push(...lectura.finish());
  return { cabezas, filas: lectura.count, renglones };
}

const contenidos = ({ renglones }: Leido) => renglones.map(({ content: contenido }) => contenido);

const CSV = 'CURP;Nombres;Tomo\r\nA;Íñigo;\r\n\r\nB;"Ma. ""Pita""\nde Ñu";"1;2"\r\nC;Zoe;3';

describe('CSV', () => {
  it.each([1, 2, 7, Infinity])('in pieces of %d bytes', (pieza) => {
    const leido = leer(CSV, { pieza });
    expect(leido.cabezas).toEqual([
      expect.objectContaining({ delimitador: ';', nombres: ['CURP', 'Nombres', 'Tomo'], escrito: 'CURP;Nombres;Tomo' }),
    ]);
    expect(leido.renglones).toEqual([
      { linea: 2, escrito: 'A;Íñigo;', contenido: ['A', 'Íñigo', ''], motivo: '' },
      {
        linea: 4,
        escrito: 'B;"Ma. ""Pita""\nde Ñu";"1;2"',
        contenido: ['B', 'Ma. "Pita"\nde Ñu', '1;2'],
        motivo: '',
      },
      { linea: 6, escrito: 'C;Zoe;3', contenido: ['C', 'Zoe', '3'], motivo: '' },
    ]);
  });

  it.each([
    ['windows-1252', Buffer.from('curp|n\nA|\xcd\xf1igo\n', 'latin1')],
    ['utf-16le', Buffer.from('\ufeffcurp|n\nA|Íñigo\n', 'utf16le')],
    ['utf-8', Buffer.from('\ufeffcurp|n\nA|Íñigo\n')],
  ])('in %s', (codificacion, bytes) => {
    const leido = leer(bytes);
    expect(leido.cabezas).toMatchObject([{ codificacion, delimitador: '|' }]);
    expect(contenidos(leido)).toEqual([['A', 'Íñigo']]);
  });

  it('says why a row cannot be read, and goes on', () => {
    const larga = 'x'.repeat((1 << 20) + 10);
    const { renglones } = leer(`curp,n\nA,Ñ\nB\nC,a"b\nD,\0\n${larga}\nE,e\n`);
    expect(
      renglones.map(({ line: linea, written: escrito, reason: motivo }) => [linea, escrito, motivo.slice(0, 19)]),
    ).toEqual([
      [2, 'A,Ñ', ''],
      [3, 'B', 'La fila no tiene ta'],
      [4, 'C,a"b', 'Las comillas de la '],
      [5, 'D,\0', 'La fila trae un byt'],
      [6, '', 'La fila pasa de 104'],
      [7, 'E,e', ''],
    ]);
    const rota = leer(Buffer.concat([Buffer.from('curp,n\nA,Ñ\n'), Buffer.from('B,\xd1\n', 'latin1')]));
    expect(rota.renglones[1]).toMatchObject({ contenido: null, motivo: expect.stringMatching(/UTF-8/) as string });
  });
});

describe('NDJSON', () => {
  it('gives objects, and the lines that are none', () => {
    const leido = leer('{"a": "Ñ"}\n\n[1]\n {"b":{"c":1}} \n{"a"', { formato: 'ndjson' });
    expect(leido.cabezas).toEqual([{ codificacion: 'utf-8' }]);
    expect(leido.renglones).toEqual([
      { linea: 1, escrito: '{"a": "Ñ"}', contenido: { a: 'Ñ' }, motivo: '' },
      { linea: 3, escrito: '[1]', contenido: null, motivo: expect.stringMatching(/JSON/) as string },
      { linea: 4, escrito: '{"b":{"c":1}}', contenido: { b: { c: 1 } }, motivo: '' },
      { linea: 5, escrito: '{"a"', contenido: null, motivo: expect.stringMatching(/JSON/) as string },
    ]);
  });

  it('passes over a line beyond all measure', () => {
    const { renglones } = leer(`{"a":"${'x'.repeat(1 << 20)}"}\n{"a":"1"}\n`, { formato: 'ndjson', pieza: 1 << 16 });
    expect(renglones).toMatchObject([
      { linea: 1, escrito: '', contenido: null },
      { linea: 2, contenido: { a: '1' } },
    ]);
  });
});

describe('a first line beyond all measure', () => {
  const LARGA = `{"a":"${'x'.repeat(1 << 20)}"}\n{"a":"1"}\n`;

  it('is told of as any other, behind what the file says of itself', () => {
    const { cabezas, renglones } = leer(LARGA, { formato: 'ndjson' });
    expect(cabezas).toEqual([{ codificacion: 'utf-8' }]);
    expect(renglones.map(({ line: linea }) => linea)).toEqual([1, 2]);
  });

  it('may be passed over too', () => {
    const { filas, renglones } = leer(LARGA, { formato: 'ndjson', saltar: 1 });
    expect(filas).toBe(2);
    expect(renglones).toMatchObject([{ linea: 2, contenido: { a: '1' } }]);
  });
});

it('an object that is not in what the file is in cannot be read', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"Ñ"}\n'), Buffer.from('{"a":"Ñ"}\n', 'latin1')]);
  expect(leer(bytes, { formato: 'ndjson' }).renglones).toMatchObject([{ motivo: '' }, { linea: 2, contenido: null }]);
});

it.each([1, 3, 7])('UTF-16 in pieces of %d bytes', (pieza) => {
  const bytes = Buffer.from('\ufeffcurp;n\nA;Íñigo 🦊\n', 'utf16le');
  expect(contenidos(leer(bytes, { pieza }))).toEqual([['A', 'Íñigo 🦊']]);
});

it.each([0, 1, 2, 3, 9])('passes over %d rows that were read before, and counts them', (saltar) => {
  const csv = leer(CSV, { saltar });
  expect(csv.filas).toBe(3);
  expect(csv.renglones).toEqual(leer(CSV).renglones.slice(saltar));
  const ndjson = '{"a":1}\n{"a":2}\nno\n{"a":4}\n';
  expect(leer(ndjson, { formato: 'ndjson', saltar }).renglones).toEqual(
    leer(ndjson, { formato: 'ndjson' }).renglones.slice(saltar),
  );
});

it('has to be told nothing of a file without rows, but of one without a header', () => {
  expect(leer('curp,n\n').renglones).toEqual([]);
  expect(() => leer('')).toThrow('No llegó ninguna fila');
  expect(leer('', { formato: 'ndjson' })).toEqual({ cabezas: [], filas: 0, renglones: [] });
});
