/** Loads packages of npm that are installed in the current folder. The suite depends on none of them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const peer = createRequire(join(process.cwd(), 'package.json'));

export const versionOf = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version;

/** Returns the output of a calculation that may throw or return nothing. */
export function calculated(calculate) {
  try {
    const curp = calculate();
    return curp ? { curp } : { error: true };
  } catch {
    return { error: true };
  }
}
