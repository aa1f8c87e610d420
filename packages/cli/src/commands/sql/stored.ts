/**
 * The norm as stored functions, generated from the tables of `core`, in the dialect of a database. Each function contains all
 * it needs and calls no other, so that a CHECK constraint works while a dump is restored. One short regular expression
 * recognises names in the usual letters, which need little more than `upper`. Other names are rewritten first.
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
const FORM = FORMA.source.replace('[^][^]', `(?:${ENTIDADES.map((e) => e.abreviaturaEntidad).join('|')})`);
const GENERIC = CLAVES_GENERICAS.filter((clave) => validar(clave).valido).map(quoted);
const MONTHS = quoted(Array.from(DIAS.slice(1)).join(''));
/** The white space that the ends of a key may have, as a bracket expression without its brackets. */
const BLANKS = Array.from(BLANCOS, codePoint).join('');

/** R 1.7 and R 1.3: the words that are passed over at the beginning of a name, as long as another word follows. */
const anyOf = (words: readonly string[]): string => `(?:${words.join('|').replaceAll('.', '[.]')}) +`;
const OF_SURNAME = `^(?:${anyOf(PARTICULAS)})*`;
const ofGivenName = (edition: Edicion): string =>
  `${OF_SURNAME}(?:${anyOf(EDICIONES[edition].nombresOmitidos)}(?:${anyOf(PARTICULAS)})*)?`;

const DATA: readonly Variable[] = [
  ['nombres', 'text'],
  ['apellido_paterno', 'text'],
  ['apellido_materno', 'text'],
  ['fecha', 'date'],
  ['sexo', 'text'],
  ['entidad', 'text'],
];
const VARIABLES: readonly Variable[] = [
  ['a', 'text'],
  ['b', 'text', "'XXX'"],
  ['n', 'text'],
  ['e', 'text', 'entidad'],
  ['s', 'text', 'sexo'],
  ['conocido', 'boolean', 'false'],
  ['o', 'text'],
  ['t', 'text'],
  ['w', 'text'],
  ['r', 'text'],
  ['i', 'integer'],
  ['k', 'integer', '1'],
  ['clave', 'text'],
];

/**
 * Writes the code that assigns to `clave` the key of a person, and returns NULL if the data give none. With `hasEditions`, the key by the
 * edition of the norm in the variable `anio`.
 */
function calculation(sql: SqlDialect, hasEditions = false): string {
  const { set, concat, matches, replace, skip } = sql;
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
  const given = replace('t', ofGivenName(2021), '');
  const withoutDiaeresis = `
      IF anio = 2006 THEN
        ${sql
          .translate('t', Array.from('ÄËÏÖ'), Array.from('AEIO'))
          .map((step) => `${set}t = ${step};`)
          .join('\n        ')}
      END IF;`;
  const first = (text: string): string => `left(${concat(text, "'X'")}, 1)`;
  return `  IF char_length(e) = 2 AND position(${concat('e', "'|'")} IN ${ENTITIES}) = 0 THEN
    ${set}i = position(${concat("'|'", 'e')} IN ${ENTITIES});
    ${set}e = CASE WHEN i > 0 THEN substr(${ENTITIES}, i + 3, 2) END;
  END IF;
  IF e IS NULL OR char_length(e) <> 2 OR fecha IS NULL OR s IS NULL OR char_length(s) <> 1 OR position(s IN 'HMX') = 0
    OR fecha < DATE '${PRIMER_ANIO}-01-01' OR (fecha >= DATE '${ANIO_DEL_CODIGO}-01-01' AND fecha > ${sql.today})
    OR ${sql.isNoDay('fecha')} THEN
    RETURN NULL;
  END IF;
  WHILE k <= 3 ${sql.loop[0]}
    ${set}o = CASE k WHEN 1 THEN apellido_paterno WHEN 2 THEN apellido_materno ELSE nombres END;
    ${set}t = upper(o);
    IF octet_length(o) > char_length(o) THEN
      ${sql
        .translate('t', ACCENTED, ACCENTED.map(representante))
        .map((step) => `${set}t = ${step};`)
        .join('\n      ')}
    END IF;
    ${set}t = trim(t);
    IF ${matches('t', `[^${LETRAS_DE_CLAVE}Ñ .'-]`)} OR char_length(o) > ${LARGO_MAXIMO} THEN
      IF ${matches('o', control)} OR char_length(${sql.composed('o')}) > ${LARGO_MAXIMO} THEN
        RETURN NULL;
      END IF;
      ${set}t = o;
      ${rewritten}${hasEditions ? withoutDiaeresis : ''}
      ${set}t = trim(t);
    END IF;
    IF t IS NULL OR t = '' THEN
      IF k <> 2 THEN
        RETURN NULL; -- only a second surname may be missing
      END IF;
    ELSE
      ${set}w = t;
      IF position(' ' IN t) > 0 THEN -- R 1.3, R 1.7
        IF k = 3 THEN
          ${set}w = ${hasEditions ? `CASE WHEN anio = 2006 THEN ${replace('t', ofGivenName(2006), '')} ELSE ${given} END` : given};
        ELSE
          ${set}w = ${replace('t', OF_SURNAME, '')};
        END IF;
        ${set}w = left(w, position(' ' IN ${concat('w', "' '")}) - 1);
      END IF;
      -- The initial, the first internal vowel and the first internal consonant.
      ${set}r = ${concat('left(w, 1)', first(skip('substr(w, 2)', CONSONANTES)), first(skip('substr(w, 2)', VOCALES)))};
      IF ${matches('r', `[^${LETRAS_DE_CLAVE}]`)} THEN
        IF NOT (${matches('t', `[${LETRAS_DE_CLAVE}ÑÄËÏÖÞ]`)}) THEN
          RETURN NULL; -- no letter
        END IF;
        ${set}r = ${replace('r', `[^${LETRAS_DE_CLAVE}]`, 'X')};
      END IF;
      IF k = 1 THEN
        ${set}a = r;
      ELSEIF k = 2 THEN
        ${set}b = r;
      ELSE
        ${set}n = r;
      END IF;
      ${set}conocido = (conocido OR (k < 3 AND t <> 'DESCONOCIDO'));
    END IF;
    ${set}k = k + 1;
  ${sql.loop[1]};
  IF NOT conocido THEN -- R 1.11
    ${set}a = 'XXX';
    ${set}b = 'XXX';${hasEditions ? `\n    IF anio = 2006 THEN\n      RETURN NULL; -- it has no rule for that\n    END IF;` : ''}
  END IF;
  ${set}clave = ${concat('left(a, 2)', 'left(b, 1)', 'left(n, 1)')};
  IF position(${concat("' '", 'clave', "' '")} IN ${quoted(` ${PALABRAS_INCONVENIENTES.join(' ')} `)}) > 0 THEN -- R 1.8
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
  IF NOT (${matches('c', FORM)}) THEN
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
    ${set}b = 'XXX';
    ${set}conocido = false;
    ${set}k = 1;
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
