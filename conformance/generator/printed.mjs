/** Makes cases from the sources: the examples that the authorities print, and the full keys of fictitious people. */
import { readFileSync } from 'node:fs';
import { calculation, makeCase, person, slug } from './case.mjs';
import { ENTITIES, keyOf } from './norm.mjs';

const read = (name) =>
  readFileSync(new URL(`../sources/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The rules of the first examples, in order: their source names no rules. */
const RULES_OF_2006 =
  'R 1.1,R 1.3,R 1.2,R 1.4,R 1.5,R 1.7,R 1.8,R 1.9,R 1.10,R 1.12,R 1.13,R 1.14,R 1.16,IN,IN,IN'.split(',');
const keyOfEntity = (text) => Object.keys(ENTITIES).find((key) => ENTITIES[key] === text);

/** Makes cases of the printed examples. Most print only some positions; the others are `?`. */
const examples = () =>
  read('ejemplos-oficiales').map(
    ({ nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad, esperado, fuente }, i) => {
      const rule = RULES_OF_2006[i] ?? `R ${fuente.split(', ').at(-1)}`;
      const rest = fecha === null ? {} : { fecha_nacimiento: fecha, sexo, entidad: keyOfEntity(entidad) };
      const input = person({ nombres, apellido_paterno, apellido_materno, ...rest });
      const key = keyOf(input);
      if (Array.from(esperado).some((c, at) => c !== '?' && c !== key[at]))
        throw new Error(`${esperado}, read as ${key}`);
      const output = esperado.includes('?') ? { patron: esperado } : { curp: esperado };
      const year = i < RULES_OF_2006.length ? '2006' : '2021';
      return makeCase('calcular', rule, `impreso-${year}-${slug(nombres)}-${slug(apellido_paterno)}`, input, output, {
        source: fuente,
      });
    },
  );

const RULES = {
  base: 'IN',
  mezcla: 'IN',
  captura: 'I06 3',
  '1.10/1.14': 'R 1.10',
  '1.11/1.17': 'R 1.11',
  '1.4/1.18': 'R 1.4',
  '1.9/1.13': 'R 1.9',
  '1.3 (no en apellidos)': 'D 9',
  '1.7 (única palabra)': 'D 6',
  11: 'IN 11',
  '12-13': 'IN 12-13',
  17: 'IN 17',
};

/** Makes cases of the full keys, each under the rule for which it was made. */
const people = () =>
  read('claves-sinteticas').map((v, i) => {
    const label = v.regla;
    const { nombres, apellido_paterno, apellido_materno, sexo, entidad, curp } = v;
    const fecha_nacimiento = [v.anio_nacimiento, v.mes_nacimiento, v.dia_nacimiento].join('-');
    const made = calculation(RULES[label] ?? `R ${label.split(' ')[0]}`, `persona-${i + 1}`, {
      nombres,
      apellido_paterno,
      apellido_materno,
      fecha_nacimiento,
      sexo,
      entidad,
    });
    if (made.salida.curp !== curp) throw new Error(`${curp}, read as ${made.salida.curp}`);
    return made;
  });

export const printedCases = () => [...examples(), ...people()];
