/** What the two dialects of stored functions write differently: PostgreSQL's PL/pgSQL, and the SQL/PSM of MySQL and MariaDB. */
import { ALFABETO } from '@curp-service/core/tablas';

/** A function to print: its parameters and the variables of its body, each with its type. */
export interface FunctionParts {
  readonly name: string;
  readonly about: string;
  readonly parameters: readonly SqlVariable[];
  readonly returns: 'text' | 'boolean' | 'integer';
  readonly variables: readonly SqlVariable[];
  readonly body: string;
}
export type SqlVariable = readonly [name: string, type: 'text' | 'date' | 'integer' | 'boolean', value?: string];

export interface SqlDialect {
  /** The file around the functions. */
  readonly file: (version: string, functions: string) => string;
  readonly print: (parts: FunctionParts) => string;
  /** The word before an assignment, and the two words around the body of a loop. */
  readonly set: string;
  readonly loop: readonly [begin: string, end: string];
  readonly concat: (...parts: readonly string[]) => string;
  readonly matches: (text: string, pattern: string) => string;
  readonly replace: (text: string, pattern: string, by: string) => string;
  /** The part of a text between separators, from 1. */
  readonly part: (text: string, separator: string, number: number) => string;
  /** Removes these characters from the beginning of a text. */
  readonly skip: (text: string, characters: string) => string;
  /** The steps that replace single characters, each by the one at the same place. */
  readonly translate: (text: string, from: readonly string[], to: readonly string[]) => readonly string[];
  readonly composed: (text: string) => string;
  /** A key without these blanks around it, in upper case: ASCII letters only. */
  readonly written: (key: string, blanks: string) => string;
  readonly number: (text: string) => string;
  readonly today: string;
  readonly dayNumber: (date: string) => string;
  readonly sixDigits: (date: string) => string;
  /** Whether a date of the database is no day. */
  readonly isNoDay: (date: string) => string;
  /** The check digit of the key in a variable: a statement before it, and its expression. */
  readonly digit: (key: string) => readonly [before: string, expression: string];
}

export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A character as the patterns of `core` write it. */
export const codePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Writes a pattern of `core` with the escapes of an engine. */
const withEscapes = (pattern: string, escape: (code: string) => string): string =>
  pattern.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => escape(code));

const inPostgres = (pattern: string): string =>
  sqlText(
    withEscapes(pattern, (code) => (code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`)),
  );

/** A literal of PostgreSQL in which blanks and marks are escaped, so that no editor or client changes them. */
const visible = (text: string): string => `E${inPostgres(text.replaceAll(/(?! )[\p{Z}\p{C}\p{M}]/gu, codePoint))}`;

const TYPES_OF_POSTGRES = { text: 'text COLLATE "C"', date: 'date', integer: 'integer', boolean: 'boolean' } as const;
const WEIGHTS = Array.from({ length: 17 }, (_, i) => 18 - i);
/** The value of each byte up to that of Z, as a literal. */
const CHARACTER_VALUES = Buffer.from(
  Array.from({ length: 91 }, (_, code) => Math.max(0, ALFABETO.indexOf(String.fromCharCode(code)))),
);

export const POSTGRESQL: SqlDialect = {
  file: (
    version,
    functions,
  ) => `-- curp-service ${version}, MIT. The CURP by the official norm, for PostgreSQL 13 and later with the encoding UTF-8.
-- Keys by the norm, and no piles: \`curp lote\` says which rows to review. A calculated CURP proves no registration.
-- Made by \`curp sql postgresql\`: change it there, not here.

DO $curp$
BEGIN
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'curp-service needs a database with the encoding UTF8, and this one has %',
      current_setting('server_encoding');
  END IF;
END
$curp$;
${functions}`,
  print: ({ name, about, parameters, returns, variables, body }) => `
-- ${about}
CREATE OR REPLACE FUNCTION ${name}(${parameters.map(([parameter, type]) => `${parameter} ${type}`).join(', ')})
RETURNS ${returns} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 500 SET search_path = pg_catalog, pg_temp AS $curp$
DECLARE
  valores CONSTANT bytea := '\\x${CHARACTER_VALUES.toString('hex')}'::bytea;
  d bytea;
${variables.map(([variable, type, value]) => `  ${variable} ${TYPES_OF_POSTGRES[type]}${value === undefined ? '' : ` := ${value}`};\n`).join('')}BEGIN
${body}
END
$curp$;
`,
  set: '',
  loop: ['LOOP', 'END LOOP'],
  concat: (...parts) => parts.join(' || '),
  matches: (text, pattern) => `${text} ~ ${inPostgres(pattern)}`,
  replace: (text, pattern, by) => `regexp_replace(${text}, ${inPostgres(pattern)}, ${sqlText(by)}, 'g')`,
  part: (text, separator, number) => `split_part(${text}, ${sqlText(separator)}, ${number})`,
  skip: (text, characters) => `ltrim(${text}, ${sqlText(characters)})`,
  translate: (text, from, to) => [`translate(${text}, ${visible(from.join(''))}, ${sqlText(to.join(''))})`],
  composed: (text) => `normalize(${text}, NFC)`,
  written: (key, blanks) => `upper(btrim(${key}, E${inPostgres(blanks)}) COLLATE "C")`,
  number: (text) => `(${text})::integer`,
  today: "(clock_timestamp() AT TIME ZONE 'UTC')::date",
  dayNumber: (date) => `to_char(${date}, 'YYYYMMDD')::integer`,
  sixDigits: (date) => `to_char(${date}, 'YYMMDD')`,
  isNoDay: () => 'false',
  digit: (key) => [
    `d = convert_to(${key}, 'UTF8');`,
    `((10 - (${WEIGHTS.map((weight, i) => `get_byte(valores, get_byte(d, ${i})) * ${weight}`).join(' + ')}) % 10) % 10)::text`,
  ],
};

const inMysql = (pattern: string): string => sqlText(withEscapes(pattern, (code) => `\\\\x{${code}}`));
const TEXT_OF_MYSQL = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const TYPES_OF_MYSQL = { text: `TEXT ${TEXT_OF_MYSQL}`, date: 'DATE', integer: 'INT', boolean: 'BOOLEAN' } as const;

export const MYSQL: SqlDialect = {
  file: (
    version,
    functions,
  ) => `-- curp-service ${version}, MIT. The CURP by the official norm, for MySQL 8 and MariaDB 10.6 and later.
-- Keys by the norm, and no piles: \`curp lote\` says which rows to review. A calculated CURP proves no registration.
-- Made by \`curp sql mysql\`: change it there, not here.
-- Run in MariaDB 10.11. Not run in MySQL: it uses only what both manuals describe.
-- It needs the privilege CREATE ROUTINE. To replace an earlier version, first:
-- DROP FUNCTION curp_calcular; DROP FUNCTION curp_digito; DROP FUNCTION curp_valida; DROP FUNCTION curp_coteja; DROP FUNCTION curp_edicion;

SET NAMES utf8mb4;
SET @curp_sql_mode = @@sql_mode, sql_mode = '';
DELIMITER //
${functions}
DELIMITER ;
SET sql_mode = @curp_sql_mode;
`,
  print: ({ name, about, parameters, returns, variables, body }) => `
-- ${about}
CREATE FUNCTION ${name}(${parameters.map(([parameter, type]) => `${parameter} ${TYPES_OF_MYSQL[type]}`).join(', ')})
RETURNS ${returns === 'text' ? 'VARCHAR(18) CHARACTER SET ascii' : TYPES_OF_MYSQL[returns]} DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
${variables.map(([variable, type, value]) => `  DECLARE ${variable} ${TYPES_OF_MYSQL[type]}${value === undefined ? '' : ` DEFAULT ${value}`};\n`).join('')}${body}
END//
`,
  set: 'SET ',
  loop: ['DO', 'END WHILE'],
  concat: (...parts) => `CONCAT(${parts.join(', ')})`,
  matches: (text, pattern) => `${text} REGEXP ${inMysql(pattern)}`,
  replace: (text, pattern, by) => `REGEXP_REPLACE(${text}, ${inMysql(pattern)}, ${sqlText(by)})`,
  part: (text, separator, number) =>
    number === 1
      ? `SUBSTRING_INDEX(${text}, ${sqlText(separator)}, 1)`
      : `SUBSTRING_INDEX(SUBSTRING_INDEX(${text}, ${sqlText(separator)}, ${number}), ${sqlText(separator)}, -1)`,
  skip: (text, characters) => `REGEXP_REPLACE(${text}, ${sqlText(`^[${characters}]+`)}, '')`,
  translate: (text, from, to) =>
    Array.from(new Set(to), (letter) => {
      const alike = from.filter((_, i) => to[i] === letter).map(codePoint);
      return `REGEXP_REPLACE(${text}, ${inMysql(`[${alike.join('')}]`)}, ${sqlText(letter)})`;
    }),
  composed: (text) => text,
  written: (key, blanks) => {
    const trimmed = `REGEXP_REPLACE(${key}, ${inMysql(`^[${blanks}]+|[${blanks}]+$`)}, '')`;
    return `CASE WHEN LENGTH(${trimmed}) = CHAR_LENGTH(${trimmed}) THEN UPPER(${trimmed}) ELSE ${trimmed} END`;
  },
  number: (text) => `CAST(${text} AS SIGNED)`,
  today: 'UTC_DATE()',
  dayNumber: (date) => `CAST(DATE_FORMAT(${date}, '%Y%m%d') AS SIGNED)`,
  sixDigits: (date) => `DATE_FORMAT(${date}, '%y%m%d')`,
  isNoDay: (date) => `COALESCE(DAY(${date}) NOT BETWEEN 1 AND DAY(LAST_DAY(${date})), TRUE)`,
  digit: (key) => [
    '',
    `CAST((10 - (${WEIGHTS.map((weight, i) => `(POSITION(SUBSTR(${key}, ${i + 1}, 1) IN ${sqlText(ALFABETO)}) - 1) * ${weight}`).join(' + ')}) % 10) % 10 AS CHAR)`,
  ],
};
