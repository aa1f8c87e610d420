/** What the operator reads in the log: lines that strangers cause are counted, and a loss is said. */
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { StoreError } from '../src/store/driver.js';
import { Connection, ServiceProcess, cleanUp } from './process.js';
import { openService } from './service.js';
import { SOON } from './soon.js';
import { has } from '../../../test/tools.js';

afterAll(cleanUp);

const linesOf = (log: readonly string[], msg: string): Record<string, unknown>[] =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['msg'] === msg);

it('refused requests without a known token are logged at once, then one line a second with their number', async () => {
  const CODES = [1, 2, 6, 7, 8];
  const service = openService();
  const askAll = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) {
      await service.request('/curp/entidades');
      await service.request(`/curp/entidades?token=${createToken()}`);
      await service.request('/nada');
      await service.request({ method: 'PUT', url: '/curp/entidades' });
      await service.request('/curp/entidades?token=%zz');
    }
  };
  const ofCode = (code: number) => linesOf(service.log, 'request').filter(({ code_error }) => code_error === code);
  const counted = (code: number): number => ofCode(code).reduce((sum, { veces = 1 }) => sum + Number(veces), 0);
  await askAll();
  for (const code of CODES) expect(ofCode(code).length).toBeLessThanOrEqual(5); // A busy machine takes more than a second.
  await vi.waitUntil(() => CODES.every((code) => counted(code) === 20), SOON);
  await setTimeout(1100);
  await askAll();
  await service.close();
  expect(CODES.map(counted)).toEqual(CODES.map(() => 40));
  expect(ofCode(1)[0]).toMatchObject({ operacion: 'entidades', status: 401, proyecto: null });
});

it('usage that a stop cannot write is logged with its number', async () => {
  const service = openService();
  const { token } = await service.createProject();
  vi.spyOn(service.store, 'addUsage').mockRejectedValue(new StoreError(new Error('gone'), false));
  for (let i = 0; i < 3; i += 1) await service.operate('entidades', {}, token);
  await service.close();
  expect(linesOf(service.log, 'usage lost')).toMatchObject([{ level: 'error', operaciones: 3 }]);
});

it.skipIf(!has('prlimit'))('a service that runs out of descriptors says so, and recovers (needs prlimit)', async () => {
  const service = await ServiceProcess.start();
  const { status } = spawnSync('prlimit', ['--pid', String(service.pid), '--nofile=64']);
  expect(status).toBe(0);
  const connections = Array.from({ length: 80 }, () => new Connection(service.port));
  onTestFinished(() => connections.forEach(({ socket }) => socket.destroy()));
  await vi.waitUntil(() => service.output.includes('"msg":"descriptors"'), SOON);
  for (const { socket } of connections) socket.destroy();
  await vi.waitFor(async () => expect((await service.request('/curp/entidades?token=pruebas')).status).toBe(200), SOON);
  expect(await service.stop('SIGTERM')).toBe(0);
});
