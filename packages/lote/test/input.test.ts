/** What has come and is not read yet: where it is kept, and how often a row that does not end is looked at. */
import { describe, expect, it } from 'vitest';
import { Input } from '../src/read/input.js';
import { MAX_ROW } from '../src/bytes.js';
import { toBytes, toText } from './run-lote.js';

const SIZE = 1 << 18;
const bytes = (count: number): Uint8Array => new Uint8Array(count).fill(97);

/** That many bytes that were read before it, and what has come since. */
function inputWith(content: string | Uint8Array, readBytes = 0): Input {
  const input = new Input();
  input.append(bytes(readBytes));
  input.advance(readBytes);
  input.append(toBytes(content));
  return input;
}

const unread = ({ bytes: all, start, end }: Input): string => toText(all.subarray(start, end));

describe('what has come is kept', () => {
  it('where it is, while there is room behind it for a line feed and whole words', () => {
    const input = new Input();
    const { bytes: before } = input;
    input.append(bytes(SIZE - 3));
    input.advance(5);
    input.append(toBytes('xyz'));
    expect(input).toMatchObject({ start: 5, end: SIZE });
    expect(input.bytes).toBe(before);
    expect(input.bytes[SIZE]).toBe(10);
  });

  it('at the beginning, where there is room once what was read is dropped', () => {
    const input = new Input();
    const { bytes: before } = input;
    input.append(bytes(SIZE - 2));
    input.append(toBytes('xy'));
    input.advance(SIZE - 2);
    input.append(bytes(SIZE - 2));
    expect(input.bytes).toBe(before);
    expect(input).toMatchObject({ start: 0, end: SIZE });
    expect(unread(input) === `xy${'a'.repeat(SIZE - 2)}`).toBe(true);
  });

  it('in more room, where it needs that', () => {
    const input = inputWith('xy', SIZE - 2);
    input.append(bytes(SIZE - 1));
    expect(unread(input) === `xy${'a'.repeat(SIZE - 1)}`).toBe(true);
    expect(input.bytes.length - input.end).toBeGreaterThanOrEqual(8);
    expect(input.view.getUint8(0)).toBe('x'.charCodeAt(0));
  });
});

describe.each([0, 7])('a row is looked for, %d bytes from the beginning,', (readBytes) => {
  it('where something has come', () => {
    expect(inputWith('', readBytes).mayHaveRow()).toBe(false);
    expect(inputWith('a', readBytes).mayHaveRow()).toBe(true);
  });

  it('once a line feed has come since', () => {
    const input = inputWith('a,"b\nc', readBytes);
    input.foundNoRow();
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('d'));
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('"\n'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it('of a long one with open quotes, once there is a quarter more', () => {
    const input = inputWith(`${'a'.repeat(4999)}\n`, readBytes);
    input.foundNoRow();
    input.append(toBytes('\n'.repeat(1249)));
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('\n'));
    expect(input.mayHaveRow()).toBe(true);
    input.advance(input.end);
    input.append(toBytes('a'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it.each([
    ['a short one with open quotes', `${'a'.repeat(4095)}\n`],
    ['a long one without', 'a'.repeat(5000)],
  ])('of %s, at the next line feed', (_, text) => {
    const input = inputWith(text, readBytes);
    input.foundNoRow();
    input.append(toBytes('\n'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it('of a long one that had open quotes while it was short, at the next line feed', () => {
    const input = inputWith('"\n', readBytes);
    input.foundNoRow();
    input.append(bytes(5000));
    input.foundNoRow();
    input.append(toBytes('\n'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it('of one that is longer than any may be, at once', () => {
    const input = inputWith(bytes(MAX_ROW), readBytes);
    input.foundNoRow();
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('a'));
    expect(input.mayHaveRow()).toBe(true);
  });
});
