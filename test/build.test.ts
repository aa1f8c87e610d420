/** `build.mjs` builds only what has changed, and from scratch where a stale file could stay. No other file lists its steps. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './clone.js';

const folder = mkdtempSync(join(tmpdir(), 'curp-build-'));
const at = (file: string): string => join(folder, file);
const put = (file: string, text = ''): void => {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};
afterAll(() => rmSync(folder, { recursive: true }));

const STEPS = readFileSync(`${root}build.mjs`, 'utf8').match(/(?<=')[\w/-]+\/\w+\.mjs(?=')/g) ?? [];
const STAMP = 'packages/server/stamp.mjs';
const STALE = 'packages/core/dist/old.js';
const COMPILED = 'packages/core/dist/compiled.js';
const COMPILER = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
if (existsSync('broken')) process.exit(2);
for (const name of ['core', 'server']) mkdirSync('packages/' + name + '/dist', { recursive: true });
appendFileSync('${COMPILED}', '+');
writeFileSync('packages/server/dist/version.js', "COMMIT = 'unknown'");
`;

function build(env: NodeJS.ProcessEnv = {}) {
  const { status, stderr } = spawnSync(process.execPath, [at('build.mjs')], { env: { COMMIT: 'a', ...env } });
  return { status, said: stderr.toString() };
}

/** Builds, and returns what was done. The compiler here adds a sign to its file, so one sign shows that the file was deleted before. */
function buildAgain(env?: NodeJS.ProcessEnv): string {
  const { status, said } = build(env);
  if (status !== 0) return 'failed';
  if (said === '') return 'nothing';
  return readFileSync(at(COMPILED), 'utf8') === '+' ? 'all from scratch' : 'all';
}

describe('in a project whose steps only leave a mark', () => {
  beforeAll(() => {
    for (const step of STEPS) put(step);
    for (const script of ['build.mjs', STAMP]) cpSync(root + script, at(script));
    put('node_modules/typescript/bin/tsc', COMPILER);
    put('node_modules/.package-lock.json', '{}');
    put('package.json', '{}');
    for (const name of ['index', 'other']) put(`packages/core/src/${name}.ts`, 'export {};');
  });

  const later = new Date(Date.now() + 60_000);
  // Each change is made to the project that the one before left.
  it.each<[change: string, done: string, make: () => void]>([
    ['the clone was made', 'all from scratch', () => {}],
    ['nothing happened', 'nothing', () => {}],
    ['a source got another time', 'nothing', () => utimesSync(at('packages/core/src/index.ts'), later, later)],
    ['a test was written', 'nothing', () => put('packages/core/test/index.test.ts')],
    ['a module was changed', 'all', () => put('packages/core/src/index.ts', 'export { };')],
    ['a module was added', 'all from scratch', () => put('packages/core/src/third.ts')],
    ['a module was deleted', 'all from scratch', () => rmSync(at('packages/core/src/other.ts'))],
    ['a step was changed', 'all from scratch', () => put('packages/web/build.mjs', ';')],
    ['npm installed a package', 'all from scratch', () => put('node_modules/.package-lock.json', '{ }')],
    ['a built file was written', 'all from scratch', () => put('packages/server/dist/version.js')],
    ['a file was added to the built ones', 'all from scratch', () => put(STALE)],
    ['the built files were deleted', 'all from scratch', () => rmSync(at('packages/core/dist'), { recursive: true })],
    ['a source was broken', 'failed', () => (put('broken'), put('packages/core/src/index.ts', ';'))],
    [
      'it was mended',
      'all from scratch',
      () => (rmSync(at('broken')), put('packages/core/src/index.ts', 'export { };')),
    ],
    ['nothing happened again', 'nothing', () => {}],
  ])('after %s, a build does: %s', (_, done, make) => {
    make();
    expect(buildAgain()).toBe(done);
    expect(existsSync(at(STALE))).toBe(false);
  });

  it('another commit is built', () => {
    expect(buildAgain({ COMMIT: 'b' })).toBe('all');
    expect(readFileSync(at('packages/server/dist/version.js'), 'utf8')).toBe("COMMIT = 'b'");
  });

  it.each([
    ['es_MX.UTF-8', 'Compilando el servicio'],
    ['en_US.UTF-8', 'Building the service'],
  ])('a build says that it builds before it does, in the language %s', (LANG, message) => {
    put('broken');
    const { status, said } = build({ LANG, COMMIT: 'c' });
    expect([status, said]).toEqual([1, expect.stringMatching(new RegExp(`^${message}.*\n$`))]);
  });

  it('a build without the compiler says what to do', () => {
    rmSync(at('node_modules'), { recursive: true });
    expect(build()).toEqual({ status: 1, said: expect.stringContaining('run `npm ci` first') });
  });
});

it('no other file lists the steps', () => {
  expect(STEPS.length).toBeGreaterThan(3);
  const others = ['{,packages/*/}package.json', 'packages/server/start.mjs', 'Dockerfile', '.ci/*', 'deploy/*'];
  for (const file of globSync(others, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    expect([file.name, text.match(/\btsc\b|\w+\/build\.mjs|stamp\.mjs/g)]).toEqual([file.name, null]);
    if (text.includes('"prepack"')) expect(text).toContain('"prepack": "node ../../build.mjs"');
  }
});
