/** NDJSON: objects as programs write them, and as nobody should. */
import { describe, expect, it } from 'vitest';
import { correrTexto } from './correr.js';

/** Sizes at which anything quadratic takes tens of seconds, and the test its time limit. */
describe('takes no longer than its length', () => {
  it('blanks inside the object', () => {
    const blancos = ' '.repeat(100_000);
    const salida = correrTexto({ formato: 'ndjson' }, `{${blancos}"a":1${blancos}}\n`);
    expect(salida.startsWith(`{${blancos}"a":1,"curp":null,`)).toBe(true);
  });
});
