/**
 * Runs the suite against every available implementation and writes docs/conformance.md: `npm run conformance`. With names of
 * implementations, `npm run conformance -- '@curp-service/core'`, runs it against those and prints their totals.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOf } from './document.mjs';
import { ENTITIES, isValid } from './generator/norm.mjs';
import { Harness } from './harness.mjs';
import { GENERATORS, IMPLEMENTATIONS } from './implementations.mjs';

const repo = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'curp-conformance-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.chdir(folder);
const missing = [];

/** Makes an implementation ready; returns whether it can be had here. */
function prepare({ name, get, env }) {
  process.stderr.write(`${name}…\n`);
  const isThere = get(folder);
  if (isThere) Object.assign(process.env, env?.(folder));
  else missing.push(name);
  return isThere;
}

function reportOf({ name, command }) {
  const file = join(folder, 'report.json');
  const words = [repo('conformance/run.mjs'), '--json', file, '--', ...command];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const KEYS = 10_000;

/** Asks a generator for keys, counts those that no person can have, and how many of these have an entity or a consonant that does not exist. */
async function generatedBy({ command }) {
  const harness = new Harness(command);
  const { nombre, version } = await harness.start();
  const counts = { impossible: 0, entity: 0, consonant: 0 };
  for (let number = 0; number < KEYS; number++) {
    const { salida } = await harness.ask({ id: String(number), op: 'generar', entrada: {} });
    if (isValid(salida.curp)) continue;
    counts.impossible++;
    if (!Object.values(ENTITIES).includes(salida.curp.slice(11, 13))) counts.entity++;
    if (/[AEIOU]/.test(salida.curp.slice(13, 16))) counts.consonant++;
  }
  await harness.end();
  return { name: `${nombre} ${version}`, keys: KEYS, ...counts };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => IMPLEMENTATIONS.every((each) => each.name !== name));
if (unknown.length > 0) throw new Error(`No implementation is called ${unknown.join(', ')}.`);
if (wanted.length > 0) {
  for (const each of IMPLEMENTATIONS.filter(({ name }) => wanted.includes(name)))
    if (prepare(each)) process.stdout.write(`${each.name}: ${JSON.stringify(reportOf(each).totales)}\n`);
  process.exit();
}
const reports = IMPLEMENTATIONS.flatMap((each) => (prepare(each) ? [reportOf(each)] : []));
const generators = await Promise.all(GENERATORS.flatMap((each) => (prepare(each) ? [generatedBy(each)] : [])));
const read = (name) => JSON.parse(readFileSync(repo(`conformance/${name}`), 'utf8'));
const pattern = new RegExp(read('curp.schema.json').pattern, 'u');
writeFileSync(repo('docs/conformance.md'), documentOf(reports, generators, missing, read('reglas.json'), pattern));
