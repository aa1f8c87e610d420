/** The buffer in which rows are written. */
import { describe, expect, it } from 'vitest';
import { Output } from '../src/write/output.js';
import { toBytes, toText } from './run-lote.js';

const SIZE = 1 << 18;

describe('the buffer of an output', () => {
  it('is full once it is more than half full', () => {
    const output = new Output();
    output.text('a'.repeat(SIZE / 2));
    expect(output.isFull).toBe(false);
    output.byte(97);
    expect(output.isFull).toBe(true);
    expect(output.take()).toHaveLength(SIZE / 2 + 1);
    expect(output.isFull).toBe(false);
  });

  it('grows only if something does not fit, and keeps the written bytes', () => {
    const output = new Output();
    const { bytes } = output;
    output.reserve(SIZE);
    expect(output.bytes).toBe(bytes);
    output.text('Ñusta');
    output.reserve(SIZE - 5);
    expect(output.bytes.length - output.end).toBeGreaterThanOrEqual(SIZE - 5);
    const text = `${'xyz '.repeat(SIZE)}12345678`;
    output.copy(toBytes(text), 1, text.length - 7);
    expect(toText(output.take()) === `Ñusta${text.slice(1, -7)}`).toBe(true);
  });
});
