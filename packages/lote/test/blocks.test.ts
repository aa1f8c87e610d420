/** Processing a file in blocks: `prepare`, `answerBlock`, `collect` and the sum of totals. */
import { describe, expect, it } from 'vitest';
import { drain, answerBlock, release, prepare, collect, sumTotals } from '../src/split.js';
import { isUtf16 } from '../src/read/encoding.js';
import type { Block, Lote } from '../src/index.js';
import type { Encoding } from '@curp-service/contract/reading';
import { type Options, runText, toText, concat } from './run-lote.js';
import { HEADER, KEY, NUSTA_KEY, NUSTA, RENATA, in1252 } from './people.js';

const block = (content: string | Uint8Array, codificacion: Encoding | null = null): Block => ({
  bytes: concat(content),
  encoding: codificacion,
});
const written = (lote: Lote, done: Block): string =>
  toText(concat(...Array.from(answerBlock(lote, done), (piece) => piece.slice())));

/** Returns a `Lote` that has read the header. */
function begun(options: Options = {}, codificacion: Encoding | null = null): Lote {
  const lote = prepare({ formato: 'csv', ...options });
  drain(answerBlock(lote, block(`${HEADER}\n`, codificacion)));
  return lote;
}

describe('answerBlock', () => {
  it('answers one block after another, even if the last line lacks its line feed', () => {
    const lote = begun();
    expect(written(lote, block(RENATA))).toBe(`${RENATA},${KEY},,0,\n`);
    expect(written(lote, block(`${NUSTA}\n`))).toBe(`${NUSTA},${NUSTA_KEY},,0,\n`);
    expect(lote.totals).toMatchObject({ rows: 2, good: 2 });
  });

  it('reads every block in the encoding of the file', () => {
    const inUtf8 = `${NUSTA},${NUSTA_KEY},,0,\n`;
    expect(written(begun({ codificacion: 'windows-1252' }), block(in1252(NUSTA)))).toBe(inUtf8);
    expect(written(begun({ codificacion: 'utf-8' }), block(in1252(NUSTA)))).toContain('UTF-8');
  });

  it.each(['utf-16le', 'utf-16be'] as const)(
    'reads a block of a file in %s as UTF-8, because the splitter has rewritten it',
    (codificacion) => {
      for (const options of [{}, { codificacion }]) {
        const lote = begun(options, codificacion);
        expect(written(lote, block(NUSTA, codificacion))).toBe(`${NUSTA},${NUSTA_KEY},,0,\n`);
        expect(written(lote, block(in1252(NUSTA), codificacion))).toContain('UTF-8');
      }
    },
  );

  it('reads a block in the declared encoding', () => {
    const lote = begun({ codificacion: 'windows-1252' }, 'windows-1252');
    const inUtf8 = runText({ codificacion: 'windows-1252' }, `${HEADER}\n${NUSTA}\n`).split('\n')[1];
    expect(written(lote, block(NUSTA, 'windows-1252'))).toBe(`${inUtf8}\n`);
  });

  it('does not take the first bytes of a block for a byte order mark or UTF-16', () => {
    const lote = begun();
    expect(written(lote, block('R\0e\0,b,c,,,'))).toMatch(/^R\0e\0,b,c,,,,,,8,.*NUL/);
    const other = prepare({ formato: 'csv' });
    const head = toText(concat(...Array.from(other.process(concat('\ufeff', HEADER, '\n')), (p) => p.slice())));
    expect(head).toMatch(/\ufeffnombres,.*,error_message\n$/);
  });
});

it('isUtf16 accepts both byte orders, and nothing else', () => {
  expect((['utf-16le', 'utf-16be', 'utf-8', 'windows-1252', null] as const).map(isUtf16)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('sumTotals adds rows, good rows and errors by code', () => {
  expect(
    sumTotals([
      { rows: 5, good: 3, reviews: 1, others: 4, errors: new Map([[8, 2]]), fullAt: 0 },
      {
        rows: 4,
        good: 1,
        reviews: 2,
        others: 1,
        errors: new Map([
          [8, 1],
          [100, 2],
        ]),
        fullAt: 0,
      },
    ]),
  ).toEqual({
    rows: 9,
    good: 4,
    reviews: 3,
    others: 5,
    errors: new Map([
      [8, 3],
      [100, 2],
    ]),
    fullAt: 0,
  });
  expect(sumTotals([])).toEqual({ rows: 0, good: 0, reviews: 0, others: 0, errors: new Map(), fullAt: 0 });
});

it('drain runs a generator to its end', () => {
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

it('release empties the array of bytes', () => {
  const bytes = concat('abc');
  release(bytes);
  expect(bytes).toHaveLength(0);
});

describe('collect', () => {
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

  it('allocates twice the size of the block', () => {
    expect(collected(['ab', 'cdef'], '123')).toEqual({ text: 'abcdef', lengths: [6] });
    expect(collected([], '123')).toEqual({ text: '', lengths: [6] });
  });

  it('writes after the bytes that it already holds', () => {
    expect(collected(['ab', 'cdef'], '123', 'xyz')).toEqual({ text: 'xyzabcdef', lengths: [9] });
  });

  it('allocates more if that is not enough, and loses no bytes', () => {
    expect(collected(['ab', 'cdefg', 'h'], '123', 'x')).toEqual({ text: 'xabcdefgh', lengths: [7, 16] });
  });
});
