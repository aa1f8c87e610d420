/**
 * Tries what `npm run release` made on a Debian without Node, which debootstrap makes: needs root, the network and Debian. `ROOT`
 * names one that is there.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { peopleCsv } from '../../packages/web/test/lote-files.js';
import { workbookOf } from '../../packages/lote/test/workbook.js';
import { has } from '../tools.js';
import { root as clone, manifestOf } from '../pack.js';

const { version } = manifestOf(clone);
const [node, debian] = process.arch === 'arm64' ? ['arm64', 'arm64'] : ['x64', 'amd64'];
const ARCHIVE = `curp-${version}-linux-${node}.tar.gz`;
const DEB = `curp-service_${version.replace('-', '~')}_${debian}.deb`;
const CURP = 'OETR900517MDFLNN05';
const RENATA =
  '--nombres Renata --apellido-paterno Olvera --apellido-materno Tinajero --fecha 17/05/1990 --sexo M --entidad CDMX';

const folder = mkdtempSync(join(tmpdir(), 'curp-release-test-'));
const root = process.env['ROOT'] ?? join(folder, 'root');
const home = join(root, 'srv/curp');

/** Runs a command of the shell in the bare root, as its root or as another user. */
function sh(command: string, user = 'root') {
  const { stdout, stderr, status } = spawnSync(
    'chroot',
    [`--userspec=${user}`, root, 'sh', '-c', `cd /srv/curp; ${command}`],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', HOME: '/srv/curp' },
    },
  );
  return { stdout, stderr, status };
}

/** Runs the command of the clone, in the same language. */
function inClone(...words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${clone}packages/cli/bin/curp.js`, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    maxBuffer: 1 << 26,
  });
  return { stdout, stderr, status };
}

/** Starts a service by a command of the shell. */
async function start(...words: readonly string[]) {
  const env = { ...process.env, PORT: '0', ADMIN_PORT: '0' };
  const service = spawn('sh', ['-c', `cd ${home}; exec "$0" "$@"`, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  const stop = async (): Promise<unknown> => {
    service.kill('SIGTERM');
    return once(service, 'exit');
  };
  return { base: /http:\S+/.exec(String(line))?.[0] ?? '', stop };
}

beforeAll(() => {
  if (!existsSync(root)) {
    if (!has('debootstrap'))
      throw new Error('debootstrap is needed: `npm run test:tools release` as root on Debian installs it');
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root, 'http://deb.debian.org/debian'], {
      stdio: 'ignore',
    });
  }
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const file of [ARCHIVE, DEB]) cpSync(`${clone}dist/${file}`, join(home, file));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the bare root has no Node', () => {
  expect(sh('command -v node npm').status).not.toBe(0);
});

it('the release gives a first answer with two commands', () => {
  expect(sh(`tar xzf ${ARCHIVE} && ./curp validar ${CURP}`)).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(home, 'curp')).includes(clone)).toBe(false);
  expect(readFileSync(join(home, 'LICENSES.txt'), 'utf8')).toMatch(/^fastify \d[^]*^Node\.js$/m);
});

it.each([
  '--version',
  '--help',
  `calcular ${RENATA}`,
  `calcular ${RENATA} --sexo F`,
  `explicar ${RENATA}`,
  `cotejar ${CURP} ${RENATA} --json`,
  'validar OETR900517MDFLNNO5',
  'entidades',
  'formatos',
  'inventar 2000 --con-errores --silencio',
  'sql postgresql',
  'sql duckdb',
])('curp %s prints what the clone prints', (words) => {
  const own = sh(`./curp ${words}`);
  expect(own).toEqual(inClone(...words.split(' ')));
  expect(own.stdout + own.stderr).not.toBe('');
});

it('the release returns files and workbooks as the clone does, from one thread and from two', () => {
  const people = peopleCsv(60_000);
  const rows = people
    .trim()
    .split('\n', 2001)
    .map((line) => line.split(','));
  for (const place of [home, folder]) {
    writeFileSync(join(place, 'people.csv'), people);
    writeFileSync(join(place, 'people.xlsx'), workbookOf({ Personas: rows }));
  }
  for (const words of [
    ['people.csv', '-o', 'one.csv', '--hilos', '1'],
    ['people.csv', '-o', 'two.csv', '--hilos', '2'],
    ['people.xlsx', '-o', 'keys.xlsx'],
  ]) {
    const [, , output = ''] = words;
    inClone('lote', ...words, '--silencio', '--sexo', 'hm');
    expect(sh(`./curp lote ${words.join(' ')} --silencio --sexo hm`)).toMatchObject({ status: 0 });
    expect(readFileSync(join(home, output)).equals(readFileSync(join(folder, output)))).toBe(true);
  }
});

/** Returns the totals of the suite, asked of the executable through a harness. */
async function conformance(harness: string, ...args: readonly string[]): Promise<object> {
  const file = join(folder, `${harness}.json`);
  const words = ['run.mjs', '--json', file, '--', process.execPath, `harnesses/${harness}`, ...args];
  await once(spawn(process.execPath, words, { cwd: `${clone}conformance`, stdio: 'ignore' }), 'exit');
  return (JSON.parse(readFileSync(file, 'utf8')) as { totales: object }).totales;
}

it('the release is right in every case of the conformance suite, over MCP and over HTTP', async () => {
  expect(await conformance('mcp.mjs', 'chroot', root, '/srv/curp/curp', 'mcp')).toMatchObject({
    casos: 3075,
    bien: 3075,
  });
  const { base, stop } = await start('chroot', root, 'sh', '-c', 'cd /srv/curp; exec ./curp servir');
  // The service requires a first surname, so the cases without one are skipped.
  expect(await conformance('http.mjs', base, 'pruebas')).toMatchObject({ casos: 3075, bien: 3003, omitidas: 72 });
  await stop();
});

it.skipIf(process.arch === 'arm64' || !has('qemu-aarch64-static'))(
  'the executable for arm64 works under an emulator (needs qemu-aarch64-static)',
  async () => {
    const libraries = 'libc6:arm64 libgcc-s1:arm64 libstdc++6:arm64';
    const unpack = `apt-get -qq download ${libraries} && for each in *.deb; do dpkg-deb -x $each . || exit; done`;
    expect(sh(`dpkg --add-architecture arm64 && apt-get -qq update && mkdir arm && cd arm && ${unpack}`).status).toBe(
      0,
    );
    const arm = join(home, 'arm');
    execFileSync('tar', ['xzf', `${clone}dist/curp-${version}-linux-arm64.tar.gz`, '-C', arm]);
    const emulated = ['qemu-aarch64-static', '-L', arm, join(arm, 'curp')] as const;
    const [qemu, ...words] = [...emulated, 'lote', 'people.xlsx', '-o', 'arm.xlsx', '--silencio', '--sexo', 'hm'];
    execFileSync(qemu, words, { cwd: home });
    expect(readFileSync(join(home, 'arm.xlsx')).equals(readFileSync(join(folder, 'keys.xlsx')))).toBe(true);
    const { base, stop } = await start(...emulated, 'servir');
    expect((await fetch(`${base}/curp/validar?token=pruebas&curp=${CURP}`)).status).toBe(200);
    expect(await stop()).toEqual([0, null]);
  },
);

it.each([
  [
    'es_MX',
    'EACCES: no tiene permiso',
    'el disco está lleno',
    'Los puertos menores de 1024 son de root',
    'Lo usa otro',
  ],
  ['en_US', 'EACCES: permission denied', 'the disk is full', 'Ports below 1024 belong to root', 'Another program'],
])('the release says in a sentence what it cannot do: %s', async (locale, denied, full, low, taken) => {
  const attempt = (command: string, user?: string): string => {
    const { status, stderr } = sh(`ADMIN_PORT=0 LANG=${locale}.UTF-8 ./curp ${command}`, user);
    return `${status} ${stderr}`;
  };
  expect(sh('mkdir -p -m 755 closed; mkdir -p small; mount -t tmpfs -o size=64k tmpfs small').status).toBe(0);
  onTestFinished(() => void execFileSync('umount', [join(home, 'small')]));
  expect(attempt('lote people.csv -o closed/keys.csv --sexo hm', 'nobody')).toMatch(
    new RegExp(`^74 .*closed/keys\\.csv \\(${denied}`, 's'),
  );
  expect(attempt('lote people.csv -o small/keys.csv --sexo hm')).toMatch(new RegExp(`^74 .*ENOSPC: ${full}`, 's'));
  expect(sh('ls -A small').stdout).toBe('');
  sh('head -c 1m /dev/zero > small/rest');
  expect(sh('DATABASE_URL=sqlite:small/curp.db ./curp servir').stderr).toContain('espacio en disco');

  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  expect(attempt(`servir --port ${port}`)).toMatch(new RegExp(`^75 .*${taken}`, 's'));
  sh('rm -rf mine; mkdir mine; chown nobody mine');
  const lowPort = sh(`cd mine; ADMIN_PORT=0 LANG=${locale}.UTF-8 ../curp servir --port 81`, 'nobody');
  expect(`${lowPort.status} ${lowPort.stderr}`).toMatch(new RegExp(`^78 .*${low}`, 's'));
});

it('the package says how large it is, and brings the manual and the completion', () => {
  expect(Number(sh(`dpkg-deb -f ${DEB} Installed-Size`).stdout)).toBeGreaterThan(100_000);
  const { stdout } = sh(`dpkg-deb -c ${DEB}`);
  for (const file of ['man/man1/curp.1.gz', 'man/es/man1/curp.1.gz', 'bash-completion/completions/curp'])
    expect(stdout).toContain(`usr/share/${file}`);
});

it('the release needs no newer glibc than its package says', () => {
  const versions = execFileSync('readelf', ['-V', join(home, 'curp')], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const minors = Array.from(versions.matchAll(/GLIBC_2\.(\d+)/g), ([, minor]) => Number(minor));
  expect(`libc6 (>= 2.${Math.max(...minors)})`).toBe(
    /libc6 \([^)]+\)/.exec(sh(`dpkg-deb -f ${DEB} Depends`).stdout)?.[0],
  );
  // With an older one the loader of the system ends it, as docs/operations.md says.
  sh(`sed 's/GLIBC_2\\.${Math.max(...minors)}/GLIBC_9.99/' curp > newer; chmod +x newer`);
  expect(sh('./newer --version')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("version `GLIBC_9.99' not found") as unknown,
  });
  sh('rm newer');
});

it('the package is installed, serves, is upgraded and removed, and data and settings stay', async () => {
  expect(sh(`dpkg --purge curp-service; dpkg -i ${DEB}`)).toMatchObject({ status: 0 });
  const unit = readFileSync(join(root, 'usr/lib/systemd/system/curp-service.service'), 'utf8');
  expect(unit).toContain('\nExecStart=/usr/bin/curp servir\n');
  sh('mkdir -p /var/lib/curp-service; chown nobody /var/lib/curp-service');
  const settings = join(root, 'etc/curp-service.env');
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}LOG_LEVEL=warn\n`);

  // systemd does this: the settings in the environment, another user, the folder of the data.
  const command =
    'set -a; . /etc/curp-service.env; cd /var/lib/curp-service; exec setpriv --reuid=65534 --clear-groups curp servir';
  const first = await start('chroot', root, 'sh', '-c', command);
  for (const path of ['/', '/docs/start.js', '/openapi.json', '/curp/entidades?token=pruebas']) {
    expect((await fetch(first.base + path)).status).toBe(200);
  }
  const token = /curp_\w+/.exec(sh('curp proyectos crear Tienda').stdout)?.[0] ?? '';
  const send = { method: 'POST', body: peopleCsv(100), headers: { 'content-type': 'text/csv' } };
  const answer = await fetch(`${first.base}/curp/lote?token=${token}&sexo=hm`, send);
  expect((await answer.text()).trim().split('\n')).toHaveLength(101);
  expect(sh('curp respaldar copy.db').status).toBe(0);
  expect(await first.stop()).toEqual([0, null]);

  sh(
    `dpkg-deb -R ${DEB} next && sed -i 's/^Version: .*/&+next/' next/DEBIAN/control && dpkg-deb -Znone -b next next.deb`,
  );
  expect(sh('dpkg -i next.deb')).toMatchObject({ status: 0 });
  expect(sh('dpkg-query -W curp-service').stdout).toContain('+next');
  expect(readFileSync(settings, 'utf8')).toContain('LOG_LEVEL=warn');
  const second = await start('chroot', root, 'sh', '-c', command);
  expect((await fetch(`${second.base}/curp/entidades?token=${token}`)).status).toBe(200);
  expect(await second.stop()).toEqual([0, null]);

  expect(sh('dpkg --remove curp-service').status).toBe(0);
  expect(existsSync(join(root, 'usr/bin/curp'))).toBe(false);
  expect(readFileSync(settings, 'utf8')).toContain('LOG_LEVEL=warn');
  expect(sh('dpkg --purge curp-service').stdout).toContain('/var/lib/curp-service');
  expect(existsSync(settings)).toBe(false);
  expect(existsSync(join(root, 'var/lib/curp-service/data/curp.db'))).toBe(true);
  sh('rm -r /var/lib/curp-service');
});
