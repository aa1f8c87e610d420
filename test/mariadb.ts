/** Starts a MariaDB of its own, and asks it by its client: the project has no driver for it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** The rows of an answer, each a list of texts. */
type Rows = (string | null)[][];

export interface Mariadb {
  /** Runs statements. An error ends the client, and the promise is rejected. */
  readonly ask: (sql: string) => Promise<Rows>;
  /** Runs statements as another user, in another database. */
  readonly askAs: (user: string, database: string, sql: string) => Promise<Rows>;
  readonly pid: number;
  /** Stops the server and removes its folder. */
  readonly remove: () => Promise<void>;
}

const END = 'curp-fin';

/** A text as a literal that needs no escapes; a missing one is NULL. */
export const literal = (text: string | null | undefined): string =>
  text === undefined || text === null ? 'NULL' : `CONVERT(x'${Buffer.from(text).toString('hex')}' USING utf8mb4)`;

/** Opens a client that stays connected. */
function openClient(args: readonly string[]): { ask: Mariadb['ask']; end: () => void } {
  const client = spawn('mariadb', [...args, '--batch', '--skip-column-names', '--unbuffered']);
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
  let told = '';
  client.stderr.on('data', (text) => (told += String(text)));
  const ask = async (sql: string): Promise<Rows> => {
    client.stdin.write(`${sql}\nSELECT '${END}';\n`);
    const rows: Rows = [];
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the lines come one after another
      const line = await lines.next();
      if (line.done === true) throw new Error(told);
      if (line.value === END) return rows;
      rows.push(line.value.split('\t').map((cell) => (cell === 'NULL' ? null : cell)));
    }
  };
  return { ask, end: () => client.stdin.end() };
}

/** Starts a server with an empty database. */
export async function startMariadb(): Promise<Mariadb> {
  const folder = mkdtempSync(join(tmpdir(), 'curp-mariadb-'));
  const socket = `--socket=${join(folder, 's')}`;
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', ...user, `--datadir=${join(folder, 'data')}`];
  execFileSync('mariadb-install-db', [...common, '--skip-test-db', '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  });
  const server = spawn('mariadbd', [...common, socket, '--skip-networking', `--pid-file=${join(folder, 'pid')}`], {
    stdio: 'ignore',
  });
  const login = ['--no-defaults', socket, '--default-character-set=utf8mb4'];
  const create = [...login, '-uroot', '-e', 'CREATE DATABASE curp CHARACTER SET utf8mb4'];
  // oxlint-disable-next-line no-await-in-loop -- it waits for the server
  while (spawnSync('mariadb', create, { stdio: 'ignore' }).status !== 0) await setTimeout(100);
  const client = openClient([...login, '-uroot', 'curp']);
  return {
    ask: client.ask,
    askAs: async (name, database, sql) => {
      const other = openClient([...login, `-u${name}`, database]);
      const rows = await other.ask(sql);
      other.end();
      return rows;
    },
    pid: server.pid ?? 0,
    remove: async () => {
      client.end();
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
