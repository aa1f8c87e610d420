/** The buffer of unread bytes, and how often a row that does not end is searched. */
import { describe, expect, it } from 'vitest';
import { Input } from '../src/read/input.js';
import { MAX_ROW } from '../src/bytes.js';
import { toBytes, toText } from './run-lote.js';

const SIZE = 1 << 14;
const bytes = (count: number): Uint8Array => new Uint8Array(count).fill(97);

/** Returns an input that has read `readBytes` bytes and then got this content. */
function inputWith(content: string | Uint8Array, readBytes = 0): Input {
  const input = new Input();
  input.append(bytes(readBytes));
  input.advance(readBytes);
  input.append(toBytes(content));
  return input;
}

const unread = ({ bytes: all, start, end }: Input): string => toText(all.subarray(start, end));

describe('unread bytes', () => {
  it('stay where they are while there is room after them', () => {
    const input = new Input();
    const { bytes: before } = input;
    input.append(bytes(SIZE - 3));
    input.advance(5);
    input.append(toBytes('xyz'));
    expect(input).toMatchObject({ start: 5, end: SIZE });
    expect(input.bytes).toBe(before);
    expect(input.bytes[SIZE]).toBe(10);
  });

  it('move to the beginning if dropping the read bytes makes room', () => {
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

  it('move to a larger buffer if they need it', () => {
    const input = inputWith('xy', SIZE - 2);
    input.append(bytes(SIZE - 1));
    expect(unread(input) === `xy${'a'.repeat(SIZE - 1)}`).toBe(true);
  });
});

describe.each([0, 7])('mayHaveRow, %d bytes from the beginning,', (readBytes) => {
  it('is true if there are unread bytes', () => {
    expect(inputWith('', readBytes).mayHaveRow()).toBe(false);
    expect(inputWith('a', readBytes).mayHaveRow()).toBe(true);
  });

  it('is false after a vain search, until a line feed arrives', () => {
    const input = inputWith('a,"b\nc', readBytes);
    input.foundNoRow();
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('d'));
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('"\n'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it('is false for a long row with open quotes until a quarter more has arrived', () => {
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
    ['a short row with open quotes', `${'a'.repeat(4095)}\n`],
    ['a long row without quotes', 'a'.repeat(5000)],
  ])('is true for %s at the next line feed', (_, text) => {
    const input = inputWith(text, readBytes);
    input.foundNoRow();
    input.append(toBytes('\n'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it('is true at the next line feed for a long row that had open quotes while it was short', () => {
    const input = inputWith('"\n', readBytes);
    input.foundNoRow();
    input.append(bytes(5000));
    input.foundNoRow();
    input.append(toBytes('\n'));
    expect(input.mayHaveRow()).toBe(true);
  });

  it('is true at once for a row that is too long', () => {
    const input = inputWith(bytes(MAX_ROW), readBytes);
    input.foundNoRow();
    expect(input.mayHaveRow()).toBe(false);
    input.append(toBytes('a'));
    expect(input.mayHaveRow()).toBe(true);
  });
});
