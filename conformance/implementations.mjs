/** Lists the implementations that the suite tests, and how to get each: from npm, from Debian, or from this repository. */
import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const harness = (file) => fileURLToPath(new URL(`harnesses/${file}`, import.meta.url));
const succeeds = (folder, program, ...args) => spawnSync(program, args, { cwd: folder, stdio: 'ignore' }).status === 0;

/** Installs a package of npm into a folder. */
const byNpm = (name, version) => (folder) => {
  const manifest = join(folder, 'package.json');
  if (globSync(manifest).length === 0) writeFileSync(manifest, '{ "private": true }\n');
  return succeeds(folder, 'npm', 'install', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`);
};

/** Downloads a package of Debian and unpacks it into a folder, which needs no special rights. */
const byDebian = (name) => (folder) =>
  succeeds(folder, 'apt-get', 'download', name) &&
  succeeds(folder, 'sh', '-c', `dpkg-deb -x ${name}_*.deb .`) &&
  succeeds(folder, 'python3', '--version');

/** `get` installs the implementation if needed, and returns whether it is available. */
export const IMPLEMENTATIONS = [
  { name: '@curp-service/core', get: () => true, command: ['node', harness('curp-service.mjs')] },
  { name: 'curp sql postgresql', get: () => true, command: ['node', harness('postgresql.mjs')] },
  {
    name: 'curp sql mysql',
    get: (folder) => succeeds(folder, 'mariadbd', '--version') && succeeds(folder, 'mariadb', '--version'),
    command: ['node', harness('mysql.mjs')],
  },
  {
    name: 'curp python',
    get: (folder) => succeeds(folder, 'python3', '--version'),
    command: ['python3', harness('curp_py.py')],
  },
  {
    name: 'curp excel',
    get: (folder) =>
      succeeds(folder, 'soffice', '--version') && succeeds(folder, '/usr/bin/python3', '-c', 'import uno'),
    command: ['/usr/bin/python3', harness('excel.py')],
  },
  { name: 'npm curp', get: byNpm('curp', '1.4.0'), command: ['node', harness('npm-curp.mjs')] },
  { name: 'npm curp.js', get: byNpm('curp.js', '0.1.4'), command: ['node', harness('npm-curp.js.mjs')] },
  { name: 'npm stdnum', get: byNpm('stdnum', '1.12.0'), command: ['node', harness('npm-stdnum.mjs')] },
  {
    name: 'npm validate-curp',
    get: byNpm('validate-curp', '1.0.0'),
    command: ['node', harness('npm-validate-curp.mjs')],
  },
  {
    name: 'npm @stll/stdnum',
    get: byNpm('@stll/stdnum-linux-x64-gnu', '2.3.2'),
    command: ['node', harness('npm-stll-stdnum.mjs')],
  },
  {
    name: 'python-stdnum',
    get: byDebian('python3-stdnum'),
    command: ['python3', harness('python_stdnum.py')],
    env: (folder) => ({ PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages') }),
  },
  {
    name: 'norma.py',
    get: (folder) => succeeds(folder, 'python3', '--version'),
    command: ['python3', harness('norma.py')],
  },
  { name: 'SAT t_CURP', get: () => true, command: ['node', harness('pattern.mjs'), 'sat'] },
  { name: 'curp.schema.json', get: () => true, command: ['node', harness('pattern.mjs'), 'esquema'] },
];
