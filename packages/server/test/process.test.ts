/** The process: its start, the settings it refuses, and its stop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Store, createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import { Conexion, MAIN, Proceso, enviar, limpiar, nuevaCarpeta } from './process.js';
import { CURP, type Sobre } from './service.js';

const LARGO = { timeout: 60_000 };
const ENTIDADES = '/curp/entidades?token=pruebas';

const otro = createServer().listen(0, '127.0.0.1');
await once(otro, 'listening');
const stores: Store[] = [];

afterAll(async () => {
  otro.close();
  for (const store of stores) await store.close();
  await limpiar();
});

/** A directory with a database and a project with a quota of 1000; a process takes 10 units at a time. */
async function conProyecto() {
  const carpeta = nuevaCarpeta();
  const url = `sqlite:${join(carpeta, 'curp.db')}`;
  const store = await openStore(url);
  stores.push(store);
  const token = createToken();
  const { id } = await store.createProject('prueba', { limite: null, cuota: 1000 }, sha256(token));
  return {
    ruta: `/curp/validar?token=${token}&curp=${CURP}`,
    iniciar: async () => Proceso.iniciar({ DATABASE_URL: url }, carpeta),
    tomada: async () => store.quotaTaken(id, mexicoMonth(Date.now())),
    usada: async () => {
      const usos = await store.usage(id, '2000-01-01', '2999-12-31');
      return usos.reduce((suma, { cuenta }) => suma + cuenta, 0);
    },
  };
}

/** A request whose body the service is still waiting for. */
async function mediaPeticion(proceso: Proceso, ruta: string): Promise<Conexion> {
  const conexion = new Conexion(proceso.puerto);
  const headers = 'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n';
  conexion.socket.write(`POST ${ruta} HTTP/1.1\r\n${headers}\r\n{`);
  expect(await conexion.espera()).toMatchObject([{ status: 100 }]);
  return conexion;
}

describe('the start', LARGO, () => {
  it('prints one line with a command that works', async () => {
    const proceso = await Proceso.iniciar();
    const base = `http://127.0.0.1:${proceso.puerto}`;
    const linea = `Sirviendo en ${base}  Pruebe: curl "${base}${ENTIDADES}"\n`;
    expect(proceso.salida).toBe(linea);
    expect(await proceso.pedir(ENTIDADES)).toMatchObject({ status: 200, sobre: { code_error: 0 } });
    expect(await proceso.terminar('SIGTERM')).toBe(0);
    // Nothing else, but for what a machine that is too busy makes it refuse.
    expect(proceso.salida.replaceAll(/^.*"status":503.*\n/gm, '') + proceso.errores).toBe(linea);
  });

  it('prints it in English on request', async () => {
    const proceso = await Proceso.iniciar({ LANG: 'en_US.UTF-8' });
    const base = `http://127.0.0.1:${proceso.puerto}`;
    expect(proceso.salida).toBe(`Serving at ${base}  Try: curl "${base}${ENTIDADES}"\n`);
  });

  it('reads .env for variables that the environment does not set', async () => {
    const carpeta = nuevaCarpeta();
    writeFileSync(join(carpeta, '.env'), 'PORT=nada\nDEMO_TOKEN=off\n');
    const proceso = await Proceso.iniciar({}, carpeta);
    expect((await proceso.pedir(ENTIDADES)).sobre.code_error).toBe(2);
  });

  it.runIf(existsSync('/dev/full'))('goes on if its log cannot be written', async () => {
    const puerto = 31_000 + (process.pid % 1000); // the system hands out none of these
    const lleno = openSync('/dev/full', 'w');
    const hijo = spawn(process.execPath, [MAIN], {
      cwd: nuevaCarpeta(),
      env: { PORT: String(puerto), ADMIN_PORT: '0', LOG_LEVEL: 'trace' },
      stdio: ['ignore', lleno, 'inherit'],
    });
    closeSync(lleno);
    const pedir = async (ruta: string) => (await fetch(`http://127.0.0.1:${puerto}${ruta}`)).status;
    await vi.waitUntil(async () => pedir('/livez').catch(() => false), { timeout: 20_000 });
    for (let i = 0; i < 100; i++) expect(await pedir('/nada')).toBe(404);
    hijo.kill('SIGTERM');
    expect(await once(hijo, 'exit')).toEqual([0, null]);
  });

  it('serves its metrics on the other port only', async () => {
    const puerto = String(20_000 + (process.pid % 10_000)); // the system hands out none of these
    const proceso = await Proceso.iniciar({ ADMIN_PORT: puerto });
    await proceso.pedir(ENTIDADES);
    expect((await proceso.pedir('/metrics')).sobre.code_error).toBe(6);
    const metricas = await fetch(`http://127.0.0.1:${puerto}/metrics`);
    expect(await metricas.text()).toContain('curp_requests_total{operacion="entidades",code_error="0"} 1');
    expect((await fetch(`http://127.0.0.1:${puerto}${ENTIDADES}`)).status).toBe(404);
  });

  it.each<[entorno: Record<string, string>, codigo: number]>([
    [{ HOST: '0.0.0.0' }, 2],
    [{ HOST: '0.0.0.0', DEMO_TOKEN: 'on' }, 0],
    [{ TRUST_PROXY: 'on' }, 2],
  ])('%j: the token `pruebas` gets code %i', async (entorno, codigo) => {
    const proceso = await Proceso.iniciar(entorno);
    expect((await proceso.pedir(ENTIDADES)).sobre.code_error).toBe(codigo);
  });

  it('HOST=localhost answers the envelope on both addresses of the name', async () => {
    const dosDirecciones = `import dns from 'node:dns';
      const { lookup } = dns;
      dns.lookup = (host, opciones, listo) =>
        host === 'localhost' && opciones.all
          ? listo(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }])
          : lookup(host === 'localhost' ? '127.0.0.1' : host, opciones, listo);`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(dosDirecciones)}`;
    const proceso = await Proceso.iniciar({ HOST: 'localhost', NODE_OPTIONS });
    for (const host of ['127.0.0.1', '::1']) {
      const conexion = new Conexion(proceso.puerto, { host });
      conexion.socket.write('junk');
      // It may as well not listen there.
      for (const { cuerpo } of await conexion.todo()) expect(cuerpo).toContain('"code_error":8');
    }
  });
});

describe.concurrent('a failed start exits with 78 and one line that says what to change', LARGO, () => {
  it.each<Record<string, string>>([
    { HOST: 'no es un nombre' },
    { PORT: '65536' },
    { ADMIN_PORT: 'nada' },
    { DATABASE_URL: 'postgres://servidor.invalid/curp' },
    { DATABASE_POOL: '0' },
    { DATABASE_GRACE: 'mucha' },
    { LOG_LEVEL: 'alto' },
    { RATE_LIMIT: '0' },
    { DEMO_TOKEN: 'quizá' },
    { CORS_ORIGIN: 'ejemplo.mx' },
    { TRUST_PROXY: '1' },
    { DATABASE_URL: 'sqlite:.' }, // a directory
    { DATABASE_URL: 'sqlite:.env/curp.db' }, // in a file
    { HOST: '203.0.113.1' }, // of no machine
  ])('%j', async (entorno) => {
    const carpeta = nuevaCarpeta();
    writeFileSync(join(carpeta, '.env'), '');
    const proceso = new Proceso(entorno, carpeta);
    expect(await proceso.fin).toBe(78);
    expect(proceso.errores).toMatch(/^.+\n$/);
    expect(proceso.errores).toContain(Object.keys(entorno)[0]);
    expect(proceso.salida).toBe('');
  });

  it.each(['PORT', 'ADMIN_PORT'])('%s in use', async (variable) => {
    const puerto = String((otro.address() as AddressInfo).port);
    const proceso = new Proceso({ [variable]: puerto, LANG: 'en_US.UTF-8' });
    expect(await proceso.fin).toBe(78);
    expect(proceso.errores).toMatch(new RegExp(`^${variable}: .*${puerto}.* Another program uses it.*\n$`));
    expect(proceso.salida).toBe('');
  });
});

describe.concurrent('the stop', LARGO, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s: finishes running requests and gives the quota back', async (signal) => {
    const { iniciar, ruta, tomada, usada } = await conProyecto();
    const proceso = await iniciar();
    await proceso.pedir(ruta);
    const ociosa = new Conexion(proceso.puerto);
    ociosa.socket.write(`GET ${ruta} HTTP/1.1\r\n\r\n`);
    expect(await ociosa.espera()).toMatchObject([{ status: 200 }]);
    expect(await tomada()).toBe(10);
    const enCurso = await mediaPeticion(proceso, ruta);

    const fin = proceso.terminar(signal);
    expect(await ociosa.todo()).toHaveLength(1); // closed: from here on it is stopping
    const nuevas = await enviar(proceso.puerto, `GET ${ruta} HTTP/1.1\r\n\r\n`);
    for (const nueva of nuevas) expect(nueva).toMatchObject({ status: 503, headers: { connection: 'close' } });
    enCurso.socket.write(`}GET ${ruta} HTTP/1.1\r\n\r\n`);
    const respuestas = (await enCurso.todo()).slice(1);
    const codigos = respuestas.map(({ cuerpo }) => (JSON.parse(cuerpo) as Sobre).code_error);
    expect([[0, 9], [0], [9]]).toContainEqual(codigos);
    expect(respuestas.at(-1)?.headers['connection']).toBe('close');

    expect(await fin).toBe(0);
    const exitos = 2 + codigos.filter((codigo) => codigo === 0).length;
    expect([await tomada(), await usada()]).toEqual([exitos, exitos]);
  });

  it('does not wait for clients that never finish or close', async () => {
    const { iniciar, ruta, tomada, usada } = await conProyecto();
    const proceso = await iniciar();
    await proceso.pedir(ruta);
    const media = await mediaPeticion(proceso, ruta);
    const [muda, lenta, rara, ajena] = ['', 'GET /', 'junk', 'CONNECT x:1 HTTP/1.1\r\n\r\n'].map((bytes) => {
      const conexion = new Conexion(proceso.puerto, { allowHalfOpen: true });
      conexion.socket.write(bytes);
      return conexion;
    });
    await Promise.all([rara?.espera(), ajena?.espera()]);
    expect(await proceso.terminar('SIGTERM')).toBe(0);
    expect([await tomada(), await usada()]).toEqual([1, 1]);
    for (const conexion of [media, muda, lenta, rara, ajena]) conexion?.socket.destroy();
  });

  it('happens once if the terminal and npm each send a Ctrl-C', async () => {
    const { iniciar, ruta, tomada } = await conProyecto();
    const proceso = await iniciar();
    await proceso.pedir(ruta);
    const { socket } = await mediaPeticion(proceso, ruta);
    const fin = proceso.terminar('SIGINT');
    await wait(100);
    void proceso.terminar('SIGINT');
    await wait(100);
    socket.destroy();
    expect(await fin).toBe(0);
    expect(await tomada()).toBe(1);
  });

  it('of one of two processes on the same file leaves the other running', async () => {
    const { iniciar, ruta, tomada, usada } = await conProyecto();
    const [uno, dos] = await Promise.all([iniciar(), iniciar()]);
    for (const proceso of [uno, dos, uno, dos]) expect((await proceso.pedir(ruta)).status).toBe(200);
    expect(await uno.terminar('SIGTERM')).toBe(0);
    expect((await dos.pedir(ruta)).status).toBe(200);
    expect(await dos.terminar('SIGTERM')).toBe(0);
    expect([await tomada(), await usada()]).toEqual([5, 5]);
  });
});
