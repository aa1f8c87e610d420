/** Tests of the lists of the norm and of their packed tables. */
import { describe, expect, it } from 'vitest';
import { NOMBRES_OMITIDOS, PALABRAS_INCONVENIENTES, PARTICULAS } from '../src/index.js';
import { tablaDe } from '../src/palabra.js';

describe.each([
  ['PARTICULAS', PARTICULAS, 19],
  ['NOMBRES_OMITIDOS', NOMBRES_OMITIDOS, 8],
  ['PALABRAS_INCONVENIENTES', PALABRAS_INCONVENIENTES, 81],
] as const)('%s', (_, lista, cuantas) => {
  it(`has ${cuantas} different words`, () => {
    expect(new Set(lista).size).toBe(cuantas);
    expect(lista).toHaveLength(cuantas);
  });

  it('fits its table: no two words collide', () => {
    expect(Array.from(tablaDe(lista)).filter((palabra) => palabra !== 0)).toHaveLength(cuantas);
  });
});
