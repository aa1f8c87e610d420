/**
 * Runs at the end of `npm ci`. On Linux, a package brings the Node that runs every script, whatever Node runs npm. npm lacks two
 * things for that: it leaves out optional packages, such as compiled parts of the build, which do not support the Node that runs
 * it; and npm 9 and 10 remove the link to the new Node together with the package for the other processor. What only debuggers and
 * compilers of add-ons need of that package goes: a quarter of it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('node_modules/', import.meta.url));
const program = `node-linux-${process.arch}/bin/node`;

/** Lets the new Node install what npm left out. */
function installRest(npm) {
  const { status } = spawnSync(modules + program, [npm, 'install', '--no-save', '--ignore-scripts'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Returns an executable of Linux (ELF, 64 bits, little-endian) without the symbols and notes for debuggers, which lie behind all that
 * is loaded: the file ends there, and its header names no table of sections.
 */
export function withoutSymbols(executable) {
  const [at, size, count] = [Number(executable.readBigUInt64LE(0x20)), 0x38, executable.readUInt16LE(0x38)];
  const ends = Array.from({ length: count }, (_, i) => {
    const [offset, length] = [0x08, 0x20].map((field) => Number(executable.readBigUInt64LE(at + i * size + field)));
    return offset + length;
  });
  const loaded = Buffer.from(executable.subarray(0, Math.max(...ends)));
  loaded.fill(0, 0x28, 0x30); // where the table of sections is
  loaded.fill(0, 0x3a, 0x40); // how large, how many, and which has their names
  return loaded;
}

/** Writes another file instead of changing this one, which may run, or be linked from another clone. */
function dropSymbols(file) {
  writeFileSync(`${file}.new`, withoutSymbols(readFileSync(file)), { mode: 0o755 });
  if (spawnSync(`${file}.new`, ['--version']).status === 0) renameSync(`${file}.new`, file);
  else rmSync(`${file}.new`);
}

if (process.env.npm_lifecycle_event === 'postinstall' && existsSync(modules + program)) {
  dropSymbols(modules + program);
  for (const part of ['include', 'share']) {
    rmSync(`${modules}node-linux-${process.arch}/${part}`, { recursive: true, force: true });
  }
  const { npm_execpath: npm } = process.env;
  if (npm !== undefined && !isBuiltin('node:sqlite')) installRest(npm);
  if (!existsSync(`${modules}.bin/node`)) symlinkSync(`../${program}`, `${modules}.bin/node`);
}
