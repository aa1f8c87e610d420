/** nginx, as `deploy/` configures it, passes large files, skips a stopped replica and finds one at a new address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { selfSigned } from './certificate.js';
import { freePort } from './faults/replica.js';
import { Connection, ServiceProcess, cleanUp, newFolder, send } from './process.js';
import type { Envelope } from './service.js';
import { GOOD, HEADER, uploadFile, distinct } from './upload.js';
import { SOON } from './soon.js';
import { has } from '../../../test/tools.js';

/** The size of the file. `MB=60 npx vitest run packages/server/test/proxies.test.ts` tries a large one. */
const { MB = '3' } = process.env;
vi.setConfig({ hookTimeout: 60_000 });
/** The service logs a request that it refuses. */
const REFUSED = 'calcular_curp?nombres=Renata&apellido_paterno=Olvera&apellido_materno=Tinajero&anio_nacimiento=1990';

const folder = newFolder();
const { key, certificate } = selfSigned();
writeFileSync(join(folder, 'privkey.pem'), key);
writeFileSync(join(folder, 'fullchain.pem'), certificate);
const LOG = join(folder, 'proxy.log');
const port = await freePort();
/** The addresses of the name of the replicas. */
let addresses: readonly string[] = ['127.0.0.1', '127.0.0.2'];
/** Starts a replica. All share a port and a database, and each has an address of its own, as containers do. */
const startReplica = async (
  address: string,
  settings: Readonly<Record<string, string>> = { TRUST_PROXY: 'on', DEMO_TOKEN: 'on' },
): Promise<ServiceProcess> =>
  ServiceProcess.start({
    HOST: address,
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, 'curp.db')}`,
    TMPDIR: folder,
    ...settings,
  });

/** Reads a file, with a second for names and retries, which is enough here. */
const read = (file: string): string =>
  readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8').replaceAll('5s', '1s');

function nginx(plain: number, tls: number): [string, ...string[]] {
  const conf = read('nginx.conf')
    .replaceAll('# TLS ', '')
    .replace('worker_processes auto', 'worker_processes 1')
    .replace(/server replicas:3000( .+;)/, (_, options: string) =>
      addresses.map((address) => `server ${address}:${port}${options}`).join(' '),
    )
    .replace('listen 8080', `listen 127.0.0.1:${plain}`)
    .replace('listen 8443', `listen 127.0.0.1:${tls}`)
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll('/tmp/nginx', `${folder}/nginx`)
    .replace('/dev/stdout', LOG);
  writeFileSync(join(folder, 'nginx.conf'), `${process.getuid?.() === 0 ? 'user root;\n' : ''}${conf}`);
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
}

/** The first two run at the start, the third replaces the first, and the fourth does not know the proxy. */
const replicas: ServiceProcess[] = [];
beforeAll(async () => {
  replicas.push(
    ...(await Promise.all(['127.0.0.1', '127.0.0.2', '127.0.0.3'].map(async (each) => startReplica(each)))),
  );
  replicas.push(await startReplica('127.0.0.4', {}));
});
afterAll(cleanUp);

describe.skipIf(process.platform !== 'linux' || !has('nginx'))('behind nginx on Linux (needs nginx)', () => {
  let child: ChildProcess | null = null;
  let plain = 0;
  let tls = 0;

  /** Gives the name of the replicas these addresses. nginx looks it up when it is signalled, as compose.yaml does. */
  const setAddresses = (...given: readonly string[]): void => {
    addresses = given;
    nginx(plain, tls);
    child?.kill('SIGHUP');
  };
  const get = async (path = 'entidades?token=pruebas'): Promise<Response> =>
    fetch(`http://127.0.0.1:${plain}/curp/${path}`);

  beforeAll(async () => {
    [plain, tls] = [await freePort(), await freePort()];
    const [program, ...args] = nginx(plain, tls);
    const log = openSync(LOG, 'w');
    child = spawn(program, args, { stdio: ['ignore', log, log], env: { PATH: process.env['PATH'], HOME: folder } });
    closeSync(log);
    await vi.waitFor(async () => expect((await get()).status).toBe(200), SOON);
  });
  afterAll(async () => {
    if (child === null) return;
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'close');
  });

  it('a large file comes back complete', async () => {
    const rows = Math.floor((Number(MB) * 1e6) / GOOD.length);
    const { status, text, cut } = await uploadFile(plain, HEADER + distinct(GOOD.repeat(rows)));
    expect([status, cut, text.match(/,OETR\d{6}M\w{7},/g)?.length]).toEqual([200, false, rows]);
  });

  it('TLS works with a certificate of our own', async () => {
    const agent = new Agent({ ca: certificate });
    const sent = request(`https://127.0.0.1:${tls}/curp/entidades?token=pruebas`, { agent }).end();
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });

  it('a replica at a new address is found, and one that is away does no harm', async () => {
    // The addresses without a replica refuse every connection.
    setAddresses('127.0.0.9', '127.0.0.3');
    const ids: string[] = [];
    await vi.waitFor(async () => {
      ids.push((await get(REFUSED)).headers.get('x-request-id') ?? '-');
      expect(ids.some((id) => replicas[2]?.output.includes(id))).toBe(true);
    }, SOON);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => get()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('requests share a connection to a replica', async () => {
    let connections = 0;
    const replica = createServer((_, response) => response.end('replica')).on('connection', () => (connections += 1));
    replica.listen(port, '127.0.0.5');
    await once(replica, 'listening');
    onTestFinished(async () => {
      replica.closeAllConnections();
      await promisify(replica.close.bind(replica))();
    });
    setAddresses('127.0.0.5');
    await vi.waitFor(async () => expect(await (await get()).text()).toBe('replica'), SOON);
    const before = connections;
    for (let i = 0; i < 20; i += 1) await (await get()).text();
    expect(connections - before).toBeLessThan(5);
  });

  it('`pruebas` is refused by a service that does not know the proxy', async () => {
    setAddresses('127.0.0.4');
    await vi.waitFor(async () => {
      const answer = await get();
      expect(answer.status).toBe(401);
      expect(((await answer.json()) as Envelope).error_message).toBe(CODES.pruebas_remota.es);
    }, SOON);
  });

  it('what nginx refuses is answered as by the service', async () => {
    const head = (line: string, ...more: string[]): string => [line, 'Host: x', ...more, '', ''].join('\r\n');
    const refused: [bytes: string, http: number, cause: keyof typeof CODES][] = [
      [head('TRACE /curp/validar HTTP/1.1'), 405, 'metodo'],
      [head('CONNECT /curp/validar HTTP/1.1'), 405, 'metodo'],
      [head('POST /curp/validar HTTP/1.1', 'Transfer-Encoding: gzip'), 501, 'transferencia'],
      [head('GET /curp/validar HTTP/2.1'), 505, 'version_http'],
      [head('GET /curp/%zz HTTP/1.1'), 400, 'peticion'],
      [head('GET /curp/validar HTTP/1.1', 'Host: y'), 400, 'peticion'],
    ];
    for (const [bytes, http, cause] of refused) {
      const [answer] = await send(plain, bytes);
      const { code, es } = CODES[cause];
      expect([bytes, answer?.status]).toEqual([bytes, http]);
      expect(JSON.parse(answer?.body ?? '')).toEqual({
        error: true,
        code_error: code,
        error_message: es,
        response: {},
      });
      expect(answer?.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(answer?.headers['allow']).toBe(http === 405 ? 'GET, HEAD, POST, DELETE, OPTIONS' : undefined);
    }
  });

  it('a file over the limit, and more files at a time than an address may send, are refused in the envelope', async () => {
    const head = (length: number): string =>
      `POST /curp/lote HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: ${length}\r\n\r\n`;
    const [large] = await send(plain, head(200_000_000));
    expect(large?.status).toBe(413);
    expect(JSON.parse(large?.body ?? '')).toMatchObject({ error: true, code_error: 8, response: {} });
    const held = Array.from({ length: 30 }, () => new Connection(plain));
    onTestFinished(() => held.forEach(({ socket }) => socket.destroy()));
    for (const { socket } of held) socket.write(`${head(1000)}nombres\n`);
    const [many] = await Promise.any(held.map(async (each) => each.answers()));
    expect([many?.status, many?.headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(many?.body ?? '')).toMatchObject({ error: true, code_error: 5, response: {} });
    expect((await fetch(`http://127.0.0.1:${plain}/livez`)).status).toBe(200);
  });

  it('without any replica the answer is an envelope with code 9', async () => {
    setAddresses('127.0.0.9');
    await vi.waitFor(async () => {
      const answer = await get();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ error: true, code_error: 9, response: {} });
    }, SOON);
  });

  it('its log has the ids of requests and no personal data', () => {
    const log = readFileSync(LOG, 'utf8');
    expect(log).toMatch(/[0-9a-f]{32}|[0-9a-f-]{36}/);
    expect(log).not.toMatch(/Renata|Olvera|Tinajero|\b1990\b|pruebas/); // An id may contain these digits.
  });
});
