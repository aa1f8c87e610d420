/** How those that do blocks begin, and what they have done together. */
import { describe, expect, it } from 'vitest';
import { drain, doBlock, release, prepare, collect, sumTotals } from '../src/parallel/blocks.js';
import { isUtf16 } from '../src/read/encoding.js';
import type { Block, Lote } from '../src/index.js';
import type { Encoding } from '@curp-service/contract/jobs';
import { type Options, runText, toText, concat } from './run-lote.js';
import { HEADER, KEY, NUSTA_KEY, NUSTA, RENATA, in1252 } from './people.js';

const block = (content: string | Uint8Array, codificacion: Encoding | null = null): Block => ({
  bytes: concat(content),
  encoding: codificacion,
});
const written = (lote: Lote, done: Block): string =>
  toText(concat(...Array.from(doBlock(lote, done), (piece) => piece.slice())));

/** One that has seen the header. */
function begun(options: Options = {}, codificacion: Encoding | null = null): Lote {
  const lote = prepare({ formato: 'csv', ...options });
  drain(doBlock(lote, block(`${HEADER}\n`, codificacion)));
  return lote;
}

describe('a block is done', () => {
  it('one after the other, the last line of each without its end too', () => {
    const lote = begun();
    expect(written(lote, block(RENATA))).toBe(`${RENATA},${KEY},0,\n`);
    expect(written(lote, block(`${NUSTA}\n`))).toBe(`${NUSTA},${NUSTA_KEY},0,\n`);
    expect(lote.totals).toMatchObject({ rows: 2, good: 2 });
  });

  it('in what the file was known to be in when it began', () => {
    const lote = begun();
    const inUtf8 = `${NUSTA},${NUSTA_KEY},0,\n`;
    expect(written(lote, block(in1252(NUSTA), 'windows-1252'))).toBe(inUtf8);
    expect(written(lote, block(in1252(NUSTA), 'utf-8'))).toContain('UTF-8');
    expect(written(lote, block(in1252(NUSTA)))).toBe(inUtf8);
  });

  it.each(['utf-16le', 'utf-16be'] as const)('of a file in %s, which is in UTF-8 by now', (codificacion) => {
    for (const options of [{}, { codificacion }]) {
      const lote = begun(options, codificacion);
      expect(written(lote, block(NUSTA, codificacion))).toBe(`${NUSTA},${NUSTA_KEY},0,\n`);
      expect(written(lote, block(in1252(NUSTA), codificacion))).toContain('UTF-8');
    }
  });

  it('as the user says that the file is in', () => {
    const lote = begun({ codificacion: 'windows-1252' }, 'windows-1252');
    const inUtf8 = runText({ codificacion: 'windows-1252' }, `${HEADER}\n${NUSTA}\n`).split('\n')[1];
    expect(written(lote, block(NUSTA, 'windows-1252'))).toBe(`${inUtf8}\n`);
  });

  it('as it is, were its first bytes to look like a mark or like UTF-16', () => {
    const lote = begun();
    expect(written(lote, block('R\0e\0,,,,,'))).toMatch(/^R\0e\0,,,,,,,8,.*NUL/);
    const other = prepare({ formato: 'csv' });
    const head = toText(concat(...Array.from(other.process(concat('\ufeff', HEADER, '\n')), (p) => p.slice())));
    expect(head).toMatch(/\ufeffnombres,.*,error_message\n$/);
  });
});

it('tells UTF-16 from others', () => {
  expect((['utf-16le', 'utf-16be', 'utf-8', 'windows-1252', null] as const).map(isUtf16)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('adds up what all have done', () => {
  expect(
    sumTotals([
      { rows: 5, good: 3, errors: new Map([[8, 2]]) },
      {
        rows: 4,
        good: 1,
        errors: new Map([
          [8, 1],
          [100, 2],
        ]),
      },
    ]),
  ).toEqual({
    rows: 9,
    good: 4,
    errors: new Map([
      [8, 3],
      [100, 2],
    ]),
  });
  expect(sumTotals([])).toEqual({ rows: 0, good: 0, errors: new Map() });
});

it('lets all pieces go by', () => {
  const seen: number[] = [];
  function* pieces(): Generator<Uint8Array, void> {
    for (let i = 0; i < 3; i++) {
      seen.push(i);
      yield new Uint8Array();
    }
  }
  drain(pieces());
  expect(seen).toEqual([0, 1, 2]);
});

it('gives the memory of bytes back', () => {
  const bytes = concat('abc');
  release(bytes);
  expect(bytes).toHaveLength(0);
});

describe('what a block becomes is collected', () => {
  const collected = (parts: readonly string[], content: string, before?: string) => {
    const lengths: number[] = [];
    const allocate = (length: number): Uint8Array<ArrayBuffer> => {
      lengths.push(length);
      return new Uint8Array(length);
    };
    const all = collect(
      parts.map((part) => concat(part)),
      block(content),
      allocate,
      before === undefined ? undefined : concat(before),
    );
    return { text: toText(all), lengths };
  };

  it('in memory of twice its size, which is enough for most', () => {
    expect(collected(['ab', 'cdef'], '123')).toEqual({ text: 'abcdef', lengths: [6] });
    expect(collected([], '123')).toEqual({ text: '', lengths: [6] });
  });

  it('behind what there is', () => {
    expect(collected(['ab', 'cdef'], '123', 'xyz')).toEqual({ text: 'xyzabcdef', lengths: [9] });
  });

  it('in more where that is not enough, and nothing is lost', () => {
    expect(collected(['ab', 'cdefg', 'h'], '123', 'x')).toEqual({ text: 'xabcdefgh', lengths: [7, 16] });
  });
});
