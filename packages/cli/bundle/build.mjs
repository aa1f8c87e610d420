/**
 * Builds `dist/bundle`: the command and the service with all that they use, as a few scripts that load sooner than hundreds of
 * modules, the code that V8 compiles of them, and the page.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = fileURLToPath(new URL('.', import.meta.url));
const packages = join(here, '../../');
const bundle = join(here, '../dist/bundle');

/** The scripts that start a process or a thread, each by its name: `server-worker` for `packages/server/dist/worker.js`. */
const programs = new Map();
function addProgram(file) {
  const name = relative(packages, file).replace('/dist/', '/').replace(/\.js$/, '').replaceAll('/', '-');
  programs.set(name, file);
  return name;
}

/** Adds the scripts that a module names by their address, and rewrites the address to the one in the bundle. */
const programsByAddress = {
  name: 'programs-by-address',
  async transform(code, id) {
    if (!id.startsWith(packages)) return null;
    let rewritten = code;
    const addresses = /new URL\('(\.\/[^']+\.\w+)', import\.meta\.url\)|import\.meta\.resolve\('([^']+)'\)/g;
    for (const [address, path, module] of code.matchAll(addresses)) {
      const file = path === undefined ? (await this.resolve(module, id)).id : join(dirname(id), path);
      const name = addProgram(file);
      this.emitFile({ type: 'chunk', id: file, fileName: `${name}.chunk.cjs` });
      rewritten = rewritten.replace(address, `new URL('./${name}.cjs', moduleUrl)${path === undefined ? '.href' : ''}`);
    }
    return rewritten;
  },
};

async function writeScripts() {
  const name = addProgram(join(here, '../dist/main.js'));
  const built = await rolldown({
    input: { [name]: programs.get(name) },
    platform: 'node',
    external: /^(node:|pg-native$)/,
    transform: { define: { 'import.meta.url': 'moduleUrl' } }, // a parameter of each chunk
    plugins: [programsByAddress],
  });
  const names = { entryFileNames: '[name].chunk.cjs', chunkFileNames: '[name].chunk.cjs' };
  const { output } = await built.write({ dir: bundle, format: 'cjs', ...names });
  const late = output.find(({ code = '' }) => /\bimport\(["']node:/.test(code));
  if (late !== undefined) throw new Error(`${late.fileName}: a chunk can load a module of Node only at its beginning`);
  cpSync(join(here, 'loader.cjs'), join(bundle, 'loader.cjs'));
  for (const program of programs.keys())
    writeFileSync(join(bundle, `${program}.cjs`), `require('./loader.cjs').load('${program}.chunk.cjs');\n`);
  writeFileSync(join(bundle, 'LICENSES.txt'), licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)));
}

/** The licences of the packages from npm of which something is inside. The reference of the API brings its own. */
function licencesOf(modules) {
  const folders = modules.flatMap((id) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const map = join(packages, '../node_modules/@svg-maps/mexico'); // in the page
  const texts = Array.from(new Set([...folders, map]), (folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [file] = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: folder });
    const none = `By ${author?.name ?? author}. Its package has no text of the licence.\n`;
    return `${name} ${version} (${license})\n\n${file === undefined ? none : readFileSync(join(folder, file), 'utf8')}`;
  });
  return Array.from(new Set(texts))
    .toSorted()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function addPage() {
  cpSync(join(packages, 'web/dist'), join(bundle, 'web'), { recursive: true });
}

/** Runs a program as its users do and writes the code that V8 compiles: with these flags the same bytes each time. */
function warm(folder, words) {
  const env = {
    ...process.env,
    LC_ALL: 'es_MX.UTF-8',
    PORT: '0',
    ADMIN_PORT: '0',
    DATABASE_URL: `sqlite:${folder}/curp.db`,
  };
  const flags = ['--predictable', '--random-seed=1'];
  execFileSync(process.execPath, [...flags, join(here, 'warm.cjs'), ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function writeCompiled() {
  const folder = mkdtempSync(join(tmpdir(), 'curp-bundle-'));
  const people =
    'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\nRenata,Olvera,Tinajero,1990-05-17,M,09\n';
  writeFileSync(join(folder, 'people.csv'), people);
  warm(folder, ['cli-main', '--help']);
  warm(folder, ['cli-main', 'validar', 'OETR900517MDFLNN05']);
  for (const [from, to] of [
    ['people.csv', 'keys.csv'],
    ['people.csv', 'people.xlsx'],
    ['people.xlsx', 'keys.xlsx'],
  ])
    warm(folder, ['cli-main', 'lote', from, '--sexo', 'hm', '-o', to]);
  warm(folder, ['server-main']);
  warm(folder, ['cli-main', 'proyectos', 'listar']);
  warm(folder, []);
  rmSync(folder, { recursive: true });
}

rmSync(bundle, { recursive: true, force: true });
await writeScripts();
addPage();
for (const file of ['curp.py', 'curp.bas']) cpSync(join(packages, 'core/dist', file), join(bundle, 'core', file));
writeCompiled();
