/** The buffer in which rows are written. */
import { describe, expect, it } from 'vitest';
import { Salida } from '../src/write/output.js';
import { enBytes, enTexto } from './run-lote.js';

const TAMANO = 1 << 18;

describe('the buffer of an output', () => {
  it('is to be handed over once it is more than half full', () => {
    const salida = new Salida();
    salida.texto('a'.repeat(TAMANO / 2));
    expect(salida.llena).toBe(false);
    salida.byte(97);
    expect(salida.llena).toBe(true);
    expect(salida.tomar()).toHaveLength(TAMANO / 2 + 1);
    expect(salida.llena).toBe(false);
  });

  it('grows only where something does not fit, with room behind it, and keeps what is written', () => {
    const salida = new Salida();
    const { bytes } = salida;
    salida.reservar(TAMANO);
    expect(salida.bytes).toBe(bytes);
    salida.texto('Ñusta');
    salida.reservar(TAMANO - 5);
    expect(salida.bytes.length - salida.fin).toBeGreaterThanOrEqual(TAMANO - 5 + 8);
    const texto = `${'xyz '.repeat(TAMANO)}12345678`;
    salida.copiar(new DataView(enBytes(texto).buffer), 1, texto.length - 7);
    expect(enTexto(salida.tomar()) === `Ñusta${texto.slice(1, -7)}`).toBe(true);
  });
});
