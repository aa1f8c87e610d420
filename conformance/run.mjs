/** Runs the suite against every implementation that can be had, and writes docs/conformance.md: `npm run conformance`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOf } from './document.mjs';
import { IMPLEMENTATIONS } from './implementations.mjs';

const repo = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const curp = repo('packages/cli/bin/curp.js');
const folder = mkdtempSync(join(tmpdir(), 'curp-conformance-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The report of an implementation; `null`: it cannot be had here. */
function reportOf({ name, get, command, env }, i) {
  process.stderr.write(`${name}…\n`);
  if (!get(folder)) return null;
  const file = join(folder, `report-${i}.json`);
  const { status, stderr } = spawnSync(process.execPath, [curp, 'conformidad', '--json', file, '--', ...command], {
    cwd: folder,
    env: { ...process.env, ...env?.(folder) },
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 1) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8'));
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
