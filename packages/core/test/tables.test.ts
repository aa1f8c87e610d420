/** Tests of the lists of the norm and of their packed tables. */
import { describe, expect, it } from 'vitest';
import { NOMBRES_OMITIDOS, PALABRAS_INCONVENIENTES, PARTICULAS } from '../src/index.js';
import { tablaDe } from '../src/nombre/palabra.js';

describe.each([
  ['PARTICULAS', PARTICULAS, 19],
  ['NOMBRES_OMITIDOS', NOMBRES_OMITIDOS, 8],
  ['PALABRAS_INCONVENIENTES', PALABRAS_INCONVENIENTES, 81],
] as const)('%s', (_, list, count) => {
  it(`has ${count} different words`, () => {
    expect(new Set(list).size).toBe(count);
    expect(list).toHaveLength(count);
  });

  it('fits its table without collisions', () => {
    expect(Array.from(tablaDe(list)).filter((palabra) => palabra !== 0)).toHaveLength(count);
  });
});
