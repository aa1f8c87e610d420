/** Lists the implementations that the suite tests, and how to get each: from npm, Debian, GitHub, the web, or this repository. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** Gets a folder of a repository, at one commit, into a folder of the repository's name. */
const byGit = (repository, commit, path) => (folder) => {
  const clone = join(folder, basename(repository));
  const git = (...args) => succeeds(clone, 'git', ...args);
  return (
    succeeds(folder, 'git', 'init', '--quiet', clone) &&
    git('remote', 'add', 'origin', `https://github.com/${repository}`) &&
    git('sparse-checkout', 'set', '--no-cone', path) &&
    git('fetch', '--depth', '1', '--filter=blob:none', 'origin', commit) &&
    git('checkout', '--quiet', 'FETCH_HEAD') &&
    succeeds(folder, 'python3', '--version')
  );
};

const ANSWER = 'https://api.stackexchange.com/2.3/answers/31040?site=es.stackoverflow&filter=withbody';
/** Gets the answer 31040 of es.stackoverflow: the copy that the environment names, or from the API of the site. */
function getAnswer(folder) {
  const { RESPUESTA_31040: saved } = process.env;
  if (saved === undefined) return succeeds(folder, 'curl', '--fail', '--compressed', '--output', '31040.json', ANSWER);
  copyFileSync(saved, join(folder, '31040.json'));
  return true;
}

const COMMITS = {
  faker: '8ad78a632a4116e6392e6d5743524c683a2e02a1',
  idnumbers: '4def4c30036ae7b79c9c69317fa9f6cee4b8a2b2',
  satcfdi: 'd6a9d2267e3a117b04c4b9c1a4a420d8427097d9',
};

/** Generators of test data: their harness answers `generar` with a key. */
export const GENERATORS = [
  {
    name: 'Faker es_MX',
    get: byGit('joke2k/faker', COMMITS.faker, 'faker'),
    command: ['python3', harness('faker_es_mx.py')],
    env: (folder) => ({ PYTHONPATH: join(folder, 'faker') }),
  },
];

/** `get` installs the implementation if needed, and returns whether it is available. */
export const IMPLEMENTATIONS = [
  { name: '@curp-service/core', get: () => true, command: ['node', harness('curp-service.mjs')] },
  { name: 'curp sql postgresql', get: () => true, command: ['node', harness('postgresql.mjs')] },
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
    name: 'python-satcfdi',
    get: byGit('SAT-CFDI/python-satcfdi', COMMITS.satcfdi, 'satcfdi/models'),
    command: ['python3', harness('python_satcfdi.py'), 'python-satcfdi'],
  },
  {
    name: 'python idnumbers',
    get: byGit('identique/idnumbers', COMMITS.idnumbers, 'idnumbers'),
    command: ['python3', harness('python_idnumbers.py')],
    env: (folder) => ({ PYTHONPATH: join(folder, 'idnumbers') }),
  },
  {
    name: 'es.stackoverflow 31040',
    get: getAnswer,
    command: ['node', harness('pattern.mjs'), 'respuesta', '31040.json'],
  },
  {
    name: 'norma.py',
    get: (folder) => succeeds(folder, 'python3', '--version'),
    command: ['python3', harness('norma.py')],
  },
  { name: 'SAT t_CURP', get: () => true, command: ['node', harness('pattern.mjs'), 'sat'] },
  { name: 'curp.schema.json', get: () => true, command: ['node', harness('pattern.mjs'), 'esquema'] },
];
