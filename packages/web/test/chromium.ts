/** Finds the browser that the tests of the page drive and, on Debian where it may, installs it. Runs once, before all. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { install } from '../../../test/apt.js';

const NOMBRES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser; empty: there is none. */
    readonly chromium: string;
  }
}

export default function setup({ provide }: TestProject): void {
  const encontrado = buscar() ?? (install('the browser tests', 'chromium', 'fonts-dejavu-core') ? buscar() : undefined);
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
