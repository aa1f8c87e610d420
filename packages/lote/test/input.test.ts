/** What has come and is not read yet: where it is kept, and how often a row that does not end is looked at. */
import { describe, expect, it } from 'vitest';
import { Entrada } from '../src/read/input.js';
import { FILA_MAXIMA } from '../src/read/csv-reader.js';
import { enBytes, enTexto } from './run-lote.js';

const TAMANO = 1 << 18;
const bytes = (cuantos: number): Uint8Array => new Uint8Array(cuantos).fill(97);

/** That many bytes that were read before it, and what has come since. */
function con(contenido: string | Uint8Array, leidos = 0): Entrada {
  const entrada = new Entrada();
  entrada.agregar(bytes(leidos));
  entrada.avanzar(leidos);
  entrada.agregar(enBytes(contenido));
  return entrada;
}

const queda = ({ bytes: todos, inicio, fin }: Entrada): string => enTexto(todos.subarray(inicio, fin));

describe('what has come is kept', () => {
  it('where it is, while there is room behind it for a line feed and whole words', () => {
    const entrada = new Entrada();
    const { bytes: antes } = entrada;
    entrada.agregar(bytes(TAMANO - 3));
    entrada.avanzar(5);
    entrada.agregar(enBytes('xyz'));
    expect(entrada).toMatchObject({ inicio: 5, fin: TAMANO });
    expect(entrada.bytes).toBe(antes);
    expect(entrada.bytes[TAMANO]).toBe(10);
  });

  it('at the beginning, where there is room once what was read is dropped', () => {
    const entrada = new Entrada();
    const { bytes: antes } = entrada;
    entrada.agregar(bytes(TAMANO - 2));
    entrada.agregar(enBytes('xy'));
    entrada.avanzar(TAMANO - 2);
    entrada.agregar(bytes(TAMANO - 2));
    expect(entrada.bytes).toBe(antes);
    expect(entrada).toMatchObject({ inicio: 0, fin: TAMANO });
    expect(queda(entrada) === `xy${'a'.repeat(TAMANO - 2)}`).toBe(true);
  });

  it('in more room, where it needs that', () => {
    const entrada = con('xy', TAMANO - 2);
    entrada.agregar(bytes(TAMANO - 1));
    expect(queda(entrada) === `xy${'a'.repeat(TAMANO - 1)}`).toBe(true);
    expect(entrada.bytes.length - entrada.fin).toBeGreaterThanOrEqual(8);
    expect(entrada.vista.getUint8(0)).toBe('x'.charCodeAt(0));
  });
});

describe.each([0, 7])('a row is looked for, %d bytes from the beginning,', (leidos) => {
  it('where something has come', () => {
    expect(con('', leidos).puedeHaberFila()).toBe(false);
    expect(con('a', leidos).puedeHaberFila()).toBe(true);
  });

  it('once a line feed has come since', () => {
    const entrada = con('a,"b\nc', leidos);
    entrada.noHuboFila();
    expect(entrada.puedeHaberFila()).toBe(false);
    entrada.agregar(enBytes('d'));
    expect(entrada.puedeHaberFila()).toBe(false);
    entrada.agregar(enBytes('"\n'));
    expect(entrada.puedeHaberFila()).toBe(true);
  });

  it('of a long one with open quotes, once there is a quarter more', () => {
    const entrada = con(`${'a'.repeat(4999)}\n`, leidos);
    entrada.noHuboFila();
    entrada.agregar(enBytes('\n'.repeat(1249)));
    expect(entrada.puedeHaberFila()).toBe(false);
    entrada.agregar(enBytes('\n'));
    expect(entrada.puedeHaberFila()).toBe(true);
    entrada.avanzar(entrada.fin);
    entrada.agregar(enBytes('a'));
    expect(entrada.puedeHaberFila()).toBe(true);
  });

  it.each([
    ['a short one with open quotes', `${'a'.repeat(4095)}\n`],
    ['a long one without', 'a'.repeat(5000)],
  ])('of %s, at the next line feed', (_, texto) => {
    const entrada = con(texto, leidos);
    entrada.noHuboFila();
    entrada.agregar(enBytes('\n'));
    expect(entrada.puedeHaberFila()).toBe(true);
  });

  it('of a long one that had open quotes while it was short, at the next line feed', () => {
    const entrada = con('"\n', leidos);
    entrada.noHuboFila();
    entrada.agregar(bytes(5000));
    entrada.noHuboFila();
    entrada.agregar(enBytes('\n'));
    expect(entrada.puedeHaberFila()).toBe(true);
  });

  it('of one that is longer than any may be, at once', () => {
    const entrada = con(bytes(FILA_MAXIMA), leidos);
    entrada.noHuboFila();
    expect(entrada.puedeHaberFila()).toBe(false);
    entrada.agregar(enBytes('a'));
    expect(entrada.puedeHaberFila()).toBe(true);
  });
});
