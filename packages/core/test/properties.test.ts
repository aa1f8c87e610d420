/** Properties that hold for every person and every value, tested with random ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DatosConocidos,
  type Persona,
  buscarEntidad,
  calcular,
  candidatas,
  cotejar,
  explicar,
  revisar,
  sugerir,
  validar,
} from '../src/index.js';
import { en } from '../src/textos/en.js';
import { digitoVerificador } from '../src/norma/digito-verificador.js';
import { nombre, persona } from './generators.js';
import { readVectors } from './people.js';

fc.configureGlobal({ numRuns: 200 });
/** The number of people compared with each of their 63 parts. */
const RUNS = Number(process.env['PERSONAS'] ?? 40);

const FORM = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[0A]\d$/;

function curpOf(p: Persona): string {
  const resultado = calcular(p);
  if (!resultado.ok) throw new Error(`no key: ${JSON.stringify(resultado.hallazgos)}`);
  return resultado.curp;
}

/** Returns the letter that a sentence of an explanation names: at its end, or as the first such letter of a Spanish word. */
function letterIn(sentence: string): string | undefined {
  const named = /(?:: | va | da | cuenta como )(.)$/.exec(sentence)?.[1];
  if (named !== undefined) return named;
  const [, what, word = ''] = /(inicial|vocal|consonante)(?: interna)? de ([A-ZÁÉÍÓÚÜÑ]+)$/.exec(sentence) ?? [];
  const letters = word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (what === 'inicial') return letters[0];
  return (what === 'vocal' ? /[AEIOU]/ : /[^AEIOU]/).exec(letters.slice(1))?.[0];
}

const always = (title: string, claim: (p: Persona) => void): void => {
  it(title, () => fc.assert(fc.property(persona, claim)));
};

describe('a calculated key', () => {
  always('has the form of a CURP, position by position', (p) => {
    expect(curpOf(p)).toMatch(FORM);
  });

  always('has the only check digit that validates', (p) => {
    const first17 = curpOf(p).slice(0, 17);
    const good = Array.from('0123456789').filter((digito) => validar(first17 + digito).valido);
    expect(good).toEqual([digitoVerificador(first17)]);
    expect(curpOf(p)).toBe(first17 + digitoVerificador(first17));
  });

  always('is valid, and date, sex and entity can be read from it', (p) => {
    const isOld = Number(p.fechaNacimiento.slice(0, 4)) < new Date().getUTCFullYear() - 110;
    const validacion = validar(curpOf(p));
    expect(validacion.hallazgos.map(({ codigo }) => codigo)).toEqual(isOld ? ['edad_inusual'] : []);
    expect(validacion).toMatchObject({
      valido: true,
      datos: { fechaNacimiento: p.fechaNacimiento, sexo: p.sexo, ...buscarEntidad(p.entidad), homonimo: false },
    });
  });

  always('equals the characters of its explanation, whose sentences have no open gap in either language', (p) => {
    for (const idioma of [undefined, en]) {
      const explained = explicar(p, { idioma });
      if (!explained.ok) throw new Error('not explained');
      expect(explained.explicacion.map(({ caracter }) => caracter).join('')).toBe(curpOf(p));
      expect(explained.raiz + explained.diferenciador + explained.digitoVerificador).toBe(curpOf(p));
      expect(explained.explicacion.map(({ posicion }) => posicion)).toEqual(
        Array.from({ length: 18 }, (_, i) => i + 1),
      );
      expect(explained.explicacion.filter(({ texto }) => /[{}]|undefined|^$/.test(texto))).toEqual([]);
    }
  });

  always('has in each place of a letter the letter that the sentence of its explanation names', (p) => {
    const explained = explicar(p);
    if (!explained.ok) throw new Error('not explained');
    for (const { posicion, caracter, texto } of explained.explicacion) {
      expect([posicion, caracter]).toEqual([posicion, letterIn(texto) ?? caracter]);
    }
  });

  always('is identical in a comparison, and its candidates share its root', (p) => {
    expect(cotejar(curpOf(p), p)).toMatchObject({ ok: true, resultado: 'identica', calculada: curpOf(p) });
    const list = candidatas(p);
    const claves = list.ok ? list.candidatas : [];
    expect(new Set(claves).size).toBe(10);
    expect(claves[0]).toBe(curpOf(p));
    for (const clave of claves.slice(1)) {
      expect(cotejar(clave, p)).toMatchObject({ resultado: 'misma_raiz' });
      expect(validar(clave)).toMatchObject({ valido: true, datos: { homonimo: true } });
    }
  });
});

describe('a comparison with part of the data', () => {
  const DATOS = ['nombres', 'apellidoPaterno', 'apellidoMaterno', 'fechaNacimiento', 'sexo', 'entidad'] as const;
  /** All 63 parts of the data, the whole too: the data whose bits are set. */
  const PARTS = Array.from({ length: 63 }, (_, i) => DATOS.filter((_dato, bit) => ((i + 1) >> bit) & 1));
  type Part = (typeof PARTS)[number];

  const pick = (p: Persona, part: Part): DatosConocidos => Object.fromEntries(part.map((dato) => [dato, p[dato]]));

  /** Returns surnames that can give the letters of a key where one is unknown, and the other data that do. */
  function completions(key: string): Record<(typeof DATOS)[number], string[]> {
    const at = (...positions: number[]): string => positions.map((position) => key.charAt(position - 1)).join('');
    const surnames = ['', 'DESCONOCIDO', at(1, 14, 2), at(3, 15)];
    return {
      nombres: [at(4, 16)],
      apellidoPaterno: surnames,
      apellidoMaterno: surnames,
      fechaNacimiento: [`${/\d/.test(at(17)) ? 19 : 20}${at(5, 6)}-${at(7, 8)}-${at(9, 10)}`],
      sexo: [at(11)],
      entidad: [at(12, 13)],
    };
  }

  /** Returns whether a person with these data can have the key, apart from its differentiator. */
  function hasHolder(key: string, known: DatosConocidos): boolean {
    const people = Object.entries(completions(key)).reduce<object[]>(
      (some, [dato, values]) =>
        dato in known ? some : some.flatMap((one) => values.map((value) => ({ ...one, [dato]: value }))),
      [known],
    );
    const rootOf = (curp: string): string => curp.slice(0, 16) + (curp.charAt(16) < 'A' ? '0' : 'A');
    return people.some((one) => rootOf(curpOf(one as Persona)) === rootOf(key));
  }

  /** Returns the verdict of a comparison on each datum, and the positions that do not agree. */
  function verdict(key: string, known: DatosConocidos): string {
    const cotejo = cotejar(key, known);
    if (!cotejo.ok) return 'not compared';
    const { resultado, campos, posiciones } = cotejo;
    const differing = posiciones.filter(({ coincide }) => !coincide).map(({ posicion }) => posicion);
    return [resultado, ...DATOS.map((dato) => campos[dato]), campos.rfc, 'calculada' in cotejo, ...differing].join(' ');
  }

  it("agrees with a person's own key, whichever of the 63 parts is given", () => {
    fc.assert(
      fc.property(persona, fc.nat(9), (p, differentiator) => {
        const list = candidatas(p);
        const key = list.ok ? (list.candidatas[differentiator] ?? '') : '';
        const parts = PARTS.slice(0, -1);
        expect(parts.map((part) => verdict(key, pick(p, part)))).toEqual(
          parts.map((part) => {
            const data = DATOS.map((dato) => (part.includes(dato) ? 'coincide' : 'sin_dato'));
            return ['compatible', ...data, 'sin_dato', false].join(' ');
          }),
        );
        expect(verdict(key, p)).toContain(
          `${differentiator === 0 ? 'identica' : 'misma_raiz'}${' coincide'.repeat(6)}  true`,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('differs exactly if no person with the given data can have the key', () => {
    fc.assert(
      fc.property(persona, persona, fc.constantFrom(...DATOS), (p, other, changed) => {
        const key = curpOf(p);
        const wrong = { ...p, [changed]: other[changed] };
        // A changed surname can move the other one to another position.
        const suspects = changed.startsWith('apellido') ? ['apellidoPaterno', 'apellidoMaterno'] : [changed];
        const judged = PARTS.filter((part) => part.includes(changed)).map((part) => {
          const known = pick(wrong, part);
          const cotejo = cotejar(key, known);
          const differing = DATOS.filter((dato) => cotejo.ok && cotejo.campos[dato] === 'difiere');
          return { part, holder: hasHolder(key, known), agrees: cotejo.ok && differing.length === 0, differing };
        });
        expect(judged.filter(({ holder, agrees }) => holder !== agrees)).toEqual([]);
        expect(judged.filter(({ differing }) => differing.some((dato) => !suspects.includes(dato)))).toEqual([]);
      }),
      { numRuns: 3 * RUNS },
    );
  });
});

describe('a person written in another way has the same key', () => {
  const same = (title: string, rewrite: (texto: string) => string): void => {
    always(title, (p) => {
      const other = (texto: string | null | undefined): string | null | undefined => texto && rewrite(texto);
      const rewritten = {
        ...p,
        nombres: rewrite(p.nombres),
        apellidoPaterno: other(p.apellidoPaterno),
        apellidoMaterno: other(p.apellidoMaterno),
      };
      expect(curpOf(rewritten)).toBe(curpOf(p));
    });
  };
  same('in lower case', (texto) => texto.toLowerCase());
  same('with more white space', (texto) => `\t ${texto.replaceAll(' ', ' \u00a0 ')}\n`);
  same('decomposed', (texto) => texto.normalize('NFD'));
  same('composed', (texto) => texto.normalize('NFC'));
  same('without accents', (texto) => texto.replace(/[ÁÉÍÓÚÜ]/g, (vocal) => vocal.normalize('NFD').charAt(0)));
  same('with accents', (texto) => texto.replace(/[AEIOU](?![\p{M}\p{Cf}])/gu, (vocal) => `${vocal}\u0301`));
  same('with invisible characters', (texto) => `\u200e${Array.from(texto).join('\u200b')}\u2069`);
});

describe('no input of any type throws', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
    withUnicodeString: true,
  });
  const texto = fc.string({ unit: 'binary', maxLength: 30 });
  const value = fc.oneof(anything, texto, nombre);
  const idioma = fc.constantFrom(undefined, { idioma: undefined }, { idioma: en });
  const maybePerson = fc.oneof(
    anything,
    fc.record(
      {
        nombres: value,
        apellidoPaterno: value,
        apellidoMaterno: value,
        fechaNacimiento: value,
        sexo: value,
        entidad: value,
      },
      { requiredKeys: [] },
    ),
    persona.chain((p) => fc.record({ apellidoPaterno: value, nombres: value }).map((raro) => ({ ...p, ...raro }))),
  ) as fc.Arbitrary<Persona>;

  it('in a calculation, which gives a key or at least one error', () => {
    fc.assert(
      fc.property(maybePerson, idioma, (p, opciones) => {
        const resultado = calcular(p, opciones);
        if (resultado.ok) {
          expect(resultado.curp).toMatch(FORM);
          expect(revisar(p)).toEqual([]);
        } else {
          expect(resultado.hallazgos.length).toBeGreaterThan(0);
          expect(resultado.hallazgos.every(({ severidad }) => severidad === 'error')).toBe(true);
        }
        expect(explicar(p, opciones).ok).toBe(resultado.ok);
        expect(candidatas(p, opciones).ok).toBe(resultado.ok);
      }),
    );
  });

  it('in a validation or a comparison, which give a result', () => {
    fc.assert(
      fc.property(value, maybePerson, idioma, (clave, p, opciones) => {
        expect(validar(clave as string, opciones)).toHaveProperty('valido');
        expect(sugerir(clave as string, opciones).length).toBeLessThanOrEqual(5);
        expect(cotejar(clave as string, p, opciones)).toHaveProperty('ok');
        expect(() => buscarEntidad(clave as string)).not.toThrow();
      }),
    );
  });
});

describe('a slip in a key of the vectors', () => {
  const KEYS = Array.from(new Set(readVectors<{ curp: string }>('claves-sinteticas.jsonl').map(({ curp }) => curp)));
  /** One key in so many: each gives hundreds of slips. */
  const SOME = KEYS.filter((_, i) => i % 8 === 0);
  const LOOK_ALIKES = 'O0I1S5B8Z2G6';
  const CHARACTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const keysOf = (curp: string): string[] => sugerir(curp).map((suggestion) => suggestion.curp);

  const replaced = (key: string, at: number, until: number, by: string): string =>
    key.slice(0, at) + by + key.slice(until);
  const everywhere = (key: string, change: (character: string, at: number) => string[]): string[] =>
    Array.from(new Set(Array.from(key).flatMap(change))).filter((slip) => slip !== key);
  const slips = {
    'a look-alike': (key: string) =>
      everywhere(key, (c, i) => {
        const other = LOOK_ALIKES.indexOf(c);
        return other < 0 ? [] : [replaced(key, i, i + 1, LOOK_ALIKES.charAt(other ^ 1))];
      }),
    'two neighbours swapped': (key: string) =>
      everywhere(key, (c, i) => [replaced(key, i, i + 2, (key[i + 1] ?? '') + c)]),
    'a character too many': (key: string) =>
      everywhere(key, (c, i) => [c, 'A', '1', '-'].map((extra) => replaced(key, i, i, extra))),
    'a character missing': (key: string) => everywhere(key, (_, i) => [replaced(key, i, i + 1, '')]),
    'another character': (key: string) =>
      everywhere(key, (_, i) => CHARACTERS.map((other) => replaced(key, i, i + 1, other))),
  };

  /** The share of slips that give another key without any finding, because the check digit does not see them. */
  it.each([
    ['a look-alike', 0],
    ['two neighbours swapped', 0.012],
    ['a character too many', 0],
    ['a character missing', 0],
    ['another character', 0.07],
  ] as const)('has a finding if it is %s, except in %d of the slips', (kind, most) => {
    const all = SOME.flatMap((key) => slips[kind](key));
    const silent = all.filter((slip) => validar(slip).hallazgos.length === 0);
    expect(silent.length / all.length).toBeLessThanOrEqual(most);
    expect(silent.filter((slip) => slip.charAt(17) !== digitoVerificador(slip))).toEqual([]);
  });

  it.each(['a look-alike', 'two neighbours swapped', 'a character too many'] as const)(
    'is undone by a suggestion if it is %s',
    (kind) => {
      const lost = SOME.flatMap((key) =>
        slips[kind](key).filter((slip) => validar(slip).hallazgos.length > 0 && !keysOf(slip).includes(key)),
      );
      expect(lost).toEqual([]);
    },
  );

  it('is undone nine times of ten if it is a missing character, and otherwise five keys are suggested', () => {
    const all = SOME.flatMap((key) => slips['a character missing'](key).map((slip) => [key, keysOf(slip)] as const));
    const lost = all.filter(([key, suggestions]) => !suggestions.includes(key));
    expect(lost.every(([, suggestions]) => suggestions.length === 5)).toBe(true);
    expect(lost.length / all.length).toBeLessThan(0.1);
  });

  it('has at most five suggestions, different keys without errors', () => {
    for (const slip of KEYS.slice(0, 20).flatMap((key) => Object.values(slips).flatMap((some) => some(key)))) {
      const suggestions = keysOf(slip);
      expect(suggestions.length).toBeLessThanOrEqual(5);
      expect(new Set(suggestions).size).toBe(suggestions.length);
      expect(suggestions.every((key) => validar(key).valido)).toBe(true);
    }
  });
});
