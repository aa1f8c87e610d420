/** Checks the data of the conformance suite, its document, and the harnesses that this machine can run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type Case, readCases } from '../conformance/suite.mjs';
import { PYTHON, has } from './tools.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}conformance/`;
const FILES = globSync('casos/*/*.jsonl', { cwd: folder }).toSorted();

const casesOf = (file: string): Case[] =>
  readFileSync(folder + file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
const ALL = readCases();
const rules = JSON.parse(readFileSync(`${folder}reglas.json`, 'utf8')) as Record<string, object>;

describe('the cases of the conformance suite', () => {
  it('are at least 1,500, each with an id of its own', () => {
    expect(ALL).toHaveLength(FILES.flatMap(casesOf).length);
    expect(ALL.length).toBeGreaterThanOrEqual(1500);
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  });

  it('fit the schema', () => {
    const schema = JSON.parse(readFileSync(`${folder}caso.schema.json`, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(ALL.filter((each) => !validate(each)).map(({ id }) => id)).toEqual([]);
  });

  it('are in the file of their operation and rule', () => {
    const wrong = FILES.flatMap((file) =>
      casesOf(file).filter(
        ({ op, regla }) => file !== `casos/${op}/${regla.replace(' ', '').toLowerCase()}.jsonl` || !(regla in rules),
      ),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('list no alternative that is the expected output', () => {
    const same = ALL.filter(({ salida, alternativas = [] }) =>
      alternativas.some((other) => JSON.stringify(other) === JSON.stringify(salida)),
    );
    expect(same.map(({ id }) => id)).toEqual([]);
  });

  it('cover every rule, inconvenient word, entity, differentiator and result', () => {
    expect(new Set(ALL.map(({ regla }) => regla))).toEqual(new Set(Object.keys(rules)));
    const keys = ALL.flatMap(({ entrada, salida }) => [entrada['curp'], salida['curp']]).filter(
      (key) => typeof key === 'string',
    );
    expect(new Set(keys.map((key) => key[16]))).toEqual(
      new Set([...'0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ-? ', undefined]),
    );
    expect(ALL.filter(({ id }) => /^r1\.8-[a-z]{4}$/.test(id))).toHaveLength(81);
    const born = ALL.filter(({ salida }) => 'curp' in salida).map(({ entrada }) => entrada['entidad']);
    expect(new Set(born).size).toBe(33);
    expect(new Set(ALL.map(({ salida }) => salida['resultado']))).toEqual(
      new Set([undefined, 'identica', 'misma_raiz', 'difiere']),
    );
  });

  it('are those that the generator writes', () => {
    const script = `const { dataFiles } = await import('./generator/files.mjs'); console.log(JSON.stringify([...dataFiles()]))`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const generated = new Map(JSON.parse(printed) as [string, string][]);
    expect(Array.from(generated.keys()).toSorted()).toEqual([...FILES, 'curp.schema.json', 'norma.json']);
    for (const [path, text] of generated) expect(readFileSync(folder + path, 'utf8')).toBe(text);
  });

  it('have a defensible alternative for every invisible character, and for ß read as SS', () => {
    const keys = (prefix: string) => ALL.filter(({ id }) => id.startsWith(prefix)).map((each) => each.alternativas);
    expect(keys('d1-invisible-')).toHaveLength(6);
    for (const others of keys('d1-invisible-')) {
      expect(others).toEqual([{ curp: 'OXTX900517MDFXNR05' }, { curp: 'OXTR900517MDFXNN00' }, { error: true }]);
    }
    expect(keys('d3-udf-inicial')[0]).toContainEqual({ curp: 'SATR900517MDFSNN01' });
  });
});

it('curp.schema.json accepts every valid key, and of the others only those beyond its stated limits', () => {
  const matches = new Ajv2020().compile(JSON.parse(readFileSync(`${folder}curp.schema.json`, 'utf8')) as object);
  const keys = ALL.filter(({ op, entrada }) => op === 'validar' && entrada['curp'] !== 'XXXX999999XXXXXX99');
  const wrong = (isValid: boolean) =>
    keys.filter(({ entrada, salida }) => salida['valido'] === isValid && matches(entrada['curp']) !== isValid);
  expect(wrong(true)).toEqual([]);
  expect(
    wrong(false)
      .filter(({ regla }) => regla !== 'IN 18' && regla !== 'D 14')
      .map(({ id }) => id),
  ).toEqual(['v-i063-no-bisiesto-1997', 'v-i063-no-bisiesto-2011', 'v-i063-no-bisiesto-1900']);
});

it('docs/conformance.md has the results of this suite, in which core is right everywhere', () => {
  const document = readFileSync(`${root}docs/conformance.md`, 'utf8');
  const count = ALL.length.toLocaleString('en-US');
  expect(document).toContain(`${readFileSync(`${folder}version`, 'utf8').trim()}, ${count} cases`);
  expect(document).toMatch(
    new RegExp(`\\| @curp-service/core \\S+ \\| JavaScript \\| [^|]+ \\| ${count}(?: \\| 0){6} \\|`),
  );
});

it.each(['README.md', 'README.es.md'])('%s has the totals of docs/conformance.md that people look for', (readme) => {
  const rowsOf = (path: string): string[][] =>
    Array.from(
      readFileSync(`${root}${path}`, 'utf8').matchAll(/^\| ((?:@|npm |python|es\.|Faker ).*) \|$/gm),
      ([, row = '']) => row.split(' | '),
    );
  const document = rowsOf('docs/conformance.md');
  const totals = new Map(
    document.map(([name, , , right, wrong, , elsewhere, other, skipped]) => [
      name,
      [right, wrong, elsewhere, other, skipped],
    ]),
  );
  const rows = rowsOf(readme);
  expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(['es.stackoverflow 31040', 'npm curp 1.4.0']));
  expect(rows).toEqual(rows.map(([name]) => [name, ...(totals.get(name) ?? [])]));
  const [, impossible = ''] = document.find(([name]) => name?.startsWith('Faker')) ?? [];
  expect(readFileSync(`${root}${readme}`, 'utf8')).toMatch(new RegExp(`\\(\`es_MX\`\\), ${impossible} `));
  const share = Number(/\((\d+) %\) are impossible keys/.exec(readFileSync(`${root}docs/conformance.md`, 'utf8'))?.[1]);
  expect(Math.round(share / 20)).toBe(4);
  expect(readFileSync(`${root}${readme}`, 'utf8')).toMatch(/four of five|cuatro de cada cinco/);
});

describe('the harnesses of the conformance suite', () => {
  const run = (...command: readonly string[]) =>
    spawnSync(process.execPath, [`${folder}run.mjs`, '--', ...command], { encoding: 'utf8' });

  it('include ours, which is right in every case', () => {
    const { stdout, status } = run(process.execPath, `${folder}harnesses/curp-service.mjs`);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^total +([\d,]+) +\1 +0 +0 +0 +0$/m);
  });

  it.skipIf(!has('python3'))(
    'include one that reads only norma.json, which is right in every case (needs python3)',
    () => {
      const { stdout, status } = run(PYTHON, `${folder}harnesses/norma.py`);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^total +([\d,]+) +\1 +0 +0 +0 +0$/m);
    },
  );

  it.skipIf(!has('php'))('include one in PHP, which speaks the protocol (needs php)', () => {
    const { stdout, status } = run('php', `${folder}harnesses/plantilla.php`);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^total .* 0$/m);
  });
});
