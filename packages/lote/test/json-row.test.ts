/** A line of NDJSON that is read from its bytes has the names and texts that `JSON.parse` gives, or is left to it. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { KeyWriter } from '../src/answer/key.js';
import { Input } from '../src/read/input.js';
import { JsonRow } from '../src/read/json-row.js';
import { hasMoreNames } from '../src/read/ndjson.js';
import { seenBetween } from '../src/read/row.js';
import { PERSON, in1252, line } from './people.js';
import { concat, cutAt, run, runFile, runs, toBytes, toText } from './run-lote.js';
import { Lote } from '../src/index.js';

/** The names and the texts of a line; `null`: it is left to `JSON.parse`. A cell without a text gives `null` too. */
function readRow(text: string | Uint8Array): (readonly [string, string | null])[] | null {
  const input = new Input();
  input.append(concat('xx', text, '\n'));
  const row = new JsonRow();
  const seen = seenBetween(input.bytes, 2, input.end - 1);
  if (!row.read(input, 2, input.end - 1, seen)) return null;
  return Array.from({ length: row.cells }, (_, i) => [
    toText(row.line.subarray(row.nameFrom[i], row.nameTo[i])),
    row.haveTexts(i) ? row.text(i) : null,
  ]);
}

const unit = fc.constantFrom(...'ab ñÁ"\\/:,{}[]\u0007\t\u00a0\ufeff漢019.', '\u{1f98a}');
const texts = fc.string({ unit, maxLength: 8 });
const value = fc.oneof(
  { weight: 6, arbitrary: texts },
  fc.integer(),
  fc.double(),
  fc.constantFrom(true, false, null, -0, 0, 1e21, 'x'.repeat(101)),
);
const spaced = fc.constantFrom('', ' ', '\t', '\r', '  ');

describe('a line', () => {
  it('has the names and texts of its object', () => {
    const object = fc.dictionary(texts, value, { minKeys: 1, maxKeys: 5 });
    let read = 0;
    fc.assert(
      fc.property(object, fc.boolean(), spaced, (written, escaped, blank) => {
        const parts = Object.entries(written).map(([name, each]) => {
          const json = JSON.stringify(each);
          const text = escaped
            ? json.replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
            : json;
          return `${blank}${JSON.stringify(name)}${blank}:${blank}${text}${blank}`;
        });
        const cells = readRow(`${blank}{${parts.join(',')}}${blank}`);
        if (cells === null) return;
        read++;
        const entries = Object.entries(JSON.parse(`{${parts.join(',')}}`) as object);
        expect(new Map(cells.map(([name]) => [name, name]))).toEqual(new Map(entries.map(([name]) => [name, name])));
        for (const [name, text] of cells) {
          if (text !== null) expect(text).toBe(String(new Map(entries).get(name)));
        }
      }),
      runs(500),
    );
    expect(read).toBeGreaterThan(10);
  });

  it.each([
    ['a text', '{"a":"b"}', [['a', 'b']]],
    ['an empty text', '{"a":""}', [['a', '']]],
    [
      'numbers',
      '{"a":1990,"b":0}',
      [
        ['a', '1990'],
        ['b', '0'],
      ],
    ],
    [
      'escapes',
      String.raw`{"a":"Jos\u00e9 \/\"","b":"c"}`,
      [
        ['a', 'José /"'],
        ['b', 'c'],
      ],
    ],
    [
      'values that no datum has',
      '{"a":null,"b":-1.5e3,"c":true,"d":"e"}',
      [
        ['a', null],
        ['b', null],
        ['c', null],
        ['d', 'e'],
      ],
    ],
    ['a byte order mark', '{"a":"\ufeffb"}', [['a', null]]],
  ])('of the usual shape is read from its bytes: %s', (_, text, cells) => {
    expect(readRow(text)).toEqual(cells);
  });

  it('of Windows-1252 is read as UTF-8', () => {
    expect(readRow(in1252('{"año":"Ñusta"}'))).toEqual([['año', 'Ñusta']]);
  });

  it.each([
    '',
    '{}',
    '[]',
    '{"a"}',
    '{"a":1,}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":-}',
    '{"a":tru}',
    '{"a":TRUE}',
    '{"a":"b"',
    '{"a":"b"}}',
    '{"a":"b"} x',
    '{"a":{}}',
    '{"a":[1]}',
    '{"a":"\t"}',
    String.raw`{"a":"\x"}`,
    String.raw`{"a":"\ud83e"}`,
    String.raw`{"\u0061":1}`,
    `{${Array.from({ length: 300 }, (_, i) => `"a${i}":1`).join(',')}}`,
  ])('of another shape is left to JSON.parse: %s', (text) => {
    expect(readRow(text)).toBeNull();
  });
});

it('lines answered from their bytes are written as those answered from their objects, in any pieces', () => {
  const datum = fc.constantFrom<unknown>(
    'Ana',
    'Ñusta',
    'NULL',
    'Noé',
    '',
    'M',
    '09',
    9,
    null,
    '17/5/1990',
    'a"b',
    'Dr. X',
  );
  const person = fc.record(
    { nombres: datum, apellido_materno: datum, sexo: datum, entidad: datum, fecha_nacimiento: datum },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(2000)),
      fc.boolean(),
      (people, cuts, homonimos) => {
        const bytes = toBytes(people.map((changes, i) => line(i % 2 === 0 ? PERSON : changes)).join(''));
        const options = { formato: 'ndjson', sexo: 'hm', homonimos } as const;
        const places = cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b);
        const fromBytes = toText(run(new Lote(options), cutAt(bytes, places)));
        const spy = vi.spyOn(KeyWriter.prototype, 'write').mockReturnValue(false);
        const fromObjects = toText(runFile(options, bytes));
        spy.mockRestore();
        expect(fromBytes).toBe(fromObjects);
      },
    ),
    runs(60),
  );
});

it.each([
  ['two names', '{"a":1,"b":2}', false],
  ['three names', '{"a":1,"b":2,"c":3}', true],
  ['texts with colons and escaped quotes', String.raw`{"a":"x:y\":z:","b":"::"}`, false],
  ['a list of texts', '{"a":["b","c","d","e"]}', false],
  ['the names of an inner object', '{"a":{"b":1,"c":2}}', true],
])('hasMoreNames tells whether a line has more than two names: %s', (_, text, hasMore) => {
  const bytes = toBytes(text);
  expect(hasMoreNames(2, bytes, 0, bytes.length)).toBe(hasMore);
});

it('hasMoreNames tells the names of a line among others, and of one as short as can be', () => {
  const bytes = toBytes('{"":1,"":2,"":3}{"a":1}');
  expect(hasMoreNames(2, bytes, 0, 16)).toBe(true);
  expect(hasMoreNames(3, bytes, 0, 16)).toBe(false);
  expect(hasMoreNames(1, bytes, 16, bytes.length)).toBe(false);
});
