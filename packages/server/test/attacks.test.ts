/** Clients without a token neither end nor freeze the process, whatever they send and however little they read. */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { Listener } from '../src/http/listener.js';
import { RunningFiles } from '../src/http/stream.js';
import { Metrics } from '../src/observe/metrics.js';
import { ATTACKS, Attackers } from './attackers.js';
import { ServiceProcess, cleanUp, send } from './process.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

/** Starts the service as `npm start` and its other ways do. */
const startService = async (): Promise<ServiceProcess> =>
  ServiceProcess.start({ LOG_LEVEL: 'info', NODE_OPTIONS: '--max-semi-space-size=8' });
/** Returns the memory of the process, in bytes. */
const memory = ({ pid }: ServiceProcess): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const openFiles = ({ pid }: ServiceProcess): number => readdirSync(`/proc/${pid}/fd`).length;
/** The attacks whose clients leave, and are replaced. */
const LEAVING = /reset/;

it.each(Object.entries(ATTACKS))('%s: others are served, and memory and files stay bounded', async (name, attack) => {
  const service = await startService();
  const attackers = new Attackers(service.port);
  onTestFinished(() => attackers.stop());
  await attackers.begin(attack);
  for (let i = 0; i < 2; i += 1) {
    await wait(100);
    const [answer] = await send(service.port, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer?.status).toBe(200);
  }
  if (LEAVING.test(name)) await vi.waitUntil(() => attackers.ended > attack.connections, SOON);
  expect(memory(service)).toBeLessThan(256e6);
  expect(openFiles(service)).toBeLessThan(1000);
  attackers.stop();
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(service.output).not.toMatch(/"msg":"(bug|crash|stop)"/);
  expect(service.errorOutput).toBe('');
});

it('chunks of one byte do not pile up while nobody reads the body', async () => {
  const parts = { metrics: new Metrics([]), running: new RunningFiles(), maxIdleMs: 60_000 };
  const bodies: IncomingMessage[] = [];
  const server = new Listener({ ...parts, continueAtOnce: () => true }).serve((request) => void bodies.push(request));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const attackers = new Attackers(port);
  onTestFinished(() => {
    attackers.stop();
    server.closeAllConnections();
    server.close();
  });
  await attackers.begin({ ...ATTACKS['an accepted body in chunks of one byte'], connections: 1 });
  await vi.waitUntil(() => (bodies[0]?.readableLength ?? 0) > 16_384, SOON);
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
  expect(bodies[0]?.readableLength).toBeLessThan(32_768);
});
