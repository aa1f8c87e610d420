/**
 * Every rule that a finding or an explanation may cite: id, source, and what it says in both languages.
 *
 * IN: Instructivo Normativo para la Asignación de la CURP, DOF 18-06-2018, modified DOF 18-10-2021, art. 3.
 * R: Reglas para la ejecución de los procedimientos para la asignación de la CURP, RENAPO, 22-10-2021, §5.
 * I06: Instructivo Normativo, March 2006, ch. 3. GIIS: Secretaría de Salud, GIIS-B015-04-11, 01-11-2024, p. 19.
 * D: decisions of this project where those texts decide nothing. docs/norm.md explains all of them.
 */
const TEXTOS = {
  IN: ['La clave tiene 18 posiciones', 'The key has 18 positions'],
  'IN 1': ['Primera letra del primer apellido', 'First letter of the first surname'],
  'IN 2': ['Primera vocal interna del primer apellido', 'First internal vowel of the first surname'],
  'IN 3': ['Primera letra del segundo apellido', 'First letter of the second surname'],
  'IN 4': ['Primera letra del nombre', 'First letter of the given name'],
  'IN 5-10': [
    'Fecha de nacimiento: año, mes y día, dos cifras cada uno',
    'Birth date: year, month and day, two digits each',
  ],
  'IN 11': ['Sexo: H o M', 'Sex: H or M'],
  'IN 12-13': ['Entidad de nacimiento, según el catálogo', 'Entity of birth, from the catalogue'],
  'IN 14': ['Primera consonante interna del primer apellido', 'First internal consonant of the first surname'],
  'IN 15': ['Primera consonante interna del segundo apellido', 'First internal consonant of the second surname'],
  'IN 16': ['Primera consonante interna del nombre', 'First internal consonant of the given name'],
  'IN 17': ['Diferenciador que asigna el registro', 'Differentiator assigned by the registry'],
  'IN 18': ['Dígito verificador', 'Check digit'],
  'R 1.1': ['Una Ñ inicial da X', 'An initial Ñ gives X'],
  'R 1.2': ['Nombre compuesto: cuenta la primera palabra', 'Compound given name: its first word counts'],
  'R 1.3': [
    'Nombre compuesto que empieza por MARIA, JOSE o sus abreviaturas: cuenta la siguiente palabra',
    'Compound given name that begins with MARIA, JOSE or an abbreviation of them: the next word counts',
  ],
  'R 1.4': [
    'Diagonal, guion, punto, apóstrofo o vocal con diéresis: da X',
    'Slash, hyphen, period, apostrophe or vowel with diaeresis: gives X',
  ],
  'R 1.5': ['Apellido compuesto: cuenta la primera palabra', 'Compound surname: its first word counts'],
  'R 1.6': ['Ü da U', 'Ü gives U'],
  'R 1.7': [
    'Preposición, conjunción o contracción al principio: se omite',
    'Leading preposition, conjunction or contraction: passed over',
  ],
  'R 1.8': ['Palabra inconveniente: la segunda letra da X', 'Inconvenient word: the second letter gives X'],
  'R 1.9': ['Sin vocal interna: X', 'No internal vowel: X'],
  'R 1.10': ['Un solo apellido: X en la posición 3', 'One surname only: X in position 3'],
  'R 1.11': ['Sin apellidos: XXX', 'No surname: XXX'],
  'R 1.12': ['La primera consonante interna es Ñ: X', 'The first internal consonant is Ñ: X'],
  'R 1.13': ['Sin consonante interna: X', 'No internal consonant: X'],
  'R 1.14': ['Un solo apellido: X en la posición 15', 'One surname only: X in position 15'],
  'R 1.15': [
    'Nombre compuesto: la consonante es de la primera palabra',
    'Compound given name: the consonant is of its first word',
  ],
  'R 1.16': [
    'Nombre compuesto que empieza por MARIA o JOSE: la consonante es de la siguiente palabra',
    'Compound given name that begins with MARIA or JOSE: the consonant is of the next word',
  ],
  'R 1.17': ['Sin apellidos: XX en las posiciones 14 y 15', 'No surname: XX in positions 14 and 15'],
  'R 1.18': [
    'Diagonal, guion, punto o apóstrofo en lugar de la consonante: X',
    'Slash, hyphen, period or apostrophe in place of the consonant: X',
  ],
  'I06 3': [
    'Criterios de captura: la fecha existe, el único apellido va en primer lugar, NE para quien nació en el extranjero',
    'Capture criteria: the date exists, a lone surname goes first, NE for a birth abroad',
  ],
  GIIS: ['Sexo X: no binario', 'Sex X: non-binary'],
  'D 1': [
    'Forma Unicode: se compone (NFC) y se quitan los caracteres invisibles y las marcas. Es una suposición: decide el registro (R §5, p. 14)',
    'Unicode form: composed (NFC), without invisible characters and marks. A guess: the registry decides (R §5, p. 14)',
  ],
  'D 3': [
    'Letra ajena al español: cuenta su letra base; si no la tiene, X. Es una suposición: decide el registro (R §5, p. 14)',
    'Letter foreign to Spanish: its base letter counts; X if it has none. A guess: the registry decides (R §5, p. 14)',
  ],
  'D 5': [
    'Cifra u otro signo: X. Es una suposición: decide el registro (R §5, p. 14)',
    'Digit or other sign: X. A guess: the registry decides (R §5, p. 14)',
  ],
  'D 6': ['La última palabra nunca se omite', 'The last word is never passed over'],
  'D 13': ['K a Z en la posición 17: se acepta con aviso', 'K to Z in position 17: accepted with a notice'],
  'D 14': ['Cifra en la posición 17: siglo XX; letra: siglo XXI', 'Digit in position 17: 20th century; letter: 21st'],
  'D 15': ['Claves genéricas: se reconocen como están escritas', 'Generic keys: recognised as they are written'],
  'D 16': [
    'Límites de los datos: al menos una letra latina, 200 caracteres, fechas de 1800 a hoy',
    'Limits of the data: at least one Latin letter, 200 characters, dates from 1800 to today',
  ],
  'D 17': ['Texto que quizá no es un nombre', 'Text that may not be a name'],
  'D 18': ['QO y XX no son entidades de la CURP', 'QO and XX are no entities of the CURP'],
  'D 21': [
    'RFC como testigo: otra fecha difiere; otras letras no deciden; la homoclave no se juzga',
    'RFC as a witness: another date differs; other letters decide nothing; the homoclave is not judged',
  ],
  'D 22': ['Nombre que quizá no está como en el acta', 'Name that may not be as in the birth record'],
  'D 23': ['Nombres que quizá no están en su lugar', 'Names that may not be in their places'],
  'D 24': [
    'Fecha, sexo o lugar que quizá no son los del nacimiento',
    'Date, sex or place that may not be those of the birth',
  ],
} as const;

/** The id of a rule: `IN 1`, `R 1.7`, `D 3`. */
export type Regla = keyof typeof TEXTOS;

/** The text of each rule, in Spanish and in English. */
export const REGLAS: Readonly<Record<Regla, readonly [es: string, en: string]>> = TEXTOS;
