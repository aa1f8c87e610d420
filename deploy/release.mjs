/**
 * Makes all files of a release in `dist/`, by `npm run release`. With `-- --packages`, makes only the packages of npm and of
 * Python, the files of one program, and the list of the parts, which takes seconds.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NO_SOURCE, SOURCES } from '../build.mjs';
import { makeExecutables, pack } from './executable.mjs';
import { makeWheel } from './wheel.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
const npm = (...args) => execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
const { name, version, description, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Lists the components of the packages and of the executables, in the format CycloneDX. */
function listParts() {
  const sbom = JSON.parse(npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx'));
  /** The released components: Node itself, and what our packages use or contain. Development tools belong only to the root package. */
  const released = new Set();
  const release = (ref) => {
    if (released.has(ref)) return;
    released.add(ref);
    sbom.dependencies.find((each) => each.ref === ref)?.dependsOn?.forEach(release);
  };
  for (const { ref } of sbom.dependencies) if (/^(@curp-service\/|node-linux-)/.test(ref)) release(ref);
  const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));
  sbom.components = sbom.components
    .filter((component) => released.has(component['bom-ref']))
    .map((component) => Object.assign(component, { name: nameOf(component['bom-ref']) })); // npm names a workspace by its folder
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => released.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => released.has(each)) }));
  // A random number, a time and the name of this folder would make each release of one commit different.
  delete sbom.serialNumber;
  delete sbom.metadata.timestamp;
  sbom.metadata.component.name = name;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Packs what `docker build` needs: the `Dockerfile` with the commit, and the files that `.dockerignore` does not exclude. */
function packContext(time) {
  const folder = mkdtempSync(join(tmpdir(), 'curp-context-'));
  for (const file of ['.npmrc', ...SOURCES]) {
    cpSync(root + file, join(folder, file), { recursive: true, filter: (path) => !NO_SOURCE.test(path) });
  }
  const [, commit] = /COMMIT = '(.*)'/.exec(readFileSync(`${root}packages/server/dist/version.js`, 'utf8'));
  const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8').replaceAll('COMMIT=unknown', `COMMIT=${commit}`);
  writeFileSync(join(folder, 'Dockerfile'), dockerfile);
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
  const packed = pack(folder, time);
  rmSync(folder, { recursive: true });
  return packed;
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
npm('run', 'build', '--', '--clean');
npm('pack', '--workspaces', '--silent', '--pack-destination', dist);
writeFileSync(`${dist}/${name}-${version}.cdx.json`, listParts());
const built = `${root}packages/core/dist/`;
for (const file of ['curp.bas', 'curp.gs', 'curp.min.js']) cpSync(built + file, `${dist}/${file}`);
const [module, license] = [`${built}curp.py`, `${root}LICENSE`].map((file) => readFileSync(file));
const wheel = makeWheel({ module, version, summary: description, license });
writeFileSync(`${dist}/${wheel.name}`, wheel.bytes);
if (!process.argv.includes('--packages')) {
  if (Object.values(optionalDependencies).some((each) => `v${each}` !== process.version)) {
    throw new Error(`The executables are made by the Node that is inside: use npm run release, not ${process.version}`);
  }
  // The newest day of the changelog: that of this version or, before its release, of the last one.
  const [, day] = /^## \[\S+\] - (\S+)$/m.exec(readFileSync(`${root}CHANGELOG.md`, 'utf8'));
  const time = Date.parse(day) / 1000;
  for (const [file, bytes] of makeExecutables({ root, version, time })) writeFileSync(join(dist, file), bytes);
  writeFileSync(`${dist}/${name}-image-${version}.tar.gz`, packContext(time));
}

const sum = (file) =>
  createHash('sha256')
    .update(readFileSync(`${dist}/${file}`))
    .digest('hex');
const files = readdirSync(dist).toSorted();
writeFileSync(`${dist}/SHA256SUMS`, files.map((file) => `${sum(file)}  ${file}\n`).join(''));
process.stdout.write([...files, 'SHA256SUMS'].map((file) => `dist/${basename(file)}\n`).join(''));
