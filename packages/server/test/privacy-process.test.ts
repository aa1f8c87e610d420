/** Sends one person and two secrets through every route of a real process, in success and failure, and looks for them in what it writes. */
import { afterAll, expect, it, vi } from 'vitest';
import { openStore } from '../src/store/open.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { openUpstream } from './fake-upstream.js';
import { Relay } from './relay.js';
import { newDatabase, query } from './postgres.js';
import { Connection, ServiceProcess, cleanUp } from './process.js';
import { SECRETS } from './service.js';

afterAll(cleanUp);

const CURP = 'QUYZ571123MDFTXN04';
const PERSONA = { ...SECRETS, curp: CURP };
const SECRET = 'abretesesamo';
/** Plain, percent-encoded, escaped, and in capitals. */
const TRACES = /zenobia|quetzalli|y(á|%c3%a1|\\u00e1)ñ?ez|571123m|quyz|1957-11|abretesesamo/i;

const ROW = Object.values(PERSONA).join(',');
const CSV = `${Object.keys(PERSONA).join(',').replace('sexo', 'sexo (H/M)')}\n${ROW}\n"${ROW}\n${ROW},de más\n`;
const OPERATIONS = ['calcular_curp', 'validar', 'cotejar', 'obtener_datos', 'entidades'];
const ROUTES = ['', 'docs', 'livez', 'readyz', 'openapi.json', 'metrics', CURP, `curp/${CURP}`, `curp/lotes/${CURP}`];

/** Sends every request that a client can make, with the data in every part that accepts them. */
async function sweep(puerto: number, token: string): Promise<void> {
  const base = `http://127.0.0.1:${puerto}/`;
  const params = new URLSearchParams(PERSONA).toString();
  const headers = { authorization: `Bearer ${token}`, 'user-agent': SECRET, referer: `${base}?${params}` };
  const ask = async (path: string, init: RequestInit = {}): Promise<string> =>
    (await fetch(base + path, { ...init, headers: { ...headers, ...init.headers } })).text();
  const send = async (path: string, type: string, body: string): Promise<string> =>
    ask(path, { method: 'POST', body, headers: { 'content-type': type } });

  for (const path of ROUTES) await ask(`${path}?${params}`);
  for (const operacion of OPERATIONS) {
    const path = `curp/${operacion}`;
    await ask(`${path}?${params}`);
    await ask(`${path}?${params}&nombres=%zz`);
    await send(path, 'application/json', JSON.stringify(PERSONA));
    await send(path, 'application/json', JSON.stringify({ ...PERSONA, curp: { CURP } }));
    await send(path, 'application/x-www-form-urlencoded', params);
    await send(path, `text/${SECRET}`, params);
  }
  for (const path of ['curp/lote', 'curp/lotes']) {
    await send(path, 'text/csv', CSV);
    await send(path, 'text/csv', ROW);
    await send(`${path}?columna_nombres=${PERSONA.nombres}`, 'text/csv', CSV);
    await send(`${path}?operacion=validar`, 'application/x-ndjson', `${JSON.stringify(PERSONA)}\n{"${ROW}\n`);
  }
  const { response } = JSON.parse(await send('curp/lotes', 'text/csv', CSV)) as { response: { id?: string } };
  if (response.id !== undefined) {
    const own = `curp/lotes/${response.id}`;
    await vi.waitUntil(async () => !(await ask(`${own}?${params}`)).includes('"en_'), 20_000);
    await ask(`${own}/resultado?${params}`);
    await ask(own, { method: 'DELETE' });
  }
  const raw = new Connection(puerto);
  raw.socket.end(`GET /${ROW} HTTP/1.1\r\n${ROW}\r\n\r\n`);
  await raw.closed;
}

it('no personal datum and no secret appears in the log, the metrics or the errors', async () => {
  const url = await newDatabase();
  const relay = await Relay.before(Number(new URL(url).port));
  const source = await openUpstream((response) => response.writeHead(500).end(JSON.stringify(PERSONA)));
  const token = createToken();
  const store = await openStore(url);
  await store.createProject('prueba', { limite: null, cuota: 1000 }, sha256(token));
  await store.close();
  const service = await ServiceProcess.start({
    DATABASE_URL: Object.assign(new URL(url), { port: String(relay.port) }).href,
    PADRON: 'on',
    UPSTREAM_URL: source.url,
    UPSTREAM_TOKEN: SECRET,
    LOG_LEVEL: 'trace',
  });
  const metrics = async (): Promise<string> => {
    const [, puerto = ''] = /"port":(\d+)/.exec(service.output) ?? [];
    return (await fetch(`http://127.0.0.1:${puerto}/metrics`)).text();
  };

  await sweep(service.port, token);
  await sweep(service.port, SECRET);
  // PostgreSQL repeats a row that it refuses in its message.
  await query(url, 'ALTER TABLE lote_chunks ADD CHECK (numero < 0) NOT VALID');
  await query(url, 'ALTER TABLE padron RENAME TO padron_ajeno');
  await sweep(service.port, token);
  await relay.close(); // No server is there any more.
  await sweep(service.port, token);
  const said = await metrics();
  expect(await service.stop('SIGTERM')).toBe(0);

  const written = service.output + service.errorOutput + said;
  const messages = new Set(Array.from(service.output.matchAll(/"msg":"(\w+)"/g), ([, what]) => what));
  for (const what of ['store', 'padron', 'upstream', 'request']) expect(messages).toContain(what);
  expect(service.output.split('\n').length).toBeGreaterThan(80);
  expect(said).toContain('curp_requests_total');
  expect(TRACES.exec(written)?.[0]).toBeUndefined();
  expect(written).not.toContain(token.slice(5, 20));
  expect(written).not.toContain(new URL(url).password);
});
