/** A row that cannot be read spoils no other row, and every row is written back byte for byte. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lote } from '../src/index.js';
import {
  DECLARED,
  cells,
  runFile,
  runText,
  runs,
  slow,
  toBytes,
  toText,
  inPieces,
  rows,
  run,
  concat,
} from './run-lote.js';
import { HEADER, KEY, NUSTA_KEY, NUSTA, RENATA, line } from './people.js';

const MEBIBYTE = 1 << 20;
const ADDED = 'curp,aviso,code_error,error_message';

/** Returns the rows of the output below the header, as they are written. */
const writtenRows = (text: string, options = {}): string[] =>
  runText(options, `${HEADER}\n${text}`).split('\n').slice(1, -1);

describe('a row of the wrong length', () => {
  it('keeps its cells and gets empty ones if it is too short', () => {
    expect(writtenRows('"Re""nata",Olvera\n')[0]).toMatch(
      /^"Re""nata",Olvera,,,,,,,8,La fila .* \(2 en lugar de 6\): .*\.$/,
    );
    expect(writtenRows('a,b,c\n')[0]).toMatch(/^a,b,c,,,,,,8,/);
  });

  it('keeps the surplus in its last cell, as it was written, if it is too long', () => {
    const [row] = writtenRows(`${RENATA},"de más",\n`);
    expect(row).toMatch(/^Renata,Olvera,Tinajero,1990-05-17,M,"09,""de más"",",,,8,.*8 en lugar de 6/);
  });

  it('keeps everything in its only column if the table has one', () => {
    const output = runText({ operacion: 'validar' }, `curp\n${KEY},\n"a",b\n`);
    expect(cells(output).map(([curp]) => curp)).toEqual(['curp', KEY, '"a",b']);
  });

  it('comes out with as many cells as the header', () => {
    const cell = fc.constantFrom('', 'a', 'ñ', '"b"', '"c,""d""\n"', ' ', '=1', '\r');
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), fc.boolean(), (raw, excel) => {
        const row = raw.join(',').replace(/^\r*$/, 'x');
        const [header, answeredRow] = cells(runText({ excel }, `${HEADER}\n${row}\n`).replaceAll('\r', '_'));
        expect(answeredRow).toHaveLength(header?.length ?? 0);
      }),
      runs(100),
    );
  });
});

describe('a row whose quotes do not match', () => {
  it.each(['Re"nata",Olvera', '"Renata"x', '"a""'])('gets code 8, and the next row is read: %s', (badRow) => {
    const [row, other] = rows({}, `${HEADER}\n${badRow}\n${RENATA}\n`);
    expect(row).toMatchObject({ nombres: badRow, apellido_paterno: '', code_error: '8' });
    expect(other).toMatchObject({ curp: KEY });
  });

  it.each(['"Renata" ,Olvera', ' "Renata",Olvera'])('is read if only blanks are beside its quotes: %s', (badRow) => {
    const [row] = rows({}, `${HEADER}\n${badRow}\n`);
    expect(row).toMatchObject({ nombres: 'Renata', apellido_paterno: 'Olvera' });
  });

  it('ends at its line if its quotes are never closed', () => {
    const [row, ...others] = rows({}, `${HEADER}\n"${RENATA}\n${NUSTA}\n\n${RENATA}`);
    expect(row).toMatchObject({ nombres: `"${RENATA}`, code_error: '8' });
    expect(others).toMatchObject([{ curp: NUSTA_KEY }, { curp: KEY }]);
  });

  it('ends at its line if its quotes are not closed within a mebibyte', () => {
    const count = Math.ceil((1.2 * MEBIBYTE) / RENATA.length);
    const text = `${HEADER}\n"abierta\n${`${RENATA}\n`.repeat(count - 1)}mal "citada"\n${RENATA}\n"otra"\n`;
    const output = runText({}, text).split('\n');
    expect(output[1]).toMatch(/^"""abierta",,,,,,,,8,/);
    expect(output[count + 1]).toMatch(/^"mal ""citada""",,,,,,,,8,/);
    expect(output.filter((row) => row.includes(KEY))).toHaveLength(count);
  });

  it('is one row of several lines if its quotes are closed within a mebibyte', () => {
    const notes = `"${'línea\n'.repeat(100_000)}"`;
    expect(runText({}, `${HEADER},notas\n${RENATA},${notes}\n`)).toContain(`${notes},${KEY},,0,\n`);
  });
});

describe('a row of more than a mebibyte', () => {
  it.each([
    ['of a mebibyte', MEBIBYTE, '0'],
    ['of one byte more', MEBIBYTE + 1, '8'],
  ])('gets code 8, and one of a mebibyte is answered, in CSV: %s', (_, length, code) => {
    const filler = 'x'.repeat(length - RENATA.length - 2);
    for (const end of [`\n${RENATA},`, '']) {
      const [, row, next = ''] = runText({}, `${HEADER},a\n${RENATA},${filler}${end}`).split('\n');
      expect(row).toMatch(new RegExp(`,${code},[^,]*$`));
      expect(next.includes(KEY)).toBe(end !== '');
    }
  });

  it.each([
    ['of a mebibyte', MEBIBYTE, 0],
    ['of one byte more', MEBIBYTE + 1, 8],
  ])('gets code 8, and one of a mebibyte is answered, in NDJSON: %s', (_, length, code) => {
    const object = line({ a: '' }).replace('"a":""', `"a":"${'x'.repeat(length - line({ a: '' }).length + 1)}"`);
    expect(toBytes(object)).toHaveLength(length + 1);
    const output = runText({ formato: 'ndjson' }, object);
    expect(output).toContain(`"code_error":${code}`);
  });

  it('comes out as an empty row with code 8, and the next row is read', () => {
    const [long, other] = writtenRows(`"${'x'.repeat(1.1 * MEBIBYTE)}"\n${RENATA}\n`);
    expect(long).toMatch(/^,,,,,,,,8,La fila pasa de 1048576 bytes/);
    expect(other).toContain(KEY);
  });

  it.each([
    ['csv', `${HEADER}\n`, RENATA],
    ['csv', `${HEADER}\n"`, RENATA],
    ['ndjson', '{"a":"', line().trim()],
  ] as const)('gives one row with code 8 in pieces too, and the next is read: %s', (formato, before, other) => {
    const lote = new Lote({ ...DECLARED, formato });
    const bytes = toBytes(`${before}${'x'.repeat(1.2 * MEBIBYTE)}\n${other}`);
    const output = toText(run(lote, inPieces(bytes, 100_003)));
    expect(output.match(/"code_error":8,|,8,La fila pasa de 1048576 bytes/g)).toHaveLength(1);
    expect(output).toContain(KEY);
    expect(lote.totals).toMatchObject({ rows: 2, good: 1 });
  });

  slow.each(['csv', 'ndjson'] as const)('is not kept in memory: 100 MB of %s', (formato) => {
    const lote = new Lote({ ...DECLARED, formato });
    const empty = (bytes: Uint8Array): string => Array.from(lote.process(bytes), (done) => toText(done)).join('');
    const before = process.memoryUsage();
    const piece = new Uint8Array(1 << 16).fill(97);
    piece[5000] = 34;
    let output = empty(toBytes(`${HEADER}\n"`));
    let [more, mostResident] = [0, 0];
    for (let i = 0; i < 1600; i++) {
      output += empty(piece);
      const { arrayBuffers, rss } = process.memoryUsage();
      more = Math.max(more, arrayBuffers - before.arrayBuffers);
      mostResident = Math.max(mostResident, rss - before.rss);
    }
    output += empty(toBytes(`\n${formato === 'csv' ? `${RENATA}\n` : line()}`));
    expect(output).toMatch(/"?code_error"?:?,?.*8,.*1048576 bytes/s);
    expect(output).toContain(KEY);
    expect(more).toBeLessThan(10 * MEBIBYTE); // The first pieces were held back.
    expect(mostResident).toBeLessThan(64 * MEBIBYTE);
  });
});

it('a row with a NUL byte keeps it and gets code 8', () => {
  const [row, other] = writtenRows(`Re\0nata,"Ol\0vera",,,,"09"\n${RENATA}\n`);
  expect(row).toBe('Re\0nata,"Ol\0vera",,,,"09",,,8,La fila trae un carácter que no se ve (NUL): bórrelo.');
  expect(other).toContain(KEY);
});

it('every row next to bad rows gets the answer that it gets in a file of its own', () => {
  const row = fc.constantFrom(
    RENATA,
    NUSTA,
    'corta',
    `${RENATA},larga`,
    'mala " comilla,,,,,',
    '"Re\nnata","O""lvera",,18/06/1991,mujer,DF',
    '\0,,,,,',
    ',,,,,',
    '',
    'Renata,Olvera,,31/02/1990,M,09',
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (some) => {
      const joined = runText({}, `${HEADER}\n${some.map((f) => `${f}\n`).join('')}`);
      const alone = some.map((f) => runText({}, `${HEADER}\n${f}\n`).slice(`${HEADER},${ADDED}\n`.length));
      expect(joined).toBe(`${HEADER},${ADDED}\n${alone.join('')}`);
    }),
    runs(50),
  );
});

describe('the line breaks of the output', () => {
  it.each(['\n', '\r\n'])('are all %j if the header ends with it', (lineFeed) => {
    const text = [HEADER, RENATA, '', NUSTA].join(lineFeed);
    const expected = [`${HEADER},${ADDED}`, `${RENATA},${KEY},,0,`, '', `${NUSTA},${NUSTA_KEY},,0,`, ''].join(lineFeed);
    expect(runText({}, text)).toBe(expected);
    expect(runText({}, text + lineFeed)).toBe(expected);
    expect(runText({}, `${HEADER}${lineFeed}${RENATA}\r\n\r\n${NUSTA}\n`)).toBe(expected);
  });

  it('are those of the input on empty lines, which are no rows', () => {
    expect(runText({}, `${HEADER}\n\n\r\n${RENATA}\n\n`)).toBe(`${HEADER},${ADDED}\n\n\n${RENATA},${KEY},,0,\n\n`);
    expect(runText({ formato: 'ndjson' }, ` \n${line()}\t\r\n`)).toMatch(/^\n\{.*\}\n\n$/);
  });

  it('are LF in NDJSON', () => {
    expect(runText({ formato: 'ndjson' }, `${line().trim()}\r\n${line().trim()}`)).not.toContain('\r');
  });
});

describe('cells are written byte for byte', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '=1+1',
      '+1',
      '-1',
      '@a',
      "'a",
      'ñ',
      '🦊',
      '"=1"',
      '"a,b"',
      '"a""b"',
      '"\n"',
      '"\t=1"',
      '""',
    ),
    fc.string({ unit: fc.constantFrom(...'añ= -+@'), maxLength: 6 }),
  );

  it('without `excel`', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (others) => {
        const header = `${HEADER}${others.map((_, i) => `,c${i}`).join('')}`;
        const row = `${RENATA},${others.join(',')}`;
        expect(runText({}, `${header}\n${row}\n`)).toBe(`${header},${ADDED}\n${row},${KEY},,0,\n`);
      }),
      runs(100),
    );
  });

  it('with `excel`, except for the byte order mark and formulas', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (others) => {
        const header = `${HEADER}${others.map((_, i) => `,c${i}`).join('')}`;
        const harmless = others.map((other) =>
          other.replace(/(\t)(?==)/, "$1'").replace(/^("?)(?=\s*[=+\-@]|[\t\r])/, "$1'"),
        );
        expect(runText({ excel: true }, `${header}\n${RENATA},${others.join(',')}\n`)).toBe(
          `\ufeff${header},${ADDED}\n${RENATA},${harmless.join(',')},${KEY},,0,\n`,
        );
      }),
      runs(100),
    );
  });
});

describe('a file written for Excel', () => {
  it('begins with one byte order mark', () => {
    expect(Array.from(runFile({ excel: true }, `\ufeff${HEADER}\n`).subarray(0, 4))).toEqual([0xef, 0xbb, 0xbf, 110]);
    expect(runFile({ formato: 'ndjson', excel: true }, line())[0]).toBe(123);
  });

  it.each([';', ',', '\t', '|'])(
    'keeps a line sep=%s as its first bytes, reads the delimiter from it, and does not take it for the header',
    (sign) => {
      for (const mark of ['', '\ufeff']) {
        const file = `${mark}sep=${sign}\r\nid${sign}curp\r\n1${sign}${KEY}\r\n`;
        for (const excel of [true, false]) {
          const text = runText({ operacion: 'validar', excel }, file);
          expect(text).toMatch(/^sep=/);
          const [, names = [], row = []] = text.split('\r\n').map((each) => each.split(sign));
          expect([names.slice(0, 3), row.slice(0, 3)]).toEqual([
            ['id', 'curp', 'valido'],
            ['1', KEY, 'true'],
          ]);
        }
      }
    },
  );

  it('has no formulas in its header', () => {
    expect(runText({ excel: true }, `${HEADER},=1+1\n`)).toBe(`\ufeff${HEADER},'=1+1,${ADDED}\n`);
  });

  it.each([
    ['a short row', '=1+1,"=2"', /^'=1\+1,"'=2",,,,,,,8,/],
    ['a long row', `${RENATA.slice(0, -2)}=09,b`, /,M,"'=09,b",,,8,/],
    ['a row of bad quotes', '=1"1",2', /^"'=1""1"",2",,,,,,,,8,/],
    ['a row of bad quotes that begins with one', '"=1"1', /^"""=1""1",,,,,,,,8,/],
    ['a cell that begins with blanks', ' =1,\u00a0\u3000@2', /^' =1,'\u00a0\u3000@2,,,,,,,8,/],
    ['a cell that begins with a full-width sign', '＝1,＋2,－3,＠4', /^'＝1,'＋2,'－3,'＠4,,,,,8,/],
    ['the surplus of a row that begins with blanks', `${RENATA.slice(0, -2)} ＝9,b`, /,M,"' ＝9,b",,,8,/],
    ['a row with NUL', '@\0,b,c,,,', /^'@\0,b,c,,,,,,8,/],
  ])('has no formula in %s', (_, row, expected) => {
    expect(writtenRows(`${row}\n`, { excel: true })[0]).toMatch(expected);
  });

  it('has no formula after a line break', () => {
    expect(runText({ excel: true }, `${HEADER}\n"\n=1",b\n`)).toContain(`"'\n'=1",b,,,,,,,8,`);
  });

  it.each([' Renata', '１２', 'Ángeles', '\u00a0x', '、x', '#1'])('keeps the cell %j unchanged', (cell) => {
    expect(writtenRows(`${cell},b\n`, { excel: true })[0]).toBe(writtenRows(`${cell},b\n`)[0]);
  });

  it('keeps empty cells unchanged, whatever follows them', () => {
    const nombres = `${HEADER.replaceAll(',', '\t')}\tnotas\tmás`;
    const row = `${RENATA.replaceAll(',', '\t')}\t\t`;
    expect(runText({ excel: true }, `${nombres}\r\n${row}\r\n`)).toContain(`\r\n${row}\t${KEY}\t\t0\t\r\n`);
  });

  it('has no formula after controls or zero-width characters', () => {
    for (const before of ['\u0001', '\u001f\u007f', '\u0085', '\u200b', '\u00ad\u2060', '\u{e0001}', '\u0001 ']) {
      for (const sign of '=+-@') {
        const [row = ''] = writtenRows(`${before}${sign}1,b\n`, { excel: true });
        expect(row.startsWith(`'${before}${sign}1,b,`)).toBe(true);
      }
    }
  });

  it('keeps a text that begins with a letter, or with a control before a letter', () => {
    const row = 'Ñandú=1,\u0001a=2,\u200bb';
    expect(writtenRows(`${row}\n`, { excel: true })[0]?.startsWith(`${row},`)).toBe(true);
  });

  it.each([
    ['another delimiter', 'x;=1+1;y', `"x;'=1+1;y"`],
    ['a tab', 'x\t@SUM(1)', `"x\t'@SUM(1)"`],
    ['another delimiter and blanks', 'x;  \u00a0+1', `"x;  \u00a0'+1"`],
    ['another delimiter and a quote', '"x;""=1"""', `"x;""'=1"""`],
    ['a line break, where the quotes of another delimiter do not count', '"x\n-1"', `"x\n'-1"`],
    ['another delimiter, twice', '=1;=2', `"'=1;'=2"`],
    ['another delimiter and a full-width sign', 'x;＝1', `"x;'＝1"`],
  ])('has no formula behind %s', (_, cell, expected) => {
    const [header, row] = [`${HEADER},notas`, `${RENATA},${cell}`];
    expect(runText({ excel: true }, `${header}\n${row}\n`)).toBe(
      `\ufeff${header},${ADDED}\n${RENATA},${expected},${KEY},,0,\n`,
    );
  });

  it('has no formula behind a comma in a file of semicolons', () => {
    const [header, row] = [`${HEADER},notas`, `${RENATA},x`].map((text) => text.replaceAll(',', ';'));
    expect(runText({ excel: true }, `${header}\n${row},=1+1\n`)).toContain(`;"x,'=1+1";${KEY};`);
  });

  it('keeps a cell with another delimiter and no formula', () => {
    const [header, row] = [`${HEADER},notas`, `${RENATA},Calle 5; Col. Roma;\tx`];
    expect(runText({ excel: true }, `${header}\n${row}\n`)).toBe(`\ufeff${header},${ADDED}\n${row},${KEY},,0,\n`);
  });

  it('has no formula behind the last cell that a spreadsheet has', () => {
    const above = `${'a,'.repeat(20_000)}x;=1`;
    expect(runText({ excel: true }, `${above}\n${HEADER}\n${RENATA}\n`)).toContain("x;'=1");
  });

  it('is written in time, however many delimiters and blanks a cell holds', () => {
    const cell = `"${';'.repeat(300_000)}${' '.repeat(300_000)}${'\n'.repeat(300_000)}x"`;
    expect(runText({ excel: true }, `${HEADER},notas\n${RENATA},${cell}\n`)).toContain(`${cell},${KEY}`);
  });

  it('is written only if `excel` is asked for, and otherwise keeps its formulas', () => {
    expect(writtenRows('=1+1,"=2"\n')[0]).toMatch(/^=1\+1,"=2",,,,,,,8,/);
    expect(writtenRows(`${RENATA.slice(0, -2)}=09,b\n`)[0]).toMatch(/,M,"=09,b",,,8,/);
  });

  it('has no formula in a row that is answered from its texts', () => {
    expect(writtenRows(`=Renata,"Ol""vera",-,1990-05-17,M,09\n`, { excel: true })[0]).toMatch(
      /^'=Renata,"Ol""vera",'-,/,
    );
  });
});

it('a message that holds the delimiter is written in quotes', () => {
  const output = runText({}, 'nombres|apellido_paterno|apellido_materno|fecha_nacimiento|sexo|entidad\na|b|c||\n');
  expect(output).toMatch(
    /\|8\|La fila no tiene tantas celdas como el encabezado \(5 en lugar de 6\): revise si le falta o le sobra un separador\.\n$/,
  );
  expect(runText({ operacion: 'validar' }, 'a,curp\n,OETR\n')).toMatch(/,"longitud:1,2,[\d,]+",/);
});

describe('for random bytes', () => {
  const piece = fc.oneof(
    fc
      .constantFrom('"', '""', ',', '\n', '\r\n', '\r', 'ñ', '\0', RENATA, NUSTA, '"x\ny"', '{', '}', ':', line())
      .map(toBytes),
    fc.uint8Array({ maxLength: 4 }),
  );
  const bytes = fc.array(piece, { maxLength: 30 }).map((pieces) => concat(...pieces));

  it('every row of the output has as many cells as the header', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), fc.constantFrom('calcular', 'cotejar', 'validar'), (body, excel, operacion) => {
        const lote = new Lote({ ...DECLARED, operacion, excel });
        const output = toText(run(lote, [concat(`${HEADER},curp\n`, body)]));
        const readRows = parse(output, { bom: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] });
        expect(readRows).toHaveLength(lote.totals.rows + lote.totals.others + 1); // It throws if one is longer or shorter.
      }),
      runs(200),
    );
  });

  it('the output has one object for each line of the input', () => {
    fc.assert(
      fc.property(bytes, (body) => {
        const lote = new Lote({ ...DECLARED, formato: 'ndjson' });
        const lines = toText(run(lote, [body])).split('\n');
        const answeredRows = lines.filter((written) => written !== '').map((written) => JSON.parse(written) as object);
        expect(answeredRows).toHaveLength(lote.totals.rows);
        for (const answeredRow of answeredRows) expect(answeredRow).toHaveProperty('code_error');
      }),
      runs(200),
    );
  });
});
