/**
 * Finds the browser for the tests of the page, or installs Debian's where the user may do that: the shell rather than the
 * whole browser. Starts one service for all of them when the first test asks for its address, and ends it with the run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { install } from '../../../test/apt.js';
import { findProgram } from '../../cli/bin/find-program.js';

/** The shell without a window needs 40 % less processor time than the whole browser. */
const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const SERVICE = fileURLToPath(findProgram('server'));

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser, or an empty text if there is none. */
    readonly chromium: string;
    /** The address that answers with the address of the service. */
    readonly service: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const installed = (name: string): string | undefined =>
    install('the browser tests', name, 'fonts-dejavu-core') ? find([name]) : undefined;
  const { CHROME_PATH } = process.env;
  const found = CHROME_PATH || (find([SHELL]) ?? installed(SHELL) ?? find(BROWSERS) ?? installed('chromium'));
  provide('chromium', found ?? '');
  if (found === undefined) {
    const message =
      'The browser tests need Chrome or Chromium: install it (on Debian: apt-get install chromium) or name it in CHROME_PATH.';
    if (process.env['CI']) throw new Error(message);
    process.stderr.write(`Browser tests skipped. ${message}\n`);
  }
  let service: Promise<Service> | undefined;
  const door = createServer((_, response) => {
    response.shouldKeepAlive = false;
    service ??= startService();
    service.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  provide('service', `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);
  return async () => {
    door.close();
    await (await service?.catch(() => undefined))?.stop();
  };
}

interface Service {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

async function startService(): Promise<Service> {
  const cwd = mkdtempSync(join(tmpdir(), 'curp-page-'));
  const env = { PORT: '0', ADMIN_PORT: '0' };
  const child = spawn(process.execPath, [SERVICE], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), ended]);
  const [, port] = /:(\d+)\s/.exec(String(said)) ?? [];
  if (port === undefined) throw new Error('the service did not start');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(cwd, { recursive: true });
  };
  return { address: `http://127.0.0.1:${port}/`, stop };
}

function find(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onMac = names === BROWSERS ? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'] : [];
  return [...onPath, ...onMac].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
