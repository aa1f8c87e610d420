/** Installs the packages, checks for the programs and compiles the C that the benchmarks compare with. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repo } from './paths.mjs';

const folder = repo('bench/.peers');
const VERSIONS = {
  '@duckdb/node-api': '1.5.5-r.5',
  'csv-parse': '7.0.3',
  'csv-stringify': '6.9.0',
  curp: '1.4.0',
  'curp.js': '0.1.4',
  stdnum: '1.12.0',
  'validate-curp': '1.0.0',
};
/** The longest that npm may take to install packages. */
const INSTALL_MS = 120_000;
const DEBIAN = { gcc: 'gcc libc6-dev' };

/** This machine lacks a program or package: the contender that needs it is left out, and the others run. */
export class Missing extends Error {}

/** Throws unless the machine has a program. */
export function need(program) {
  if (spawnSync(program, ['--version']).error === undefined) return;
  throw new Missing(`${program} is not installed (Debian: \`apt install ${DEBIAN[program] ?? program}\`)`);
}

/** Returns the version of a package that is installed in the folder. */
function installed(name) {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

/** Installs the missing packages, which are not dependencies of this project. */
export function installPeers(...names) {
  if (names.every((name) => installed(name) === VERSIONS[name])) return;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  // If npm did not save the packages, it would remove some when it installs others.
  const packages = names.map((name) => `${name}@${VERSIONS[name]}`);
  const options = ['--save-exact', '--no-audit', '--no-fund'];
  const limits = { cwd: folder, stdio: 'ignore', timeout: INSTALL_MS };
  if (spawnSync('npm', ['install', ...options, ...packages], limits).status !== 0)
    throw new Missing(`npm cannot install ${packages.join(', ')}`);
}

/** Loads an installed package. */
export const requirePeer = createRequire(join(folder, 'package.json'));

/** Returns a package with its version, for a table. */
export const titled = (name, title = name) => `${title} ${VERSIONS[name]}`;

/** Compiles a C program of `bench`. */
export function compile(source, program) {
  need('gcc');
  execFileSync('gcc', ['-O2', '-o', program, repo(`bench/${source}`)], { stdio: 'inherit' });
}

/** Returns the contenders that this machine can prepare, and a line for the document about each of the others. */
export function ready(contenders) {
  const notes = [];
  const there = contenders.filter(({ name, prepare }) => {
    try {
      prepare?.();
      return true;
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      notes.push(`- Left out: ${name}. ${error.message}.`);
      return false;
    }
  });
  return { there, notes };
}
