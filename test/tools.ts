/**
 * The programs of others that tests use. A test whose program is absent is skipped; its title ends with `(needs NAME)`, and the last lines of the
 * run list it. `npm run test:tools` installs what is absent, and nothing else does. It asks first, except in CI.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

interface Tool {
  readonly isThere: () => boolean;
  /** The packages of Debian that bring it. `a | b` is `a`, or `b` where this Debian has no `a`. */
  readonly debian?: readonly string[];
  /** The folder of `test/runtimes` whose packages of npm bring it. */
  readonly npm?: string;
  /** Only `npm run test:release` uses it. */
  readonly release?: true;
}

const { arch, env, platform } = process;
const RUNTIMES = fileURLToPath(new URL('runtimes', import.meta.url));
const INSTALLED = fileURLToPath(new URL('../node_modules/.cache/runtimes', import.meta.url));

/** Debian's Python, which has the modules that Debian installs, or another. */
export const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
export const FAKETIME = globSync('/usr/lib/{*/,}faketime/libfaketime.so.1')[0];
/** `pg_dump` refuses a newer server, so it comes with the server that it copies. */
export const POSTGRES_PROGRAMS = globSync('/usr/lib/postgresql/*/bin').find((folder) =>
  ['initdb', 'pg_dump'].every((name) => existsSync(join(folder, name))),
);

/** Returns the path of the first of these programs that is on the `PATH`. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = (...names: readonly string[]): boolean => names.every((name) => findProgram(name) !== undefined);
const canImport = (...modules: readonly string[]): boolean =>
  spawnSync(PYTHON, ['-c', `import ${modules.join()}`]).status === 0;

/** The runtimes of JavaScript, by name: the folder of their lock file, and the program in what npm installs there. */
export const RUNTIME_PROGRAMS = {
  'Node 20': runtime('node20-bun', `node20-${arch}/bin/node`),
  Bun: runtime('node20-bun', `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : 'x64-baseline'}/bin/bun`),
  'Node 22': runtime('node22-deno', `node22-${arch}/bin/node`),
  Deno: runtime('node22-deno', `@deno/linux-${arch}-glibc/deno`),
} as const;

function runtime(folder: string, program: string) {
  const lock = (where: string): string => readFileSync(`${where}/${folder}/package-lock.json`, 'utf8');
  const path = `${INSTALLED}/${folder}/node_modules/${program}`;
  const isThere = (): boolean => isExecutable(path) && lock(INSTALLED) === lock(RUNTIMES);
  return { path, npm: folder, isThere };
}

const TOOLS: Readonly<Record<string, Tool>> = {
  ...RUNTIME_PROGRAMS,
  chromium: {
    isThere: () => findChromium() !== undefined,
    debian: ['chromium-headless-shell | chromium', 'fonts-dejavu-core'],
  },
  curl: { isThere: () => onPath('curl'), debian: ['curl'] },
  dask: { isThere: () => canImport('distributed'), debian: ['python3', 'python3-distributed'] },
  debootstrap: { isThere: () => onPath('debootstrap'), debian: ['debootstrap'], release: true },
  duckdb: { isThere: () => canImport('duckdb', 'pyarrow') }, // Debian has neither.
  faketime: { isThere: () => FAKETIME !== undefined, debian: ['libfaketime'] },
  firefox: { isThere: () => findProgram('firefox-esr', 'firefox') !== undefined, debian: ['firefox-esr'] },
  groff: { isThere: () => onPath('groff'), debian: ['groff'] },
  libreoffice: {
    isThere: () => onPath('soffice') && canImport('uno'),
    debian: ['libreoffice-calc', 'python3', 'python3-uno'],
  },
  mariadb: {
    isThere: () => onPath('mariadb', 'mariadbd'),
    debian: ['mariadb-client-core', 'mariadb-server-core'],
  },
  nginx: { isThere: () => onPath('nginx'), debian: ['nginx'] },
  node: { isThere: () => true },
  openpyxl: { isThere: () => canImport('openpyxl'), debian: ['python3', 'python3-openpyxl'] },
  pg_dump: { isThere: () => POSTGRES_PROGRAMS !== undefined, debian: ['postgresql'] },
  pgbouncer: { isThere: () => onPath('pgbouncer'), debian: ['pgbouncer'] },
  php: { isThere: () => onPath('php'), debian: ['php-cli'] },
  prlimit: { isThere: () => onPath('prlimit'), debian: ['util-linux'] },
  promtool: { isThere: () => onPath('promtool'), debian: ['prometheus'] },
  python3: { isThere: () => canImport('pty', 'sqlite3'), debian: ['python3'] },
  'qemu-aarch64-static': {
    isThere: () => onPath('qemu-aarch64-static'),
    debian: ['qemu-user-static'],
    release: true,
  },
  requests: { isThere: () => canImport('requests'), debian: ['python3', 'python3-requests'] },
  sqlite3: { isThere: () => onPath('sqlite3'), debian: ['sqlite3'] },
  'systemd-analyze': { isThere: () => onPath('systemd-analyze'), debian: ['systemd'] },
};

/** The path of Chrome or Chromium. The shell without a window needs 40 % less processor time than the whole browser. */
export function findChromium(): string | undefined {
  const others = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return (
    env['CHROME_PATH'] ||
    (findProgram('chromium-headless-shell', ...others) ?? (isExecutable(onMac) ? onMac : undefined))
  );
}

const found = new Map<string, boolean>();

/** Returns whether tests can use a program. */
export function has(name: string): boolean {
  const tool = TOOLS[name];
  if (tool === undefined) throw new Error(`${name} is not in the table of test/tools.ts`);
  const isThere = found.get(name) ?? tool.isThere();
  found.set(name, isThere);
  return isThere;
}

/** Only root installs packages of Debian, so that nothing asks for a password. */
const CAN_USE_APT = existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Returns the packages of Debian for these entries, or `undefined` if it has no package for one of them. */
function packagesFor(entries: readonly string[]): string[] | undefined {
  const isKnown = (name: string): boolean =>
    /Candidate: \d/.test(
      spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env: { ...env, LC_ALL: 'C' } }).stdout,
    );
  const packages = entries.map((entry) => entry.split(' | ').find(isKnown));
  return packages.includes(undefined) ? undefined : packages.filter((name) => name !== undefined);
}

/** Returns whether a name is that of a tool which `npm run test:tools` can install on this machine, or of no tool. */
export function isInstallable(name: string): boolean {
  const tool = TOOLS[name];
  if (tool?.npm !== undefined) return platform === 'linux';
  return CAN_USE_APT && tool?.debian !== undefined && packagesFor(tool.debian) !== undefined;
}

/** Returns whether a name is that of a tool which `npm run test:tools` knows how to install on some machine. */
export const isPackaged = (name: string): boolean =>
  TOOLS[name]?.debian !== undefined || TOOLS[name]?.npm !== undefined;

/** Returns whether a name is that of a tool. Tests also need what nothing installs, such as root or Linux. */
export const isTool = (name: string): boolean => name in TOOLS;

const run = (command: string, args: readonly string[], cwd?: string): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, cwd }).status === 0;

function installFromDebian(names: readonly string[]): boolean {
  if (names.length === 0) return true;
  if (!CAN_USE_APT) {
    process.stdout.write(`Debian's packages need root on Debian. Not installed: ${names.join(', ')}.\n`);
    return true;
  }
  run('apt-get', ['-qq', 'update']);
  const packages = new Set<string>();
  for (const name of names) {
    const known = packagesFor(TOOLS[name]?.debian ?? []);
    if (known === undefined) process.stdout.write(`This Debian has no package for ${name}.\n`);
    for (const each of known ?? []) packages.add(each);
  }
  return run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...packages]);
}

function installFromNpm(folder: string): boolean {
  cpSync(`${RUNTIMES}/${folder}`, `${INSTALLED}/${folder}`, { recursive: true });
  return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], `${INSTALLED}/${folder}`);
}

/** Asks on a terminal whether to go on. In CI nobody answers. */
async function isWanted(question: string): Promise<boolean> {
  if (env['CI']) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y/i.test(answer);
}

async function installTools(forRelease: boolean): Promise<boolean> {
  const absent = Object.keys(TOOLS).filter((name) => (forRelease || !TOOLS[name]?.release) && !has(name));
  const fromDebian = absent.filter((name) => TOOLS[name]?.debian !== undefined);
  const folders = new Set(absent.map((name) => TOOLS[name]?.npm).filter((folder) => folder !== undefined));
  const nowhere = absent.filter((name) => TOOLS[name]?.debian === undefined && TOOLS[name]?.npm === undefined);
  if (nowhere.length > 0) process.stdout.write(`To install by hand, if you want their tests: ${nowhere.join(', ')}.\n`);
  if (fromDebian.length + folders.size === 0) return true;
  const packages = new Set(fromDebian.flatMap((name) => TOOLS[name]?.debian ?? []));
  process.stdout.write(`Tests would use these packages.\nDebian: ${[...packages].join(', ') || 'none'}\n`);
  process.stdout.write(`npm: the runtimes of ${[...folders].join(', ') || 'none'}, in node_modules/.cache\n`);
  process.stdout.write('Debian starts the services of some of them: nginx, pgbouncer, postgresql, prometheus.\n');
  if (!(await isWanted('Install them?'))) return false;
  const done = [
    installFromDebian(fromDebian),
    ...[...folders].map((folder) => platform !== 'linux' || installFromNpm(folder)),
  ];
  return !done.includes(false);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await installTools(process.argv.includes('release'))) ? 0 : 1;
}
