/** The pieces in which bytes come change nothing: neither the output nor, much, the time it takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lote } from '../src/index.js';
import {
  type Opciones,
  correr,
  correrTexto,
  cortado,
  demorado,
  enBytes,
  enTexto,
  enTrozos,
  hacer,
  juntar,
} from './run-lote.js';
import { CABECERA, NUSTA, RENATA, conMarca, en1252, enUtf16be, enUtf16le, linea } from './people.js';

/** Whatever a row of CSV can be, good and bad. */
const FILAS = [
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
  '"final","sin","salto",2001-07-30,X,NE\r',
];
const CSV = [CABECERA, ...FILAS].join('\n');
/** Shorter, for it is cut at every place in each encoding. */
const CSV_RETORNOS = [CABECERA, NUSTA, '"Zoë","Ruiz\r\nVélez",,,,"a\nb"', '', '"añ"o', '"ñ'].join('\r\n');
const NDJSON = [
  linea(),
  '\n \r\n',
  '{"nombres":"Ñusta","sexo":"M"}\n',
  '{"nombres": "sin cerrar\n',
  '[1, 2]\r\n',
  '{"sexo":true}\n',
  '{"curp":"año"}',
].join('');

const ARCHIVOS: readonly (readonly [string, Opciones, Uint8Array])[] = [
  ['CSV', {}, enBytes(CSV)],
  ['CSV with a mark', { excel: true }, enBytes(`\ufeff${CSV_RETORNOS}`)],
  ['CSV in Windows-1252', { homonimos: true }, en1252(CSV_RETORNOS)],
  ['CSV of both', {}, juntar(CSV_RETORNOS, '"\n', en1252(CSV_RETORNOS))],
  ['CSV in UTF-16LE', {}, conMarca([0xff, 0xfe], enUtf16le(CSV_RETORNOS))],
  ['CSV in UTF-16BE without a mark', {}, enUtf16be(CSV_RETORNOS)],
  ['CSV validated', { operacion: 'validar' }, enBytes('\r\n\ncurp\nOETR900517MDFLNN05\n"ñ"\n\n""')],
  ['NDJSON', { formato: 'ndjson' }, enBytes(NDJSON)],
  ['NDJSON in Windows-1252', { formato: 'ndjson', homonimos: true }, en1252(NDJSON)],
  ['NDJSON in UTF-16', { formato: 'ndjson' }, conMarca([0xfe, 0xff], enUtf16be(NDJSON))],
];

describe.each(ARCHIVOS)('%s', (_, opciones, bytes) => {
  const entera = (): string => correrTexto(opciones, bytes);
  const enPartes = (trozos: Iterable<Uint8Array>): string =>
    enTexto(hacer(new Lote({ formato: 'csv', ...opciones }), trozos));

  demorado('cut in two at every place', () => {
    const esperada = entera();
    for (let i = 0; i <= bytes.length; i++) expect(enPartes(cortado(bytes, [i]))).toBe(esperada);
  });

  it('byte by byte', () => {
    expect(enPartes(enTrozos(bytes, 1))).toBe(entera());
  });

  demorado('in any pieces', () => {
    const esperada = entera();
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 20 }), (cortes) => {
        expect(
          enPartes(
            cortado(
              bytes,
              cortes.toSorted((a, b) => a - b),
            ),
          ),
        ).toBe(esperada);
      }),
      { numRuns: 30 },
    );
  });
});

demorado('any text at all under a header, in any pieces', () => {
  const pieza = fc.constantFrom('"', '""', ',', '\n', '\r\n', '\r', 'ñ', 'a', '🦊', RENATA, '"x\ny"');
  fc.assert(
    fc.property(fc.array(pieza, { maxLength: 30 }), fc.array(fc.nat(200), { maxLength: 6 }), (piezas, cortes) => {
      const bytes = enBytes(`${CABECERA}\n${piezas.join('')}`);
      const orden = cortes.map((n) => n % bytes.length).toSorted((a, b) => a - b);
      const salida = hacer(new Lote({ formato: 'csv' }), cortado(bytes, orden));
      expect(enTexto(salida)).toBe(correrTexto({}, bytes));
    }),
    { numRuns: 200 },
  );
});

it('a piece may be used for another as soon as it is taken', () => {
  const lote = new Lote({ formato: 'csv' });
  const bytes = enBytes(`${CABECERA}\n${RENATA}\n`);
  const trozo = new Uint8Array(1);
  const salida = Array.from(bytes, (byte) => {
    trozo[0] = byte;
    return juntar(...Array.from(lote.process(trozo), (hecho) => hecho.slice()));
  });
  expect(enTexto(juntar(...salida))).toBe(correrTexto({}, bytes));
});

describe('a piece that ends behind quotes with a line break in them', () => {
  it.each([
    ['at the end of the row', '"a\nb"', '\n'],
    ['before CRLF', '"a\nb"', '\r\n'],
    ['in the middle of CRLF', '"a\nb"\r', '\n'],
    ['before a delimiter', '"a\nb"', ',c\n'],
    ['between two quotes', '"a\nb"', '"c"\n'],
    ['before something else', '"a\nb"', 'c\n'],
    ['before something else behind CR', '"a\nb"\r', 'c\n'],
  ])('%s', (_, antes, despues) => {
    const [una, otra] = [enBytes(`${CABECERA}\n${antes}`), enBytes(`${despues}${RENATA}\n`)];
    const salida = hacer(new Lote({ formato: 'csv' }), [una, otra]);
    expect(enTexto(salida)).toBe(correrTexto({}, juntar(una, otra)));
  });
});

describe('longer than a piece', () => {
  const CITADAS = `"${'Re\nnata '.repeat(3000)}","Olvera"\r\n`;

  it.each([
    ['many rows', {}, `${CABECERA},notas\n${`${RENATA},${'ñ'.repeat(500)}\n`.repeat(400)}`],
    ['a row', {}, `${CABECERA}\n${'a'.repeat(20_000)}\n${RENATA}`],
    ['quotes over many lines', {}, `${CABECERA}\n${CITADAS}${RENATA}`],
    ['open quotes over many lines', {}, `${CABECERA}\n"${CITADAS}${RENATA}`],
    ['a header', {}, `${CABECERA},"${'a\n'.repeat(10_000)}"\n${RENATA},`],
    ['an object', { formato: 'ndjson' }, `{"a":"${'a'.repeat(20_000)}"}\n${linea()}`],
  ] as const)('%s', (_, opciones, texto) => {
    const bytes = enBytes(texto);
    for (const largo of [1000, 50_021]) {
      const salida = hacer(new Lote({ formato: 'csv', ...opciones }), enTrozos(bytes, largo));
      expect(Buffer.compare(salida, correr(opciones, bytes))).toBe(0);
    }
  });
});

/** Sizes at which anything quadratic takes tens of seconds, and the test its time limit. */
describe('takes no longer than its length, byte by byte', () => {
  const LARGO = 200_000;

  demorado.each([
    ['a long row', {}, `${CABECERA}\n${'a'.repeat(LARGO)}\n`],
    ['open quotes over many lines', {}, `${CABECERA}\n"${'\n'.repeat(LARGO)}`],
    ['a long header', {}, `${CABECERA},${'a'.repeat(LARGO)}\n`],
    ['a long object', { formato: 'ndjson' }, `{"a":"${'a'.repeat(LARGO)}"}\n`],
  ] as const)('%s', (_, opciones, texto) => {
    const bytes = enBytes(texto);
    const salida = hacer(new Lote({ formato: 'csv', ...opciones }), enTrozos(bytes, 1));
    expect(Buffer.compare(salida, correr(opciones, bytes))).toBe(0);
  });
});

describe('gives the answer as soon as a row is whole', () => {
  it.each([
    ['CSV', {}, CABECERA, `${RENATA},`],
    ['NDJSON', { formato: 'ndjson' }, '{"a":1}', linea().replace('}\n', ',"a":"')],
  ] as const)('%s', (_, opciones, primera, principio) => {
    const lote = new Lote({ formato: 'csv', ...opciones });
    const pedir = (texto: string): number => Array.from(lote.process(enBytes(texto))).length;
    expect(pedir(`${primera}\n`)).toBe(1);
    expect(pedir(principio + 'a'.repeat(5000))).toBe(0);
    expect(pedir('a'.repeat(100))).toBe(0);
    expect(pedir('"}\n')).toBe(1);
  });
});
