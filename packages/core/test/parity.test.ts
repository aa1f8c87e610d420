/** The registries of findings and rules agree with docs/norm.md, in both directions. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HALLAZGOS, type Idioma, PALABRAS_INCONVENIENTES, ENTIDADES, PARTICULAS, hallazgo } from '../src/index.js';
import { en } from '../src/textos/en.js';
import * as es from '../src/textos/es.js';
import { REGLAS } from '../src/norma/reglas.js';

const document = readFileSync(new URL('../../../docs/norm.md', import.meta.url), 'utf8');
const rulesOfDocument = new Set(document.match(/(?<=`)(?:(?:IN|R|I06|D) [\d.-]+|IN|GIIS)(?=`)/g));

describe('findings', () => {
  it('have the severity and the rule of the document, which has no others', () => {
    const rows = Array.from(
      document.matchAll(/^\| `(\w+)` \| `(error|aviso)` \| (?:`([^`]+)`|—) \|/gm),
      ([, codigo, severidad, regla]) => [codigo, severidad, regla],
    );
    const registry = Object.entries(HALLAZGOS).map(([codigo, { severidad, regla }]) => [codigo, severidad, regla]);
    expect(rows.toSorted()).toEqual(registry.toSorted());
  });

  it.each([
    ['Spanish', es],
    ['English', en],
  ])('have a sentence in %s whose only gaps are the datum, the expected digit, a sign and a form', (_, idioma) => {
    expect(Object.keys(idioma.hallazgos).toSorted()).toEqual(Object.keys(HALLAZGOS).toSorted());
    for (const frase of Object.values(idioma.hallazgos)) {
      expect(frase).toMatch(/^[A-ZÁÉÍÓÚ{].*\.$/u);
      expect(frase.replaceAll(/\{(dato|esperado|signo|forma)\}/g, '')).not.toMatch(/[{}]/);
    }
  });
});

describe('the message of a finding', () => {
  const datos = {
    nombres: 'names',
    apellidoPaterno: 'first',
    apellidoMaterno: 'second',
    fechaNacimiento: 'birth',
    sexo: 'sex',
    entidad: 'state',
    curp: 'key',
    rfc: 'rfc',
  };

  it('names data as in Persona, or as the caller does', () => {
    expect(hallazgo('ausente', 'nombres', {}).mensaje).toBe('Falta nombres.');
    expect(hallazgo('ausente', 'nombres', { datos }).mensaje).toBe('Falta names.');
    expect(hallazgo('sexo_invalido', 'sexo', undefined).mensaje).toBe(
      'sexo debe ser H (hombre), M (mujer) o X (no binario).',
    );
    expect(hallazgo('sexo_invalido', 'sexo', { datos }).mensaje).toBe(
      'sex debe ser H (hombre), M (mujer) o X (no binario).',
    );
  });

  it('can be worded again from the finding', () => {
    const sign = hallazgo('nombre_con_signo', 'nombres', {}, undefined, { signo: '#' });
    expect(sign.partes).toEqual({ signo: '#' });
    const again = hallazgo(sign.codigo, sign.dato, {}, sign.posiciones, { ...sign.partes, dato: 'el nombre' });
    expect(again.mensaje).toBe('el nombre trae «#», que ningún nombre lleva: escríbalo como está en el acta.');
    expect(hallazgo('ausente', 'nombres', {})).not.toHaveProperty('partes');
  });
});

describe.each(['explicacion', 'cotejo', 'sugerencias'] as const)('%s', (part) => {
  it('has the same texts with the same gaps in both languages', () => {
    const gaps = (idioma: Idioma): string[] =>
      Object.entries(idioma[part]).map(
        ([frase, texto]) =>
          `${frase} ${
            texto
              .match(/\{\w+\}/g)
              ?.toSorted()
              .join() ?? ''
          }`,
      );
    expect(gaps(en)).toEqual(gaps(es));
  });
});

describe('rules', () => {
  it('are in the document if they are in the registry', () => {
    expect(Object.keys(REGLAS).filter((regla) => !rulesOfDocument.has(regla))).toEqual([]);
  });

  it('are in the registry if they are in the document, except the edition of 2006 and decisions, which no finding cites', () => {
    const foreign = Array.from(rulesOfDocument).filter((regla) => !(regla in REGLAS));
    expect(foreign.every((regla) => /^(I06 1|D ([1-9]|1[0-9]|20))$/.test(regla))).toBe(true);
  });

  it('have a text in each language', () => {
    for (const [espanol, ingles] of Object.values(REGLAS)) {
      expect(espanol).toMatch(/\S/);
      expect(ingles).toMatch(/\S/);
      expect(ingles).not.toBe(espanol);
    }
  });
});

describe('lists of the norm', () => {
  it('are whole in the document', () => {
    const palabras = new Set(document.split(/[^\p{L}]+/u));
    const single = [
      ...PALABRAS_INCONVENIENTES,
      ...PARTICULAS,
      ...ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad),
    ];
    expect(single.filter((palabra) => !palabras.has(palabra))).toEqual([]);
    const nombres = ENTIDADES.map(({ nombreEntidad }) => nombreEntidad);
    expect(nombres.filter((nombre) => !document.toUpperCase().includes(nombre))).toEqual([]);
  });
});
