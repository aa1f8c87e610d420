/** Blocks of a file done by several, each by itself, give what one alone gives for all of it. */
import { expect, it } from 'vitest';
import { type Bloque, type Codificacion, Cortador, Lote } from '../src/index.js';
import { type Opciones, correr, enBytes, enTrozos, hacer, juntar } from './correr.js';
import { CABECERA, NUSTA, RENATA, conMarca, en1252, enUtf16be, enUtf16le, linea } from './personas.js';

const MEBIBYTE = 1 << 20;

/** The blocks of a file that comes in pieces of this size. */
function cortar(
  formato: 'csv' | 'ndjson',
  bytes: Uint8Array,
  largo: number,
  codificacion?: Codificacion,
): { cabecera: Bloque | null; bloques: Bloque[] } {
  const cortador = new Cortador(formato, codificacion);
  const bloques = enTrozos(bytes, largo).flatMap((trozo) => Array.from(cortador.cortar(trozo)));
  bloques.push(...cortador.terminar());
  return { cabecera: cortador.cabecera, bloques };
}

/** What each block gives by itself, the header of the output once. */
function enBloques(opciones: Opciones, { cabecera, bloques }: ReturnType<typeof cortar>): Uint8Array {
  const salidas = bloques.map((bloque, i) => {
    const lote = new Lote({ formato: 'csv', ...opciones });
    const deCabecera: Uint8Array[] = [];
    if (cabecera !== null) {
      lote.codificacion = cabecera.codificacion;
      for (const hecho of lote.procesar(cabecera.bytes)) deCabecera.push(hecho.slice());
    }
    lote.codificacion = bloque.codificacion;
    const hechos = hacer(lote, [bloque.bytes]);
    return i === 0 ? juntar(...deCabecera, hechos) : hechos;
  });
  return juntar(...salidas);
}

/** So many times that the whole is longer than some blocks. */
const repetir = (texto: string, mebibytes = 2.4): string =>
  texto.repeat(Math.ceil((mebibytes * MEBIBYTE) / enBytes(texto).length));

// Notes make the rows long, and the tests quick: a block is a mebibyte.
const NOTAS = 'notas y más notas, '.repeat(100);
const CON_NOTAS = `${CABECERA},notas`;
const PLANAS = repetir(`${RENATA},${'notas y otras '.repeat(150)}\n`);
const CITADAS = repetir(
  `"Renata","Olvera","Tina\njero","1990-05-17","M","09","${NOTAS}"\r\n${NUSTA},\n"a ""b""\n\n",,,,,,"${NOTAS}\n""\n"\n`,
);
const OBJETOS = repetir(linea({ notas: NOTAS }) + linea({ nombres: 'Ñusta', notas: `"{\n${NOTAS}` }));
const SIN_FIN = 'x'.repeat(1.5 * MEBIBYTE);

const ARCHIVOS: readonly (readonly [string, Opciones, Uint8Array])[] = [
  ['plain rows', {}, enBytes(`${CON_NOTAS}\n${PLANAS}`)],
  ['quotes with line breaks', { excel: true }, enBytes(`${CON_NOTAS}\r\n${CITADAS}`)],
  ['quotes in Windows-1252', {}, en1252(`${CON_NOTAS}\r\n${CITADAS}`)],
  ['quotes, told to be in Windows-1252', { codificacion: 'windows-1252' }, enBytes(`${CON_NOTAS}\n${CITADAS}`)],
  ['quotes in UTF-16LE', {}, conMarca([0xff, 0xfe], enUtf16le(`${CON_NOTAS}\r\n${CITADAS}`))],
  ['quotes, told to be in UTF-16BE', { codificacion: 'utf-16be' }, enUtf16be(`${CON_NOTAS}\n${CITADAS}`)],
  ['quotes that are not closed', {}, enBytes(`${CON_NOTAS}\n${PLANAS}"abierta\n${PLANAS}`)],
  ['quotes that are not closed at the end', {}, enBytes(`${CON_NOTAS}\n${CITADAS}"abierta\n${NUSTA},\n\n"`)],
  ['a long line', {}, enBytes(`${CON_NOTAS}\n${PLANAS}${SIN_FIN}"\n${CITADAS}"${SIN_FIN}\n${PLANAS}`)],
  ['a long line at the end', {}, enBytes(`${CON_NOTAS}\n${PLANAS}${SIN_FIN}`)],
  [
    'a long line of accents before the first',
    {},
    juntar(
      `${CON_NOTAS}\n${RENATA},\n`,
      en1252('ñ'.repeat(1.5 * MEBIBYTE)),
      `\n${PLANAS}${NUSTA},\n`,
      en1252(`${NUSTA},`),
    ),
  ],
  [
    'a first accent late, then broken',
    {},
    juntar(`${CON_NOTAS}\n${PLANAS}${NUSTA},\n${PLANAS}`, en1252(`${NUSTA},\n`), PLANAS),
  ],
  [
    'a first accent late in Windows-1252',
    {},
    juntar(`${CON_NOTAS}\n${PLANAS}"x`, en1252('ñ",,,,,,\n'), `${PLANAS}${NUSTA},\n`, en1252(`${NUSTA},`)),
  ],
  ['objects', { formato: 'ndjson' }, enBytes(OBJETOS)],
  ['objects in UTF-16', { formato: 'ndjson' }, conMarca([0xfe, 0xff], enUtf16be(OBJETOS))],
  ['objects in Windows-1252, then in UTF-8', { formato: 'ndjson' }, juntar(en1252(OBJETOS), OBJETOS)],
  [
    'objects, a first accent late, then broken',
    { formato: 'ndjson' },
    juntar(
      repetir(linea({ notas: 'a'.repeat(2000) }), 1.2),
      linea({ nombres: 'Ñ' }),
      repetir(linea({ notas: 'a'.repeat(2000) }), 2),
      en1252(OBJETOS),
    ),
  ],
  ['a long object', { formato: 'ndjson' }, juntar(OBJETOS, `{"a":"${SIN_FIN}"}\n`, OBJETOS, en1252('ñ'))],
  [
    'a mark in the middle',
    { formato: 'ndjson' },
    juntar(linea(), repetir(`\ufeff${linea({ notas: 'a'.repeat(2000) })}`)),
  ],
  ['a short file', {}, enBytes(`${CON_NOTAS}\n${NUSTA},`)],
];

it.each(ARCHIVOS)('%s', (_, opciones, bytes) => {
  const corte = cortar(opciones.formato ?? 'csv', bytes, 300_007, opciones.codificacion);
  if (bytes.length > 2 * MEBIBYTE) expect(corte.bloques.length).toBeGreaterThan(1);
  expect(Buffer.compare(enBloques(opciones, corte), correr(opciones, bytes))).toBe(0);
});

it('gives no block and no header for nothing', () => {
  expect(cortar('csv', enBytes('\n\r\n'), 1)).toEqual({ cabecera: null, bloques: [] });
  expect(cortar('ndjson', new Uint8Array(), 1)).toMatchObject({ bloques: [] });
});

it('passes over a line beyond all measure in the time of its length', () => {
  const larga = `"${'x'.repeat(8 * MEBIBYTE)}"`;
  const { bloques } = cortar('csv', enBytes(`${CABECERA}\n${larga}\n${RENATA}\n`), 2000);
  const bytes = bloques.reduce((suma, bloque) => suma + bloque.bytes.length, 0);
  expect(bytes).toBeLessThan(2 * MEBIBYTE); // no more of it than tells that it is too long
});
