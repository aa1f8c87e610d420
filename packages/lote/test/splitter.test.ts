/** Blocks of a file, done by several side by side, give what one alone gives for all of it. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Block, Splitter, Lote } from '../src/index.js';
import type { Encoding } from '@curp-service/contract/jobs';
import { FILA_MAXIMA, CsvReader } from '../src/read/csv-reader.js';
import { type Opciones, correr, demorado, enBytes, enTexto, enTrozos, hacer, juntar } from './run-lote.js';
import { CABECERA, NUSTA, RENATA, conMarca, en1252, enUtf16be, enUtf16le, linea } from './people.js';

const MEBIBYTE = 1 << 20;

/** The blocks of a file that comes in pieces of this size. */
function cortar(
  formato: 'csv' | 'ndjson',
  bytes: Uint8Array,
  largo: number,
  codificacion?: Encoding,
): { cabecera: Block | null; bloques: Block[] } {
  const cortador = new Splitter(formato, codificacion);
  const bloques = enTrozos(bytes, largo).flatMap((trozo) => Array.from(cortador.cortar(trozo)));
  bloques.push(...cortador.terminar());
  return { cabecera: cortador.cabecera, bloques };
}

/** What the blocks give, done in turn by two that know nothing of each other; the header of the output once. */
function enBloques(opciones: Opciones, { cabecera, bloques }: ReturnType<typeof cortar>): Uint8Array {
  const deCabecera: Uint8Array[] = [];
  const lotes = [0, 1].map(() => {
    const lote = new Lote({ formato: 'csv', ...opciones });
    if (cabecera !== null) {
      lote.codificacion = cabecera.encoding;
      deCabecera.push(juntar(...Array.from(lote.process(cabecera.bytes), (hecho) => hecho.slice())));
    }
    return lote;
  });
  const hechos = bloques.map((bloque, i) => {
    const lote = lotes[i % 2] as Lote;
    lote.codificacion = bloque.encoding;
    return hacer(lote, [bloque.bytes]);
  });
  return juntar(...deCabecera.slice(0, 1), ...hechos);
}

/** So many times that a block is full of it. */
const llenar = (texto: string): string => texto.repeat(Math.ceil((1.1 * MEBIBYTE) / enBytes(texto).length));

// Notes make the rows long, and the tests quick: a block is a mebibyte.
const CON_NOTAS = `${CABECERA},notas`;
const RENATA_Y_NOTAS = `${RENATA},${'notas y otras '.repeat(300)}\n`;
const PLANAS = llenar(RENATA_Y_NOTAS);
const NUSTA_SIN = `${NUSTA},\n`;
const NOTAS = `"${'con ""comillas"", más\n'.repeat(100)}"`;
const CITADAS = llenar(
  `"Renata","Olvera","Tina\njero","1990-05-17","M","09",${NOTAS}\r\n${NUSTA_SIN}${RENATA_Y_NOTAS}`,
);
const OBJETO = linea({ notas: 'x'.repeat(3000) });
const OBJETOS = llenar(OBJETO);
const OBJETO_CON_MAS = linea({ nombres: 'Ñusta', notas: '"{\n' });
const SIN_FIN = 'x'.repeat(1.2 * MEBIBYTE);

const ARCHIVOS: readonly (readonly [string, Opciones, Uint8Array])[] = [
  ['a short file', {}, enBytes(`${CON_NOTAS}\n${NUSTA},`)],
  [
    'plain rows, a first accent late, one that is broken',
    {},
    juntar(`${CON_NOTAS}\n${PLANAS}${NUSTA_SIN}${PLANAS}`, en1252(NUSTA_SIN), RENATA),
  ],
  [
    'a first accent late in Windows-1252, in quotes',
    {},
    juntar(`${CON_NOTAS}\n${PLANAS}"x`, en1252('ñ",,,,,,\n'), `${PLANAS}${NUSTA_SIN}`, en1252(NUSTA_SIN)),
  ],
  ['quotes with line breaks', { excel: true }, enBytes(`${CON_NOTAS}\r\n${CITADAS}${CITADAS}`)],
  ['quotes in Windows-1252', {}, en1252(`${CON_NOTAS}\r\n${CITADAS}${PLANAS}`)],
  [
    'quotes, told to be in Windows-1252',
    { codificacion: 'windows-1252' },
    enBytes(`${CON_NOTAS}\n${CITADAS}${NUSTA_SIN}`),
  ],
  ['quotes in UTF-16LE', {}, conMarca([0xff, 0xfe], enUtf16le(`${CON_NOTAS}\r\n${CITADAS}${NUSTA_SIN}`))],
  ['quotes, told to be in UTF-16BE', { codificacion: 'utf-16be' }, enUtf16be(`${CON_NOTAS}\n${CITADAS}${NUSTA_SIN}`)],
  ['quotes that are not closed', {}, enBytes(`${CON_NOTAS}\n${NUSTA_SIN}"abierta\n${PLANAS}"abierta\n${NUSTA_SIN}\n"`)],
  ['long lines', {}, enBytes(`${CON_NOTAS}\n${RENATA},\n${SIN_FIN}"\n${NUSTA_SIN}"${SIN_FIN}\n${NUSTA_SIN}${SIN_FIN}`)],
  [
    'a long line of accents before the first',
    {},
    juntar(
      `${CON_NOTAS}\n${RENATA},\n`,
      en1252('ñ'.repeat(1.2 * MEBIBYTE)),
      `\n${PLANAS}${NUSTA_SIN}`,
      en1252(NUSTA_SIN),
    ),
  ],
  [
    'objects, a first accent late, one that is broken',
    { formato: 'ndjson' },
    juntar(OBJETOS, OBJETO_CON_MAS, OBJETOS, en1252(OBJETO_CON_MAS), OBJETO),
  ],
  [
    'objects in Windows-1252, then in UTF-8',
    { formato: 'ndjson' },
    juntar(en1252(OBJETO_CON_MAS), OBJETOS, en1252(OBJETO_CON_MAS), OBJETO_CON_MAS),
  ],
  ['objects in UTF-16', { formato: 'ndjson' }, conMarca([0xfe, 0xff], enUtf16be(OBJETOS + OBJETO_CON_MAS))],
  ['a long object', { formato: 'ndjson' }, juntar(OBJETO, `{"a":"ñ${SIN_FIN}"}\n`, OBJETOS, en1252('ñ'))],
  ['marks in the middle', { formato: 'ndjson' }, juntar(OBJETO, llenar(`\ufeff${OBJETO}`), OBJETO)],
];

it.each(ARCHIVOS)('%s', (_, opciones, bytes) => {
  const corte = cortar(opciones.formato ?? 'csv', bytes, 50_021, opciones.codificacion);
  if (bytes.length > MEBIBYTE) expect(corte.bloques.length).toBeGreaterThan(1);
  expect(Buffer.compare(enBloques(opciones, corte), correr(opciones, bytes))).toBe(0);
});

it('gives no block and no header for nothing', () => {
  expect(cortar('csv', enBytes('\n\r\n'), 1)).toEqual({ cabecera: null, bloques: [] });
  expect(cortar('ndjson', new Uint8Array(), 1)).toMatchObject({ bloques: [] });
});

demorado('passes over a line beyond all measure in the time of its length', () => {
  const larga = `"${'x'.repeat(8 * MEBIBYTE)}"`;
  const { bloques } = cortar('csv', enBytes(`${CABECERA}\n${larga}\n${RENATA}\n`), 2000);
  const bytes = bloques.reduce((suma, bloque) => suma + bloque.bytes.length, 0);
  expect(bytes).toBeLessThan(2 * MEBIBYTE); // no more of it than tells that it is too long
});

const BLOQUE = 1 << 18;
const TROZO = 10_000;

/** How often rows are looked through from now on. */
function contarLecturas(): () => number {
  const espia = vi.spyOn(CsvReader.prototype, 'leer');
  onTestFinished(() => espia.mockRestore());
  return () => espia.mock.calls.length;
}

describe('a block', () => {
  it.each(['csv', 'ndjson'] as const)('of %s is given as soon as it is full, and not before', (formato) => {
    const filas = enBytes((formato === 'csv' ? `${RENATA}\n` : linea({})).repeat(20_000));
    const archivo = formato === 'csv' ? juntar(`${CABECERA}\n`, filas) : filas;
    const { cabecera, bloques } = cortar(formato, archivo, TROZO);
    const llenos = bloques.slice(0, -1).map(({ bytes }) => bytes.length);
    expect(llenos.length).toBeGreaterThan(1);
    expect(Math.min(...llenos)).toBeGreaterThan(BLOQUE - TROZO);
    expect(Math.max(...llenos)).toBeLessThan(BLOQUE + 2 * TROZO);
    const partes = [cabecera, ...bloques].map((bloque) => bloque?.bytes ?? '');
    expect(Buffer.compare(juntar(...partes), archivo)).toBe(0);
  });

  it('without quotes, of an encoding that is known, is cut without a look at its rows', () => {
    const cortador = new Splitter('csv', 'utf-8');
    for (const _ of cortador.cortar(enBytes(`${CABECERA}\n${`${NUSTA}\n`.repeat(10_000)}`)));
    const lecturas = contarLecturas();
    const [bloque] = cortador.cortar(enBytes(`${NUSTA}\n`.repeat(20_000)));
    expect(bloque?.bytes.at(-1)).toBe(10);
    expect(lecturas()).toBe(0);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('is not cut in quotes, wherever they stand (%d)', (mas) => {
    const cortador = new Splitter('csv', 'utf-8');
    const abierta = `"${'b'.repeat(mas)}\n`;
    const filas = `${CABECERA}\n${`${RENATA}\n`.repeat(6000)}`;
    const antes = `${filas}${'a'.repeat(BLOQUE - filas.length - abierta.length - 1)}\n`;
    const [bloque] = cortador.cortar(enBytes(antes + abierta));
    expect((cortador.cabecera?.bytes.length ?? 0) + (bloque?.bytes.length ?? 0)).toBe(antes.length);
    const [resto] = cortador.terminar();
    expect(enTexto(resto?.bytes ?? new Uint8Array())).toBe(abierta);
  });

  it('that is one row is not looked through for every piece of it that comes', () => {
    const cortador = new Splitter('csv');
    for (const _ of cortador.cortar(enBytes(`${CABECERA}\n`)));
    const lecturas = contarLecturas();
    const larga = enTrozos(enBytes(`"${'a\n'.repeat(FILA_MAXIMA / 2 - 10)}`), 1000);
    for (const trozo of larga) for (const _ of cortador.cortar(trozo)) expect.fail();
    expect(lecturas()).toBeGreaterThan(1);
    expect(lecturas()).toBeLessThan(10);
  });
});

describe('of a line longer than any row may be, no more is given than tells it', () => {
  it.each(['csv', 'ndjson'] as const)('%s', (formato) => {
    const fila = formato === 'csv' ? `${RENATA}\n` : linea({});
    for (const larga of ['x', '"x', 'ñ']) {
      const cortador = new Splitter(formato);
      const inicio = formato === 'csv' ? `${CABECERA}\n${fila}` : fila;
      const trozos = [inicio + larga, ...Array.from({ length: 60 }, () => 'x'.repeat(50_000)), 'x', `\n${fila}`, fila];
      const bloques = trozos.flatMap((trozo) => Array.from(cortador.cortar(enBytes(trozo))));
      bloques.push(...cortador.terminar());
      const texto = enTexto(juntar(...[cortador.cabecera, ...bloques].map((bloque) => bloque?.bytes ?? '')));
      expect(texto.startsWith(inicio + larga)).toBe(true);
      expect(texto.endsWith(`x\n${fila}${fila}`)).toBe(true);
      expect(texto.length).toBeGreaterThan(FILA_MAXIMA);
      expect(texto.length).toBeLessThan(FILA_MAXIMA + 2 * BLOQUE);
    }
  });
});

describe('a header', () => {
  it('longer than a block is waited for', () => {
    const larga = `${CABECERA},${'notas'.repeat(80_000)}`;
    const { cabecera, bloques } = cortar('csv', enBytes(`${larga}\n${RENATA},\n`), TROZO);
    expect(cabecera?.bytes.length).toBe(larga.length + 1);
    expect(bloques.map(({ bytes }) => enTexto(bytes))).toEqual([`${RENATA},\n`]);
  });

  it('that never ends goes to whoever says so, with all that there is', () => {
    const cortador = new Splitter('csv');
    const trozos = enTrozos(enBytes('x'.repeat(2 * FILA_MAXIMA)), TROZO);
    const dados = trozos.findIndex((trozo) => {
      for (const _ of cortador.cortar(trozo));
      return cortador.cabecera !== null;
    });
    expect(cortador.cabecera?.bytes.length).toBe((dados + 1) * TROZO);
    expect(cortador.cabecera?.bytes.length).toBeGreaterThan(FILA_MAXIMA);
    expect(cortador.cabecera?.bytes.length).toBeLessThan(FILA_MAXIMA + 2 * BLOQUE);
  });

  it('without its end, at the end', () => {
    const { cabecera, bloques } = cortar('csv', enBytes('"nombres'), 3);
    expect(enTexto(cabecera?.bytes ?? new Uint8Array())).toBe('"nombres\n');
    expect(bloques).toEqual([]);
  });
});
