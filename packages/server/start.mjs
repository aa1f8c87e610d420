/** `npm start`: builds what has changed, unless this user may not write the checkout, and serves. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

function mayWrite() {
  try {
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A shell between npm and this process dies of the signal that npm passes on, and tells nobody. */
function endWithShell() {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 100).unref();
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

// At this signal, Node would open its debugger to every program of the machine, also while it builds.
process.on('SIGUSR1', () => undefined);

if (!isBuiltin('node:sqlite')) fail(`The service needs Node 22.13 or later; this is ${process.version}.`);
if (mayWrite()) {
  const { status } = spawnSync(process.execPath, [`${root}build.mjs`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
} else if (!existsSync(`${root}packages/web/dist/index.html`))
  fail(`The service is not built, and this user may not write ${root}: its owner runs \`npm run build\`.`);

if (process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32') endWithShell();
const { findProgram } = await import('../cli/bin/find-program.js');
await import(findProgram('server'));
