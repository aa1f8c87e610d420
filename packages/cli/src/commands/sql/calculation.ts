/**
 * The calculation of a key in SQL. One regular expression recognises three names in the usual letters, which need little more than
 * `upper`. Other names are rewritten one after another. A statement costs more than the functions in it, so that a plain person
 * passes through as few as possible.
 */
import { EDICIONES, type Edicion, ENTIDADES, PALABRAS_INCONVENIENTES, PARTICULAS } from '@curp-service/core';
import {
  ANIO_DEL_CODIGO,
  CONSONANTES,
  LARGO_MAXIMO,
  LETRAS_DE_CLAVE,
  PRIMER_ANIO,
  type Reemplazo,
  reescritura,
  representante,
  VOCALES,
} from '@curp-service/core/tablas';
import { sqlText, type SqlDialect, type SqlVariable } from './dialects.js';

/** The usual letters beyond A-Z that `upper` may leave as they are. */
const ACCENTED_LETTERS = Array.from('áéíóúüñÁÉÍÓÚÜ');
export const LETTERS_OF_ENTITIES = ENTIDADES.map((e) => sqlText(e.abreviaturaEntidad)).join(', ');
const ENTITY_BY_NUMBER = ENTIDADES.map(
  (e) => `WHEN ${sqlText(e.claveEntidad)} THEN ${sqlText(e.abreviaturaEntidad)}`,
).join(' ');

/** R 1.7 and R 1.3: the words that are passed over at the beginning of a name, as long as another word follows. */
const anyOf = (words: readonly string[]): string => `(?:${words.join('|').replaceAll('.', '[.]')}) +`;
const OF_SURNAME = `^(?:${anyOf(PARTICULAS)})*`;
const ofGivenName = (edition: Edicion): string =>
  `${OF_SURNAME}(?:${anyOf(EDICIONES[edition].nombresOmitidos)}(?:${anyOf(PARTICULAS)})*)?`;

/** The words with which a name may begin and that are passed over, as a list of SQL. */
const PASSED_OVER = Array.from(
  new Set([...PARTICULAS, ...Object.values(EDICIONES).flatMap(({ nombresOmitidos }) => nombresOmitidos)]),
  sqlText,
).join(', ');
/** A name in the usual letters, which `upper` prepares. */
const USUAL_NAME = ` *[${LETRAS_DE_CLAVE}Ñ][${LETRAS_DE_CLAVE}Ñ .'-]*`;

/** The parameters of a function that takes a person, and the variables that the calculation uses. */
export const SQL_PERSON: readonly SqlVariable[] = [
  ['nombres', 'text'],
  ['apellido_paterno', 'text'],
  ['apellido_materno', 'text'],
  ['fecha', 'date'],
  ['sexo', 'text'],
  ['entidad', 'text'],
];
/** The names, then their letters: first and second surname, given names. */
const NAME_VARIABLES = ['a', 'b', 'n'] as const;
export const PERSON_VARIABLES: readonly SqlVariable[] = [
  ...NAME_VARIABLES.map((name): SqlVariable => [name, 'text']),
  ['e', 'text', 'entidad'],
  ['s', 'text', 'sexo'],
  ['t', 'text'],
  ['k', 'integer'],
  ['clave', 'text'],
];

/** Writes the code that assigns the three names to `a`, `b` and `n`, rewritten in the letters of the norm. */
function readNames(sql: SqlDialect, hasEditions: boolean): string {
  const { set, concat, matches, replace, part } = sql;
  const { control, ligaduras, primeros, de, a, ultimos } = reescritura();
  const replaced = ({ patron, por }: Reemplazo): string => replace('t', patron, por);
  const steps = [
    ...ligaduras.map(([ligature, letters]) => `replace(t, '${ligature}', '${letters}')`),
    ...primeros.map(replaced),
    ...sql.translate('t', de, a),
    ...ultimos.map(replaced),
  ];
  const rewritten = steps.map((step) => `${set}t = ${step};`).join('\n      ');
  const withoutDiaeresis = `
      IF anio = 2006 THEN
        ${sql
          .translate('t', Array.from('ÄËÏÖ'), Array.from('AEIO'))
          .map((step) => `${set}t = ${step};`)
          .join('\n        ')}
      END IF;`;
  const hasLetter = (name: string): string => matches(name, `[${LETRAS_DE_CLAVE}ÑÄËÏÖÞ]`);
  return `  -- The three names at once, if all are written in the usual letters.
  ${set}t = ${concat('apellido_paterno', "'|'", "COALESCE(apellido_materno, '')", "'|'", 'nombres')};
  ${set}t = upper(t);
  IF octet_length(t) > char_length(t) THEN
    ${sql
      .translate('t', ACCENTED_LETTERS, ACCENTED_LETTERS.map(representante))
      .map((step) => `${set}t = ${step};`)
      .join('\n    ')}
  END IF;
  IF char_length(t) <= ${LARGO_MAXIMO} AND ${matches('t', `^${USUAL_NAME}[|](?:${USUAL_NAME})?[|]${USUAL_NAME}$`)} THEN
    ${NAME_VARIABLES.map((name, i) => `${set}${name} = trim(${part('t', '|', i + 1)});`).join('\n    ')}
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
    -- Only a second surname may be missing, and a name has a letter.
    IF NOT (${hasLetter('a')}) OR NOT (${hasLetter('n')}) OR (b <> '' AND NOT (${hasLetter('b')})) THEN
      RETURN NULL;
    END IF;
  END IF;`;
}

/**
 * Writes the code that assigns to `clave` the key of a person, and returns NULL if the data give none. With `hasEditions`, the key by the
 * edition of the norm in the variable `anio`.
 */
export function calculation(sql: SqlDialect, hasEditions = false): string {
  const { set, concat, matches, replace, skip, part } = sql;
  const [before, digit] = sql.digit('clave');
  const given = (edition: Edicion): string => replace('n', ofGivenName(edition), '');
  const first = (text: string): string => `left(${concat(text, "'X'")}, 1)`;
  const letters = (word: string): string =>
    concat(`left(${word}, 1)`, ...[CONSONANTES, VOCALES].map((others) => first(skip(`substr(${word}, 2)`, others))));
  const fromFirstWord = (name: string, shortened: string): string =>
    `CASE WHEN ${part(name, ' ', 1)} IN (${PASSED_OVER}) THEN ${shortened} ELSE ${name} END`;
  return `  IF char_length(e) = 2 AND e NOT IN (${LETTERS_OF_ENTITIES}) THEN
    ${set}e = CASE e ${ENTITY_BY_NUMBER} END;
  END IF;
  IF e IS NULL OR char_length(e) <> 2 OR fecha IS NULL OR s IS NULL OR char_length(s) <> 1 OR s NOT IN ('H', 'M', 'X')
    OR fecha < DATE '${PRIMER_ANIO}-01-01' OR (fecha >= DATE '${ANIO_DEL_CODIGO}-01-01' AND fecha > ${sql.today})
    OR ${sql.isNoDay('fecha')} THEN
    RETURN NULL;
  END IF;
${readNames(sql, hasEditions)}
  IF a = 'DESCONOCIDO' AND b IN ('', 'DESCONOCIDO') THEN -- R 1.11: XXX for each
    ${hasEditions ? `IF anio = 2006 THEN\n      RETURN NULL; -- it has no rule for that\n    END IF;\n    ` : ''}${set}a = '#';
    ${set}b = '';
  END IF;
  -- R 1.3, R 1.7: the name from the first word that is not passed over.
  ${set}a = ${fromFirstWord('a', replace('a', OF_SURNAME, ''))};
  ${set}b = ${fromFirstWord('b', replace('b', OF_SURNAME, ''))};
  ${set}n = ${fromFirstWord('n', hasEditions ? `CASE WHEN anio = 2006 THEN ${given(2006)} ELSE ${given(2021)} END` : given(2021))};
  -- The initial, the first internal vowel and the first internal consonant of its first word. The blank that ends the word gives X.
  ${set}a = ${letters('a')};
  ${set}b = CASE WHEN b = '' THEN 'XXX' ELSE ${letters('b')} END;
  ${set}n = ${letters('n')};
  IF ${matches(`(${concat(...NAME_VARIABLES)})`, `[^${LETRAS_DE_CLAVE}]`)} THEN
    ${NAME_VARIABLES.map((name) => `${set}${name} = ${replace(name, `[^${LETRAS_DE_CLAVE}]`, 'X')};`).join('\n    ')}
  END IF;
  ${set}clave = ${concat('left(a, 2)', 'left(b, 1)', 'left(n, 1)')};
  IF clave IN (${PALABRAS_INCONVENIENTES.map(sqlText).join(', ')}) THEN -- R 1.8
    ${set}clave = ${concat('left(a, 1)', "'X'", 'substr(clave, 3)')};
  END IF;
  ${set}clave = ${concat('clave', sql.sixDigits('fecha'), 's', 'e', 'right(a, 1)', 'right(b, 1)', 'right(n, 1)', "CASE WHEN fecha < DATE '2000-01-01' THEN '0' ELSE 'A' END")};
  ${before}
  ${set}clave = ${concat('clave', digit)};`;
}
