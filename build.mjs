/**
 * Builds everything that runs: `npm run build`. `npm start`, the packages, the image and the release call it too. It does nothing
 * if neither a source nor a built file has changed since it last ran. `--clean` builds from scratch, and `--tests` also checks the
 * types of the tests.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommit } from './packages/server/stamp.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const TSC = 'node_modules/typescript/bin/tsc';

/** The scripts that build, in their order, each with its arguments. */
const STEPS = [
  [TSC, '-b', 'packages/cli', 'packages/web', 'packages/core/one-file'],
  ['packages/server/stamp.mjs'],
  ['packages/core/one-file/build.mjs'],
  ['packages/web/build.mjs'],
  ['packages/cli/bundle/build.mjs'],
];

/** What the build reads in a clone. */
export const SOURCES = ['build.mjs', 'package-lock.json', 'package.json', 'packages', 'tsconfig.base.json'];
export const NO_SOURCE = /\/(dist|test|node_modules)$|\.tsbuildinfo$/;

/** What it writes. In the cache are the types of what publishes none. */
const OUTPUTS = ['packages/*/{dist,*.tsbuildinfo}', 'node_modules/.cache/{web,one-file,*.tsbuildinfo}'];
const STAMP = `${root}node_modules/.cache/build.json`;

const has = (option) => process.argv.includes(option);
const hash = (parts) => parts.reduce((sum, part) => sum.update(part).update('\0'), createHash('sha256')).digest('hex');

function listFiles(patterns, exclude) {
  return globSync(patterns, { cwd: root, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/**
 * Describes what the build reads and what it wrote: `modules`, the sources that may change without a build from scratch, `frame`,
 * all that decides which files are built, and `outputs`. A built file is known by its time, because whoever writes it changes that.
 */
function describeTree() {
  const sources = listFiles(
    SOURCES.flatMap((name) => [name, `${name}/**`]),
    ({ parentPath, name }) => NO_SOURCE.test(`${parentPath}/${name}`),
  );
  const installed = listFiles(['node_modules/.package-lock.json']); // npm writes it whenever it changes a package
  const isModule = (file) => /^packages\/\w+\/src\//.test(file);
  const rest = [...installed, ...sources.filter((file) => !isModule(file))];
  const read = (file) => readFileSync(root + file);
  const outputs = listFiles(OUTPUTS.flatMap((name) => [name, `${name}/**`])).map((file) => {
    const { size, mtimeMs } = statSync(root + file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return {
    modules: hash([readCommit(), ...sources.filter(isModule).map(read)]),
    frame: hash([root, process.version, process.arch, ...sources, ...rest.map(read)]),
    outputs: hash(outputs),
  };
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
}

const run = ([script, ...args]) =>
  execFileSync(process.execPath, [root + script, ...args], { cwd: root, stdio: 'inherit' });

function sayThatItBuilds() {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const isEnglish = /^en/i.test(LC_ALL || LC_MESSAGES || LANG || '');
  process.stderr.write(
    isEnglish
      ? 'Building the service; the first time takes up to a minute …\n'
      : 'Compilando el servicio; la primera vez tarda hasta un minuto …\n',
  );
}

function build() {
  const stamp = readStamp();
  const { modules, frame, outputs } = describeTree();
  const isWhole = !has('--clean') && frame === stamp.frame && outputs === stamp.outputs;
  if (isWhole && modules === stamp.modules) return;
  sayThatItBuilds();
  rmSync(STAMP, { force: true });
  // The compiler leaves the files of a deleted source behind, and does not notice that a built file is missing.
  if (!isWhole) for (const file of globSync(OUTPUTS, { cwd: root })) rmSync(root + file, { recursive: true });
  STEPS.forEach(run);
  mkdirSync(dirname(STAMP), { recursive: true });
  // A source that changed meanwhile is left to the next build.
  writeFileSync(STAMP, JSON.stringify({ modules, frame, outputs: describeTree().outputs }));
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    if (!existsSync(root + TSC)) throw new Error(`There is no compiler in ${root}: run \`npm ci\` first.`);
    build();
    if (has('--tests')) run([TSC, '-p', 'test']);
  } catch (error) {
    // A step that failed has said why.
    if (typeof error.status !== 'number') process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
