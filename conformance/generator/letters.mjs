/** Makes cases about the letter for a character: alphabet, Ñ, signs, diaereses, foreign letters, Unicode forms, words. */
import { calculation as make, inEachName as inEach, slug } from './case.mjs';
import { WORDS } from './norm.mjs';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CONSONANTS = LETTERS.filter((letter) => !'AEIOU'.includes(letter));
const POSITIONS = {
  apellido_paterno: { initial: 'IN 1', consonant: 'IN 14' },
  apellido_materno: { initial: 'IN 3', consonant: 'IN 15' },
  nombres: { initial: 'IN 4', consonant: 'IN 16' },
};
const NAMES = Object.keys(POSITIONS);
const code = (text) => Array.from(text, (c) => `u${c.codePointAt(0).toString(16)}`).join('-');

const alphabet = () => [
  ...LETTERS.flatMap((letter) =>
    NAMES.map((datum) => make(POSITIONS[datum].initial, slug(letter), { [datum]: `${letter}RBOL` })),
  ),
  ...CONSONANTS.flatMap((letter) =>
    NAMES.map((datum) => make(POSITIONS[datum].consonant, slug(letter), { [datum]: `IA${letter}UBEL` })),
  ),
  ...Array.from('AEIOU').flatMap((letter) => [
    make('IN 2', `segunda-${slug(letter)}`, { apellido_paterno: `B${letter}RDO` }),
    make('IN 2', `interna-${slug(letter)}`, { apellido_paterno: `STR${letter}LIA` }),
    make('IN 2', `inicial-${slug(letter)}`, { apellido_paterno: `${letter}LBEO` }),
    make('IN 2', `doble-${slug(letter)}`, { apellido_paterno: `${letter}${letter}RON` }),
  ]),
  ...['CHAVEZ', 'LLAMAS', 'QUIROZ', 'RROJAS', 'HYLTON', 'KWAN', 'YBARRA', 'WYNN'].flatMap((name) => [
    make('IN 14', slug(`digrafo ${name}`), { apellido_paterno: name }),
    make('IN 15', slug(`digrafo ${name}`), { apellido_materno: name }),
  ]),
  ...['ICH', 'SMRZ', 'B', 'CH', 'YHK', 'WRT', 'ÑK', 'LYNCH'].flatMap((name) => [
    make('R 1.9', slug(name), { apellido_paterno: name }),
    make('R 1.9', slug(`${name} unico`), { apellido_paterno: name, apellido_materno: '' }),
  ]),
  ...['PO', 'UEIA', 'E', 'BAE', 'IO', 'AÜE'].flatMap((name) => inEach('R 1.13', slug(name), name)),
];

const enyes = () => [
  ...['ÑANDO', 'ÑU', 'ñez', 'N\u0303ANDO', 'n\u0303ez'].flatMap((name) => inEach('R 1.1', slug(name), name)),
  ...['OÑATE', 'EÑUMA', 'aña', 'ON\u0303ATE', 'IÑ', 'UÑIÑO'].flatMap((name) => inEach('R 1.12', slug(name), name)),
  ...['BRISEÑO', 'MUÑOZ', 'NUÑEZ', 'MUN\u0303OZ'].flatMap((name) => inEach('R 1.12', slug(`despues ${name}`), name)),
];

const SIGNS = ['/', '-', '.', "'"];
const APOSTROPHES = ['’', '‘', '´', '`', 'ʼ'];
const signs = () => [
  ...[...SIGNS, ...APOSTROPHES].flatMap((sign) => {
    const isOurs = APOSTROPHES.includes(sign) && sign !== '´'; // the norm prints ´ESSIO
    const [vowelRule, consonantRule] = isOurs ? ['D 4', 'D 4'] : ['R 1.4', 'R 1.18'];
    return [
      ...inEach(vowelRule, `${code(sign)}-inicial`, `${sign}ESSIO`),
      ...inEach(vowelRule, `${code(sign)}-segundo`, `D${sign}AMICO`),
      ...inEach(consonantRule, `${code(sign)}-consonante`, `O${sign}HARA`),
      ...inEach(consonantRule, `${code(sign)}-final`, `UE${sign}`),
      ...inEach(vowelRule, `${code(sign)}-tarde`, `SALDIVAR${sign}SOTO`),
    ];
  }),
  ...Array.from('0357&(_,+"').flatMap((sign) => [
    make('D 5', `${code(sign)}-paterno`, { apellido_paterno: `L${sign}PEZ` }),
    make('D 5', `${code(sign)}-nombre`, { nombres: `${sign}SCAR` }),
    make('D 5', `${code(sign)}-materno`, { apellido_materno: `TI${sign}RA` }),
  ]),
];

const diaereses = () => [
  ...Array.from('ÄËÏÖäëïö').flatMap((vowel) => {
    const decomposed = vowel.normalize('NFD');
    return [
      ...inEach('R 1.4', `${code(vowel)}-inicial`, `${vowel}RMEL`),
      ...inEach('R 1.4', `${code(vowel)}-vocal`, `GR${vowel}NING`),
      ...inEach('D 2', `${code(vowel)}-antes`, `B${vowel}R`),
      make('R 1.4', `${code(vowel)}-nfd`, { apellido_paterno: `GR${decomposed}NING` }),
      make('R 1.4', `${code(vowel)}-inicial-nfd`, { apellido_materno: `${decomposed}RMEL` }),
      make('R 1.4', `${code(vowel)}-tarde`, { apellido_paterno: `NAVARR${vowel}` }),
    ];
  }),
  ...['ARGÜELLO', 'GÜITRON', 'ÜGARTE', 'SIGÜENZA', 'güemez', 'ARGU\u0308ELLO', 'GU\u0308ITRON', 'TÜRK'].flatMap(
    (name) => inEach('R 1.6', slug(name), name),
  ),
];

const ACCENTED = Array.from('ÁÉÍÓÚáéíóúÀÈÌÒÙÂÊÎÔÛ');
const FOREIGN = Array.from('ÇŞČŠŽŘÑŃŁØÅÃÕÆŒßĐĦŦĄĘĮŲĀĒĪŌŪĂŐŰĞİÞÐŊƏ').filter((letter) => letter !== 'Ñ');
const isVowelLike = (letter) => /[AEIOUÆŒØ]/.test(letter.normalize('NFD')[0]);
const unicode = () => [
  ...ACCENTED.flatMap((letter) => [
    make('I06 3', `acento-${code(letter)}-inicial`, { nombres: `${letter}NGEL` }),
    make('I06 3', `acento-${code(letter)}-vocal`, { apellido_paterno: `B${letter}RCENA` }),
    make('D 1', `nfd-${code(letter)}-inicial`, { nombres: `${letter}NGEL`.normalize('NFD') }),
    make('D 1', `nfd-${code(letter)}-vocal`, { apellido_paterno: `B${letter}RCENA`.normalize('NFD') }),
  ]),
  ...FOREIGN.flatMap((letter) => [
    make('D 3', `${code(letter)}-inicial`, { apellido_paterno: `${letter}ARVAEZ` }),
    make('D 3', `${code(letter)}-nombre`, { nombres: `${letter}OLANDA` }),
    make('D 3', `${code(letter)}-interna`, {
      apellido_paterno: isVowelLike(letter) ? `B${letter}RG` : `O${letter}ANO`,
    }),
    make('D 3', `${code(letter)}-minuscula`, { apellido_materno: `a${letter.toLowerCase()}ila` }),
  ]),
  ...['\u200B', '\u200D', '\u00AD', '\uFEFF', '\u2060', '\u200E'].map((hidden) =>
    make('D 1', `invisible-${code(hidden)}`, { apellido_paterno: `O${hidden}LVERA`, nombres: `${hidden}RENATA` }),
  ),
  make('D 1', 'marcas-en-otro-orden', { apellido_paterno: 'N\u0301\u0303ANDO' }),
  make('D 1', 'maria-nfd', { nombres: 'MARI\u0301A LUISA' }),
  make('D 1', 'jose-nfd', { nombres: 'JOSE\u0301 LUIS' }),
  ...[
    ['minusculas', { nombres: 'renata', apellido_paterno: 'olvera', apellido_materno: 'tinajero' }],
    ['mixtas', { nombres: 'Renata', apellido_paterno: 'Olvera', apellido_materno: 'Tinajero' }],
    ['orillas', { nombres: ' RENATA ', apellido_paterno: '  OLVERA', apellido_materno: 'TINAJERO  ' }],
    ['dos-espacios', { nombres: 'RENATA  ABRIL', apellido_paterno: 'DE  LA   FUENTE' }],
    ['particula-minuscula', { apellido_paterno: 'de la Fuente', apellido_materno: 'Del Río' }],
    ['maria-acento', { nombres: 'María Luisa' }],
    ['jose-acento', { nombres: 'José Luis' }],
  ].map(([name, data]) => make('I06 3', name, data)),
];

/** A second surname and a given name for each initial. */
const SURNAMES =
  'ARRIAGA BELTRAN CERDA DUARTE ESCAMILLA FRIAS GALVAN HUERTA IBARRA JUAREZ KURI LARIOS MEDRANO NAVA OCHOA PARRA QUIROZ RUELAS SALDIVAR TOVAR URIBE VERA WONG XOCHITL YAÑEZ ZAMBRANO'.split(
    ' ',
  );
const GIVEN =
  'ABRIL BRENDA CELIA DELIA ELISA FLORA GRETEL HILDA IRENE JULIETA KARINA LORENA MIRIAM NADIA OLGA PAULA QUETZAL ROSA SILVIA TERESA URSULA VIOLETA WENDY XIMENA YOLANDA ZAIRA'.split(
    ' ',
  );
const beginning = (list, letter) => list.find((name) => name.startsWith(letter));
const spelling = (word) => ({
  apellido_paterno: `${word[0]}${word[1]}RDALES`,
  apellido_materno: beginning(SURNAMES, word[2]),
  nombres: beginning(GIVEN, word[3]),
});

const words = () =>
  WORDS.flatMap((word) => {
    const near = LETTERS.find((letter) => !WORDS.includes(word.slice(0, 3) + letter) && letter > word[3]) ?? 'B';
    const data = spelling(word);
    return [
      make('R 1.8', slug(word), { ...data, entidad: '14' }),
      make('R 1.8', slug(`${word} 2007`), { ...data, fecha_nacimiento: '2007-10-31', sexo: 'H', entidad: '36' }),
      make('R 1.8', slug(`${word} con particula`), { ...data, apellido_paterno: `DE LA ${data.apellido_paterno}` }),
      make('R 1.8', slug(`casi ${word}`), { ...data, nombres: beginning(GIVEN, near) }),
    ];
  });

export const letterCases = () => [...alphabet(), ...enyes(), ...signs(), ...diaereses(), ...unicode(), ...words()];
