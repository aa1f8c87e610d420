/** Splitting NDJSON that arrives in pieces into lines, and lines that are too long. */
import { describe, expect, it } from 'vitest';
import { Input } from '../src/read/input.js';
import { type Understood, Lote } from '../src/index.js';
import { MAX_ROW } from '../src/bytes.js';
import { NdjsonLines } from '../src/read/ndjson.js';
import { DECLARED, toBytes, toText, run } from './run-lote.js';

/** Takes pieces and returns the lines so far: a text, a length for a long one, `larga` for one that was not kept. */
function lineReader() {
  const input = new Input();
  const seen: (string | number)[] = [];
  const lines = new NdjsonLines(input, {
    line: (from, to) => {
      seen.push(to - from > 100 ? to - from : toText(input.bytes.subarray(from, to)));
    },
    longLine: () => void seen.push('larga'),
  });
  return {
    input,
    take: (piece: string, atEnd = false): (string | number)[] => {
      input.append(toBytes(piece));
      while (lines.nextRow(atEnd));
      return seen.splice(0);
    },
  };
}

describe('NDJSON lines that arrive in pieces', () => {
  it('are handed over once they are whole', () => {
    const { take } = lineReader();
    expect(take('a')).toEqual([]);
    expect(take('b\n\nc')).toEqual(['ab', '']);
    expect(take('d')).toEqual([]);
    expect(take('\n', true)).toEqual(['cd']);
  });

  it('may be as long as a row', () => {
    const { take } = lineReader();
    expect(take('a'.repeat(MAX_ROW))).toEqual([]);
    expect(take('\nb\n')).toEqual([MAX_ROW, 'b']);
    expect(take(`${'a'.repeat(MAX_ROW + 1)}\nb\n`)).toEqual(['larga', 'b']);
  });

  it('are reported once and not kept if they are too long', () => {
    const { input, take } = lineReader();
    expect(take(`b\n${'a'.repeat(MAX_ROW + 1)}`)).toEqual(['b', 'larga']);
    expect(input.start).toBe(input.end);
    expect(take('a')).toEqual([]);
    expect(input.start).toBe(input.end);
    expect(take('a\nc\n')).toEqual(['c']);
    expect(take('d\n')).toEqual(['d']);
  });
});

describe('onUnderstood is called', () => {
  const listen = () => {
    const heard: Understood[] = [];
    return {
      heard,
      lote: new Lote({ ...DECLARED, formato: 'ndjson', onUnderstood: (understood) => void heard.push(understood) }),
    };
  };

  it('once, when the reading is decided', () => {
    const { heard, lote } = listen();
    for (const _ of lote.process(new Uint8Array())) expect.fail();
    expect(heard).toEqual([]);
    for (const piece of ['{"a"', ':1}\n', '{}\n']) for (const _ of lote.process(toBytes(piece)));
    expect(heard).toEqual([]);
    for (const _ of lote.finish());
    expect(heard).toMatchObject([{ format: 'ndjson', encoding: 'utf-8' }]);
  });

  it('even for an empty file', () => {
    const { heard, lote } = listen();
    expect(run(lote, [])).toEqual(new Uint8Array());
    expect(heard).toMatchObject([{ format: 'ndjson', encoding: 'utf-8' }]);
  });
});
