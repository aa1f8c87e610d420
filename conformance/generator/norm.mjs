/**
 * A second implementation of the norm, written only from its text. It shares no code with the packages, so that the cases and
 * the library check each other.
 *
 * `decisions` maps the id of a decision (docs/norm.md, section 8) to another choice that the norm allows. `I06 1` among them
 * means the edition of 2006 (section 12).
 */
export const PARTICLES = 'DA DAS DE DEL DER DI DIE DD Y EL LA LOS LAS LE LES MAC MC VAN VON'.split(' ');
export const MARIA_JOSE = 'MARIA MA. MA M. M JOSE J. J'.split(' ');
/** The edition of 2006: the words that it passes over, and the first day on which no key was assigned by it. */
export const MARIA_JOSE_2006 = 'MARIA MA. MA JOSE J. J'.split(' ');
export const END_OF_2006 = '2021-10-22';
export const WORDS = (
  'BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI GUEY ' +
  'JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO MAME MAMO ' +
  'MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO RATA ROBA ROBE ' +
  'ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY'
).split(' ');
/** The abbreviation of each entity by its key. */
export const ENTITIES = Object.fromEntries(
  (
    '01AS 02BC 03BS 04CC 05CL 06CM 07CS 08CH 09DF 10DG 11GT 12GR 13HG 14JC 15MC 16MN 17MS 18NT 19NL 20OC 21PL 22QT ' +
    '23QR 24SP 25SL 26SR 27TC 28TS 29TL 30VZ 31YN 32ZS 36NE'
  )
    .split(' ')
    .map((entity) => [entity.slice(0, 2), entity.slice(2)]),
);
/** The base letters of letters that Unicode does not decompose. */
export const BASES = Object.fromEntries(
  'ÆA ŒO ØO ĐD ĦH ŁL ŦT ẞS ƁB ƊD ƑF ƓG ƗI ƘK ƝN ƤP ƬT ƲV ƳY ƵZ ǤG ȺA ȻC ȽL ȾT ɃB ɄU ɆE ɈJ ɌR ɎY'
    .split(' ')
    .map((letter) => Array.from(letter)),
);
/** The nearest letters of Latin letters without a base letter. */
const NEAR = { Þ: 'T', Ð: 'D', Ŋ: 'N', Ə: 'E' };
/** The letters that passports write instead of others (ICAO Doc 9303, part 3, section 6). */
const EXPANDED = { Æ: 'AE', Œ: 'OE', Ø: 'OE', Å: 'AA', ẞ: 'SS', Þ: 'TH', Ð: 'D', Ŋ: 'N' };
/** What an invisible character becomes, by choice. */
const INVISIBLE = { sign: '#', space: ' ', refused: '\0' };
export const APOSTROPHES = "'’‘´`ʼ";
const ACCENTS = new Set(['\u0300', '\u0301', '\u0302']);
const TILDE = '\u0303';
const DIAERESIS = '\u0308';
export const MAX_LENGTH = 200;
export const FIRST_DATE = '1800-01-01';
export const UNKNOWN = 'DESCONOCIDO';
/** A key that the authorities print. */
export const EXAMPLE = 'AAPR630321HDFLRC09';

/** Reads one character with its marks as the norm does. `#` is a sign and `Þ` a letter, which both become X. */
function read(character, decisions) {
  if (APOSTROPHES.includes(character[0])) return "'";
  const upper = character === 'ß' ? 'ẞ' : character.toUpperCase();
  const [letter, ...marks] = upper.normalize('NFKD');
  const isEnye = decisions['D 1'] === 'first mark' ? marks[0] === TILDE : marks.includes(TILDE);
  if (letter === 'N' && isEnye) return 'Ñ';
  if ('AEIO'.includes(letter) && marks.includes(DIAERESIS) && !decisions['I06 1'])
    return (letter + DIAERESIS).normalize('NFC');
  const isPlain = /^[A-Z]$/.test(letter) && marks.every((m) => ACCENTS.has(m) || (letter === 'U' && m === DIAERESIS));
  if (isPlain && upper.normalize('NFD')[0] === letter) return letter;
  if (/^\p{L}/u.test(letter)) {
    if (decisions['D 3'] === 'sign') return '#';
    if (decisions['D 3'] === 'refused') return '\0';
    if (decisions['D 3'] === 'expanded' && upper in EXPANDED) return EXPANDED[upper];
    if (/^[A-Z]$/.test(letter)) return letter;
    if (decisions['D 3'] === 'near' && letter in NEAR) return NEAR[letter];
    return BASES[letter] ?? 'Þ';
  }
  if (/^[-/.\s]$/u.test(letter)) return letter;
  return decisions['D 5'] === 'passed over' ? '' : '#';
}

/** Writes a name in the norm's alphabet. Returns `null` if the text cannot be a name. */
function normalise(text, decisions) {
  const visible = text.replace(/\p{Cf}/gu, INVISIBLE[decisions['D 1']] ?? '').normalize('NFC');
  const free = decisions['D 16'] === 'no limits';
  if (!free && (Array.from(visible).length > MAX_LENGTH || /[^\P{Cc}\s]/u.test(visible))) return null;
  if (decisions['D 5'] === 'refused' && /[^\p{L}\p{M}\s'’‘´`ʼ./-]/u.test(visible.replaceAll('ª', 'A'))) return null;
  const ordinal = decisions['D 11'] === 'sign' ? '#' : 'A';
  const characters =
    visible
      .replace(/[^\P{Cc}\s]/gu, '')
      .replace(/\.?ª/gu, ordinal)
      .match(/\P{M}\p{M}*/gu) ?? [];
  if (/\S/u.test(visible) && !free && !characters.some((c) => /^\p{Script=Latin}/u.test(c))) {
    return decisions['D 16'] === 'none' ? '' : null;
  }
  const letters = characters.map((character) => (/^\s/u.test(character) ? ' ' : read(character, decisions)));
  return letters.includes('\0') ? null : letters.join('');
}

const wordsOf = (text) => text.split(' ').filter((word) => word !== '');

function skip(words, decisions) {
  const most = decisions['D 6'] === 'two' ? 2 : Infinity;
  if (decisions['D 6'] === 'first' && words.every((word) => PARTICLES.includes(word))) return words.slice(0, 1);
  let from = 0;
  while (from < most && words.length - from > 1 && PARTICLES.includes(words[from])) from++;
  return words.slice(from);
}

function givenWord(text, decisions) {
  const split =
    decisions['D 10'] === 'signs separate' ? text.replace(/^(MARIA|JOSE|MA|M|J)(\.|-)(?=[A-Z])/, '$1 ') : text;
  const all = wordsOf(split);
  const words = skip(all, decisions);
  const applies = decisions['D 7'] !== 'first word only' || words.length === all.length;
  const passed = decisions['I06 1'] ? MARIA_JOSE_2006 : MARIA_JOSE;
  return (words.length > 1 && passed.includes(words[0]) && applies ? skip(words.slice(1), decisions) : words)[0];
}

const initial = (word = '') => (/^[A-Z]/.test(word) ? word[0] : 'X');

function vowel(word = '') {
  const [first = 'X'] = word.slice(1).match(/[^B-DF-HJ-NP-TV-ZÑÞ]/) ?? [];
  return 'AEIOU'.includes(first) ? first : 'X';
}

function consonant(word = '', decisions = {}) {
  const passed = decisions['D 2'] === 'sign' ? /[^AEIOU]/ : /[^AEIOUÄËÏÖ]/;
  const [first = 'X'] = word.slice(1).match(passed) ?? [];
  return /[A-Z]/.test(first) ? first : 'X';
}

export const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Returns the check digit of the first 17 characters. */
export function checkDigit(key) {
  const sum = Array.from(key.slice(0, 17)).reduce((total, c, i) => total + ALPHABET.indexOf(c) * (18 - i), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns the first 17 characters of a text with their check digit. */
export const withDigit = (text) => text.slice(0, 17) + checkDigit(text);

function exists(year, month, day) {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

function birth(date, decisions) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined || !exists(Number(year), Number(month), Number(day))) return null;
  const today = new Date().toISOString().slice(0, 10);
  if (decisions['D 16'] !== 'no limits' && (date < FIRST_DATE || date > today)) return null;
  return { digits: year.slice(2) + month + day, differentiator: Number(year) <= 1999 ? '0' : 'A' };
}

/** Returns the key of a person, or `null` if there is none for these data. */
export function keyOf(person, decisions = {}) {
  const texts = [person.apellido_paterno, person.apellido_materno, person.nombres].map((t) => normalise(t, decisions));
  const born = birth(person.fecha_nacimiento, decisions);
  const entity = ENTITIES[person.entidad];
  if (texts.includes(null) || born === null || entity === undefined || !/^[HMX]$/.test(person.sexo)) return null;
  const given = givenWord(texts[2], decisions);
  if (given === undefined) return null;
  let surnames = texts.slice(0, 2).filter((text) => wordsOf(text).length > 0);
  const unknown = surnames.every((text) => text.trim() === UNKNOWN);
  if (unknown && decisions['D 12'] !== 'word') surnames = [];
  const [a, b] = surnames.map((text) => skip(wordsOf(text), decisions)[0]);
  let letters = initial(a) + vowel(a) + initial(b) + initial(given);
  if (WORDS.includes(letters)) letters = `${letters[0]}X${letters.slice(2)}`;
  const consonants = [a, b, given].map((word) => consonant(word, decisions)).join('');
  return withDigit(letters + born.digits + person.sexo + entity + consonants + born.differentiator);
}

const FORM = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z]\d$/;
/** The generic keys. The first is not valid because it has no date. */
export const GENERIC = ['XXXX999999XXXXXX99', 'XEXX010101HNEXXXA4', 'XEXX010101MNEXXXA8'];

/** Returns whether a key is well formed. */
export function isValid(key) {
  if (GENERIC.includes(key)) return key !== GENERIC[0];
  if (!FORM.test(key) || !Object.values(ENTITIES).includes(key.slice(11, 13)) || key[17] !== checkDigit(key))
    return false;
  const year = `${/\d/.test(key[16]) ? '19' : '20'}${key.slice(4, 6)}`;
  const date = `${year}-${key.slice(6, 8)}-${key.slice(8, 10)}`;
  return birth(date, {}) !== null;
}

export function compare(key, person, decisions = {}) {
  const calculated = keyOf(person, decisions);
  if (key === calculated) return 'identica';
  const century = (text) => /\d/.test(text[16]);
  const sameRoot = key.length === 18 && key.slice(0, 16) === calculated.slice(0, 16) && /[0-9A-Z]/.test(key[16]);
  return sameRoot && century(key) === century(calculated) && key[17] === checkDigit(key) ? 'misma_raiz' : 'difiere';
}

/** Returns 2006 if a key that differs is the one by the edition of 2006, which has no rule for a person without surnames or of sex X. */
export function editionOf(key, person) {
  const { apellido_paterno, apellido_materno, fecha_nacimiento, sexo } = person;
  const surnames = `${apellido_paterno} ${apellido_materno}`.trim();
  if (surnames === '' || surnames === UNKNOWN || sexo === 'X' || fecha_nacimiento >= END_OF_2006) return null;
  const isOld = compare(key, person) === 'difiere' && compare(key, person, { 'I06 1': true }) !== 'difiere';
  return isOld ? 2006 : null;
}
