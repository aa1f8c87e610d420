/** `npm run release`: makes everything that is released in `dist/`: the packages, a list of what is in them, and the sums of both. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
const npm = (...args) => execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
npm('pack', '--workspaces', '--silent', '--pack-destination', dist);

const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const sbom = JSON.parse(npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx'));
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));
/** Node itself, and what our packages use or have inside: their tools are those of the root. */
const released = new Set();
function release(ref) {
  if (released.has(ref)) return;
  released.add(ref);
  sbom.dependencies.find((each) => each.ref === ref)?.dependsOn?.forEach(release);
}
for (const { ref } of sbom.dependencies) if (/^(@curp-service\/|node-linux-)/.test(ref)) release(ref);
sbom.components = sbom.components
  .filter((component) => released.has(component['bom-ref']))
  .map((component) => Object.assign(component, { name: nameOf(component['bom-ref']) })); // npm names a workspace by its folder
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => released.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => released.has(each)) }));
// A random number, a time and the name of this folder would make each release of a commit differ.
delete sbom.serialNumber;
delete sbom.metadata.timestamp;
sbom.metadata.component.name = name;
writeFileSync(`${dist}/${name}-${version}.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);

const sum = (file) =>
  createHash('sha256')
    .update(readFileSync(`${dist}/${file}`))
    .digest('hex');
const files = readdirSync(dist).toSorted();
writeFileSync(`${dist}/SHA256SUMS`, files.map((file) => `${sum(file)}  ${file}\n`).join(''));
process.stdout.write([...files, 'SHA256SUMS'].map((file) => `dist/${file}\n`).join(''));
