/** Packages of Debian that tests need. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** By root alone: nobody is asked for a password in the middle of a test. */
export const SE_PUEDE_INSTALAR = existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Whether they were installed. `para`: the tests that need them. */
export function instalar(para: string, ...paquetes: readonly string[]): boolean {
  if (!SE_PUEDE_INSTALAR) return false;
  process.stderr.write(`Installing for ${para}: apt-get install ${paquetes.join(' ')}…\n`);
  const apt = (...orden: readonly string[]): boolean => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', ['-qq', ...orden], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  const orden = ['install', '-y', '--no-install-recommends', ...paquetes];
  return apt(...orden) || (apt('update') && apt(...orden));
}
