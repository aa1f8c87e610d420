/** Runs core over every case of the conformance suite, so that the two cannot drift apart. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Persona, calcular, cotejar, validar } from '../src/index.js';
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
  salida: { curp?: string; patron?: string };
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
    return result.ok ? { resultado: result.resultado } : { error: true };
  },
};

/** The answer of core. A partial example puts `?` where it says nothing. */
function answer({ op, entrada, salida: { patron } }: Case): object {
  const output = OPERATIONS[op](entrada);
  if (patron === undefined || !('curp' in output)) return output;
  return { patron: Array.from(output.curp ?? '', (c, i) => (patron[i] === '?' ? '?' : c)).join('') };
}

describe('the conformance suite', () => {
  it.each(globSync('casos/*/*.jsonl', { cwd: folder }).toSorted())('%s', (file) => {
    const cases = readFileSync(folder + file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case);
    expect(cases.map((each) => ({ id: each.id, ...answer(each) }))).toEqual(
      cases.map(({ id, salida }) => ({ id, ...salida })),
    );
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
