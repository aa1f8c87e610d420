/** The size of the pieces in which a file arrives changes neither the output nor the order of the time that it takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, Lote, NO_EVIDENCE, Survey, decideReading } from '../src/index.js';
import {
  DECLARED,
  type Options,
  runFile,
  runText,
  cutAt,
  isFuzzing,
  runs,
  slow,
  toBytes,
  toText,
  inPieces,
  run,
  concat,
} from './run-lote.js';
import { HEADER, NUSTA, RENATA, withMark, in1252, inUtf16be, inUtf16le, line } from './people.js';

/** Rows of CSV of every kind, good and bad. */
const ROWS = [
  RENATA,
  NUSTA,
  '',
  '"Renata","Olvera","","17/05/1990","mujer","Ciudad de México"',
  '"Íñigo","O""Hara","Ruiz\nVélez",1975-12-01,H,DF\r',
  '"abierta,y sin cerrar,,,,',
  'mal "citada",Peña,,,,',
  'corta,ñ',
  'larga,,,1990-05-17,M,09,"de más",ñ',
  ',,,,,',
  `${RENATA},`,
  'TOTAL,,,,,',
  RENATA.replace('Renata', 'Lic. Renata'),
  '"Re\\"nata","Olvera",,1990-05-17,M,09',
  '"final","sin","salto",2001-07-30,X,NE\r',
];
const CSV = [HEADER, ...ROWS].join('\n');
/** A shorter file, because it is cut at every offset in each encoding. */
const CSV_RETURNS = [HEADER, NUSTA, '"Zoë","Ruiz\r\nVélez",,,,"a\nb"', '', '"añ"o', '"ñ'].join('\r\n');
const NDJSON = [
  line(),
  '\n \r\n',
  '{"nombres":"Ñusta","sexo":"M"}\n',
  '{"nombres": "sin cerrar\n',
  '[1, 2]\r\n',
  '{"sexo":true}\n',
  '{"curp":"año"}',
].join('');

/** Returns UTF-8 that a program took for Windows-1252. */
const in1252AsText = (text: string): string => new TextDecoder('windows-1252').decode(toBytes(text));

const FILES: readonly (readonly [string, Options, Uint8Array])[] = [
  ['CSV', {}, toBytes(CSV)],
  ['CSV with titles above', {}, toBytes(`Reporte;"de ""altas"""\n\n${CSV_RETURNS.replaceAll(',', ';')}`)],
  ['CSV with a mark', { excel: true }, toBytes(`\ufeff${CSV_RETURNS}`)],
  ['CSV in Windows-1252', {}, in1252(CSV_RETURNS)],
  ['CSV in Mac Roman', {}, Buffer.from(in1252(CSV_RETURNS.replaceAll('ñ', '\u0096').replaceAll('Ñ', '\u0084')))],
  ['CSV with accents that were spoilt', {}, toBytes(in1252AsText(CSV_RETURNS))],
  ['CSV of both', {}, concat(CSV_RETURNS, '"\n', in1252(CSV_RETURNS))],
  ['CSV in UTF-16LE', {}, withMark([0xff, 0xfe], inUtf16le(CSV_RETURNS))],
  ['CSV in UTF-16BE without a mark', {}, inUtf16be(CSV_RETURNS)],
  ['CSV validated', { operacion: 'validar' }, toBytes('\r\n\ncurp\nOETR900517MDFLNN05\n"ñ"\n\n""')],
  ['NDJSON', { formato: 'ndjson' }, toBytes(NDJSON)],
  ['NDJSON in Windows-1252', { formato: 'ndjson' }, in1252(NDJSON)],
  ['NDJSON in UTF-16', { formato: 'ndjson' }, withMark([0xfe, 0xff], inUtf16be(NDJSON))],
];

/** In bytes. A piece of this length ends a row, begins one, or both. */
const LONGER_THAN_A_ROW = 80;

describe.each(FILES)('%s', (_name, given, bytes) => {
  const options = { ...DECLARED, ...given } as const;
  const expected = runText(options, bytes);
  const evidenceIn = (pieces: readonly Uint8Array[]): Evidence => {
    const survey = new Survey(options);
    for (const piece of pieces) survey.read(piece);
    return survey.finish();
  };
  const evidence = evidenceIn([bytes]);
  const reading = decideReading(evidence, options);
  /** A `Lote` without a reading holds small files back, so only one with a reading processes the pieces themselves. */
  const check = (pieces: readonly Uint8Array[]): void => {
    expect(evidenceIn(pieces)).toEqual(evidence);
    expect(toText(run(new Lote({ ...options, reading }), pieces))).toBe(expected);
  };

  slow('has the same output however it is cut into pieces longer than a row', () => {
    // `npm run test:fuzz` tries every beginning, `npm test` some of them in each file.
    const step = isFuzzing ? 1 : 7;
    for (let i = bytes.length % step; i < LONGER_THAN_A_ROW; i += step) {
      check([bytes.subarray(0, i), ...inPieces(bytes.subarray(i), LONGER_THAN_A_ROW)]);
    }
  });

  it('has the same output byte by byte', () => {
    const pieces = inPieces(bytes, 1);
    check(pieces);
    expect(toText(run(new Lote(options), pieces))).toBe(expected);
  });

  it('has the same output in random pieces', () => {
    const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, (places) =>
        check(
          cutAt(
            bytes,
            places.toSorted((x, y) => x - y),
          ),
        ),
      ),
      runs(30),
    );
  });
});

it('any text under a header has the same output in any pieces', () => {
  const piece = fc.constantFrom('"', '""', ',', '\n', '\r\n', '\r', 'ñ', 'a', '🦊', RENATA, '"x\ny"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(200), { maxLength: 6 }), (pieces, cuts) => {
      const bytes = toBytes(`${HEADER}\n${pieces.join('')}`);
      const order = cuts.map((n) => n % bytes.length).toSorted((a, b) => a - b);
      const output = run(new Lote({ ...DECLARED }), cutAt(bytes, order));
      expect(toText(output)).toBe(runText({}, bytes));
    }),
    runs(200),
  );
});

it('the memory of a piece may be reused as soon as `process` has taken it', () => {
  const lote = new Lote({ ...DECLARED });
  const bytes = toBytes(`${HEADER}\n${RENATA}\n`);
  const piece = new Uint8Array(1);
  const output = Array.from(bytes, (byte) => {
    piece[0] = byte;
    return concat(...Array.from(lote.process(piece), (done) => done.slice()));
  });
  output.push(concat(...Array.from(lote.finish(), (done) => done.slice())));
  expect(toText(concat(...output))).toBe(runText({}, bytes));
});

describe('a piece may end after quotes that hold a line break', () => {
  it.each([
    ['at the end of the row', '"a\nb"', '\n'],
    ['before CRLF', '"a\nb"', '\r\n'],
    ['in the middle of CRLF', '"a\nb"\r', '\n'],
    ['before a delimiter', '"a\nb"', ',c\n'],
    ['between two quotes', '"a\nb"', '"c"\n'],
    ['before another character', '"a\nb"', 'c\n'],
    ['before another character after CR', '"a\nb"\r', 'c\n'],
  ])('%s', (_, before, after) => {
    const [one, other] = [toBytes(`${HEADER}\n${before}`), toBytes(`${after}${RENATA}\n`)];
    const output = run(new Lote({ ...DECLARED }), [one, other]);
    expect(toText(output)).toBe(runText({}, concat(one, other)));
  });
});

describe('a row may be longer than a piece', () => {
  const QUOTED = `"${'Re\nnata '.repeat(3000)}","Olvera"\r\n`;

  it.each([
    ['many rows', {}, `${HEADER},notas\n${`${RENATA},${'ñ'.repeat(500)}\n`.repeat(400)}`],
    ['a row', {}, `${HEADER}\n${'a'.repeat(20_000)}\n${RENATA}`],
    ['quotes over many lines', {}, `${HEADER}\n${QUOTED}${RENATA}`],
    ['open quotes over many lines', {}, `${HEADER}\n"${QUOTED}${RENATA}`],
    ['a header', {}, `${HEADER},"${'a\n'.repeat(10_000)}"\n${RENATA},`],
    ['an object', { formato: 'ndjson' }, `{"a":"${'a'.repeat(20_000)}"}\n${line()}`],
  ] as const)('%s', (_, options, text) => {
    const bytes = toBytes(text);
    for (const length of [1000, 50_021]) {
      const output = run(new Lote({ ...DECLARED, ...options }), inPieces(bytes, length));
      expect(Buffer.compare(output, runFile(options, bytes))).toBe(0);
    }
  });
});

/** At these sizes, quadratic work exceeds the time limit of a test. */
describe('a file that arrives byte by byte takes linear time', () => {
  const LENGTH = 200_000;

  slow.each([
    ['a long row', {}, `${HEADER}\n${'a'.repeat(LENGTH)}\n`],
    ['open quotes over many lines', {}, `${HEADER}\n"${'\n'.repeat(LENGTH)}`],
    ['a long header', {}, `${HEADER},${'a'.repeat(LENGTH)}\n`],
    ['a long object', { formato: 'ndjson' }, `{"a":"${'a'.repeat(LENGTH)}"}\n`],
  ] as const)('%s', (_, options, text) => {
    const bytes = toBytes(text);
    const output = run(new Lote({ ...DECLARED, ...options }), inPieces(bytes, 1));
    expect(Buffer.compare(output, runFile(options, bytes))).toBe(0);
  });
});

describe('a row is answered as soon as it is whole if the reading is known', () => {
  it.each([
    ['CSV', {}, HEADER, `${RENATA},`],
    ['NDJSON', { formato: 'ndjson' }, '{"a":1}', line().replace('}\n', ',"a":"')],
  ] as const)('%s', (_, options, first, beginning) => {
    const formato = 'csv';
    const reading = decideReading(NO_EVIDENCE, { formato, ...options });
    const lote = new Lote({ ...DECLARED, formato, ...options, reading });
    const ask = (text: string): number => Array.from(lote.process(toBytes(text))).length;
    expect(ask(`${first}\n`)).toBe(1);
    expect(ask(beginning + 'a'.repeat(5000))).toBe(0);
    expect(ask('a'.repeat(100))).toBe(0);
    expect(ask('"}\n')).toBe(1);
  });
});
