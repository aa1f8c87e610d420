/** The registries and the document that tells them say the same, in both directions. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HALLAZGOS, PALABRAS_INCONVENIENTES, ENTIDADES, PARTICULAS } from '../src/index.js';
import { REGLAS } from '../src/norma/reglas.js';

const documento = readFileSync(new URL('../../../docs/norm.md', import.meta.url), 'utf8');
const reglasDelDocumento = new Set(documento.match(/(?<=`)(?:(?:IN|R|I06|D) [\d.-]+|IN|GIIS)(?=`)/g));

describe('findings', () => {
  it('are those of the document, with the same severity and rule', () => {
    const filas = Array.from(
      documento.matchAll(/^\| `(\w+)` \| `(error|aviso)` \| (?:`([^`]+)`|—) \|/gm),
      ([, codigo, severidad, regla]) => [codigo, severidad, regla],
    );
    const registro = Object.entries(HALLAZGOS).map(([codigo, { severidad, regla }]) => [codigo, severidad, regla]);
    expect(filas.toSorted()).toEqual(registro.toSorted());
  });

  it('have a sentence in each language that names nothing but the datum', () => {
    for (const { mensaje } of Object.values(HALLAZGOS)) {
      for (const frase of mensaje) {
        expect(frase).toMatch(/^[A-ZÁÉÍÓÚ{].*\.$/u);
        expect(frase.replaceAll('{dato}', '')).not.toMatch(/[{}]/);
      }
    }
  });
});

describe('rules', () => {
  it('are all told in the document', () => {
    expect(Object.keys(REGLAS).filter((regla) => !reglasDelDocumento.has(regla))).toEqual([]);
  });

  it('of the document are in the registry, or decisions that no finding cites', () => {
    const ajenas = Array.from(reglasDelDocumento).filter((regla) => !(regla in REGLAS));
    expect(ajenas.every((regla) => /^D ([1-9]|1[0-6])$/.test(regla))).toBe(true);
  });

  it('have a text in each language', () => {
    for (const [es, en] of Object.values(REGLAS)) {
      expect(es).toMatch(/\S/);
      expect(en).toMatch(/\S/);
      expect(en).not.toBe(es);
    }
  });
});

describe('lists', () => {
  it('are printed whole in the document', () => {
    const palabras = new Set(documento.split(/[^\p{L}]+/u));
    const sueltas = [
      ...PALABRAS_INCONVENIENTES,
      ...PARTICULAS,
      ...ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad),
    ];
    expect(sueltas.filter((palabra) => !palabras.has(palabra))).toEqual([]);
    const nombres = ENTIDADES.map(({ nombreEntidad }) => nombreEntidad);
    expect(nombres.filter((nombre) => !documento.toUpperCase().includes(nombre))).toEqual([]);
  });
});
