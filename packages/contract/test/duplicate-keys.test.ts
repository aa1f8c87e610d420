/** Names that stand twice in an object: the count of quotes shows quickly that there is none, and a scan finds them. */
import { describe, expect, it } from 'vitest';
import type { Field } from '../src/columns.js';
import { countQuotes, duplicateKeys, hasMoreNames, quotesMatch } from '../src/duplicate-keys.js';

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  ['none', '{}', 0],
  ['those of names and texts', '{"a":"b","c":1}', 6],
  ['not those that are escaped', String.raw`{"a":"\"b\" \\"}`, 4],
])('countQuotes counts the quotes of a line: %s', (_, line, quotes) => {
  const bytes = toBytes(`"${line}"`);
  expect(countQuotes(bytes, 1, bytes.length - 1)).toBe(quotes);
});

it.each([
  ['two names', '{"a":1,"b":2}', false],
  ['three names', '{"a":1,"b":2,"c":3}', true],
  ['texts with colons and escaped quotes', String.raw`{"a":"x:y\":z:","b":"::"}`, false],
  ['a list of texts', '{"a":["b","c","d","e"]}', false],
  ['the names of an inner object', '{"a":{"b":1,"c":2}}', true],
])('hasMoreNames tells whether a line has more than two names: %s', (_, line, hasMore) => {
  const bytes = toBytes(line);
  expect(hasMoreNames(2, bytes, 0, bytes.length)).toBe(hasMore);
});

it('hasMoreNames tells the names of a line among others, and of one as short as can be', () => {
  const bytes = toBytes('{"":1,"":2,"":3}{"a":1}');
  expect(hasMoreNames(2, bytes, 0, 16)).toBe(true);
  expect(hasMoreNames(3, bytes, 0, 16)).toBe(false);
  expect(hasMoreNames(1, bytes, 16, bytes.length)).toBe(false);
});

describe('quotesMatch: the line has just the quotes of its object', () => {
  it.each([
    ['a text', '{"a":"b"}', true],
    ['a number, a truth and nothing', '{"a":1,"b":true,"c":null}', true],
    ['nothing at all', '{}', true],
    ['several', '{"a":"b","c":2,"d":""}', true],
    ['a name that stands twice', '{"a":"b","a":"c"}', false],
    ['a name that stands twice, with numbers', '{"a":1,"a":2}', false],
    ['an object in it, which has its own', '{"a":{}}', false],
    ['a list in it', '{"a":[]}', false],
  ])('%s', (_, line, isMatch) => {
    const object = JSON.parse(line) as Record<string, unknown>;
    const bytes = toBytes(line);
    expect(quotesMatch(countQuotes(bytes, 0, bytes.length), object, Object.keys(object))).toBe(isMatch);
  });
});

describe('duplicateKeys finds the names that stand twice', () => {
  const DATA = new Map<string, Field>([
    ['sexo', 'sexo'],
    ['Nombre', 'nombres'],
  ]);

  it.each([
    ['none', '{"sexo":"M","Nombre":"a"}', []],
    ['one', '{"sexo":"M","Nombre":"a","sexo":"H"}', ['sexo']],
    ['two, one of them three times', '{"sexo":1,"Nombre":2,"Nombre":3,"sexo":4,"sexo":5}', ['nombres', 'sexo']],
    ['as it is escaped', String.raw`{"sexo":"M","se\u0078o":"H"}`, ['sexo']],
    ['with blanks before the colon', '{"sexo" :1, "sexo"\t: 2}', ['sexo']],
    ['not as a text', '{"sexo":"sexo","a":"sexo"}', []],
    ['not in an object', '{"sexo":1,"a":{"sexo":2},"b":[{"sexo":3}]}', []],
    ['behind an object and a list', '{"sexo":1,"a":{"b":{}},"c":[[]],"sexo":2}', ['sexo']],
    ['behind a text with quotes and braces', String.raw`{"sexo":1,"a":"\"{[","sexo":2}`, ['sexo']],
    ['not a name that is not asked for', '{"a":1,"a":2}', []],
  ])('%s', (_, text, fields) => {
    expect(duplicateKeys(text, DATA)).toEqual(fields);
  });
});
