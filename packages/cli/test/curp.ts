/** Runs the real `curp` in a folder and with a database of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Store, openStore } from '@curp-service/server/admin';
import { onTestFinished, vi } from 'vitest';
import { user } from '../src/environment.js';
import { runCurp } from '../src/program.js';

export const BIN = fileURLToPath(new URL('../bin/curp.js', import.meta.url));

/** Removes the line in which every command that opens a database names it. `database.test.ts` checks that line. */
const DATABASE_LINE = /^(Base de datos|Database): .* \((de|from) .*\)\n/;

/** The database of a service that was started once, because commands create none. */
const EMPTY = await emptyDatabase();

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

type Env = Readonly<Record<string, string>>;

interface Workspace {
  readonly dir: string;
  /** The file of the database. */
  readonly database: string;
  readonly databaseUrl: string;
  readonly env: Env;
  readonly curp: (...args: readonly string[]) => Output;
  /** Returns `curp` with more environment variables. */
  readonly withEnv: (env: Env) => (...args: readonly string[]) => Output;
  /** Runs `curp proyectos … --json` and parses its output. */
  readonly json: (...args: readonly string[]) => ProjectJson;
  readonly withStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
}

/** A project as `--json` prints it. */
interface ProjectJson {
  readonly id: string;
  readonly nombre: string;
  readonly estado: string;
  readonly limite: number | null;
  readonly cuota: number | null;
  readonly tokens: readonly { readonly id: string; readonly vence: string | null }[];
  readonly token: string;
}

async function emptyDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'curp-cli-empty-'));
  const path = join(folder, 'curp.db');
  await (await openStore(`sqlite:${path}`)).close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Creates a temporary folder, deleted after the test, and the database of a service beside it. */
export function workspace(): Workspace {
  const dir = mkdtempSync(join(tmpdir(), 'curp-cli-'));
  const database = `${dir}.db`;
  onTestFinished(() => {
    rmSync(dir, { recursive: true });
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
  });
  const databaseUrl = `sqlite:${database}`;
  writeFileSync(database, EMPTY, { mode: 0o600 });
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, LANG: 'es_MX.UTF-8', DATABASE_URL: databaseUrl };
  const withEnv =
    (others: Env) =>
    (...args: readonly string[]) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, ...args], {
        cwd: dir,
        env: { ...env, ...others },
        encoding: 'utf8',
      });
      return { stdout, stderr: stderr.replace(DATABASE_LINE, ''), status };
    };
  const curp = withEnv({});
  return {
    dir,
    database,
    databaseUrl,
    env,
    curp,
    withEnv,
    json: (...args) => {
      const { stdout, stderr, status } = curp('proyectos', ...args, '--json');
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    withStore: async (work) => {
      const store = await openStore(databaseUrl);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
  };
}

export const EN = { LANG: 'en_US.UTF-8' } as const;

/** Runs `curp` in this process, for commands that need no folder of their own. A new process takes a hundred times as long. */
const inProcess =
  (locale: string) =>
  async (...words: readonly string[]): Promise<Output> => {
    const written = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
        written[stream] += String(chunk);
        return true;
      }),
    );
    vi.stubEnv('LC_ALL', locale);
    try {
      const exitCode = await runCurp(words);
      return {
        stdout: written.stdout,
        stderr: written.stderr.replace(DATABASE_LINE, ''),
        status: Number(process.exitCode ?? exitCode),
      };
    } finally {
      process.exitCode = undefined;
      user.language = 'es'; // Tests of other files share this process.
      vi.unstubAllEnvs();
      for (const spy of spies) spy.mockRestore();
    }
  };
export const curp = inProcess('es_MX.UTF-8');
export const curpInEnglish = inProcess('en_US.UTF-8');

/** Runs the commands that administer a database in this process, in a folder of their own. Without a `url`, the database is new. */
export function administration(url?: string) {
  const { dir, database, databaseUrl, withStore } = workspace();
  const onDatabase =
    (run: typeof curp): typeof curp =>
    async (...words) => {
      const before = process.cwd();
      vi.stubEnv('DATABASE_URL', url ?? databaseUrl);
      process.chdir(dir);
      return run(...words).finally(() => process.chdir(before));
    };
  const administer = onDatabase(curp);
  /** Runs `curp proyectos … --json` and parses its output. */
  const json = async (...words: readonly string[]): Promise<ProjectJson> => {
    const { stdout, stderr, status } = await administer('proyectos', ...words, '--json');
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  return { dir, database, databaseUrl, curp: administer, english: onDatabase(curpInEnglish), json, withStore };
}

/** Runs `curp servir` in a folder until the test ends, and waits until the service prints its address. */
export async function startService(dir: string, env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const child = spawn(process.execPath, [BIN, 'servir', ...words], {
    cwd: dir,
    env: { ...env, ADMIN_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await end;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, base: /http:\S+/.exec(line.toString())?.[0] ?? '', end };
}
