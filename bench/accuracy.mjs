/**
 * Counts how many keys this library and packages of npm get right. It uses the examples that the authorities print, most of
 * them partial, and the full keys of fictitious people, all from `conformance/sources`.
 *
 * Each package generates keys, validates them, or both, called as its manual says.
 */
import { readFileSync } from 'node:fs';
import { digitoVerificador } from '../packages/core/dist/norma/digito-verificador.js';
import { buscarEntidad, calcular, explicar, validar } from '../packages/core/dist/index.js';
import { REGLAS } from '../packages/core/dist/norma/reglas.js';
import { integer, table } from './tools/markdown.mjs';
import { repo } from './tools/paths.mjs';
import { installPeers, requirePeer, titled } from './tools/peers.mjs';
import { bars } from './tools/plot.mjs';
import { progress } from './tools/turns.mjs';

/** The other data for examples that print only names. Only the positions that an example prints are compared. */
const UNTOLD = { fechaNacimiento: '1990-05-17', sexo: 'M', entidad: 'DF' };

const lines = (name) =>
  readFileSync(repo(`conformance/sources/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
const vectors = (name, restOf) =>
  lines(name).map((line) => {
    const v = JSON.parse(line);
    const { nombres, apellido_paterno: apellidoPaterno, apellido_materno: apellidoMaterno } = v;
    return Object.assign({ nombres, apellidoPaterno, apellidoMaterno }, restOf(v));
  });
const EXAMPLES = vectors('ejemplos-oficiales', ({ fecha, sexo, entidad, esperado }) => ({
  ...(fecha === null ? UNTOLD : { fechaNacimiento: fecha, sexo, entidad }),
  expected: esperado,
}));
const KEYS = vectors('claves-sinteticas', (v) => ({
  fechaNacimiento: `${v.anio_nacimiento}-${v.mes_nacimiento}-${v.dia_nacimiento}`,
  sexo: v.sexo,
  entidad: buscarEntidad(v.entidad).abreviaturaEntidad,
  expected: v.curp,
}));
const ALL = [...EXAMPLES, ...KEYS];
const VALID = [...new Set(ALL.map(({ expected }) => expected))].filter((key) => !key.includes('?'));

/** Replaces characters of a valid key from a position on, and adds the matching check digit. */
const withOther = (position, characters) => (key) => {
  const other = key.slice(0, position - 1) + characters + key.slice(position - 1 + characters.length, 17);
  return other + digitoVerificador(other);
};
/** The faults that are put into valid keys. */
const FAULTS = {
  'another check digit': (key) => key.slice(0, 17) + ((Number(key[17]) + 1) % 10),
  'month 13': withOther(7, '13'),
  '30 February': withOther(7, '0230'),
  'sex Z': withOther(11, 'Z'),
  'entity ZZ': withOther(12, 'ZZ'),
  'position 2: B, no vowel': withOther(2, 'B'),
  'position 14: A, no consonant': withOther(14, 'A'),
};
/** Traits that valid keys wrongly refused may share. */
const TRAITS = {
  'sex X': (key) => key[10] === 'X',
  'entity NE': (key) => key.slice(11, 13) === 'NE',
  'a letter in position 17 (births since 2000)': (key) => key[16] >= 'A',
};

async function packages() {
  installPeers('curp', 'curp.js', 'stdnum', 'validate-curp');
  const { curp, personaOf } = await import('./contenders/npm-curp.mjs');
  const generaCurp = requirePeer('curp.js');
  const validateCurp = requirePeer('validate-curp');
  const { stdnum } = requirePeer('stdnum');
  return [
    {
      name: '@curp-service/core',
      isOurs: true,
      generate: (persona) => calcular(persona).curp,
      validate: (key) => validar(key).valido,
    },
    {
      name: titled('curp'),
      generate: (persona) => curp.generar(personaOf(persona)),
      validate: (key) => Boolean(curp.validar(key)),
    },
    {
      name: titled('curp.js'),
      generate: ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }) =>
        generaCurp({
          nombre: nombres,
          apellido_paterno: apellidoPaterno,
          apellido_materno: apellidoMaterno,
          sexo,
          estado: entidad,
          fecha_nacimiento: fechaNacimiento.split('-').map(Number).toReversed(),
        }),
    },
    { name: titled('validate-curp'), validate: (key) => validateCurp(key).isValid },
    { name: titled('stdnum'), validate: (key) => stdnum.MX.curp.validate(key).isValid },
  ];
}

/** Returns the outcome for a person: `right`, `refused`, or the rule of the first character that differs. */
function outcome(generate, { expected, ...persona }) {
  let key;
  try {
    key = generate(persona);
  } catch {
    key = false;
  }
  if (!key) return 'refused';
  const differs = Array.from(expected).findIndex((character, i) => character !== '?' && character !== key[i]);
  return differs === -1 ? 'right' : explicar(persona).explicacion[differs].regla;
}

const count = (list, of) => list.filter(of).length;

function examine({ generate, validate, ...rest }) {
  const result = { ...rest };
  if (generate) {
    const of = (people) => people.map((persona) => outcome(generate, persona));
    const [examples, keys] = [of(EXAMPLES), of(KEYS)];
    Object.assign(result, { examples, keys, outcomes: [...examples, ...keys] });
  }
  if (validate) {
    const accepted = VALID.filter(validate);
    const refusals = Object.values(FAULTS).map((spoil) => count(accepted, (key) => !validate(spoil(key))));
    const wholly = Object.entries(TRAITS).filter(([, has]) => !accepted.some(has));
    Object.assign(result, { accepted, refusals, never: wholly.map(([trait, has]) => [trait, count(VALID, has)]) });
  }
  return result;
}

const is = (wanted) => (found) => found === wanted;
const isSilent = (found) => found.startsWith('D ');
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

export async function run() {
  progress('accuracy: installing the packages');
  const examined = (await packages()).map(examine);
  progress('');
  const generators = examined.filter(({ outcomes }) => outcomes);
  const validators = examined.filter(({ accepted }) => accepted);
  const [, npm, curpJs] = generators.map(({ outcomes }) => outcomes);
  const both = [npm, curpJs].map((outcomes) => [count(outcomes, is('right')), count(outcomes, isSilent)]);
  const [[right, silent], [rightJs, silentJs]] = both;
  return {
    summary: {
      en: `npm \`curp\` gets ${right} of these ${ALL.length} examples and keys right, \`curp.js\` ${rightJs}; another ${silent} and ${silentJs} differ where the norm decides nothing.`,
      es: `De estos ${ALL.length} ejemplos y claves, \`curp\` de npm acierta en ${right} y \`curp.js\` en ${rightJs}; otros ${silent} y ${silentJs} difieren donde la norma no decide.`,
    },
    tables: [generation(examined), reasons(generators), validation(examined), ...never(validators)],
    plot: plot(generators, validators),
  };
}

const GENERATION = [`examples, of ${EXAMPLES.length}`, `full keys, of ${KEYS.length}`, 'refused', 'another key'];

const generation = (examined) =>
  table(
    ['generates', ...GENERATION, 'another key where the norm decides nothing'],
    examined.map(({ name, examples, keys, outcomes }) => {
      if (!outcomes) return [name, ...Array(5).fill('—')];
      const rights = [examples, keys].map((list) => count(list, is('right')));
      const [refused, silent] = [count(outcomes, is('refused')), count(outcomes, isSilent)];
      return [name, ...rights, refused, outcomes.length - sum(rights) - refused - silent, silent];
    }),
  );

/** Counts by rule the keys whose first different character follows from that rule. */
function reasons(generators) {
  const others = generators.filter(({ isOurs }) => !isOurs);
  const rules = Object.keys(REGLAS).filter((rule) => others.some(({ outcomes }) => outcomes.includes(rule)));
  const times = (rule) => others.map(({ outcomes }) => count(outcomes, is(rule)));
  const rows = rules.map((rule) => [`${rule}: ${REGLAS[rule][1]}`].concat(times(rule)));
  return table(['the first character that differs is that of', ...others.map(({ name }) => name)], rows);
}

/** Tabulates accepted and refused keys. Wrong keys are made from the valid keys that a package accepts. */
function validation(examined) {
  const cells = (of) => examined.map((each) => (each.accepted ? of(each) : '—'));
  const faults = Object.keys(FAULTS).map((fault, i) =>
    [`refused: ${fault}`].concat(cells(({ accepted, refusals }) => `${refusals[i]} of ${accepted.length}`)),
  );
  const valid = [`valid keys accepted, of ${VALID.length}`, ...cells(({ accepted }) => accepted.length)];
  return table(['validates', ...examined.map(({ name }) => name)], [valid, ...faults]);
}

const never = (validators) =>
  validators.flatMap(({ name, never: traits }) =>
    traits.map(([trait, keys]) => `${name} refuses all ${keys} keys with ${trait}.`),
  );

function plot(generators, validators) {
  const bar = ({ name, isOurs }, value) => [name, value, integer(value), isOurs];
  return bars('Keys that this library and packages of npm get right', [
    {
      title: `Keys generated as they should be, of ${ALL.length}`,
      most: ALL.length,
      rows: generators.map((each) => bar(each, count(each.outcomes, is('right')))),
    },
    {
      title: `Valid keys accepted, of ${VALID.length}`,
      most: VALID.length,
      rows: validators.map((each) => bar(each, each.accepted.length)),
    },
    {
      title: `Kinds of wrong keys refused, of ${Object.keys(FAULTS).length}`,
      most: Object.keys(FAULTS).length,
      rows: validators.map((each) =>
        bar(
          each,
          count(each.refusals, (n) => n === each.accepted.length),
        ),
      ),
    },
  ]);
}
