/** Reading rows as texts, which are the same in every encoding, delimiter and size of pieces. */
import { describe, expect, it } from 'vitest';
import { type FileHead, type FileRow, FileRows } from '../src/index.js';

interface ReadFile {
  readonly heads: readonly FileHead[];
  readonly rows: number;
  readonly fileRows: readonly FileRow[];
}

function read(
  content: string | Uint8Array,
  { formato = 'csv', skip = 0, piece = Infinity }: { formato?: 'csv' | 'ndjson'; skip?: number; piece?: number } = {},
): ReadFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const heads: FileHead[] = [];
  const reading = new FileRows({ format: formato, language: 'es', onHead: (head) => heads.push(head) });
  reading.skip = skip;
  const fileRows: FileRow[] = [];
  for (let i = 0; i < bytes.length; i += piece) {
    fileRows.push(...reading.read(bytes.subarray(i, Math.min(i + piece, bytes.length))));
  }
  fileRows.push(...reading.finish());
  return { heads, rows: reading.count, fileRows };
}

const contents = ({ fileRows }: ReadFile) => fileRows.map(({ content }) => content);

const CSV = 'CURP;Nombres;Tomo\r\nA;Íñigo;\r\n\r\nB;"Ma. ""Pita""\nde Ñu";"1;2"\r\nC;Zoe;3';

describe('CSV', () => {
  it.each([1, 2, 7, Infinity])('is read in pieces of %d bytes', (piece) => {
    const readFile = read(CSV, { piece });
    expect(readFile.heads).toEqual([
      expect.objectContaining({ delimiter: ';', names: ['CURP', 'Nombres', 'Tomo'], written: 'CURP;Nombres;Tomo' }),
    ]);
    expect(readFile.fileRows).toEqual([
      { line: 2, written: 'A;Íñigo;', content: ['A', 'Íñigo', ''], reason: '' },
      {
        line: 4,
        written: 'B;"Ma. ""Pita""\nde Ñu";"1;2"',
        content: ['B', 'Ma. "Pita"\nde Ñu', '1;2'],
        reason: '',
      },
      { line: 6, written: 'C;Zoe;3', content: ['C', 'Zoe', '3'], reason: '' },
    ]);
  });

  it.each([
    ['windows-1252', 'latin1', 'curp|n', 'Íñigo'],
    ['windows-1252', 'latin1', 'curp|n', 'JOSÉ\u00a0LUIS'], // It is UTF-8 by chance.
    ['windows-1252', 'latin1', 'curp|n', 'Ã± Íñigo'],
    ['windows-1252', 'latin1', 'curp|año', 'Renata'],
    ['utf-16le', 'utf16le', '\ufeffcurp|n', 'Íñigo'],
    ['utf-8', 'utf8', '\ufeffcurp|n', 'Íñigo'],
    ['utf-8', 'utf8', 'curp|n', 'Íñigo'],
    ['utf-8', 'utf8', 'curp|año', 'Renata'],
    ['utf-8', 'utf8', 'curp|n', 'Renata'],
  ] as const)('is read in %s, written in %s under «%s»: %s', (encoding, written, header, name) => {
    const readFile = read(Buffer.from(`${header}\nA|${name}\n`, written));
    expect(readFile.heads).toMatchObject([{ encoding, names: header.replace('\ufeff', '').split('|') }]);
    expect(contents(readFile)).toEqual([['A', name]]);
  });

  it('may be UTF-8 with letters that look like Windows-1252', () => {
    expect(contents(read('curp,n\nA,Ñ\nB,Reɠnata\n'))).toEqual([
      ['A', 'Ñ'],
      ['B', 'Reɠnata'],
    ]);
  });

  it('has the reason for a row that cannot be read, and the next row is read', () => {
    const long = 'x'.repeat((1 << 20) + 10);
    const { fileRows } = read(`curp,n\nA,Ñ\nB\nC,a"b\nD,\0\n${long}\nE,e\n`);
    expect(fileRows.map(({ line, written, reason }) => [line, written, reason.slice(0, 19)])).toEqual([
      [2, 'A,Ñ', ''],
      [3, 'B', 'La fila no tiene ta'],
      [4, 'C,a"b', 'Las comillas de la '],
      [5, 'D,\0', 'La fila trae un car'],
      [6, '', 'La fila pasa de 104'],
      [7, 'E,e', ''],
    ]);
    const broken = read(Buffer.concat([Buffer.from('curp,n\nA,Ñ\n'), Buffer.from('B,\xd1\n', 'latin1')]));
    expect(broken.fileRows[1]).toMatchObject({ content: null, reason: expect.stringMatching(/UTF-8/) as string });
  });
});

describe('NDJSON', () => {
  it('gives objects, and a reason for each line that is no object', () => {
    const readFile = read('{"a": "Ñ"}\n\n[1]\n {"b":{"c":1}} \n{"a"', { formato: 'ndjson' });
    expect(readFile.heads).toEqual([{ encoding: 'utf-8' }]);
    expect(readFile.fileRows).toEqual([
      { line: 1, written: '{"a": "Ñ"}', content: { a: 'Ñ' }, reason: '' },
      { line: 3, written: '[1]', content: null, reason: expect.stringMatching(/JSON/) as string },
      { line: 4, written: '{"b":{"c":1}}', content: { b: { c: 1 } }, reason: '' },
      { line: 5, written: '{"a"', content: null, reason: expect.stringMatching(/JSON/) as string },
    ]);
  });

  it('rejects a line that is too long, and reads the next', () => {
    const { fileRows } = read(`{"a":"${'x'.repeat(1 << 20)}"}\n{"a":"1"}\n`, { formato: 'ndjson', piece: 1 << 16 });
    expect(fileRows).toMatchObject([
      { line: 1, written: '', content: null },
      { line: 2, content: { a: '1' } },
    ]);
  });
});

describe('a first line that is too long', () => {
  const LONG = `{"a":"${'x'.repeat(1 << 20)}"}\n{"a":"1"}\n`;

  it('is rejected after `onHead` is called', () => {
    const { heads, fileRows } = read(LONG, { formato: 'ndjson' });
    expect(heads).toEqual([{ encoding: 'utf-8' }]);
    expect(fileRows.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('may be skipped', () => {
    const { rows, fileRows } = read(LONG, { formato: 'ndjson', skip: 1 });
    expect(rows).toBe(2);
    expect(fileRows).toMatchObject([{ line: 2, content: { a: '1' } }]);
  });
});

it.each(['latin1', 'utf8'] as const)('an object in %s is read', (encoding) => {
  const { heads, fileRows } = read(Buffer.from('{"a":"Ñ"}\n', encoding), { formato: 'ndjson' });
  expect(heads).toEqual([{ encoding: encoding === 'utf8' ? 'utf-8' : 'windows-1252' }]);
  expect(fileRows).toMatchObject([{ content: { a: 'Ñ' } }]);
});

it('an object in another encoding than the file is rejected', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"Ñ"}\n'), Buffer.from('{"a":"Ñ"}\n', 'latin1')]);
  expect(read(bytes, { formato: 'ndjson' }).fileRows).toMatchObject([{ reason: '' }, { line: 2, content: null }]);
});

it.each([1, 3, 7])('UTF-16 is read in pieces of %d bytes', (piece) => {
  const bytes = Buffer.from('\ufeffcurp;n\nA;Íñigo 🦊\n', 'utf16le');
  expect(contents(read(bytes, { piece }))).toEqual([['A', 'Íñigo 🦊']]);
});

it.each([0, 1, 2, 3, 9])('skip passes over %d rows and counts them', (skip) => {
  const csv = read(CSV, { skip });
  expect(csv.rows).toBe(3);
  expect(csv.fileRows).toEqual(read(CSV).fileRows.slice(skip));
  const ndjson = '{"a":1}\n{"a":2}\nno\n{"a":4}\n';
  expect(read(ndjson, { formato: 'ndjson', skip }).fileRows).toEqual(
    read(ndjson, { formato: 'ndjson' }).fileRows.slice(skip),
  );
});

it('a file without rows has none, and one without a header throws', () => {
  expect(read('curp,n\n').fileRows).toEqual([]);
  expect(() => read('')).toThrow('El archivo no trae ninguna fila');
  expect(read('', { formato: 'ndjson' })).toEqual({ heads: [], rows: 0, fileRows: [] });
});
