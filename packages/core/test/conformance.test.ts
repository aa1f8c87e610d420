/** Runs core over every case of the conformance suite, so that the two cannot drift apart. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Persona, calcular, cotejar, validar } from '../src/index.js';
import { enLetras, normalizar } from '../src/nombre/letras.js';
import { LARGO_MAXIMO } from '../src/nombre/clase.js';
import { esGenerica } from '../src/norma/claves-genericas.js';
import { VALORES } from '../src/norma/digito-verificador.js';
import { ENTIDADES } from '../src/norma/entidades.js';
import { PALABRAS_INCONVENIENTES } from '../src/norma/palabras-inconvenientes.js';
import { NOMBRES_OMITIDOS, PARTICULAS } from '../src/norma/particulas.js';
import { REGLAS } from '../src/norma/reglas.js';

const folder = fileURLToPath(new URL('../../../conformance/', import.meta.url));

type Data = Record<
  'nombres' | 'apellido_paterno' | 'apellido_materno' | 'fecha_nacimiento' | 'sexo' | 'entidad',
  string
>;

interface Case {
  id: string;
  op: keyof typeof OPERATIONS;
  entrada: Data & { curp: string };
  salida: { curp?: string; patron?: string; resultado?: string; edicion?: number | null };
}

const personOf = ({ nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad }: Data): Persona =>
  ({
    nombres,
    apellidoPaterno: apellido_paterno,
    apellidoMaterno: apellido_materno,
    fechaNacimiento: fecha_nacimiento,
    sexo,
    entidad,
  }) as Persona;

const OPERATIONS = {
  calcular: (entrada: Case['entrada']) => {
    const result = calcular(personOf(entrada));
    return result.ok ? { curp: result.curp } : { error: true };
  },
  validar: ({ curp }: Case['entrada']) => ({ valido: validar(curp).valido }),
  cotejar: (entrada: Case['entrada']) => {
    const result = cotejar(entrada.curp, personOf(entrada));
    return result.ok ? { resultado: result.resultado, edicion: result.edicion ?? null } : { error: true };
  },
};

/** Returns the answer of core. A partial example has `?` where it says nothing. */
function answer({ op, entrada, salida: { patron } }: Case): object {
  const output = OPERATIONS[op](entrada);
  if (patron === undefined || !('curp' in output)) return output;
  return { patron: Array.from(output.curp ?? '', (c, i) => (patron[i] === '?' ? '?' : c)).join('') };
}

describe('the conformance suite', () => {
  it.each(globSync('casos/*/*.jsonl', { cwd: folder }).toSorted())('agrees with core: %s', (file) => {
    const cases = readFileSync(folder + file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case);
    expect(cases.map((each) => ({ id: each.id, ...answer(each) }))).toEqual(
      cases.map(({ id, op, salida }) => ({ id, ...(op === 'cotejar' && { edicion: null }), ...salida })),
    );
  });

  it('has the lists of core in norma.json, each with its source and date', () => {
    const norma = JSON.parse(readFileSync(`${folder}norma.json`, 'utf8'));
    const { particulas, nombres_omitidos, palabras_inconvenientes, entidades, digito_verificador, letras } = norma;
    expect(particulas.lista).toEqual(PARTICULAS);
    expect(nombres_omitidos.lista).toEqual(NOMBRES_OMITIDOS);
    expect(palabras_inconvenientes.lista).toEqual(PALABRAS_INCONVENIENTES);
    expect(
      entidades.lista.map(({ clave, abreviatura, nombre }: Record<string, string>) => ({
        claveEntidad: clave,
        nombreEntidad: nombre?.toUpperCase(),
        abreviaturaEntidad: abreviatura,
      })),
    ).toEqual(ENTIDADES);
    expect(Array.from(digito_verificador.alfabeto as string, (c) => VALORES[c.charCodeAt(0)])).toEqual(
      Array.from({ length: 37 }, (_, i) => i),
    );
    expect(norma.claves_genericas.lista.filter(({ clave }: { clave: string }) => !esGenerica(clave))).toEqual([]);
    const latin = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter(
      (c) => /\p{Lu}/u.test(c) && c > 'Z' && c === c.normalize('NFKD'),
    );
    const bases = latin.map((c) => [c, enLetras(normalizar(c))]).filter(([, base]) => base !== 'X');
    expect(letras.bases.lista).toEqual({ ẞ: 'S', ...Object.fromEntries(bases) });
    const { limites } = norma;
    expect([limites.largo, limites.primera_fecha]).toEqual([LARGO_MAXIMO, '1800-01-01']);
    const decisions = Object.keys(norma.decisiones);
    expect(decisions).toEqual(decisions.map((_, i) => `D ${i + 1}`));
    const entries = [...Object.values(norma), ...Object.values(letras), ...norma.posiciones.lista].concat(
      ...[norma.casos_especiales, norma.decisiones].map(Object.values),
    );
    const undated = entries.filter((each) => each.regla && !(each.fuente && /^\d{4}-\d\d(-\d\d)?$/.test(each.fecha)));
    expect(undated).toEqual([]);
  });

  it('says of each rule what core says', () => {
    const rules = JSON.parse(readFileSync(`${folder}reglas.json`, 'utf8')) as Record<
      string,
      { es: string; en: string }
    >;
    const shared = Object.entries(REGLAS).filter(([rule]) => rule in rules);
    expect(shared.map(([rule, texts]) => [rule, ...texts])).toEqual(
      shared.map(([rule]) => [rule, rules[rule]?.es, rules[rule]?.en]),
    );
  });
});
