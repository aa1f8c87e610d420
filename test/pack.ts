/** Packs the packages from a copy of the sources, and installs them in an empty folder as a user would. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyClone, root } from './clone.js';

export { root };
export const PACKAGES = readdirSync(`${root}packages`);

export interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly files: readonly string[];
  readonly engines?: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The commit that the packages are stamped with, because their copy is no clone. */
export const COMMIT = '0123456789ab';

/** Runs a command and returns its output. */
export const run = async (cwd: string, command: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, env: environment() })).stdout;

/** Returns the environment without the variables by which `npm test` describes this project. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)),
  ),
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  COMMIT,
  LC_ALL: 'en_US.UTF-8',
});

/**
 * Packs all packages by `npm run release`, and returns its output folder. It works in a copy, because other tests use the build here.
 * Each package there has a file of an older build, which must not be packed.
 */
export async function packAll(copy: string): Promise<string> {
  copyClone(copy);
  mkdirSync(join(copy, 'node_modules/@curp-service'), { recursive: true });
  for (const module of readdirSync(`${root}node_modules`)) {
    if (module !== '@curp-service' && (module === '.bin' || !module.startsWith('.'))) {
      symlinkSync(`${root}node_modules/${module}`, join(copy, 'node_modules', module));
    }
  }
  for (const name of PACKAGES) {
    const there = join(copy, 'packages', name);
    const modules = `${root}packages/${name}/node_modules`;
    if (existsSync(modules)) symlinkSync(modules, `${there}/node_modules`);
    symlinkSync(there, join(copy, 'node_modules/@curp-service', name));
    mkdirSync(`${there}/dist`);
    writeFileSync(`${there}/dist/old.js`, '');
  }
  await run(copy, 'npm', 'run', 'release', '--', '--packages');
  return join(copy, 'dist');
}

/** Unpacks the packages where `npm install` would, with links to their declared dependencies and to nothing else. */
export async function installAll(tarballs: string, project: string): Promise<void> {
  await Promise.all(PACKAGES.map(async (name) => unpack(name, tarballs, join(project, 'node_modules'))));
  mkdirSync(join(project, 'node_modules/.bin'));
  symlinkSync('../@curp-service/cli/bin/curp.js', join(project, 'node_modules/.bin/curp'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n');
}

async function unpack(name: string, tarballs: string, modules: string): Promise<void> {
  const folder = join(modules, '@curp-service', name);
  mkdirSync(folder, { recursive: true });
  const [tarball = ''] = globSync(`curp-service-${name}-*.tgz`, { cwd: tarballs });
  await run(tarballs, 'tar', '-xzf', tarball, '-C', folder, '--strip-components=1');
  for (const module of Object.keys(manifestOf(folder).dependencies ?? {})) {
    const link = join(modules, module);
    const own = `${root}packages/${name}/node_modules/${module}`;
    if (module.startsWith('@curp-service/') || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(existsSync(own) ? own : `${root}node_modules/${module}`, link);
  }
}
