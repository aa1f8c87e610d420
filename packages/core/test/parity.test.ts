/** Tests that the registries of findings and rules and docs/norm.md agree, in both directions. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HALLAZGOS, type Idioma, PALABRAS_INCONVENIENTES, ENTIDADES, PARTICULAS } from '../src/index.js';
import { en } from '../src/textos/en.js';
import * as es from '../src/textos/es.js';
import { REGLAS } from '../src/norma/reglas.js';

const documento = readFileSync(new URL('../../../docs/norm.md', import.meta.url), 'utf8');
const reglasDelDocumento = new Set(documento.match(/(?<=`)(?:(?:IN|R|I06|D) [\d.-]+|IN|GIIS)(?=`)/g));

describe('findings', () => {
  it('have the severity and the rule that the document gives, and no others exist', () => {
    const filas = Array.from(
      documento.matchAll(/^\| `(\w+)` \| `(error|aviso)` \| (?:`([^`]+)`|—) \|/gm),
      ([, codigo, severidad, regla]) => [codigo, severidad, regla],
    );
    const registro = Object.entries(HALLAZGOS).map(([codigo, { severidad, regla }]) => [codigo, severidad, regla]);
    expect(filas.toSorted()).toEqual(registro.toSorted());
  });

  it.each([
    ['Spanish', es],
    ['English', en],
  ])('have a sentence in %s whose only gap is the datum', (_, idioma) => {
    expect(Object.keys(idioma.hallazgos).toSorted()).toEqual(Object.keys(HALLAZGOS).toSorted());
    for (const frase of Object.values(idioma.hallazgos)) {
      expect(frase).toMatch(/^[A-ZÁÉÍÓÚ{].*\.$/u);
      expect(frase.replaceAll('{dato}', '')).not.toMatch(/[{}]/);
    }
  });
});

describe.each(['explicacion', 'sugerencias'] as const)('%s', (parte) => {
  it('has the same texts with the same gaps in both languages', () => {
    const huecos = (idioma: Idioma): string[] =>
      Object.entries(idioma[parte]).map(
        ([frase, texto]) =>
          `${frase} ${
            texto
              .match(/\{\w+\}/g)
              ?.toSorted()
              .join() ?? ''
          }`,
      );
    expect(huecos(en)).toEqual(huecos(es));
  });
});

describe('rules', () => {
  it('of the registry are all in the document', () => {
    expect(Object.keys(REGLAS).filter((regla) => !reglasDelDocumento.has(regla))).toEqual([]);
  });

  it('of the document are in the registry, or decisions that no finding cites', () => {
    const ajenas = Array.from(reglasDelDocumento).filter((regla) => !(regla in REGLAS));
    expect(ajenas.every((regla) => /^D ([1-9]|1[0-9])$/.test(regla))).toBe(true);
  });

  it('have a text in each language', () => {
    for (const [espanol, ingles] of Object.values(REGLAS)) {
      expect(espanol).toMatch(/\S/);
      expect(ingles).toMatch(/\S/);
      expect(ingles).not.toBe(espanol);
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
