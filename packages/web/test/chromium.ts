/** Finds the browser for the tests of the page. Starts one service for all of them when the first test asks for its address, and ends it with the run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../../test/tools.js';
import { findProgram } from '../../cli/bin/find-program.js';

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
  provide('chromium', findChromium() ?? '');
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
