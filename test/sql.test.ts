/** `curp sql`: the functions of a database return what `core` returns, in a real PostgreSQL and in an engine of JavaScript without Node. */
import { createContext, runInContext } from 'node:vm';
import { calcular, cotejar, NOMBRES_OMITIDOS, PARTICULAS, validar } from '@curp-service/core';
import { digitoVerificador } from '@curp-service/core/tablas';
import { type InventedPerson, inventPerson, typePerson } from '@curp-service/lote/inventar';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, judge, readCases } from '../conformance/suite.mjs';
import { javascript, type JavaScriptDialect } from '../packages/cli/src/commands/sql/javascript.js';
import { postgresql } from '../packages/cli/src/commands/sql/postgresql.js';
import { newDatabase, query } from '../packages/server/test/postgres.js';

/** The functions of databases say nothing about earlier editions. */
const CASES = readCases().filter(({ nivel }) => nivel !== 'edicion');
const DATA = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'] as const;
type Answer = Readonly<Record<'calcular' | 'validar' | 'cotejar', unknown>>;

/** Returns the output of a case as the suite writes it. */
function outputOf(op: Case['op'], value: unknown): Record<string, unknown> {
  if (op === 'validar') return { valido: value };
  if (op === 'cotejar') return { resultado: value };
  return value === null ? { error: true } : { curp: value };
}

const wrongCases = (answers: readonly Answer[]): string[] =>
  CASES.filter((each, i) => judge(each, { salida: outputOf(each.op, answers[i]?.[each.op]) }) !== 'bien').map(
    ({ id }) => id,
  );

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
  return {
    calcular: calculated.ok ? calculated.curp : null,
    validar: validar(person.curp).valido,
    cotejar: compared.ok ? compared.resultado : null,
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

describe('curp sql postgresql', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: await newDatabase() });
    await client.connect();
    await client.query(postgresql('prueba'));
    await client.query(postgresql('prueba')); // The script replaces itself.
  });
  afterAll(async () => client.end());

  /** Asks for all rows. What PostgreSQL itself refuses is replaced: a text that is no date by NULL, a NUL by another control. */
  const ask = async (rows: readonly (readonly (string | undefined)[])[]): Promise<Answer[]> => {
    const columns = Array.from({ length: 7 }, (_, i) => rows.map((row) => row[i]?.replaceAll('\0', '\u0001') ?? null));
    const { rows: answers } = await client.query<Answer>(
      `SELECT curp_calcular(n, a, b, f, s, e) calcular, curp_valida(k) validar, curp_coteja(k, n, a, b, f, s, e) cotejar
       FROM (SELECT k, n, a, b, CASE WHEN pg_input_is_valid(f, 'date') THEN f::date END f, s, e, i
             FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
               WITH ORDINALITY t(k, n, a, b, f, s, e, i) OFFSET 0) people
       ORDER BY i`,
      columns,
    );
    return answers;
  };
  const value = async (expression: string): Promise<unknown> =>
    (await client.query<{ x: unknown }>(`SELECT ${expression} x`)).rows[0]?.x;

  it('is right in every case of the conformance suite', async () => {
    expect(CASES.length).toBeGreaterThan(2900);
    const rows = CASES.map(({ entrada }) => [entrada['curp'], ...DATA.map((name) => entrada[name])]);
    expect(wrongCases(await ask(rows))).toEqual([]);
  });

  it.each([
    ['20,000 invented people', 20_000, inventPerson],
    ['5,000 people with slips', 5000, typePerson],
    ['2,000 people with names of any characters', 2000, oddPerson],
  ])('says about %s what core says', async (_, count, make) => {
    const people = Array.from({ length: count }, (__, number) => make(number));
    const answers = await ask(people.map(rowOf));
    const differing = people.filter((person, i) => {
      const [expected, answer] = [expectedOf(person), answers[i]];
      return Object.entries(expected).some(([name, told]) => answer?.[name as keyof Answer] !== told);
    });
    expect(differing).toEqual([]);
  });

  it('returns the check digit of 17 or 18 characters', async () => {
    const keys = Array.from({ length: 200 }, (_, number) => inventPerson(number).curp);
    const { rows } = await client.query<{ whole: string; part: string }>(
      `SELECT curp_digito(k) whole, curp_digito(' ' || lower(left(k, 17))) part FROM unnest($1::text[]) k`,
      [keys],
    );
    expect(rows).toEqual(keys.map((key) => ({ whole: key[17], part: digitoVerificador(key) })));
    expect(await value(`curp_digito('OETR900517MDFLNN')`)).toBe(null);
    expect(await value(`curp_digito('OETR900517MDFLÑN05')`)).toBe(null);
  });

  it.each([
    ['nobody', 'NULL, NULL, NULL, NULL, NULL, NULL'],
    ['no name', `'', 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'`],
    ['no date', `'Renata', 'Olvera', 'Tinajero', NULL, 'M', '09'`],
    ['a date that never ends', `'Renata', 'Olvera', 'Tinajero', 'infinity', 'M', '09'`],
    ['a date before all', `'Renata', 'Olvera', 'Tinajero', '-infinity', 'M', '09'`],
    ['a birth tomorrow', `'Renata', 'Olvera', 'Tinajero', current_date + 2, 'M', '09'`],
    ['another sex', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'm', '09'`],
    ['an empty entity', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', ''`],
    ['an unknown entity', `'Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', '|0'`],
    ['a name of 201 characters', `repeat('A', 201), 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'`],
    ['a name with a control', `E'Rena\\u0007ta', 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'`],
    ['a name without letters', `'Renata', '- . -', 'Tinajero', '1990-05-17', 'M', '09'`],
  ])('returns NULL and no error for %s, which has no key', async (_, data) => {
    expect(await value(`curp_calcular(${data})`)).toBe(null);
    expect(await value(`curp_coteja('OETR900517MDFLNN05', ${data})`)).toBe(null);
  });

  it('returns NULL for a NULL key, and finds an empty key invalid', async () => {
    expect(await value('curp_valida(NULL)')).toBe(null);
    expect(await value(`curp_valida('')`)).toBe(false);
    expect(await value(`curp_coteja(' ', 'Renata', 'Olvera', NULL, '1990-05-17', 'M', '09')`)).toBe(null);
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
    const [check = ''] = postgresql('prueba').split(/(?<=^\$curp\$;$)/m);
    const refused = query(Object.assign(url, { pathname: name }).href, check);
    await expect(refused).rejects.toThrow('needs a database with the encoding UTF8, and this one has LATIN1');
  });

  it('is text that any client reads, without control characters, with the lists of core', () => {
    const sql = postgresql('prueba');
    // oxlint-disable-next-line no-control-regex -- it looks for them
    expect(sql).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/);
    expect(sql).toContain(` ${PARTICULAS.join(' ')} `);
    expect(sql).toContain('A calculated CURP proves no registration.');
  });
});

describe.each<JavaScriptDialect>(['bigquery', 'snowflake'])('curp sql %s', (dialect) => {
  const sql = javascript(dialect, 'prueba');
  const FUNCTION =
    /CREATE OR REPLACE FUNCTION (\w+)\(([^)]*)\)\nRETURNS (\w+) [^]*? AS (?:r"""|\$\$)\n([^]*?)\n(?:"""|\$\$);/g;
  const functions = Array.from(sql.matchAll(FUNCTION), ([all, name = '', parameters = '', type = '', body = '']) => ({
    size: Buffer.byteLength(all),
    name,
    type,
    body,
    parameters: parameters.split(', ').map((parameter) => parameter.split(' ')[0] ?? ''),
  }));
  const context = createContext(Object.create(null) as object);
  runInContext('delete globalThis.Intl; delete globalThis.WebAssembly; delete globalThis.console', context);
  for (const { name, parameters, body } of functions) {
    const given = dialect === 'snowflake' ? parameters.map((parameter) => parameter.toUpperCase()) : parameters;
    runInContext(`var ${name} = function (${given.join(', ')}) {\n${body}\n}`, context);
  }
  /** Calls a function of the database. Values go in as JSON, as nothing of ours may reach the engine. */
  const call = (name: string, ...values: readonly (string | null | undefined)[]): unknown =>
    runInContext(`${name}(${values.map((value) => JSON.stringify(value ?? null)).join(', ')})`, context);

  it('has four functions, each of a size that the database accepts', () => {
    expect(functions.map(({ name, type }) => [name, type.startsWith('BOOL')])).toEqual([
      ['curp_calcular', false],
      ['curp_digito', false],
      ['curp_valida', true],
      ['curp_coteja', false],
    ]);
    for (const { size } of functions) expect(size).toBeLessThan(32_768);
  });

  it('is right in every case of the conformance suite', () => {
    const answers = CASES.map(({ op, entrada }): Answer => {
      const data = DATA.map((name) => entrada[name]);
      return {
        calcular: op === 'calcular' ? call('curp_calcular', ...data) : null,
        validar: op === 'validar' ? call('curp_valida', entrada['curp']) : null,
        cotejar: op === 'cotejar' ? call('curp_coteja', entrada['curp'], ...data) : null,
      };
    });
    expect(wrongCases(answers)).toEqual([]);
  });

  it('accepts a date as an object too, and returns NULL for missing values', () => {
    const data = `'Renata', 'Olvera', 'Tinajero', new Date('1990-05-17'), 'M', '09'`;
    expect(runInContext(`curp_calcular(${data})`, context)).toBe('OETR900517MDFLNN05');
    expect(call('curp_calcular', null, null, null, null, null, null)).toBe(null);
    expect([call('curp_valida', null), call('curp_valida', '')]).toEqual([null, false]);
    expect([call('curp_digito', 'oetr900517mdflnn0'), call('curp_digito', 'x'), call('curp_digito', null)]).toEqual([
      '5',
      null,
      null,
    ]);
    expect(call('curp_coteja', null, 'Renata', 'Olvera', null, '1990-05-17', 'M', '09')).toBe(null);
  });

  it('evaluates the library once, not for each row', () => {
    const before: unknown = runInContext('curp_', context);
    call('curp_valida', 'x');
    expect(runInContext('curp_', context)).toBe(before);
  });
});
