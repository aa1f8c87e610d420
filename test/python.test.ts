/** `curp python`, and DuckDB, which runs it: `curp.py` returns what `core` returns. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buscarEntidad, calcular, cotejar, validar } from '@curp-service/core';
import { normalizar } from '@curp-service/core/tablas';
import { type InventedPerson, inventPerson, typePerson } from '@curp-service/lote/inventar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdbModule } from '../packages/cli/src/commands/sql/duckdb.js';
import { PYTHON, has } from './tools.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const rowOf = (p: InventedPerson): string[] => [
  p.nombres,
  p.apellidoPaterno,
  p.apellidoMaterno,
  p.fechaNacimiento,
  p.sexo,
  p.entidad,
  p.curp,
];
const RENATA = `"Renata", "Olvera", "Tinajero", "1990-05-17", "M", "09"`;

describe.skipIf(!has('python3'))('curp python (needs python3)', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'curp-python-'));
    writeFileSync(join(folder, 'curp.py'), readFileSync(`${root}packages/core/dist/curp.py`));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs code beside `curp.py`, with a value on its standard input, and returns the value that it prints. */
  const run = (code: string, input: unknown = null): unknown => {
    const script = `import json, sys, curp\nvalue = json.load(sys.stdin)\n${code}`;
    const printed = execFileSync(PYTHON, ['-c', script], {
      cwd: folder,
      input: JSON.stringify(input),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    return JSON.parse(printed);
  };

  it('is right in every case of the conformance suite', () => {
    const runner = join(root, 'conformance/run.mjs');
    const harness = join(root, 'conformance/harnesses/curp_py.py');
    const { stdout } = spawnSync(process.execPath, [runner, '--', PYTHON, harness], { encoding: 'utf8' });
    expect(stdout).toMatch(/^total +3,075 +3,003 +0 +0 +72 +0$/m);
  });

  it('compares a key with a part of the data as core does, and knows the edition of 2006', () => {
    const FIELDS = ['nombres', 'apellidoPaterno', 'apellidoMaterno', 'fechaNacimiento', 'sexo', 'entidad'] as const;
    const odd = [
      { nombres: 'M LUISA' },
      { nombres: 'Ma. de la Luz', apellidoPaterno: 'Bähr' },
      { apellidoPaterno: 'Desconocido' },
      { apellidoMaterno: 'Desconocido' },
      { apellidoMaterno: '' },
      { apellidoPaterno: 'Pedro', apellidoMaterno: 'Domínguez', nombres: 'Ofelia' },
    ];
    const compared = Array.from({ length: 4000 }, (_, number) => {
      const person = { ...inventPerson(number), ...odd[number % 13] };
      const own = calcular(person);
      // Every third key is that of another, who is like her in most data.
      const other = calcular({ ...person, ...[{ nombres: 'M' }, { apellidoMaterno: '' }, { sexo: 'H' }][number % 3] });
      const result = number % 2 === 0 ? own : other;
      const curp = result.ok ? result.curp : person.curp;
      const known = Object.fromEntries(
        FIELDS.filter((_field, i) => ((number * 37) >> (i + 1)) % 2 === 0).map((field) => [field, person[field]]),
      );
      return { curp, known };
    }).filter(({ known }) => Object.keys(known).length > 0 && known['apellidoPaterno'] !== '');
    const expected = compared.map(({ curp, known }) => {
      const answer = cotejar(curp, known);
      return answer.ok ? [answer.resultado, answer.edicion ?? null] : null;
    });
    const names = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha', 'sexo', 'entidad'];
    const given = compared.map(({ curp, known }) => [
      curp,
      Object.fromEntries(FIELDS.flatMap((field, i) => (field in known ? [[names[i], known[field]]] : []))),
    ]);
    const code = `
def both(key, data):
    try:
        return [curp.cotejar(key, **data), curp.edicion(key, **data)]
    except ValueError:
        return None
print(json.dumps([both(*each) for each in value]))`;
    const answers = run(code, given) as unknown[];
    const differing = compared.flatMap((each, i) =>
      JSON.stringify(answers[i]) === JSON.stringify(expected[i]) ? [] : [[each, expected[i], answers[i]]],
    );
    expect(differing.slice(0, 5)).toEqual([]);
    const results = new Set(expected.map((each) => String(each)));
    expect(Array.from(results)).toEqual(
      expect.arrayContaining(['compatible,', 'difiere,', 'difiere,2006', 'identica,']),
    );
  });

  it('says about 20,000 invented people and 5,000 with slips what core says', () => {
    const people = [
      ...Array.from({ length: 20_000 }, (_, number) => inventPerson(number)),
      ...Array.from({ length: 5000 }, (_, number) => typePerson(number)),
    ];
    const code = `
*data, keys = zip(*value)
compared = [curp._o_nada(curp.cotejar, row[6], *row[:6]) for row in value]
print(json.dumps([curp.serie(*data), curp.serie_valida(keys), compared]))`;
    const expected = people.map((person) => {
      const calculated = calcular(person);
      const compared = cotejar(person.curp, person);
      const hasSurname = normalizar(person.apellidoPaterno).trim() !== '';
      return [
        calculated.ok && hasSurname ? calculated.curp : null,
        validar(person.curp).valido,
        compared.ok && hasSurname ? compared.resultado : null,
      ];
    });
    expect(run(code, people.map(rowOf))).toEqual([0, 1, 2].map((i) => expected.map((answers) => answers[i])));
  });

  it('raises ValueError with every reason, in Spanish', () => {
    const code = `print(json.dumps(curp.serie_motivos(["", "Ana"], [None, "Luna"], ["", float("nan")], ["1990-02-30", "1990-05-17"], ["F", "M"], ["", "DF"])))`;
    expect(run(code)).toEqual([
      'Falta el nombre. Falta «Primer apellido»: escriba el primer apellido; si la persona tiene uno solo, va aquí; si no tiene ninguno, escriba DESCONOCIDO. Ese día no existe en el calendario: revise la fecha de nacimiento. El sexo debe ser H (hombre), M (mujer) o X (no binario). Falta la entidad de nacimiento.',
      '',
    ]);
  });

  it('takes dates as objects, tables by their columns, and reads the data of a key', () => {
    const code = `
import datetime
table = dict(zip(("nombres", "apellido_paterno", "apellido_materno", "fecha_nacimiento", "sexo", "entidad"), [[cell] for cell in (${RENATA})]))
table["fecha_nacimiento"] = [datetime.datetime(1990, 5, 17)]
print(json.dumps([curp.serie(table), curp.datos(" oetr900517mdflnn05")]))`;
    const datos = { fecha_nacimiento: '1990-05-17', sexo: 'M', clave_entidad: '09', homonimo: false };
    expect(run(code)).toMatchObject([['OETR900517MDFLNN05'], datos]);
  });

  it('reads the names of states as people write them', () => {
    const named = [
      '09',
      ' 09',
      'DF',
      'Jalisco',
      'CDMX',
      'Edo. de México',
      'nuevo león',
      'Querétaro de Arteaga',
      '9',
      'Guadalajara',
    ];
    const keys = named.map((place) => buscarEntidad(place)?.abreviaturaEntidad ?? null);
    const code = `print(json.dumps([key and key[11:13] for key in curp.serie(*([cell] * len(value) for cell in (${RENATA})[:5]), value)]))`;
    expect(run(code, named)).toEqual(keys);
  });

  it('remembers a bounded number of words', () => {
    expect(
      run(`print(json.dumps([f.cache_info().maxsize for f in (curp._leer, curp._letras, curp._dia_escrito)]))`),
    ).toEqual([65_536, 32_768, 65_536]);
  });

  it('has the five functions of databases in the module for DuckDB', () => {
    const calls = [
      `curp_calcular(${RENATA})`,
      'curp_digito("OETR900517MDFLNN0")',
      'curp_valida(None)',
      `curp_coteja("OETR900517MDFLNN13", ${RENATA})`,
      `curp_edicion("OETR900517MDFLNN13", ${RENATA})`,
    ];
    const code = `exec(value, functions := {})\nprint(json.dumps([eval(call, functions) for call in ${JSON.stringify(calls)}]))`;
    expect(run(code, duckdbModule('prueba'))).toEqual(['OETR900517MDFLNN05', '5', null, 'misma_raiz', null]);
  });

  it.skipIf(!has('duckdb'))('calculates in DuckDB (needs duckdb)', () => {
    writeFileSync(join(folder, 'curp_duckdb.py'), duckdbModule('prueba'));
    const code = `
import duckdb, curp_duckdb
base = duckdb.connect()
curp_duckdb.registrar(base)
print(json.dumps(base.sql("SELECT curp_calcular('Renata', 'Olvera', NULL, DATE '1990-05-17', 'M', 'DF'), curp_calcular('Renata', NULL, NULL, NULL, 'M', 'DF'), curp_valida(NULL), curp_valida('OEXR900517MDFLXN07'), curp_edicion('LOPM700101MDFPRX02', 'M Luisa', 'López', 'Pérez', DATE '1970-01-01', 'M', 'DF')").fetchall()))`;
    expect(run(code)).toEqual([['OEXR900517MDFLXN07', null, null, true, 2006]]);
  });
});
