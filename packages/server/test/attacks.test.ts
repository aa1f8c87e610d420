/** Clients without a token neither end nor freeze the process, whatever they send and however little they read. */
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { ATTACKS, Attackers } from './attackers.js';
import { ServiceProcess, cleanUp, send } from './process.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

const service = await ServiceProcess.start({ LOG_LEVEL: 'info' });

/** Returns the memory of the process, in bytes. */
const memory = (): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]);
const openFiles = (): number => readdirSync(`/proc/${service.pid}/fd`).length;
/** The attacks whose clients leave, and are replaced. */
const LEAVING = /reset/;

it.each(Object.entries(ATTACKS))('%s: others are served, and memory and files stay bounded', async (name, attack) => {
  const attackers = new Attackers(service.port);
  onTestFinished(() => attackers.stop());
  await attackers.begin(attack);
  for (let i = 0; i < 2; i += 1) {
    await wait(100);
    const [answer] = await send(service.port, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer?.status).toBe(200);
  }
  if (LEAVING.test(name)) await vi.waitUntil(() => attackers.ended > attack.connections, SOON);
  expect(memory()).toBeLessThan(500e6);
  expect(openFiles()).toBeLessThan(1000);
});

it('the process ends in order after all attacks, and logs no internal error', async () => {
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(service.output).not.toMatch(/"msg":"(bug|crash|stop)"/);
  expect(service.errorOutput).toBe('');
});
