/** Every client on this machine can send a large file, even one that sends everything before it reads, and through nginx. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from './faults/replica.js';
import { alone } from './jobs.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { HEADER, distinct } from './upload.js';
import { PYTHON, has } from '../../../test/tools.js';

afterAll(cleanUp);

/** The size of the file. `MB=60 npx vitest run packages/server/test/files-clients.test.ts` tries a large one. */
const { MB: MB_SET, MB = '2' } = process.env;
/** The notes make the file large with few rows, because the tests are about its bytes. */
const NOTES = 'x'.repeat(400);
const MAN = `Tadeo,Escamilla,Wario,1990-02-17,M,15,${NOTES}\n`;
const WOMAN = `Renata,Olvera,Tinajero,1990-05-17,F,09,${NOTES}\n`;
const COLUMNS = HEADER.replace(' (H/M)', '').replace('\n', ',notas\n');
/** A 2 MB file takes some 205 MB of the whole process, of which 112 are there before the first file. */
const MAX_MEMORY_MB = 230;

const folder = newFolder();
// The option is that of `npm start`.
const service = await ServiceProcess.start({
  TMPDIR: folder,
  NODE_OPTIONS: '--max-semi-space-size=8',
  DEMO_TOKEN: 'on',
});
const people = join(folder, 'people.csv');
const rows = Math.floor((Number(MB) * 1e6) / MAN.length);
/** Only the last row shows that M is a man, so the service must have read all of the file. */
const FILE = COLUMNS + distinct(MAN.repeat(rows)) + WOMAN;
writeFileSync(people, FILE);
const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const expected = hash(alone(FILE, { sexo: 'fm' }));

const run = promisify(execFile);

/** Programs that take the address, the file and the name of the output. */
const HTTP_CLIENT = `
import http.client, sys, urllib.parse
address = urllib.parse.urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(address.netloc, timeout=250)
connection.request("POST", address.path + "?" + address.query, open(sys.argv[2], "rb").read(), {"Content-Type": "text/csv"})
answer = connection.getresponse()
open(sys.argv[3], "wb").write(answer.read())
print(answer.status)
`;
const REQUESTS = `
import requests, sys
answer = requests.post(sys.argv[1], data=open(sys.argv[2], "rb"), headers={"Content-Type": "text/csv"}, timeout=250)
open(sys.argv[3], "wb").write(answer.content)
print(answer.status_code)
`;
const REQUESTS_FORM = REQUESTS.replace(/data=.*, timeout/, 'files={"archivo": open(sys.argv[2], "rb")}, timeout');
const PHP = `
ini_set('memory_limit', '-1');
$http = ['method' => 'POST', 'header' => 'Content-Type: text/csv', 'content' => file_get_contents($argv[2]), 'timeout' => 250];
file_put_contents($argv[3], file_get_contents($argv[1], false, stream_context_create(['http' => $http])));
echo explode(' ', $http_response_header[0])[1];
`;

type Client = (address: string, output: string) => Promise<string>;
const program =
  (name: string, ...options: readonly string[]): Client =>
  async (address, output) =>
    (await run(name, [...options, address, people, output])).stdout.trim();
const AS_CSV = ['-H', 'Content-Type: text/csv', '-X', 'POST'];
const curl =
  (...upload: readonly string[]): Client =>
  async (address, output) =>
    (await run('curl', ['-sS', '-o', output, '-w', '%{http_code}', ...upload, address])).stdout;
const fetchOfNode: Client = async (address, output) => {
  const body = await openAsBlob(people);
  const answer = await fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/csv' } });
  writeFileSync(output, Buffer.from(await answer.arrayBuffer()));
  return String(answer.status);
};

const CLIENTS: [name: string, need: string, client: Client][] = [
  ['http.client of Python', 'python3', program(PYTHON, '-c', HTTP_CLIENT)],
  ['requests of Python', 'requests', program(PYTHON, '-c', REQUESTS)],
  ['requests of Python with a form', 'requests', program(PYTHON, '-c', REQUESTS_FORM)],
  ['PHP', 'php', program('php', '-r', PHP, '--')],
  ['curl with a length', 'curl', curl(...AS_CSV, '--data-binary', `@${people}`)],
  ['curl in chunks', 'curl', curl(...AS_CSV, '-T', people, '-H', 'Transfer-Encoding: chunked')],
  ['curl with a form', 'curl', curl('-F', `archivo=@${people}`)],
];

let nginxStarted: Promise<number> | undefined;
const nginxPort = async (): Promise<number> => (nginxStarted ??= startNginx());

/** Starts nginx with its defaults for a proxy: it stores the request and the answer, and speaks HTTP/1.0 to the service. */
async function startNginx(): Promise<number> {
  const port = await freePort();
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`).join(' ');
  const location = `location / { proxy_pass http://127.0.0.1:${service.port}; }`;
  const server = `server { listen 127.0.0.1:${port}; client_max_body_size 0; ${location} }`;
  const conf = `pid ${folder}/nginx.pid; events {} http { access_log off; ${paths} ${server} }`;
  writeFileSync(join(folder, 'nginx.conf'), `${process.getuid?.() === 0 ? 'user root; ' : ''}${conf}`);
  const options = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
  const nginx = spawn('nginx', options, { stdio: 'ignore' });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'close');
  });
  const isReady = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (nginx.exitCode !== null) throw new Error('nginx does not start');
    await setTimeout(50);
  }
  return port;
}

async function expectComplete(name: string, client: Client, port: number): Promise<void> {
  const output = join(folder, 'keys.csv');
  const began = performance.now();
  expect(await client(`http://127.0.0.1:${port}/curp/lote?token=pruebas`, output)).toBe('200');
  const seconds = (performance.now() - began) / 1000;
  if (MB_SET !== undefined) process.stdout.write(`${name}: ${seconds.toFixed(1)} s\n`);
  expect(hash(readFileSync(output))).toBe(expected);
}

it('a file comes back complete to fetch of Node', async () => expectComplete('fetch', fetchOfNode, service.port));

describe.each(CLIENTS)('a file comes back complete to %s (needs %s)', (name, need, client) => {
  it.skipIf(!has(need))('sent directly', async () => expectComplete(name, client, service.port));

  // nginx stores a request and sends it on in its own way, whichever client sent it.
  if (need !== 'curl') return;
  it.skipIf(!has(need) || !has('nginx'))('sent through nginx with its default buffering (needs nginx)', async () =>
    expectComplete(`${name} through nginx`, client, await nginxPort()),
  );
});

it('the service needed little memory for large files, and left none in its folder for temporary files', () => {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024;
  if (MB_SET !== undefined) process.stdout.write(`peak memory: ${Math.round(peak)} MiB\n`);
  expect(peak).toBeLessThan(MAX_MEMORY_MB);
  expect(readdirSync(folder).filter((file) => file.startsWith('curp-'))).toEqual([]);
});
