/** The process: its start, the settings it refuses, and its stop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Store, createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { COMPILE_CACHE, Connection, MAIN, ServiceProcess, send, cleanUp, newFolder } from './process.js';
import { CURP, type Envelope } from './service.js';
import { SOON } from './soon.js';

const ENTIDADES = '/curp/entidades?token=pruebas';

const other = createServer().listen(0, '127.0.0.1');
await once(other, 'listening');
const stores: Store[] = [];

afterAll(async () => {
  other.close();
  for (const store of stores) await store.close();
  await cleanUp();
});

/** Creates a directory with a database and a project with a quota of 1000, of which a process takes 10 units at a time. */
async function withProject() {
  const folder = newFolder();
  const url = `sqlite:${join(folder, 'curp.db')}`;
  const store = await openStore(url);
  stores.push(store);
  const token = createToken();
  const { id } = await store.createProject('prueba', { limite: null, cuota: 1000 }, sha256(token));
  return {
    ruta: `/curp/validar?token=${token}&curp=${CURP}`,
    iniciar: async () => ServiceProcess.start({ DATABASE_URL: url }, folder),
    tomada: async () => store.quotaTaken(id, mexicoMonth(Date.now())),
    usada: async () => {
      const usages = await store.usage(id, '2000-01-01', '2999-12-31');
      return usages.reduce((sum, { cuenta }) => sum + cuenta, 0);
    },
  };
}

/** Sends a request whose body the service still waits for. */
async function halfRequest(service: ServiceProcess, ruta: string): Promise<Connection> {
  const conexion = new Connection(service.port);
  const headers = 'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n';
  conexion.socket.write(`POST ${ruta} HTTP/1.1\r\n${headers}\r\n{`);
  expect(await conexion.answers()).toMatchObject([{ status: 100 }]);
  return conexion;
}

/** Returns the status of the metrics for this `Host`. */
async function statusFor(port: string, host: string): Promise<number | undefined> {
  const [answer] = (await once(get({ port, path: '/metrics', headers: { host } }), 'response')) as [IncomingMessage];
  return answer.resume().statusCode;
}

describe('the start of the process', () => {
  it('prints one line with a command that works', async () => {
    const service = await ServiceProcess.start();
    const base = `http://127.0.0.1:${service.port}`;
    const line = `Página y API en ${base}  Pruebe: curl "${base}${ENTIDADES}"\n`;
    expect(service.output).toBe(line);
    expect(await service.request(ENTIDADES)).toMatchObject({ status: 200, sobre: { code_error: 0 } });
    expect(await service.stop('SIGTERM')).toBe(0);
    // Nothing else is printed, except for requests that a busy machine makes it refuse.
    expect(service.output.replaceAll(/^.*"status":503.*\n/gm, '') + service.errorOutput).toBe(line);
  });

  it('does not load the client behind `fetch`, which it does not use', async () => {
    const tell = `process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));`;
    const service = await ServiceProcess.start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(tell)}` });
    await service.stop('SIGTERM');
    expect(service.errorOutput).toMatch(/NativeModule http$/m);
    expect(service.errorOutput).not.toContain('undici');
  });

  it('reads .env for variables that the environment does not set, and says how to create a token without `pruebas`', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, '.env'), 'PORT=nada\nDEMO_TOKEN=off\n');
    const service = await ServiceProcess.start({ LANG: 'en_US.UTF-8' }, folder);
    expect((await service.request(ENTIDADES)).sobre.code_error).toBe(2);
    expect(service.output).toContain('Make a token: curp proyectos crear "My project"');
  });

  it.each([
    [{ DEMO_TOKEN: 'on', PADRON: 'on' }, 'DEMO_TOKEN=on with PADRON=on: whoever reaches 0.0.0.0 can look people up'],
    [
      { DEMO_TOKEN: 'on', UPSTREAM_URL: 'http://127.0.0.1:1', UPSTREAM_TOKEN: 'x' },
      'DEMO_TOKEN=on with UPSTREAM_URL: ',
    ],
    [{ DEMO_TOKEN: 'on' }, ''],
    [{ DEMO_TOKEN: 'off', PADRON: 'on' }, ''],
    [{ DEMO_TOKEN: 'on', PADRON: 'on', HOST: '127.0.0.1' }, ''],
    [{ DEMO_TOKEN: 'on', PADRON: 'on', HOST: '127.0.0.1', TRUST_PROXY: 'on' }, 'DEMO_TOKEN=on with PADRON=on: '],
  ])('warns if others may look people up with the public token: %o', async (settings, warning) => {
    const service = await ServiceProcess.start({ HOST: '0.0.0.0', LANG: 'en_US.UTF-8', ...settings });
    expect(service.errorOutput.startsWith(warning)).toBe(true);
    expect(service.errorOutput === '').toBe(warning === '');
    expect(await service.stop('SIGTERM')).toBe(0);
  });

  it('reads DATABASE_URL=sqlite:file:… as a path, as the commands do', async () => {
    const folder = newFolder();
    const service = await ServiceProcess.start({ DATABASE_URL: 'sqlite:file:curp.db' }, folder);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(readdirSync(folder)).toEqual(['file:curp.db']);
  });

  it.skipIf(!existsSync('/dev/full'))('continues if its log cannot be written (needs /dev/full)', async () => {
    const puerto = 31_000 + (process.pid % 1000); // The system hands out none of these ports.
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [MAIN], {
      cwd: newFolder(),
      env: { ...COMPILE_CACHE, PORT: String(puerto), ADMIN_PORT: '0', LOG_LEVEL: 'trace' },
      stdio: ['ignore', full, 'inherit'],
    });
    closeSync(full);
    const ask = async (ruta: string) => (await fetch(`http://127.0.0.1:${puerto}${ruta}`)).status;
    await vi.waitUntil(async () => ask('/livez').catch(() => false), SOON);
    for (let i = 0; i < 100; i++) expect(await ask('/nada')).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  describe('with settings', () => {
    const adminPort = String(20_000 + (process.pid % 10_000)); // the system hands out none of these
    let service: ServiceProcess;
    beforeAll(async () => {
      service = await ServiceProcess.start({ ADMIN_PORT: adminPort, LANG: 'en_US.UTF-8' });
    });

    it('prints its line in English if asked', () => {
      const base = `http://127.0.0.1:${service.port}`;
      expect(service.output).toBe(`Serving the page and the API at ${base}  Try: curl "${base}${ENTIDADES}"\n`);
    });

    it('serves its metrics only on the other port', async () => {
      await service.request(ENTIDADES);
      expect((await service.request('/metrics')).sobre.code_error).toBe(6);
      const metrics = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
      expect(await metrics.text()).toContain('curp_requests_total{operacion="entidades",code_error="0"} 1');
      expect((await fetch(`http://127.0.0.1:${adminPort}${ENTIDADES}`)).status).toBe(404);
    });

    it.each([
      ['example.mx', 421],
      ['localhost.example.mx:80', 421],
      ['LOCALHOST', 200],
      ['[::1]:9464', 200],
    ])(
      'answers its metrics to the name %s with %i: a page in a browser may have sent another',
      async (host, status) => {
        expect(await statusFor(adminPort, host)).toBe(status);
      },
    );
  });

  it('refuses its metrics to a name of another machine, however its own address is written', async () => {
    const adminPort = String(30_000 + (process.pid % 1000)); // the system hands out none of these
    await ServiceProcess.start({ ADMIN_PORT: adminPort, ADMIN_HOST: 'LOCALHOST' });
    expect([await statusFor(adminPort, 'example.mx'), await statusFor(adminPort, '127.0.0.1')]).toEqual([421, 200]);
  });

  it.each<[entorno: Record<string, string>, codigo: number]>([
    [{ HOST: '0.0.0.0' }, 2],
    [{ HOST: '0.0.0.0', DEMO_TOKEN: 'on' }, 0],
  ])('with %j makes `pruebas` get code %i', async (entorno, code) => {
    const service = await ServiceProcess.start(entorno);
    expect((await service.request(ENTIDADES)).sobre.code_error).toBe(code);
  });

  it('answers the envelope on both addresses of the name with HOST=localhost', async () => {
    const twoAddresses = `import dns from 'node:dns';
      const { lookup } = dns;
      dns.lookup = (host, opciones, listo) =>
        host === 'localhost' && opciones.all
          ? listo(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }])
          : lookup(host === 'localhost' ? '127.0.0.1' : host, opciones, listo);`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(twoAddresses)}`;
    const service = await ServiceProcess.start({ HOST: 'localhost', NODE_OPTIONS });
    for (const host of ['127.0.0.1', '::1']) {
      const conexion = new Connection(service.port, { host });
      conexion.socket.write('junk');
      // The service may also not listen there.
      for (const { body: cuerpo } of await conexion.all()) expect(cuerpo).toContain('"code_error":8');
    }
  });
});

describe.concurrent('a failed start prints one line with the remedy', () => {
  it.each<[entorno: Record<string, string>, exitCode: number]>([
    [{ HOST: 'no es un nombre' }, 78],
    [{ PORT: '65536' }, 78],
    [{ DATABASE_URL: 'postgres://curp:a/b@servidor/curp' }, 78],
    [{ DATABASE_URL: 'postgres://servidor.invalid/curp' }, 75],
    [{ DATABASE_URL: 'sqlite:.' }, 78], // This is a directory.
    [{ TMPDIR: '/no/existe' }, 78],
    [{ TMPDIR: '/dev/null' }, 78],
    [{ HOST: '203.0.113.1' }, 75], // This address belongs to no machine.
    [{ ADMIN_HOST: '203.0.113.1' }, 75],
  ])('for %j with exit code %i', async (entorno, exitCode) => {
    const folder = newFolder();
    writeFileSync(join(folder, '.env'), '');
    const service = new ServiceProcess(entorno, folder);
    expect(await service.exitCode).toBe(exitCode);
    expect(service.errorOutput).toMatch(new RegExp(`^${Object.keys(entorno)[0]}\\b.+\n$`));
    expect(service.output).toBe('');
  });

  it.each(['PORT', 'ADMIN_PORT'])('with exit code 75 if %s is in use', async (variable) => {
    const puerto = String((other.address() as AddressInfo).port);
    const service = new ServiceProcess({ [variable]: puerto, LANG: 'en_US.UTF-8' });
    expect(await service.exitCode).toBe(75);
    expect(service.errorOutput).toMatch(new RegExp(`^${variable}: .*${puerto}.* Another program uses it.*\n$`));
    expect(service.output).toBe('');
  });
});

describe.concurrent('the stop of the process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('finishes running requests and returns the quota: %s', async (signal) => {
    const { iniciar, ruta, tomada, usada } = await withProject();
    const service = await iniciar();
    await service.request(ruta);
    const idle = new Connection(service.port);
    idle.socket.write(`GET ${ruta} HTTP/1.1\r\n\r\n`);
    expect(await idle.answers()).toMatchObject([{ status: 200 }]);
    expect(await tomada()).toBe(10);
    const running = await halfRequest(service, ruta);

    const end = service.stop(signal);
    expect(await idle.all()).toHaveLength(1); // The connection is closed: from here on the service is stopping.
    const fresh = await send(service.port, `GET ${ruta} HTTP/1.1\r\n\r\n`);
    for (const each of fresh) expect(each).toMatchObject({ status: 503, headers: { connection: 'close' } });
    running.socket.write(`}GET ${ruta} HTTP/1.1\r\n\r\n`);
    const answers = (await running.all()).slice(1);
    const codes = answers.map(({ body: cuerpo }) => (JSON.parse(cuerpo) as Envelope).code_error);
    expect([[0, 9], [0], [9]]).toContainEqual(codes);
    expect(answers.at(-1)?.headers['connection']).toBe('close');

    expect(await end).toBe(0);
    const successes = 2 + codes.filter((code) => code === 0).length;
    expect([await tomada(), await usada()]).toEqual([successes, successes]);
  });

  it('does not wait for clients that never finish or close', async () => {
    const { iniciar, ruta, tomada, usada } = await withProject();
    const service = await iniciar();
    await service.request(ruta);
    const half = await halfRequest(service, ruta);
    const [mute, slow, odd, foreign] = ['', 'GET /', 'junk', 'CONNECT x:1 HTTP/1.1\r\n\r\n'].map((bytes) => {
      const conexion = new Connection(service.port, { allowHalfOpen: true });
      conexion.socket.write(bytes);
      return conexion;
    });
    await Promise.all([odd?.answers(), foreign?.answers()]);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect([await tomada(), await usada()]).toEqual([1, 1]);
    for (const conexion of [half, mute, slow, odd, foreign]) conexion?.socket.destroy();
  });

  it('happens once if the terminal and npm each send a Ctrl-C', async () => {
    const { iniciar, ruta, tomada } = await withProject();
    const service = await iniciar();
    await service.request(ruta);
    const { socket } = await halfRequest(service, ruta);
    const end = service.stop('SIGINT');
    await wait(100);
    void service.stop('SIGINT');
    await wait(100);
    socket.destroy();
    expect(await end).toBe(0);
    expect(await tomada()).toBe(1);
  });

  it('leaves another process on the same file running', async () => {
    const { iniciar, ruta, tomada, usada } = await withProject();
    const [one, two] = await Promise.all([iniciar(), iniciar()]);
    for (const service of [one, two, one, two]) expect((await service.request(ruta)).status).toBe(200);
    expect(await one.stop('SIGTERM')).toBe(0);
    expect((await two.request(ruta)).status).toBe(200);
    expect(await two.stop('SIGTERM')).toBe(0);
    expect([await tomada(), await usada()]).toEqual([5, 5]);
  });
});
