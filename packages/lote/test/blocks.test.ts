/** How those that do blocks begin, and what they have done together. */
import { describe, expect, it } from 'vitest';
import { drain, doBlock, release, prepare, collect, sumTotals } from '../src/parallel/blocks.js';
import { isUtf16 } from '../src/read/encoding.js';
import type { Block, Lote } from '../src/index.js';
import type { Encoding } from '@curp-service/contract/jobs';
import { type Opciones, correrTexto, enTexto, juntar } from './run-lote.js';
import { CABECERA, CLAVE, CLAVE_NUSTA, NUSTA, RENATA, en1252 } from './people.js';

const bloque = (contenido: string | Uint8Array, codificacion: Encoding | null = null): Block => ({
  bytes: juntar(contenido),
  encoding: codificacion,
});
const escrito = (lote: Lote, hecho: Block): string =>
  enTexto(juntar(...Array.from(doBlock(lote, hecho), (pieza) => pieza.slice())));

/** One that has seen the header. */
function empezado(opciones: Opciones = {}, codificacion: Encoding | null = null): Lote {
  const lote = prepare({ formato: 'csv', ...opciones });
  drain(doBlock(lote, bloque(`${CABECERA}\n`, codificacion)));
  return lote;
}

describe('a block is done', () => {
  it('one after the other, the last line of each without its end too', () => {
    const lote = empezado();
    expect(escrito(lote, bloque(RENATA))).toBe(`${RENATA},${CLAVE},0,\n`);
    expect(escrito(lote, bloque(`${NUSTA}\n`))).toBe(`${NUSTA},${CLAVE_NUSTA},0,\n`);
    expect(lote.totals).toMatchObject({ filas: 2, correctas: 2 });
  });

  it('in what the file was known to be in when it began', () => {
    const lote = empezado();
    const en8 = `${NUSTA},${CLAVE_NUSTA},0,\n`;
    expect(escrito(lote, bloque(en1252(NUSTA), 'windows-1252'))).toBe(en8);
    expect(escrito(lote, bloque(en1252(NUSTA), 'utf-8'))).toContain('UTF-8');
    expect(escrito(lote, bloque(en1252(NUSTA)))).toBe(en8);
  });

  it.each(['utf-16le', 'utf-16be'] as const)('of a file in %s, which is in UTF-8 by now', (codificacion) => {
    for (const opciones of [{}, { codificacion }]) {
      const lote = empezado(opciones, codificacion);
      expect(escrito(lote, bloque(NUSTA, codificacion))).toBe(`${NUSTA},${CLAVE_NUSTA},0,\n`);
      expect(escrito(lote, bloque(en1252(NUSTA), codificacion))).toContain('UTF-8');
    }
  });

  it('as the user says that the file is in', () => {
    const lote = empezado({ codificacion: 'windows-1252' }, 'windows-1252');
    const en8 = correrTexto({ codificacion: 'windows-1252' }, `${CABECERA}\n${NUSTA}\n`).split('\n')[1];
    expect(escrito(lote, bloque(NUSTA, 'windows-1252'))).toBe(`${en8}\n`);
  });

  it('as it is, were its first bytes to look like a mark or like UTF-16', () => {
    const lote = empezado();
    expect(escrito(lote, bloque('R\0e\0,,,,,'))).toMatch(/^R\0e\0,,,,,,,8,.*NUL/);
    const otro = prepare({ formato: 'csv' });
    const cabeza = enTexto(juntar(...Array.from(otro.process(juntar('\ufeff', CABECERA, '\n')), (p) => p.slice())));
    expect(cabeza).toMatch(/\ufeffnombres,.*,error_message\n$/);
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
    filas: 9,
    correctas: 4,
    errores: new Map([
      [8, 3],
      [100, 2],
    ]),
  });
  expect(sumTotals([])).toEqual({ filas: 0, correctas: 0, errores: new Map() });
});

it('lets all pieces go by', () => {
  const vistas: number[] = [];
  function* piezas(): Generator<Uint8Array, void> {
    for (let i = 0; i < 3; i++) {
      vistas.push(i);
      yield new Uint8Array();
    }
  }
  drain(piezas());
  expect(vistas).toEqual([0, 1, 2]);
});

it('gives the memory of bytes back', () => {
  const bytes = juntar('abc');
  release(bytes);
  expect(bytes).toHaveLength(0);
});

describe('what a block becomes is collected', () => {
  const recogido = (partes: readonly string[], contenido: string, antes?: string) => {
    const largos: number[] = [];
    const asignar = (largo: number): Uint8Array<ArrayBuffer> => {
      largos.push(largo);
      return new Uint8Array(largo);
    };
    const todo = collect(
      partes.map((parte) => juntar(parte)),
      bloque(contenido),
      asignar,
      antes === undefined ? undefined : juntar(antes),
    );
    return { texto: enTexto(todo), largos };
  };

  it('in memory of twice its size, which is enough for most', () => {
    expect(recogido(['ab', 'cdef'], '123')).toEqual({ texto: 'abcdef', largos: [6] });
    expect(recogido([], '123')).toEqual({ texto: '', largos: [6] });
  });

  it('behind what there is', () => {
    expect(recogido(['ab', 'cdef'], '123', 'xyz')).toEqual({ texto: 'xyzabcdef', largos: [9] });
  });

  it('in more where that is not enough, and nothing is lost', () => {
    expect(recogido(['ab', 'cdefg', 'h'], '123', 'x')).toEqual({ texto: 'xabcdefgh', largos: [7, 16] });
  });
});
