/** The encodings that files come in: told by their bytes, or by the user. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { esUtf8, largoUtf8, marcaDe } from '../src/read/encoding.js';
import type { Encoding } from '@curp-service/contract/jobs';
import type { Understood } from '../src/index.js';
import { type Opciones, celdas, correrTexto, demorado, enBytes, filas, juntar, objetos } from './run-lote.js';
import {
  CABECERA,
  CLAVE,
  CLAVE_NUSTA,
  NUSTA,
  RENATA,
  conMarca,
  en1252,
  enUtf16be,
  enUtf16le,
  linea,
} from './people.js';

const ARCHIVO = `${CABECERA}\n${RENATA}\n${NUSTA}\n`;
const SALIDA = `${CABECERA},curp,code_error,error_message\n${RENATA},${CLAVE},0,\n${NUSTA},${CLAVE_NUSTA},0,\n`;

const claves = (entrada: Uint8Array, opciones: Opciones = {}): (string | undefined)[] =>
  filas(opciones, entrada).map((fila) => fila['curp']);

describe('a file gives the same in', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', enBytes(ARCHIVO)],
    ['UTF-8 with a mark', conMarca([0xef, 0xbb, 0xbf], enBytes(ARCHIVO))],
    ['Windows-1252', en1252(ARCHIVO)],
    ['UTF-16LE', enUtf16le(ARCHIVO)],
    ['UTF-16LE with a mark', conMarca([0xff, 0xfe], enUtf16le(ARCHIVO))],
    ['UTF-16BE', enUtf16be(ARCHIVO)],
    ['UTF-16BE with a mark', conMarca([0xfe, 0xff], enUtf16be(ARCHIVO))],
  ])('%s', (_, bytes) => {
    expect(correrTexto({}, bytes)).toBe(SALIDA);
    expect(claves(bytes)).toEqual([CLAVE, CLAVE_NUSTA]);
  });

  it.each<[Encoding, Uint8Array]>([
    ['utf-8', enBytes(ARCHIVO)],
    ['utf-8', conMarca([0xef, 0xbb, 0xbf], enBytes(ARCHIVO))],
    ['windows-1252', en1252(ARCHIVO)],
    ['utf-16le', enUtf16le(ARCHIVO)],
    ['utf-16be', conMarca([0xfe, 0xff], enUtf16be(ARCHIVO))],
  ])('%s, as the user said', (codificacion, bytes) => {
    expect(correrTexto({ codificacion }, bytes)).toBe(SALIDA);
  });

  it.each<[string, Uint8Array]>([
    ['UTF-8 with a mark', enBytes(`\ufeff${linea({ nombres: 'Ñusta' })}`)],
    ['Windows-1252', en1252(linea({ nombres: 'Ñusta' }))],
    ['UTF-16LE', enUtf16le(linea({ nombres: 'Ñusta' }))],
    ['UTF-16BE with a mark', conMarca([0xfe, 0xff], enUtf16be(linea({ nombres: 'Ñusta' })))],
  ])('%s, one object a line', (_, bytes) => {
    expect(correrTexto({ formato: 'ndjson' }, bytes)).toBe(
      correrTexto({ formato: 'ndjson' }, linea({ nombres: 'Ñusta' })),
    );
  });
});

describe('tells before the first row what a file is in', () => {
  it.each<[string, Uint8Array]>([
    ['utf-8', enBytes(`${CABECERA}\n${RENATA}\n`)],
    ['utf-8', enBytes(`${CABECERA},año\n`)],
    ['utf-8', enBytes(ARCHIVO)],
    ['windows-1252', en1252(`${CABECERA},año\n`)],
    ['windows-1252', en1252(ARCHIVO)],
    ['utf-16le', enUtf16le(ARCHIVO)],
  ])('%s', (codificacion, bytes) => {
    const entendidos: Understood[] = [];
    correrTexto({ onUnderstood: (entendido) => void entendidos.push(entendido) }, bytes);
    expect(entendidos).toMatchObject([{ formato: 'csv', codificacion, delimitador: ',' }]);
  });

  it('one object a line', () => {
    const entendidos: Understood[] = [];
    const alEntender = (entendido: Understood): void => void entendidos.push(entendido);
    correrTexto({ formato: 'ndjson', onUnderstood: alEntender }, enUtf16be(linea()));
    correrTexto({ formato: 'ndjson', onUnderstood: alEntender }, '');
    expect(entendidos).toEqual([
      { formato: 'ndjson', codificacion: 'utf-16be' },
      { formato: 'ndjson', codificacion: 'utf-8' },
    ]);
  });
});

describe('Windows-1252', () => {
  const LETRAS = Array.from({ length: 128 }, (_, i) => 128 + i);
  const conLetra = (byte: number): Uint8Array => juntar(`"x`, Uint8Array.of(byte), `","y"`, '\n');

  it('has all its letters', () => {
    const archivo = juntar('curp,letra\n', ...LETRAS.map(conLetra));
    const leidas = celdas(correrTexto({ operacion: 'validar' }, archivo)).slice(1);
    const esperadas = LETRAS.map((byte) => `x${new TextDecoder('windows-1252').decode(Uint8Array.of(byte))}`);
    expect(leidas.map(([letra]) => letra)).toEqual(esperadas);
  });

  it('has the quotes and hyphens of a word processor in names', () => {
    const cotejo = filas(
      {},
      juntar(
        `${CABECERA}\n`,
        Uint8Array.of(0x93),
        'Renata',
        Uint8Array.of(0x94),
        ',O',
        Uint8Array.of(0x92),
        'Hara,,1990-05-17,M,09\n',
      ),
    );
    expect(cotejo).toMatchObject([{ nombres: '“Renata”', apellido_paterno: 'O’Hara', code_error: '0' }]);
  });

  it('may begin after hundreds of kilobytes of ASCII', () => {
    const archivo = juntar(`${CABECERA}\n`, `${RENATA}\n`.repeat(8000), en1252(`${NUSTA}\n`));
    expect(archivo.length).toBeGreaterThan(300_000);
    expect(claves(archivo).at(-1)).toBe(CLAVE_NUSTA);
  });

  it('may have a row that is UTF-8 by chance, or because files were joined', () => {
    expect(claves(juntar(en1252(ARCHIVO), `${NUSTA}\n`))).toEqual([CLAVE, CLAVE_NUSTA, CLAVE_NUSTA]);
  });

  it('is what the user says that it is', () => {
    const [, fila] = filas({ codificacion: 'windows-1252' }, ARCHIVO);
    expect(fila).toMatchObject({ nombres: 'Ã‘usta', apellido_paterno: 'PeÃ±a' });
  });
});

describe('UTF-8', () => {
  const ROTA = en1252(`${NUSTA}\n`);

  it('has a broken row that is its own error, in the letters that it seems to have', () => {
    const [buena, rota, otra] = filas({}, juntar(`${CABECERA}\n${NUSTA}\n`, ROTA, `${NUSTA}\n`));
    expect(buena).toMatchObject({ curp: CLAVE_NUSTA, code_error: '0' });
    expect(rota).toMatchObject({ nombres: 'Ñusta', apellido_paterno: 'Peña', curp: '', code_error: '8' });
    expect(rota?.['error_message']).toMatch(/no son UTF-8/);
    expect(otra).toMatchObject({ curp: CLAVE_NUSTA, code_error: '0' });
  });

  it('has a broken object that is its own error', () => {
    const entrada = juntar(linea({ nombres: 'Ñ' }), en1252(linea({ nombres: 'Ñ' })), en1252('ñ\n'), linea());
    const leidos = objetos({}, entrada);
    expect(leidos.map((objeto) => objeto['code_error'])).toEqual([0, 8, 8, 0]);
    expect(leidos[1]).toMatchObject({ nombres: 'Ñ', error_message: expect.stringMatching(/no son UTF-8/) as unknown });
    expect(leidos[2]).toMatchObject({ linea: 'ñ' });
  });

  it.each<[string, Opciones, Uint8Array]>([
    ['by its mark', {}, conMarca([0xef, 0xbb, 0xbf], juntar(`${CABECERA}\n`, ROTA))],
    ['by its header', {}, juntar(`${CABECERA},año\n`, en1252(`${NUSTA},\n`))],
    ['by what the user says', { codificacion: 'utf-8' }, juntar(`${CABECERA}\n`, ROTA)],
  ])('is what it is %s, and the first broken row is one', (_, opciones, bytes) => {
    expect(filas(opciones, bytes)).toMatchObject([{ code_error: '8', curp: '' }]);
  });

  it('may have a mark in the middle, where files were joined', () => {
    expect(claves(enBytes(`\ufeff${ARCHIVO}\ufeff${RENATA}\n`))).toEqual([CLAVE, CLAVE_NUSTA, CLAVE]);
    expect(objetos({}, `\ufeff${linea()}\ufeff${linea()}`)).toMatchObject([{ curp: CLAVE }, { curp: CLAVE }]);
  });
});

describe('UTF-16', () => {
  it('may lack its last byte', () => {
    const [renata, nusta] = filas({}, enUtf16le(ARCHIVO.trimEnd()).subarray(0, -1));
    expect(renata).toMatchObject({ curp: CLAVE });
    expect(nusta).toMatchObject({ entidad: '1\ufffd', code_error: '411' });
  });

  it('has letters of two units, and halves of them', () => {
    const archivo = `${CABECERA},notas\n${RENATA},🦊\n${RENATA},\ud83e\n`;
    expect(filas({}, enUtf16be(archivo))).toMatchObject([
      { notas: '🦊', curp: CLAVE },
      { notas: '\ufffd', curp: CLAVE },
    ]);
  });
});

describe('the first bytes', () => {
  it.each<[number[], Encoding | null, number]>([
    [[0xef, 0xbb, 0xbf, 65], 'utf-8', 3],
    [[0xff, 0xfe, 65, 0], 'utf-16le', 2],
    [[0xfe, 0xff, 0, 65], 'utf-16be', 2],
    [[65, 0, 66, 0], 'utf-16le', 0],
    [[0, 65, 0, 66], 'utf-16be', 0],
    [[65, 66, 67, 68], null, 0],
    [[0xef, 0xbb, 65, 66], null, 0],
    [[0, 0, 0, 0], null, 0],
    [[65, 0, 0, 0], null, 0],
    [[0xf1, 65, 66, 67], null, 0],
    [[65, 0xbb, 0xbf, 66], null, 0],
    [[0xef, 65, 0xbf, 66], null, 0],
    [[0xff, 65, 66, 67], null, 0],
    [[65, 0xfe, 66, 67], null, 0],
    [[0xfe, 65, 66, 67], null, 0],
    [[65, 0xff, 66, 67], null, 0],
    [[0, 0, 65, 0], null, 0],
    [[65, 0], null, 0],
    [[65, 66, 0, 67], null, 0],
    [[65], null, 0],
    [[0], null, 0],
    [[], null, 0],
  ])('%j', (bytes, codificacion, largo) => {
    expect(marcaDe(Uint8Array.from(bytes))).toEqual({ codificacion, largo });
  });
});

describe('a character of UTF-8', () => {
  const ESTRICTO = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** How long the character at the beginning is, by the platform's decoder; 0: it is none. */
  const largo = (bytes: Uint8Array): number => {
    for (let n = 1; n <= Math.min(4, bytes.length); n++) {
      try {
        if (ESTRICTO.decode(bytes.subarray(0, n)).length > 0) return n;
      } catch {
        // It may be longer.
      }
    }
    return 0;
  };

  it('at the edges of what there is', () => {
    const distintos: string[] = [];
    for (const a of [
      0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5,
    ]) {
      for (const b of [0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]) {
        for (const c of [0x7f, 0x80, 0xbf, 0xc0]) {
          for (const d of [0x7f, 0x80, 0xbf, 0xc0]) {
            for (const bytes of [[a], [a, b], [a, b, c], [a, b, c, d]].map((todos) => Uint8Array.from(todos))) {
              if (largoUtf8(bytes, 0) !== largo(bytes)) distintos.push(bytes.toString());
            }
          }
        }
      }
    }
    expect(distintos).toEqual([]);
  });

  it.each([
    ['nothing', '', true],
    ['ASCII', 'a\u007f', true],
    ['letters beyond ASCII, one behind the other', 'ñ漢🦊a', true],
    ['a byte alone', Uint8Array.of(0x80), false],
    ['a letter of Windows-1252 at the end', en1252('Peña ñ'), false],
    ['a letter that is cut off', enBytes('a🦊').subarray(0, 4), false],
    ['a letter of Windows-1252 behind one of UTF-8', juntar('ñ', en1252('ña')), false],
  ])('in a text: %s', (_, texto, bien) => {
    expect(esUtf8(enBytes(texto))).toBe(bien);
  });

  demorado('of one byte or two: all of them', () => {
    const distintos: number[][] = [];
    for (let a = 128; a < 256; a++) {
      for (let b = -1; b < 256; b++) {
        const bytes = Uint8Array.from(b < 0 ? [a] : [a, b]);
        if (largoUtf8(bytes, 0) !== largo(bytes)) distintos.push(Array.from(bytes));
      }
    }
    expect(distintos).toEqual([]);
  });

  demorado('of three bytes or four: any', () => {
    const cola = fc.oneof(
      fc.integer({ min: 0x80, max: 0xbf }),
      fc.constantFrom(0x7f, 0x8f, 0x90, 0x9f, 0xa0, 0xc0, 255),
    );
    const bytes = fc.tuple(fc.integer({ min: 0xe0, max: 0xff }), cola, cola, cola).map((b) => Uint8Array.from(b));
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 4 }), (b, n) => {
        expect(largoUtf8(b.subarray(0, n), 0)).toBe(largo(b.subarray(0, n)));
      }),
      { numRuns: 1000 },
    );
  });

  demorado('in a text: any', () => {
    const pieza = fc.oneof(fc.constantFrom('a', 'ñ', '漢', '🦊').map(enBytes), fc.uint8Array({ maxLength: 2 }));
    fc.assert(
      fc.property(fc.array(pieza, { maxLength: 5 }), (piezas) => {
        const bytes = juntar(...piezas);
        let bien = true;
        try {
          ESTRICTO.decode(bytes);
        } catch {
          bien = false;
        }
        expect(esUtf8(bytes)).toBe(bien);
      }),
      { numRuns: 500 },
    );
  });
});

it('an object is in Windows-1252 where the user says so, whatever it looks like', () => {
  const texto = correrTexto({ formato: 'ndjson', codificacion: 'windows-1252' }, '{"nombres":"Ñ"}\n');
  expect(texto).toContain('"nombres":"Ã‘"');
});

describe('a row of bad quotes', () => {
  it.each([
    ['a stray quote before the accent', 'Ana "x" Peña,,,,,'],
    ['a stray quote behind it', 'Peña "x" Ana,,,,,'],
    ['quotes that are not closed', '"Peña,,,,,'],
  ])('keeps its letters in Windows-1252: %s', (_, mala) => {
    const [, fila] = filas({}, en1252(`${CABECERA}\n${NUSTA}\n${mala}\n`));
    expect(fila).toMatchObject({ nombres: mala, code_error: '8' });
  });

  it('is judged by its own line, not by those that its quotes reach', () => {
    const archivo = juntar(`${CABECERA}\n${NUSTA}\n"abierta\n`, en1252('Peña"x\n'), `${RENATA}\n`);
    const mensajes = filas({}, archivo).map((fila) => fila['error_message']);
    expect(mensajes[1]).toMatch(/^Las comillas/);
    expect(mensajes[2]).toMatch(/UTF-8/);
    expect(mensajes[3]).toBe('');
  });
});
