/**
 * Runs at the end of `npm ci`. On Linux, a package brings the Node that runs every script, whatever Node runs npm. npm lacks two
 * things for that: it leaves out optional packages, such as compiled parts of the build, which do not support the Node that runs
 * it; and npm 9 and 10 remove the link to the new Node together with the package for the other processor.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
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

if (existsSync(modules + program)) {
  // The headers of Node, for add-ons in C, are a third of its package, and nothing here compiles any.
  for (const part of ['include', 'share']) {
    rmSync(`${modules}node-linux-${process.arch}/${part}`, { recursive: true, force: true });
  }
  const { npm_execpath: npm } = process.env;
  if (npm !== undefined && !isBuiltin('node:sqlite')) installRest(npm);
  if (!existsSync(`${modules}.bin/node`)) symlinkSync(`../${program}`, `${modules}.bin/node`);
}
