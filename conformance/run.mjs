/**
 * Runs the suite against every available implementation: `npm run conformance`. Writes docs/conformance.md, and all differences
 * into the page dist/conformance.html.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOf } from './document.mjs';
import { IMPLEMENTATIONS } from './implementations.mjs';

const repo = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const curp = repo('packages/cli/bin/curp.js');
const folder = mkdtempSync(join(tmpdir(), 'curp-conformance-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => spawnSync(process.execPath, [curp, 'conformidad', ...args], { cwd: folder, encoding: 'utf8' });
const fileOf = (i) => join(folder, `report-${i}.json`);

/** Returns the report of an implementation, or `null` if it cannot be installed here. */
function reportOf({ name, get, command, env }, i) {
  process.stderr.write(`${name}…\n`);
  if (!get(folder)) return null;
  Object.assign(process.env, env?.(folder));
  const { status, stderr } = run('--json', fileOf(i), '--', ...command);
  if (status !== 0 && status !== 1) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(readFileSync(fileOf(i), 'utf8'));
}

const reports = IMPLEMENTATIONS.map(reportOf);
const missing = IMPLEMENTATIONS.filter((_, i) => reports[i] === null).map(({ name }) => name);
const read = (name) => JSON.parse(readFileSync(repo(`conformance/${name}`), 'utf8'));
const document = documentOf(
  reports.filter((report) => report !== null),
  missing,
  read('reglas.json'),
  new RegExp(read('curp.schema.json').pattern, 'u'),
);
writeFileSync(repo('docs/conformance.md'), document);
mkdirSync(repo('dist'), { recursive: true });
run(
  'comparar',
  ...reports.flatMap((report, i) => (report ? [fileOf(i)] : [])),
  '--html',
  repo('dist/conformance.html'),
);
