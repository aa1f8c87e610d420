/** Makes the cases: their ids, levels, sources and expected outputs. */
import { readFileSync } from 'node:fs';
import { openChoices, outputOf } from './decisions.mjs';

const RULES = JSON.parse(readFileSync(new URL('../reglas.json', import.meta.url), 'utf8'));

/** A fictitious person. Each case changes the data that its rule concerns. */
const RENATA = {
  nombres: 'RENATA',
  apellido_paterno: 'OLVERA',
  apellido_materno: 'TINAJERO',
  fecha_nacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};

export const person = (data = {}) => ({ ...RENATA, ...data });

/** Turns a text into a part of an id: lower-case letters, digits and hyphens. Other characters become or add their code point. */
export const slug = (text) =>
  text
    .replace(/\p{M}|[^\p{L}\p{N}\s-]/gu, (c) => `-u${c.codePointAt(0).toString(16)}-`)
    .replace(/[^A-Za-z0-9\s-]/gu, (c) => {
      const [letter] = c.normalize('NFD');
      return /[A-Za-z]/.test(letter)
        ? `${letter}-u${c.codePointAt(0).toString(16)}-`
        : `-u${c.codePointAt(0).toString(16)}-`;
    })
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

/** Returns the name of a rule in ids and files: `R 1.8` → `r1.8`, `IN 5-10` → `in5-10`. */
export const fileOf = (rule) => rule.replace(' ', '').toLowerCase();

const isDecision = (rule) => rule.startsWith('D ');

/** Makes a case of any operation. Its fields are in the order of the documentation. */
export function makeCase(op, rule, name, input, output, { alternatives, source } = {}) {
  const prefix = { calcular: '', validar: 'v-', cotejar: 'c-' }[op];
  if (!(rule in RULES)) throw new Error(`no such rule: ${rule}`);
  return {
    id: `${prefix}${fileOf(rule)}-${name}`,
    regla: rule,
    nivel: isDecision(rule) ? 'decision' : rule === 'I06 1' ? 'edicion' : 'norma',
    fuente: source ?? RULES[rule].fuente,
    op,
    entrada: input,
    salida: output,
    ...(isDecision(rule) && { alternativas: alternatives ?? [] }),
  };
}

const isComposed = (text) => text === text.normalize('NFC');
/** Returns whether a text has an apostrophe other than ' and ´, the only ones that the norm prints. */
const hasOtherApostrophe = (text) => /[’‘`ʼ]/.test(text);

/** Makes a case of a calculation. If its key depends on a decision, it becomes a case of that decision, with the other outputs. */
export function calculation(rule, name, data) {
  const input = person(data);
  const { rules, alternatives } = openChoices(input);
  if (!Object.values(input).every(isComposed)) rules.push('D 1');
  if (Object.values(input).some(hasOtherApostrophe)) rules.push('D 4');
  const actual = rules.length === 0 || rules.includes(rule) ? rule : rules[0];
  const moved = actual === rule ? name : `${fileOf(rule)}-${name}`;
  return makeCase('calcular', actual, moved, input, outputOf(input), { alternatives });
}

const NAMES = { paterno: 'apellido_paterno', materno: 'apellido_materno', nombre: 'nombres' };

/** Makes a case with the text as first surname, one as second surname and one as given name. */
export const inEachName = (rule, name, text) =>
  Object.entries(NAMES).map(([short, datum]) => calculation(rule, `${short}-${name}`, { [datum]: text }));
