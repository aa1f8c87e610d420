/**
 * The norm as stored functions, generated from the tables of `core`, in the dialect of a database. Each function contains all
 * it needs and calls no other, so that a CHECK constraint works while a dump is restored. One regular expression recognises
 * three names in the usual letters, which need little more than `upper`. Other names are rewritten one after another. A
 * statement costs more than the functions in it, so that a plain person passes through as few as possible.
 */
import {
  CLAVES_GENERICAS,
  EDICIONES,
  type Edicion,
  ENTIDADES,
  PALABRAS_INCONVENIENTES,
  PARTICULAS,
  validar,
} from '@curp-service/core';
import {
  ANIO_DEL_CODIGO,
  BLANCOS,
  CONSONANTES,
  DIAS,
  FORMA,
  LARGO_MAXIMO,
  LETRAS_DE_CLAVE,
  PRIMER_ANIO,
  type Reemplazo,
  reescritura,
  representante,
  VOCALES,
} from '@curp-service/core/tablas';
import { codePoint, MYSQL, POSTGRESQL, quoted, type SqlDialect, type Variable } from './dialects.js';

/** The usual letters beyond A-Z that `upper` may leave as they are. */
const ACCENTED = Array.from('áéíóúüñÁÉÍÓÚÜ');
const ENTITIES = quoted(`|${ENTIDADES.map((e) => e.claveEntidad + e.abreviaturaEntidad).join('|')}|`);
const FORM = FORMA.source.replace('[^][^]', '..');
const LETTERS_OF_ENTITIES = ENTIDADES.map((e) => quoted(e.abreviaturaEntidad)).join(', ');
const GENERIC = CLAVES_GENERICAS.filter((clave) => validar(clave).valido).map(quoted);
const MONTHS = quoted(Array.from(DIAS.slice(1)).join(''));
/** The white space that the ends of a key may have, as a bracket expression without its brackets. */
const BLANKS = Array.from(BLANCOS, codePoint).join('');

/** R 1.7 and R 1.3: the words that are passed over at the beginning of a name, as long as another word follows. */
const anyOf = (words: readonly string[]): string => `(?:${words.join('|').replaceAll('.', '[.]')}) +`;
const OF_SURNAME = `^(?:${anyOf(PARTICULAS)})*`;
const ofGivenName = (edition: Edicion): string =>
  `${OF_SURNAME}(?:${anyOf(EDICIONES[edition].nombresOmitidos)}(?:${anyOf(PARTICULAS)})*)?`;

/** The words with which a name may begin and that are passed over, as a list of SQL. */
const PASSED_OVER = Array.from(
  new Set([...PARTICULAS, ...Object.values(EDICIONES).flatMap(({ nombresOmitidos }) => nombresOmitidos)]),
  quoted,
).join(', ');
/** A name in the usual letters, which `upper` prepares. */
const USUAL = `[${LETRAS_DE_CLAVE}Ñ .'-]*`;

const DATA: readonly Variable[] = [
  ['nombres', 'text'],
  ['apellido_paterno', 'text'],
  ['apellido_materno', 'text'],
  ['fecha', 'date'],
  ['sexo', 'text'],
  ['entidad', 'text'],
];
/** The names, then their letters: first and second surname, given names. */
const NAMES = ['a', 'b', 'n'] as const;
const VARIABLES: readonly Variable[] = [
  ...NAMES.map((name): Variable => [name, 'text']),
  ['e', 'text', 'entidad'],
  ['s', 'text', 'sexo'],
  ['conocido', 'boolean'],
  ['t', 'text'],
  ['i', 'integer'],
  ['k', 'integer'],
  ['clave', 'text'],
];

/**
 * Writes the code that assigns to `clave` the key of a person, and returns NULL if the data give none. With `hasEditions`, the key by the
 * edition of the norm in the variable `anio`.
 */
function calculation(sql: SqlDialect, hasEditions = false): string {
  const { set, concat, matches, replace, skip, part } = sql;
  const { control, ligaduras, primeros, de, a, ultimos } = reescritura();
  const replaced = ({ patron, por }: Reemplazo): string => replace('t', patron, por);
  const steps = [
    ...ligaduras.map(([ligature, letters]) => `replace(t, '${ligature}', '${letters}')`),
    ...primeros.map(replaced),
    ...sql.translate('t', de, a),
    ...ultimos.map(replaced),
  ];
  const rewritten = steps.map((step) => `${set}t = ${step};`).join('\n      ');
  const [before, digit] = sql.digit('clave');
  const given = (edition: Edicion): string => replace('n', ofGivenName(edition), '');
  const withoutDiaeresis = `
      IF anio = 2006 THEN
        ${sql
          .translate('t', Array.from('ÄËÏÖ'), Array.from('AEIO'))
          .map((step) => `${set}t = ${step};`)
          .join('\n        ')}
      END IF;`;
  const first = (text: string): string => `left(${concat(text, "'X'")}, 1)`;
  const letters = (word: string): string =>
    concat(`left(${word}, 1)`, ...[CONSONANTES, VOCALES].map((others) => first(skip(`substr(${word}, 2)`, others))));
  const hasLetter = (name: string): string => matches(name, `[${LETRAS_DE_CLAVE}ÑÄËÏÖÞ]`);
  const firstWord = (name: string, shortened: string): string =>
    part(`CASE WHEN ${part(name, ' ', 1)} IN (${PASSED_OVER}) THEN ${shortened} ELSE ${name} END`, ' ', 1);
  return `  IF char_length(e) = 2 AND position(${concat('e', "'|'")} IN ${ENTITIES}) = 0 THEN
    ${set}i = position(${concat("'|'", 'e')} IN ${ENTITIES});
    ${set}e = CASE WHEN i > 0 THEN substr(${ENTITIES}, i + 3, 2) END;
  END IF;
  IF e IS NULL OR char_length(e) <> 2 OR fecha IS NULL OR s IS NULL OR char_length(s) <> 1 OR position(s IN 'HMX') = 0
    OR fecha < DATE '${PRIMER_ANIO}-01-01' OR (fecha >= DATE '${ANIO_DEL_CODIGO}-01-01' AND fecha > ${sql.today})
    OR ${sql.isNoDay('fecha')} THEN
    RETURN NULL;
  END IF;
  -- The three names at once, if all are written in the usual letters.
  ${set}t = ${concat('apellido_paterno', "'|'", "COALESCE(apellido_materno, '')", "'|'", 'nombres')};
  ${set}t = upper(t);
  IF octet_length(t) > char_length(t) THEN
    ${sql
      .translate('t', ACCENTED, ACCENTED.map(representante))
      .map((step) => `${set}t = ${step};`)
      .join('\n    ')}
  END IF;
  IF char_length(t) <= ${LARGO_MAXIMO} AND ${matches('t', `^${USUAL}[|]${USUAL}[|]${USUAL}$`)} THEN
    ${NAMES.map((name, i) => `${set}${name} = trim(${part('t', '|', i + 1)});`).join('\n    ')}
  ELSE
    ${set}k = 1;
    WHILE k <= 3 ${sql.loop[0]}
      ${set}t = CASE k WHEN 1 THEN apellido_paterno WHEN 2 THEN apellido_materno ELSE nombres END;
      IF ${matches('t', control)} OR char_length(${sql.composed('t')}) > ${LARGO_MAXIMO} THEN
        RETURN NULL;
      END IF;
      ${rewritten}${hasEditions ? withoutDiaeresis : ''}
      ${set}t = COALESCE(trim(t), '');
      IF k = 1 THEN
        ${set}a = t;
      ELSEIF k = 2 THEN
        ${set}b = t;
      ELSE
        ${set}n = t;
      END IF;
      ${set}k = k + 1;
    ${sql.loop[1]};
  END IF;
  IF NOT (${NAMES.map((name) => `${name} BETWEEN 'A' AND '['`).join(' AND ')}) THEN
    -- Only a second surname may be missing, and a name has a letter.
    IF NOT (${hasLetter('a')}) OR NOT (${hasLetter('n')}) OR (b <> '' AND NOT (${hasLetter('b')})) THEN
      RETURN NULL;
    END IF;
  END IF;
  ${set}conocido = (a <> 'DESCONOCIDO' OR b NOT IN ('', 'DESCONOCIDO'));
  -- R 1.3, R 1.7: the first word that is not passed over.
  ${set}a = ${firstWord('a', replace('a', OF_SURNAME, ''))};
  ${set}b = ${firstWord('b', replace('b', OF_SURNAME, ''))};
  ${set}n = ${firstWord('n', hasEditions ? `CASE WHEN anio = 2006 THEN ${given(2006)} ELSE ${given(2021)} END` : given(2021))};
  -- The initial, the first internal vowel and the first internal consonant of each.
  ${set}a = ${letters('a')};
  ${set}b = CASE WHEN b = '' THEN 'XXX' ELSE ${letters('b')} END;
  ${set}n = ${letters('n')};
  IF ${matches(`(${concat(...NAMES)})`, `[^${LETRAS_DE_CLAVE}]`)} THEN
    ${NAMES.map((name) => `${set}${name} = ${replace(name, `[^${LETRAS_DE_CLAVE}]`, 'X')};`).join('\n    ')}
  END IF;
  IF NOT conocido THEN -- R 1.11
    ${set}a = 'XXX';
    ${set}b = 'XXX';${hasEditions ? `\n    IF anio = 2006 THEN\n      RETURN NULL; -- it has no rule for that\n    END IF;` : ''}
  END IF;
  ${set}clave = ${concat('left(a, 2)', 'left(b, 1)', 'left(n, 1)')};
  IF clave IN (${PALABRAS_INCONVENIENTES.map(quoted).join(', ')}) THEN -- R 1.8
    ${set}clave = ${concat('left(a, 1)', "'X'", 'substr(clave, 3)')};
  END IF;
  ${set}clave = ${concat('clave', sql.sixDigits('fecha'), 's', 'e', 'right(a, 1)', 'right(b, 1)', 'right(n, 1)', "CASE WHEN fecha < DATE '2000-01-01' THEN '0' ELSE 'A' END")};
  ${before}
  ${set}clave = ${concat('clave', digit)};`;
}

/** Prints the file of functions for a database. */
export function storedFunctions(database: 'postgresql' | 'mysql', version: string): string {
  const sql = database === 'mysql' ? MYSQL : POSTGRESQL;
  const { set, matches } = sql;
  const calculate = calculation(sql);
  const written = `${set}c = ${sql.written('curp', BLANKS)};`;
  const [before, digit] = sql.digit('c');
  const isHomonym = `(CASE WHEN left(c, 16) = left(clave, 16) AND ${matches('c', '^.{16}[0-9A-Z][0-9]$')}
    AND (substr(c, 17, 1) <= '9') = (substr(clave, 17, 1) = '0') THEN substr(c, 18) = ${digit} ELSE false END)`;
  const key: Variable = ['curp', 'text'];
  const functions = [
    sql.print({
      name: 'curp_calcular',
      about:
        'The key of a person; NULL if the data give none. A second surname that is NULL or blank says that the person has none.',
      parameters: DATA,
      returns: 'text',
      variables: VARIABLES,
      body: `${calculate}
  RETURN clave;`,
    }),
    sql.print({
      name: 'curp_digito',
      about: 'The check digit of the first 17 characters of a key; NULL if they are none.',
      parameters: [key],
      returns: 'text',
      variables: [['c', 'text']],
      body: `  ${written}
  IF c IS NULL OR NOT (${matches('c', '^[0-9A-Z]{17}[0-9]?$')}) THEN
    RETURN NULL;
  END IF;
  ${before}
  RETURN ${digit};`,
    }),
    sql.print({
      name: 'curp_valida',
      about:
        'Whether a key is well formed; NULL if it is NULL. A birth in the future is refused by the clock: a key may become valid, never invalid.',
      parameters: [key],
      returns: 'boolean',
      variables: [
        ['c', 'text'],
        ['anio', 'integer'],
        ['mes', 'integer'],
        ['dia', 'integer'],
      ],
      body: `  ${written}
  IF c IS NULL THEN
    RETURN NULL;
  END IF;
  IF c IN (${GENERIC.join(', ')}) THEN
    RETURN true;
  END IF;
  IF substr(c, 12, 2) NOT IN (${LETTERS_OF_ENTITIES}) OR NOT (${matches('c', FORM)}) THEN
    RETURN false;
  END IF;
  ${set}anio = CASE WHEN substr(c, 17, 1) <= '9' THEN 1900 ELSE 2000 END + ${sql.number('substr(c, 5, 2)')};
  ${set}mes = ${sql.number('substr(c, 7, 2)')};
  ${set}dia = ${sql.number('substr(c, 9, 2)')};
  IF mes NOT BETWEEN 1 AND 12 OR dia < 1 THEN
    RETURN false;
  END IF;
  IF dia > ${sql.number(`substr(${MONTHS}, mes * 2 - 1, 2)`)}
    AND NOT (mes = 2 AND dia = 29 AND anio % 4 = 0 AND anio <> 1900) THEN
    RETURN false;
  END IF;
  IF anio >= ${ANIO_DEL_CODIGO} AND anio * 10000 + mes * 100 + dia > ${sql.dayNumber(sql.today)} THEN
    RETURN false;
  END IF;
  ${before}
  RETURN substr(c, 18) = ${digit};`,
    }),
    sql.print({
      name: 'curp_coteja',
      about:
        'Compares a key with a person: identica, misma_raiz (of a homonym) or difiere; NULL if there is no key or the data give none.',
      parameters: [key, ...DATA],
      returns: 'text',
      variables: [['c', 'text'], ...VARIABLES],
      body: `  ${written}
  IF c IS NULL OR c = '' THEN
    RETURN NULL;
  END IF;
${calculate}
  IF c = clave THEN
    RETURN 'identica';
  END IF;
  ${before}
  RETURN CASE WHEN ${isHomonym} THEN 'misma_raiz' ELSE 'difiere' END;`,
    }),
    sql.print({
      name: 'curp_edicion',
      about:
        '2006 if a key differs by the rules of 2021 and is the one that the Instructivo of 2006 gives to the person; otherwise NULL.',
      parameters: [key, ...DATA],
      returns: 'integer',
      variables: [['c', 'text'], ['anio', 'integer', '2021'], ...VARIABLES],
      body: `  ${written}
  WHILE anio >= 2006 ${sql.loop[0]}
${calculation(sql, true)}
    ${before}
    IF c = clave OR ${isHomonym} THEN
      RETURN CASE WHEN anio = 2006 THEN 2006 END;
    END IF;
    ${set}anio = CASE WHEN anio = 2021 AND s <> 'X' AND fecha < DATE '${EDICIONES[2021].desde}' THEN 2006 ELSE 0 END;
  ${sql.loop[1]};
  RETURN NULL;`,
    }),
  ];
  return sql.file(version, functions.join(''));
}
