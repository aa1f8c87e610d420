/** Finds the browser that the tests of the page drive and, on Debian where it may, installs it. Runs once, before all. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { instalar } from '../../../test/apt.js';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser; empty: there is none. */
    readonly chromium: string;
  }
}

export default function setup({ provide }: TestProject): void {
  const found = find() ?? (instalar('the browser tests', 'chromium', 'fonts-dejavu-core') ? find() : undefined);
  provide('chromium', found ?? '');
  if (found !== undefined) return;
  const message =
    'The browser tests need Chrome or Chromium: install it (on Debian: apt-get install chromium) or name it in CHROME_PATH.';
  if (process.env['CI']) throw new Error(message);
  process.stderr.write(`Browser tests skipped. ${message}\n`);
}

function find(): string | undefined {
  const named = process.env['CHROME_PATH'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...(named ? [named] : []), ...onPath, onMac].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
