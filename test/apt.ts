/** Installs Debian packages that tests need. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Only root installs, so that no test asks for a password. */
export const CAN_INSTALL = existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Installs packages and returns whether that worked. `purpose` names the tests that need them. */
export function install(purpose: string, ...packages: readonly string[]): boolean {
  if (!CAN_INSTALL) return false;
  process.stderr.write(`Installing for ${purpose}: apt-get install ${packages.join(' ')}…\n`);
  const apt = (...args: readonly string[]): boolean => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Test files run at the same time, and several may install something.
    return (
      spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env,
      }).status === 0
    );
  };
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  return apt(...args) || (apt('update') && apt(...args));
}

/**
 * Returns whether a program is present, and prints a line if its tests are left out. In CI it is installed, or the tests fail; elsewhere it
 * is not, as its package may start a service.
 */
export function isProgramThere(command: string, args: readonly string[], purpose: string, name: string): boolean {
  const isThere = (): boolean => spawnSync(command, args).status === 0;
  if (isThere()) return true;
  if (process.env['CI'] && CAN_INSTALL) {
    if (install(purpose, name) && isThere()) return true;
    throw new Error(`The tests of ${purpose} need ${name}, and installing it failed.`);
  }
  process.stderr.write(
    `The tests of ${purpose} need ${command}, which is not installed (Debian: apt install ${name}).\n`,
  );
  return false;
}
