/** `curp sql`: the functions of a database return what `core` returns, in a real PostgreSQL and a real MariaDB. */
import { readFileSync } from 'node:fs';
import { calcular, cotejar, NOMBRES_OMITIDOS, PARTICULAS, validar } from '@curp-service/core';
import { digitoVerificador, normalizar } from '@curp-service/core/tablas';
import { type InventedPerson, inventPerson, typePerson } from '@curp-service/lote/inventar';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, judge, readCases } from '../conformance/suite.mjs';
import { storedFunctions } from '../packages/cli/src/commands/sql/stored.js';
import { newDatabase, query } from '../packages/server/test/postgres.js';
import { root } from './clone.js';
import { literal, type Mariadb, startMariadb } from './mariadb.js';
import { has } from './tools.js';

const DATA = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'] as const;
type Answer = Readonly<Record<'calcular' | 'validar' | 'cotejar' | 'edicion', unknown>>;

/** Returns the output of a case as the suite writes it. */
function outputOf({ op }: Case, answer: Answer | undefined): Record<string, unknown> {
  const value = answer?.[op];
  if (op === 'validar') return { valido: value };
  if (op === 'cotejar') return { resultado: value, edicion: answer?.edicion };
  return value === null ? { error: true } : { curp: value };
}

/** The functions require a first surname, as files do. */
const isOffered = ({ op, entrada }: Case): boolean => op === 'validar' || /\S/.test(entrada['apellido_paterno'] ?? '');
const CASES = readCases().filter(isOffered);

const wrongCases = (answers: readonly Answer[]): string[] =>
  CASES.filter((each, i) => judge(each, { salida: outputOf(each, answers[i]) }) !== 'bien').map(({ id }) => id);

/** Returns the rows of a person or a case, in the order of the parameters, the key first. */
const rowOf = (person: InventedPerson): readonly string[] => [
  person.curp,
  person.nombres,
  person.apellidoPaterno,
  person.apellidoMaterno,
  person.fechaNacimiento,
  person.sexo,
  person.entidad,
];

/** Returns what `core` says about a person and her key. */
function expectedOf(person: InventedPerson): Answer {
  const calculated = calcular(person);
  const compared = cotejar(person.curp, person);
  const hasSurname = normalizar(person.apellidoPaterno).trim() !== '';
  return {
    calcular: calculated.ok && hasSurname ? calculated.curp : null,
    validar: validar(person.curp).valido,
    cotejar: compared.ok && hasSurname ? compared.resultado : null,
    edicion: (compared.ok && compared.edicion) || null,
  };
}

const UNITS = Array.from(
  "ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜaeioulmñÄËÏÖÇØŁÆßÞ'’/-.2Яʼ\u0303\u0308\u0301\u200b\u00a0\ufeff🦊漢\tªºﬁǆ𝐀ⁿŉİıſ´`–—¥#µǟɲᴀ①ａ々",
);
/** Returns a person with names of random characters, the same at every run. */
function oddPerson(number: number): InventedPerson {
  let state = number + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const word = (): string =>
    below(3) === 0
      ? pick([...PARTICULAS, ...NOMBRES_OMITIDOS, 'Desconocido', 'Mª', 'maría'])
      : Array.from({ length: 1 + below(7) }, () =>
          below(6) === 0 ? String.fromCodePoint(1 + below(0xd7ff)) : pick(UNITS),
        ).join('');
  const name = (): string => Array.from({ length: below(4) }, word).join(pick([' ', ' ', '  ']));
  return { ...inventPerson(number), nombres: name(), apellidoPaterno: name(), apellidoMaterno: name() };
}

type Row = readonly (string | undefined)[];
/** A database with the functions. `ask` answers rows; what the database itself refuses is replaced: a text that is no date by NULL. */
interface Database {
  readonly ask: (rows: readonly Row[]) => Promise<Answer[]>;
  readonly value: (expression: string) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

let client: pg.Client;
async function openPostgres(): Promise<Database> {
  client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  await client.query(storedFunctions('postgresql', 'prueba'));
  await client.query(storedFunctions('postgresql', 'prueba')); // The script replaces itself.
  return {
    ask: async (rows) => {
      // PostgreSQL knows no NUL.
      const columns = Array.from({ length: 7 }, (_, i) =>
        rows.map((row) => row[i]?.replaceAll('\0', '\u0001') ?? null),
      );
      const { rows: answers } = await client.query<Answer>(
        `SELECT curp_calcular(n, a, b, f, s, e) calcular, curp_valida(k) validar, curp_coteja(k, n, a, b, f, s, e) cotejar,
                curp_edicion(k, n, a, b, f, s, e) edicion
         FROM (SELECT k, n, a, b, CASE WHEN pg_input_is_valid(f, 'date') THEN f::date END f, s, e, i
               FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
                 WITH ORDINALITY t(k, n, a, b, f, s, e, i) OFFSET 0) people
         ORDER BY i`,
        columns,
      );
      return answers;
    },
    value: async (expression) => (await client.query<{ x: unknown }>(`SELECT ${expression} x`)).rows[0]?.x,
    end: async () => client.end(),
  };
}

let mariadb: Mariadb;
async function openMariadb(): Promise<Database> {
  mariadb = await startMariadb();
  await mariadb.ask(`SET sql_mode = '';`); // a text that is no date becomes NULL
  await mariadb.ask(storedFunctions('mysql', 'prueba'));
  const isTrue = (cell: string | null | undefined): boolean | null => (cell === null ? null : cell === '1');
  return {
    ask: async (rows) => {
      const lists = rows.map((row) => {
        const [k, n, a, b, f, s, e] = Array.from({ length: 7 }, (_, i) => literal(row[i]));
        const data = `${n}, ${a}, ${b}, CAST(${f} AS DATE), ${s}, ${e}`;
        return `SELECT curp_calcular(${data}), curp_valida(${k}), curp_coteja(${k}, ${data}), curp_edicion(${k}, ${data});`;
      });
      const answers = await mariadb.ask(lists.join('\n'));
      return answers.map(([key = null, valid, result = null, edition = null]) => ({
        calcular: key,
        validar: isTrue(valid),
        cotejar: result,
        edicion: edition === null ? null : Number(edition),
      }));
    },
    value: async (expression) => {
      const [[cell = null] = []] = await mariadb.ask(`SELECT ${expression};`);
      return expression.startsWith('curp_valida') ? isTrue(cell) : cell;
    },
    end: async () => mariadb.remove(),
  };
}

const DATABASES = [['postgresql', openPostgres] as const, ...(has('mariadb') ? [['mysql', openMariadb] as const] : [])];

/** The client of MariaDB answers one row after another, so it gets a fifth of the people. */
describe.each(DATABASES)('curp sql %s', (name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => database.end());

  it('is right in every case of the conformance suite', async () => {
    expect(CASES.length).toBeGreaterThan(2900);
    const rows = CASES.map(({ entrada }) => [entrada['curp'], ...DATA.map((datum) => entrada[datum])]);
    expect(wrongCases(await database.ask(rows))).toEqual([]);
  });

  it.each([
    ['invented people', 10_000, inventPerson],
    ['people with slips', 5000, typePerson],
    ['people with names of any characters', 2000, oddPerson],
  ])('says about %s what core says', async (__, count, make) => {
    const people = Array.from({ length: name === 'mysql' ? count / 5 : count }, (___, number) => make(number));
    const answers = await database.ask(people.map(rowOf));
    const differing = people.filter((person, i) => {
      const [expected, answer] = [expectedOf(person), answers[i]];
      return Object.entries(expected).some(([op, told]) => answer?.[op as keyof Answer] !== told);
    });
    expect(differing).toEqual([]);
  });

  it.each([1, 2, 3, 4])('returns the check digit of 17 or 18 characters (person %i)', async (number) => {
    const { curp } = inventPerson(number);
    expect(await database.value(`curp_digito('${curp}')`)).toBe(curp[17]);
    expect(await database.value(`curp_digito(' ${curp.slice(0, 17).toLowerCase()}')`)).toBe(digitoVerificador(curp));
  });

  it('returns no check digit of other characters', async () => {
    expect(await database.value(`curp_digito('OETR900517MDFLNN')`)).toBe(null);
    expect(await database.value(`curp_digito('OETR900517MDFLÑN05')`)).toBe(null);
  });

  it.each([
    ['nobody', 'NULL, NULL, NULL, NULL, NULL, NULL'],
    ['no name', `'', 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'`],
    ['no date', `'Renata', 'Olvera', 'Tinajero', NULL, 'M', '09'`],
    ['no first surname', `'Renata', NULL, 'Tinajero', '1990-05-17', 'M', '09'`],
    ['a blank first surname', `'Renata', ' ', '', '1990-05-17', 'M', '09'`],
    ['a birth tomorrow', `'Renata', 'Olvera', 'Tinajero', CAST(current_date + interval '2' day AS date), 'M', '09'`],
    ['a birth before 1800', `'Renata', 'Olvera', 'Tinajero', DATE '1799-12-31', 'M', '09'`],
    ['a sex with a space', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M ', '09'`],
    ['another sex', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'm', '09'`],
    ['an empty entity', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', ''`],
    ['an unknown entity', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', '|0'`],
    ['a name of 201 characters', `repeat('A', 201), 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'`],
    ['a name with a control', `'Rena\u0007ta', 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'`],
    [
      'a name of 201 characters with blanks around it',
      `concat('Renata', repeat(' ', 195)), 'Olvera', '', '1990-05-17', 'M', '09'`,
    ],
    ['a name without letters', `'Renata', '- . -', 'Tinajero', '1990-05-17', 'M', '09'`],
  ])('returns NULL and no error for %s, which has no key', async (_, data) => {
    expect(await database.value(`curp_calcular(${data})`)).toBe(null);
    expect(await database.value(`curp_coteja('OETR900517MDFLNN05', ${data})`)).toBe(null);
  });

  it('returns NULL for a NULL key, and finds an empty key invalid', async () => {
    expect(await database.value('curp_valida(NULL)')).toBe(null);
    expect(await database.value(`curp_valida('')`)).toBe(false);
    expect(await database.value(`curp_coteja(' ', 'Renata', 'Olvera', NULL, '1990-05-17', 'M', '09')`)).toBe(null);
  });
});

describe('curp sql postgresql alone', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPostgres();
  });
  afterAll(async () => database.end());

  it.each(['infinity', '-infinity'])('returns NULL for a birth at %s', async (date) => {
    expect(await database.value(`curp_calcular('Renata', 'Olvera', 'Tinajero', '${date}', 'M', '09')`)).toBe(null);
  });

  it('calls no operator that a user put before those of PostgreSQL', async () => {
    await client.query(`CREATE SCHEMA ajeno`);
    await client.query(`CREATE FUNCTION ajeno.igual(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'`);
    await client.query(`CREATE OPERATOR ajeno.= (leftarg = text, rightarg = text, function = ajeno.igual)`);
    await client.query(`SET search_path = ajeno, pg_catalog, public`);
    try {
      expect(await database.value(`public.curp_valida('OETR900517MDFLNN06')`)).toBe(false);
    } finally {
      await client.query('RESET search_path');
    }
  });

  it('keeps bad keys out of a table and calculates a column of it, under any search_path and collation', async () => {
    await client.query(`CREATE COLLATION sin_caja (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`);
    await client.query(`CREATE TABLE gente (
      nombres text COLLATE sin_caja, paterno text COLLATE sin_caja, materno text, fecha date, sexo text COLLATE sin_caja, entidad text,
      curp text CHECK (curp_valida(curp)),
      calculada text GENERATED ALWAYS AS (curp_calcular(nombres, paterno, materno, fecha, sexo, entidad)) STORED)`);
    const insert = async (curp: string, sexo = 'M'): Promise<unknown> =>
      client.query(
        `INSERT INTO public.gente VALUES ('María Ñusta', 'Bjørn', 'O''Hara', '1990-05-17', $2, 'DF', $1) RETURNING calculada`,
        [curp, sexo],
      );
    await client.query(`SET search_path = ''`);
    try {
      expect(await insert('OETR900517MDFLNN05')).toMatchObject({ rows: [{ calculada: 'BOOX900517MDFJXS08' }] });
      expect(await insert('OETR900517MDFLNN05', 'm')).toMatchObject({ rows: [{ calculada: null }] });
      await expect(insert('OETR900517MDFLNN06')).rejects.toThrow('gente_curp_check');
    } finally {
      await client.query('RESET search_path');
    }
  });

  it('runs in parallel, and needs no extension', async () => {
    const { rows } = await client.query<{ line: string }>(
      `SELECT concat(proname, provolatile, proparallel) AS line FROM pg_proc WHERE proname LIKE 'curp\\_%' ORDER BY 1`,
    );
    expect(rows.map(({ line }) => line)).toEqual([
      'curp_calcularis',
      'curp_cotejais',
      'curp_digitois',
      'curp_edicionis',
      'curp_validais',
    ]);
    await client.query(`CREATE TABLE claves AS SELECT 'OETR900517MDFLNN05' AS curp FROM generate_series(1, 20000)`);
    await client.query('ANALYZE claves');
    await client.query('SET min_parallel_table_scan_size = 0');
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      'EXPLAIN (ANALYZE, TIMING OFF) SELECT count(*) FROM claves WHERE curp_valida(curp)',
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Workers Launched: [1-9]/);
    expect(text).toMatch(/Parallel Seq Scan on claves[^\n]*\n\s+Filter: curp_valida/);
  });

  it('says that a database with another encoding cannot use it', async () => {
    const url = new URL(await newDatabase());
    const name = `${url.pathname.slice(1)}_latin1`;
    await client.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const [check = ''] = storedFunctions('postgresql', 'prueba').split(/(?<=^\$curp\$;$)/m);
    const refused = query(Object.assign(url, { pathname: name }).href, check);
    await expect(refused).rejects.toThrow('needs a database with the encoding UTF8, and this one has LATIN1');
  });

  it('is text that any client reads, without control characters, with the lists of core', () => {
    const sql = storedFunctions('postgresql', 'prueba');
    // oxlint-disable-next-line no-control-regex -- it looks for them
    expect(sql).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/);
    expect(sql).toContain(`(?:${PARTICULAS.join('|')})`);
    expect(sql).toContain('A calculated CURP proves no registration.');
  });
});

describe.skipIf(!has('mariadb'))('curp sql mysql alone (needs mariadb)', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openMariadb();
  });
  afterAll(async () => database.end());

  it('returns NULL for a date with a zero, which MySQL stores under some modes', async () => {
    await mariadb.ask(`SET sql_mode = 'ALLOW_INVALID_DATES';
      CREATE TABLE fechas (f date);
      INSERT INTO fechas VALUES ('1990-00-00'), ('1990-05-00'), ('0000-00-00'), ('1990-02-31'), ('1990-02-28');`);
    const keys = await mariadb.ask(`SELECT curp_calcular('Renata', 'Olvera', 'Tinajero', f, 'M', '09') FROM fechas;`);
    expect(keys).toEqual([[null], [null], [null], [null], ['OETR900228MDFLNN09']]);
  });

  it('keeps bad keys out of a table by a trigger, whatever the collation of its columns', async () => {
    await mariadb.ask(`CREATE TABLE gente (nombres varchar(50), paterno varchar(50), curp char(18)) CHARACTER SET latin1 COLLATE latin1_spanish_ci;
      DELIMITER //
      CREATE TRIGGER gente_curp BEFORE INSERT ON gente FOR EACH ROW
        IF NOT curp_valida(NEW.curp) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'CURP no válida'; END IF//
      CREATE PROCEDURE meter(clave char(18)) BEGIN
        DECLARE EXIT HANDLER FOR SQLSTATE '45000' SELECT 'rechazada';
        INSERT INTO gente VALUES ('María Ñusta', 'Ibáñez', clave);
        SELECT curp_calcular(nombres, paterno, NULL, '1990-05-17', 'M', 'DF') = curp, curp_coteja(curp, nombres, paterno, '', '1990-05-17', 'M', '09') FROM gente;
      END//
      DELIMITER ;`);
    const curp = `IAXX900517MDFBXS0${digitoVerificador('IAXX900517MDFBXS0')}`;
    expect(await mariadb.ask(`CALL meter('${curp}'); CALL meter('IAXX900517MDFBXS00');`)).toEqual([
      ['1', 'identica'],
      ['rechazada'],
    ]);
  });

  it.each(['docs/operations.md', 'docs/es/operations.md'])('runs the trigger of %s as it stands', async (document) => {
    const [, trigger = ''] = /```sql\n(DELIMITER [^]*?)```/.exec(readFileSync(`${root}${document}`, 'utf8')) ?? [];
    const insert = (key: string): string => `INSERT INTO personas VALUES ('${key}');`;
    await mariadb.ask('DROP TABLE IF EXISTS personas; CREATE TABLE personas (curp char(18));');
    await mariadb.ask(`${trigger}\n${insert('OETR900517MDFLNN05')}`);
    await expect(mariadb.askAs('root', 'curp', insert('OETR900517MDFLNN00'))).rejects.toThrow('CURP no válida');
  });

  it('needs no privilege beyond CREATE ROUTINE', async () => {
    const [[grants] = []] =
      await mariadb.ask(`CREATE DATABASE ajena; CREATE USER capturista@localhost; GRANT CREATE ROUTINE ON ajena.* TO capturista@localhost;
      SELECT count(*) FROM information_schema.routines WHERE routine_name LIKE 'curp%' AND sql_data_access = 'NO SQL' AND is_deterministic = 'YES' AND security_type = 'INVOKER';`);
    expect(grants).toBe('5');
    const again = await mariadb.askAs(
      'capturista',
      'ajena',
      `${storedFunctions('mysql', 'prueba')} SELECT curp_valida('OETR900517MDFLNN05');`,
    );
    expect(again).toEqual([['1']]);
  });
});
