/** What the benchmarks compare with: packages in a folder of their own, no dependencies of this project; programs in C. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.peers', import.meta.url));

/** The version of a package that is installed in the folder. */
function installed(name) {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

/** Installs those that are not there yet, each with its version: `{ curp: '1.4.0' }`. */
export function installPeers(versions) {
  const peers = Object.entries(versions);
  if (peers.every(([name, version]) => installed(name) === version)) return;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  // They are saved there, or else the ones would be removed when the others are installed.
  const names = peers.map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--save-exact', '--no-audit', '--no-fund', ...names], {
    cwd: folder,
    stdio: 'ignore',
  });
}

/** Compiles a program of this folder. */
export function compile(source, program) {
  try {
    execFileSync('gcc', ['-O2', '-o', program, fileURLToPath(new URL(source, import.meta.url))], { stdio: 'inherit' });
  } catch (error) {
    console.error(`gcc is needed to compare with C (on Debian: apt-get install gcc libc6-dev): ${error.message}`);
    process.exit(1);
  }
}
