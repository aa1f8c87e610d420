/** Finds the browser that the tests of the page drive and, on Debian where it may, installs it. Runs once, before all. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';

const NOMBRES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser; empty: there is none. */
    readonly chromium: string;
  }
}

export default function setup({ provide }: TestProject): void {
  const encontrado = buscar() ?? instalar();
  provide('chromium', encontrado ?? '');
  if (encontrado !== undefined) return;
  const dicho =
    'The browser tests need Chrome or Chromium: install it (on Debian: apt-get install chromium) or name it in CHROME_PATH.';
  if (process.env['CI']) throw new Error(dicho);
  process.stderr.write(`Browser tests skipped. ${dicho}\n`);
}

function buscar(): string | undefined {
  const dicho = process.env['CHROME_PATH'];
  const carpetas = (process.env['PATH'] ?? '').split(delimiter);
  const enPath = NOMBRES.flatMap((nombre) => carpetas.map((carpeta) => join(carpeta, nombre)));
  const enMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...(dicho ? [dicho] : []), ...enPath, enMac].find(seEjecuta);
}

function seEjecuta(archivo: string): boolean {
  try {
    accessSync(archivo, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** By root alone: nobody is asked for a password in the middle of a test. */
function instalar(): string | undefined {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  process.stderr.write('Installing Chromium for the browser tests (apt-get install chromium)…\n');
  const apt = (...orden: readonly string[]): boolean => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', ['-qq', ...orden], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  const orden = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'];
  return apt(...orden) || (apt('update') && apt(...orden)) ? buscar() : undefined;
}
