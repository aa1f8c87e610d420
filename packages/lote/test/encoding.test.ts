/** The encodings of files, recognised by their bytes or declared by the user. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Seen, seenBetween } from '../src/read/row.js';
import { utf8Length, readMark } from '../src/read/encoding.js';
import type { Encoding } from '@curp-service/contract/reading';
import type { Understood } from '../src/index.js';
import { type Options, cells, runText, runs, slow, toBytes, rows, concat, objects } from './run-lote.js';
import { HEADER, KEY, NUSTA_KEY, NUSTA, RENATA, withMark, in1252, inUtf16be, inUtf16le, line } from './people.js';

const FILE = `${HEADER}\n${RENATA}\n${NUSTA}\n`;
const OUTPUT = `${HEADER},curp,aviso,code_error,error_message\n${RENATA},${KEY},,0,\n${NUSTA},${NUSTA_KEY},,0,\n`;

const keys = (input: Uint8Array, options: Options = {}): (string | undefined)[] =>
  rows(options, input).map((row) => row['curp']);

describe('a file gives the same answers in', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', toBytes(FILE)],
    ['UTF-8 with a mark', withMark([0xef, 0xbb, 0xbf], toBytes(FILE))],
    ['Windows-1252', in1252(FILE)],
    ['UTF-16LE', inUtf16le(FILE)],
    ['UTF-16LE with a mark', withMark([0xff, 0xfe], inUtf16le(FILE))],
    ['UTF-16BE', inUtf16be(FILE)],
    ['UTF-16BE with a mark', withMark([0xfe, 0xff], inUtf16be(FILE))],
  ])('%s', (_, bytes) => {
    expect(runText({}, bytes)).toBe(OUTPUT);
    expect(keys(bytes)).toEqual([KEY, NUSTA_KEY]);
  });

  it.each<[Encoding, Uint8Array]>([
    ['utf-8', toBytes(FILE)],
    ['utf-8', withMark([0xef, 0xbb, 0xbf], toBytes(FILE))],
    ['windows-1252', in1252(FILE)],
    ['utf-16le', inUtf16le(FILE)],
    ['utf-16be', withMark([0xfe, 0xff], inUtf16be(FILE))],
  ])('%s, declared by the user', (codificacion, bytes) => {
    expect(runText({ codificacion }, bytes)).toBe(OUTPUT);
  });

  it.each<[string, Uint8Array]>([
    ['UTF-8 with a mark', toBytes(`\ufeff${line({ nombres: 'Ñusta' })}`)],
    ['Windows-1252', in1252(line({ nombres: 'Ñusta' }))],
    ['UTF-16LE', inUtf16le(line({ nombres: 'Ñusta' }))],
    ['UTF-16BE with a mark', withMark([0xfe, 0xff], inUtf16be(line({ nombres: 'Ñusta' })))],
  ])('%s, as NDJSON', (_, bytes) => {
    expect(runText({ formato: 'ndjson' }, bytes)).toBe(runText({ formato: 'ndjson' }, line({ nombres: 'Ñusta' })));
  });
});

it('a byte order mark of another encoding than the declared one stays in the first name', () => {
  const bytes = withMark([0xef, 0xbb, 0xbf], toBytes(FILE));
  expect(() => runText({ codificacion: 'windows-1252' }, bytes)).toThrow('`nombres`');
});

describe('onUnderstood reports the encoding before the first row', () => {
  it.each<[string, Uint8Array]>([
    ['utf-8', toBytes(`${HEADER}\n${RENATA}\n`)],
    ['utf-8', toBytes(`${HEADER},año\n`)],
    ['utf-8', toBytes(FILE)],
    ['windows-1252', in1252(`${HEADER},año\n`)],
    ['windows-1252', in1252(FILE)],
    ['utf-16le', inUtf16le(FILE)],
  ])('of CSV: %s', (codificacion, bytes) => {
    const allUnderstood: Understood[] = [];
    runText({ onUnderstood: (understood) => void allUnderstood.push(understood) }, bytes);
    expect(allUnderstood).toMatchObject([{ format: 'csv', encoding: codificacion, delimiter: ',' }]);
  });

  it('of NDJSON', () => {
    const allUnderstood: Understood[] = [];
    const onUnderstood = (understood: Understood): void => void allUnderstood.push(understood);
    runText({ formato: 'ndjson', onUnderstood }, inUtf16be(line()));
    runText({ formato: 'ndjson', onUnderstood }, '');
    expect(allUnderstood).toMatchObject([
      { format: 'ndjson', encoding: 'utf-16be' },
      { format: 'ndjson', encoding: 'utf-8' },
    ]);
  });
});

describe('Windows-1252', () => {
  const LETTERS = Array.from({ length: 128 }, (_, i) => 128 + i);
  const withLetter = (byte: number): Uint8Array => concat(`"x`, Uint8Array.of(byte), `","y"`, '\n');

  it('keeps all its letters', () => {
    const file = concat('curp,letra\n', ...LETTERS.map(withLetter));
    const readRows = cells(runText({ operacion: 'validar' }, file)).slice(1);
    const expected = LETTERS.map((byte) => `x${new TextDecoder('windows-1252').decode(Uint8Array.of(byte))}`);
    expect(readRows.map(([letter]) => letter)).toEqual(expected);
  });

  it('accepts the apostrophes and dashes of a word processor in names, and marks the dash for review', () => {
    const file = in1252(`${HEADER}\nRenata\u0096Abril,O\u0092Hara,,1990-05-17,M,09\n`);
    expect(rows({}, file)).toMatchObject([{ nombres: 'Renata–Abril', apellido_paterno: 'O’Hara', code_error: '0' }]);
  });

  it.each([{}, { codificacion: 'windows-1252' }] as const)(
    "drops a word processor's quotes around every name, with %j",
    (options) => {
      const file = in1252(`${HEADER}\n${RENATA.replace('Renata', '\u0093Renata\u0094')}\n`);
      expect(keys(file, options)).toEqual([KEY]);
    },
  );

  it('is recognised after hundreds of kilobytes of ASCII', () => {
    const file = concat(`${HEADER}\n`, `${RENATA}\n`.repeat(8000), in1252(`${NUSTA}\n`));
    expect(file.length).toBeGreaterThan(300_000);
    expect(keys(file).at(-1)).toBe(NUSTA_KEY);
  });

  it('stays the encoding of the file if one row in ten is UTF-8', () => {
    const ten = in1252(`${HEADER}\n${`${NUSTA}\n`.repeat(10)}`);
    expect(keys(concat(ten, `${NUSTA}\n`)).slice(0, 10)).toEqual(Array.from({ length: 10 }, () => NUSTA_KEY));
    expect(keys(concat(in1252(`${HEADER}\n${NUSTA}\n`), `${NUSTA}\n`))).toEqual(['', NUSTA_KEY]);
  });

  it('holds for rows that are valid UTF-8 too if the user declares it', () => {
    const [, row] = rows({ codificacion: 'windows-1252' }, FILE);
    expect(row).toMatchObject({ nombres: 'Ã‘usta', apellido_paterno: 'PeÃ±a' });
  });
});

describe('the encoding of a file whose names are Spanish', () => {
  const LETTERS = 'ÁÉÍÓÚÜÑáéíóúüñ';
  /** The bytes of those letters in each encoding. */
  const IN = {
    'windows-1252': [193, 201, 205, 211, 218, 220, 209, 225, 233, 237, 243, 250, 252, 241],
    ibm850: [181, 144, 214, 224, 233, 154, 165, 160, 130, 161, 162, 163, 129, 164],
    macintosh: [231, 131, 234, 238, 242, 134, 132, 135, 142, 146, 151, 156, 159, 150],
  } as const;
  const encode = (text: string, encoding: keyof typeof IN): Uint8Array =>
    Uint8Array.from(text, (letter) => IN[encoding][LETTERS.indexOf(letter)] ?? letter.charCodeAt(0));
  const decode = (bytes: Uint8Array, encoding: 'windows-1252' | 'macintosh'): Uint8Array =>
    toBytes(new TextDecoder(encoding).decode(bytes));

  const LOWER = [
    'Juan Carlos,López,Díaz,1990-05-17,H,14',
    'María Luisa,Núñez,Iñiguez,1985-03-02,M,09',
    'José,Sánchez,Ruíz,1978-11-30,H,15',
    'Renata,Olvera,Tinajero,1990-05-17,M,09',
  ];
  const lower = `${[HEADER, ...LOWER].join('\n')}\n`;
  const upper = `${[HEADER, ...LOWER.map((row) => row.toUpperCase())].join('\n')}\n`;

  it.each<[string, (text: string) => Uint8Array]>([
    ['windows-1252', (text) => encode(text, 'windows-1252')],
    ['ibm850', (text) => encode(text, 'ibm850')],
    ['macintosh', (text) => encode(text, 'macintosh')],
    ['utf-8:macintosh>windows-1252', (text) => decode(encode(text, 'windows-1252'), 'macintosh')],
    ['utf-8:windows-1252>utf-8', (text) => decode(toBytes(text), 'windows-1252')],
    ['utf-8:windows-1252>ibm850', (text) => decode(encode(text, 'ibm850'), 'windows-1252')],
    ['utf-8:windows-1252>macintosh', (text) => decode(encode(text, 'macintosh'), 'windows-1252')],
    ['utf-8:macintosh>utf-8', (text) => decode(toBytes(text), 'macintosh')],
  ])('is recognised: %s', (encoding, write) => {
    for (const text of [lower, upper]) {
      const heard: Understood[] = [];
      const onUnderstood = (understood: Understood): void => void heard.push(understood);
      expect(runText({ sexo: undefined, onUnderstood }, write(text))).toBe(runText({ sexo: undefined }, text));
      expect(heard.map(({ reading }) => [reading.codificacion.value, reading.codificacion.basis])).toEqual([
        [encoding, 'vista'],
      ]);
    }
  });

  it.each(['ibm850', 'macintosh'] as const)('may be declared: %s', (codificacion) => {
    expect(runText({ codificacion }, encode(lower, codificacion))).toBe(runText({}, lower));
  });

  it('is UTF-8 if only some rows were spoilt, and those are marked for review', () => {
    const [spoilt] = LOWER.slice(2, 3).map((row) => new TextDecoder('windows-1252').decode(toBytes(row)));
    const read = rows({}, `${lower}${spoilt}\n`);
    expect(read.map(({ aviso, error_message }) => `${aviso}${error_message}` === '')).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(read[4]).toMatchObject({ nombres: 'JosÃ©' });
  });

  it.each([
    ['F\u00a0', (cell: string) => RENATA.replace(',M,', `,${cell},`)],
    ['maria\u00a0renata', (cell: string) => RENATA.replace('Renata', cell)],
    ['Renata\u00a0', (cell: string) => RENATA.replace('Renata', cell)],
  ])('is UTF-8 if the file has only no-break spaces beyond ASCII: %j', (cell, withCell) => {
    expect(rows({}, `${HEADER}\n${withCell(cell)}\n`)).toMatchObject([{ curp: KEY }]);
    expect(runText({}, `${HEADER}\n${withCell(cell)}\n`)).toContain(withCell(cell));
  });

  it.each([
    ['D’angelo', "D'angelo"],
    ['Ruiz–soto', 'Ruiz-soto'],
    ['Ruiz—soto', 'Ruiz-soto'],
  ])('is UTF-8 if the file has only signs of a word processor beyond ASCII: %s', (typographic, plain) => {
    const [key, same] = [typographic, plain].map((surname) =>
      keys(toBytes(`${HEADER}\n${RENATA.replace('Olvera', surname)}\n`)),
    );
    expect(key).toEqual(same);
  });
});

describe('in a file of UTF-8', () => {
  const BROKEN = in1252(`${NUSTA}\n`);

  it('a header in UTF-8 says nothing about its rows, and stays as it is', () => {
    const [row] = rows({}, concat(`${HEADER},año\n`, in1252(`${NUSTA},2020\n`)));
    expect(row).toMatchObject({ nombres: 'Ñusta', año: '2020', curp: NUSTA_KEY, code_error: '0' });
  });

  it('a row that is not UTF-8 gets code 8 and is written as if it were Windows-1252', () => {
    const [good, broken, other] = rows({}, concat(`${HEADER}\n${NUSTA}\n`, BROKEN, `${NUSTA}\n`));
    expect(good).toMatchObject({ curp: NUSTA_KEY, code_error: '0' });
    expect(broken).toMatchObject({ nombres: 'Ñusta', apellido_paterno: 'Peña', curp: '', code_error: '8' });
    expect(broken?.['error_message']).toMatch(/misma codificación/);
    expect(other).toMatchObject({ curp: NUSTA_KEY, code_error: '0' });
  });

  it('an object that is not UTF-8 gets code 8', () => {
    const input = concat(line({ nombres: 'Ñ' }), in1252(line({ nombres: 'Ñ' })), in1252('ñ\n'), line());
    const readBytes = objects({}, input);
    expect(readBytes.map((object) => object['code_error'])).toEqual([0, 8, 8, 0]);
    expect(readBytes[1]).toMatchObject({
      nombres: 'Ñ',
      error_message: expect.stringMatching(/misma codificación/) as unknown,
    });
    expect(readBytes[2]).toMatchObject({ linea: 'ñ' });
  });

  it.each<[string, Options, Uint8Array]>([
    ['by its mark', {}, withMark([0xef, 0xbb, 0xbf], concat(`${HEADER}\n`, BROKEN))],
    ['because the user declared it', { codificacion: 'utf-8' }, concat(`${HEADER}\n`, BROKEN)],
  ])('the first row that is not UTF-8 gets code 8 if the encoding is known %s', (_, options, bytes) => {
    expect(rows(options, bytes)).toMatchObject([{ code_error: '8', curp: '' }]);
  });

  it('a byte order mark may lie in the middle, where files were joined', () => {
    expect(keys(toBytes(`\ufeff${FILE}\ufeff${RENATA}\n`))).toEqual([KEY, NUSTA_KEY, KEY]);
    expect(objects({}, `\ufeff${line()}\ufeff${line()}`)).toMatchObject([{ curp: KEY }, { curp: KEY }]);
  });
});

describe('a file of UTF-16', () => {
  it('may lack its last byte', () => {
    const [renata, nusta] = rows({}, inUtf16le(FILE.trimEnd()).subarray(0, -1));
    expect(renata).toMatchObject({ curp: KEY });
    expect(nusta).toMatchObject({ entidad: '1\ufffd', code_error: '411' });
  });

  it('may have letters of two units, and lone halves are replaced', () => {
    const file = `${HEADER},notas\n${RENATA},🦊\n${RENATA},\ud83e\n`;
    expect(rows({}, inUtf16be(file))).toMatchObject([
      { notas: '🦊', curp: KEY },
      { notas: '\ufffd', curp: KEY },
    ]);
  });
});

describe('the first bytes of a file show its encoding', () => {
  it.each<[number[], Encoding | null, number]>([
    [[0xef, 0xbb, 0xbf, 65], 'utf-8', 3],
    [[0xff, 0xfe, 65, 0], 'utf-16le', 2],
    [[0xfe, 0xff, 0, 65], 'utf-16be', 2],
    [[65, 0, 66, 0], 'utf-16le', 0],
    [[0, 65, 0, 66], 'utf-16be', 0],
    [[65, 66, 67, 68], null, 0],
    [[0xef, 0xbb, 65, 66], null, 0],
    [[0, 0, 0, 0], null, 0],
    [[65, 0, 0, 0], null, 0],
    [[0xf1, 65, 66, 67], null, 0],
    [[65, 0xbb, 0xbf, 66], null, 0],
    [[0xef, 65, 0xbf, 66], null, 0],
    [[0xff, 65, 66, 67], null, 0],
    [[65, 0xfe, 66, 67], null, 0],
    [[0xfe, 65, 66, 67], null, 0],
    [[65, 0xff, 66, 67], null, 0],
    [[0, 0, 65, 0], null, 0],
    [[65, 0], null, 0],
    [[65, 66, 0, 67], null, 0],
    [[65], null, 0],
    [[0], null, 0],
    [[], null, 0],
  ])('%j', (bytes, encoding, length) => {
    expect(readMark(Uint8Array.from(bytes))).toEqual({ encoding, length });
  });
});

describe('UTF-8 is recognised', () => {
  const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const isUtf8 = (bytes: Uint8Array): boolean => (seenBetween(bytes, 0, bytes.length) & Seen.NOT_UTF8) === 0;

  /** Returns the length of the first character by the platform's decoder, or 0 if it is not UTF-8. */
  const length = (bytes: Uint8Array): number => {
    for (let n = 1; n <= Math.min(4, bytes.length); n++) {
      try {
        if (STRICT.decode(bytes.subarray(0, n)).length > 0) return n;
      } catch {
        // The character may be longer.
      }
    }
    return 0;
  };

  it('for the first and the last character of each length', () => {
    const distinct: string[] = [];
    for (const a of [
      0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5,
    ]) {
      for (const b of [0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]) {
        for (const c of [0x7f, 0x80, 0xbf, 0xc0]) {
          for (const d of [0x7f, 0x80, 0xbf, 0xc0]) {
            for (const bytes of [[a], [a, b], [a, b, c], [a, b, c, d]].map((all) => Uint8Array.from(all))) {
              if (utf8Length(bytes, 0) !== length(bytes)) distinct.push(bytes.toString());
            }
          }
        }
      }
    }
    expect(distinct).toEqual([]);
  });

  it.each([
    ['nothing', '', true],
    ['ASCII', 'a\u007f', true],
    ['letters beyond ASCII, one after the other', 'ñ漢🦊a', true],
    ['one byte beyond ASCII', Uint8Array.of(0x80), false],
    ['a letter of Windows-1252 at the end', in1252('Peña ñ'), false],
    ['a letter that is cut off', toBytes('a🦊').subarray(0, 4), false],
    ['a letter of Windows-1252 after one of UTF-8', concat('ñ', in1252('ña')), false],
  ])('in a whole text: %s', (_, text, isGood) => {
    expect(isUtf8(toBytes(text))).toBe(isGood);
  });

  slow('for every character of one or two bytes', () => {
    const distinct: number[][] = [];
    for (let a = 128; a < 256; a++) {
      for (let b = -1; b < 256; b++) {
        const bytes = Uint8Array.from(b < 0 ? [a] : [a, b]);
        if (utf8Length(bytes, 0) !== length(bytes)) distinct.push(Array.from(bytes));
      }
    }
    expect(distinct).toEqual([]);
  });

  it('for any character of three or four bytes', () => {
    const tail = fc.oneof(
      fc.integer({ min: 0x80, max: 0xbf }),
      fc.constantFrom(0x7f, 0x8f, 0x90, 0x9f, 0xa0, 0xc0, 255),
    );
    const bytes = fc.tuple(fc.integer({ min: 0xe0, max: 0xff }), tail, tail, tail).map((b) => Uint8Array.from(b));
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 4 }), (b, n) => {
        expect(utf8Length(b.subarray(0, n), 0)).toBe(length(b.subarray(0, n)));
      }),
      runs(1000),
    );
  });

  it('in any text', () => {
    const piece = fc.oneof(fc.constantFrom('a', 'ñ', '漢', '🦊').map(toBytes), fc.uint8Array({ maxLength: 2 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const bytes = concat(...pieces);
        let isGood = true;
        try {
          STRICT.decode(bytes);
        } catch {
          isGood = false;
        }
        expect(isUtf8(bytes)).toBe(isGood);
      }),
      runs(500),
    );
  });
});

it('an object is read as Windows-1252 if the user declares it, even if it is valid UTF-8', () => {
  const text = runText({ formato: 'ndjson', codificacion: 'windows-1252' }, '{"nombres":"Ñ"}\n');
  expect(text).toContain('"nombres":"Ã‘"');
});

describe('a row with bad quotes', () => {
  it.each([
    ['a stray quote before the accent', 'Ana "x" Peña,,,,,'],
    ['a stray quote after the accent', 'Peña "x" Ana,,,,,'],
    ['quotes that are not closed', '"Peña,,,,,'],
  ])('keeps its letters in Windows-1252: %s', (_, badRow) => {
    const [, row] = rows({}, in1252(`${HEADER}\n${NUSTA}\n${badRow}\n`));
    expect(row).toMatchObject({ nombres: badRow, code_error: '8' });
  });

  it('is judged by its own line, not by the lines that its quotes reach', () => {
    const file = concat(`${HEADER}\n${NUSTA}\n"abierta\n`, in1252('Peña"x\n'), `${RENATA}\n`);
    const messages = rows({}, file).map((row) => row['error_message']);
    expect(messages[1]).toMatch(/^Las comillas/);
    expect(messages[2]).toMatch(/UTF-8/);
    expect(messages[3]).toBe('');
  });
});
