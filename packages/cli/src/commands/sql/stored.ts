/**
 * The norm as stored functions, generated from the tables of `core`, in the dialect of a database. Each function contains all
 * it needs and calls no other, so that a CHECK constraint works while a dump is restored.
 */
import { CLAVES_GENERICAS, EDICIONES, validar } from '@curp-service/core';
import { ANIO_DEL_CODIGO, BLANCOS, DIAS, FORMA } from '@curp-service/core/tablas';
import { calculation, LETTERS_OF_ENTITIES, SQL_PERSON, PERSON_VARIABLES } from './calculation.js';
import {
  codePoint,
  type FunctionParts,
  MYSQL,
  POSTGRESQL,
  sqlText,
  type SqlDialect,
  type SqlVariable,
} from './dialects.js';

const KEY_FORM = FORMA.source.replace('[^][^]', '..');
const GENERIC = CLAVES_GENERICAS.filter((clave) => validar(clave).valido).map(sqlText);
const MONTH_LENGTHS = sqlText(Array.from(DIAS.slice(1)).join(''));
/** The white space that the ends of a key may have, as a bracket expression without its brackets. */
const BLANKS = Array.from(BLANCOS, codePoint).join('');
const CURP_PARAMETER: SqlVariable = ['curp', 'text'];

/** Writes the code that assigns to `c` the key as the norm writes it. */
const written = (sql: SqlDialect): string => `${sql.set}c = ${sql.written('curp', BLANKS)};`;

/** Writes whether the key `c` is that of a homonym of the person with `clave`. */
const isHomonym = ({ matches, digit }: SqlDialect): string =>
  `(CASE WHEN left(c, 16) = left(clave, 16) AND ${matches('c', '^.{16}[0-9A-Z][0-9]$')}
    AND (substr(c, 17, 1) <= '9') = (substr(clave, 17, 1) = '0') THEN substr(c, 18) = ${digit('c')[1]} ELSE false END)`;

const curpCalcular = (sql: SqlDialect): FunctionParts => ({
  name: 'curp_calcular',
  about:
    'The key of a person; NULL if the data give none. A second surname that is NULL or blank says that the person has none.',
  parameters: SQL_PERSON,
  returns: 'text',
  variables: PERSON_VARIABLES,
  body: `${calculation(sql)}
  RETURN clave;`,
});

function curpDigito(sql: SqlDialect): FunctionParts {
  const [before, digit] = sql.digit('c');
  return {
    name: 'curp_digito',
    about: 'The check digit of the first 17 characters of a key; NULL if they are none.',
    parameters: [CURP_PARAMETER],
    returns: 'text',
    variables: [['c', 'text']],
    body: `  ${written(sql)}
  IF c IS NULL OR NOT (${sql.matches('c', '^[0-9A-Z]{17}[0-9]?$')}) THEN
    RETURN NULL;
  END IF;
  ${before}
  RETURN ${digit};`,
  };
}

function curpValida(sql: SqlDialect): FunctionParts {
  const [before, digit] = sql.digit('c');
  return {
    name: 'curp_valida',
    about:
      'Whether a key is well formed; NULL if it is NULL. A birth in the future is refused by the clock: a key may become valid, never invalid.',
    parameters: [CURP_PARAMETER],
    returns: 'boolean',
    variables: [
      ['c', 'text'],
      ['anio', 'integer'],
      ['mes', 'integer'],
      ['dia', 'integer'],
    ],
    body: `  ${written(sql)}
  IF c IS NULL THEN
    RETURN NULL;
  END IF;
  IF c IN (${GENERIC.join(', ')}) THEN
    RETURN true;
  END IF;
  IF substr(c, 12, 2) NOT IN (${LETTERS_OF_ENTITIES}) OR NOT (${sql.matches('c', KEY_FORM)}) THEN
    RETURN false;
  END IF;
  ${sql.set}anio = CASE WHEN substr(c, 17, 1) <= '9' THEN 1900 ELSE 2000 END + ${sql.number('substr(c, 5, 2)')};
  ${sql.set}mes = ${sql.number('substr(c, 7, 2)')};
  ${sql.set}dia = ${sql.number('substr(c, 9, 2)')};
  IF mes NOT BETWEEN 1 AND 12 OR dia < 1 THEN
    RETURN false;
  END IF;
  IF dia > ${sql.number(`substr(${MONTH_LENGTHS}, mes * 2 - 1, 2)`)}
    AND NOT (mes = 2 AND dia = 29 AND anio % 4 = 0 AND anio <> 1900) THEN
    RETURN false;
  END IF;
  IF anio >= ${ANIO_DEL_CODIGO} AND anio * 10000 + mes * 100 + dia > ${sql.dayNumber(sql.today)} THEN
    RETURN false;
  END IF;
  ${before}
  RETURN substr(c, 18) = ${digit};`,
  };
}

function curpCoteja(sql: SqlDialect): FunctionParts {
  const [before] = sql.digit('c');
  return {
    name: 'curp_coteja',
    about:
      'Compares a key with a person: identica, misma_raiz (of a homonym) or difiere; NULL if there is no key or the data give none.',
    parameters: [CURP_PARAMETER, ...SQL_PERSON],
    returns: 'text',
    variables: [['c', 'text'], ...PERSON_VARIABLES],
    body: `  ${written(sql)}
  IF c IS NULL OR c = '' THEN
    RETURN NULL;
  END IF;
${calculation(sql)}
  IF c = clave THEN
    RETURN 'identica';
  END IF;
  ${before}
  RETURN CASE WHEN ${isHomonym(sql)} THEN 'misma_raiz' ELSE 'difiere' END;`,
  };
}

function curpEdicion(sql: SqlDialect): FunctionParts {
  const [before] = sql.digit('c');
  return {
    name: 'curp_edicion',
    about:
      '2006 if a key differs by the rules of 2021 and is the one that the Instructivo of 2006 gives to the person; otherwise NULL.',
    parameters: [CURP_PARAMETER, ...SQL_PERSON],
    returns: 'integer',
    variables: [['c', 'text'], ['anio', 'integer', '2021'], ...PERSON_VARIABLES],
    body: `  ${written(sql)}
  WHILE anio >= 2006 ${sql.loop[0]}
${calculation(sql, true)}
    ${before}
    IF c = clave OR ${isHomonym(sql)} THEN
      RETURN CASE WHEN anio = 2006 THEN 2006 END;
    END IF;
    ${sql.set}anio = CASE WHEN anio = 2021 AND s <> 'X' AND fecha < DATE '${EDICIONES[2021].desde}' THEN 2006 ELSE 0 END;
  ${sql.loop[1]};
  RETURN NULL;`,
  };
}

const STORED_FUNCTIONS = [curpCalcular, curpDigito, curpValida, curpCoteja, curpEdicion];

/** Prints the file of functions for a database. */
export function storedFunctions(database: 'postgresql' | 'mysql', version: string): string {
  const sql = database === 'mysql' ? MYSQL : POSTGRESQL;
  return sql.file(version, STORED_FUNCTIONS.map((write) => sql.print(write(sql))).join(''));
}
