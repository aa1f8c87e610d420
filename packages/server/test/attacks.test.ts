/** Clients without a token neither end nor freeze the process, whatever they send and however little they read. */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { Listener } from '../src/http/listener.js';
import { RunningFiles, Stream } from '../src/http/stream.js';
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

it('a body in chunks of one byte is cut before anybody reads it: Node has an object for each chunk', async () => {
  const parts = { metrics: new Metrics([]), running: new RunningFiles(), maxIdleMs: 60_000 };
  const streams: Stream[] = [];
  const server = new Listener({ ...parts, continueAtOnce: () => true }).serve((request, response) => {
    streams.push(new Stream(request, response, parts.maxIdleMs));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const attackers = new Attackers(port);
  onTestFinished(() => {
    attackers.stop();
    server.closeAllConnections();
    server.close();
  });
  await attackers.begin({ ...ATTACKS['an accepted body in chunks of one byte'], connections: 1 });
  await vi.waitUntil(() => attackers.ended > 0, SOON);
  expect(streams[0]?.signal.aborted).toBe(true);
});
