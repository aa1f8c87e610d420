/**
 * Builds the page as classic scripts with fixed names. The page must also work from disk, and browsers load no modules
 * from there.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { simplifyOutlines } from './outlines.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = `${here}dist`;

/** Builds one script from a file in `src` or from a package. `global`: the name under which another script finds its exports. */
async function buildScript(entry, file, { global = 'curp', clean = false, define = {}, plugins = [] } = {}) {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    plugins: [
      ...plugins,
      { name: 'outlines', transform: (code, id) => (id.includes('@svg-maps') ? simplifyOutlines(code) : null) },
    ],
    build: {
      outDir: dist,
      emptyOutDir: clean,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(
          entry.startsWith('@') ? import.meta.resolve(entry) : new URL(`src/${entry}`, import.meta.url),
        ),
        formats: ['iife'],
        name: global,
        fileName: () => file,
        cssFileName: file.replace('.js', ''),
      },
    },
  });
}

/** Takes the modules of `base/` from the script of the page, so that both scripts share one language. */
const sharedBase = {
  name: 'shared-base',
  load(id) {
    const [, name] = /src\/base\/(\w+)\.ts$/.exec(id) ?? [];
    if (name === undefined) return null;
    const exported = readFileSync(id, 'utf8').matchAll(/^export (?:async )?(?:const|function) (\w+)/gm);
    return `export const { ${Array.from(exported, ([, each]) => each).join(', ')} } = curp.${name};`;
  },
};

await buildScript('main.ts', 'pagina.js', { clean: true });
await buildScript('sections/lote/lote.ts', 'archivos.js', { global: 'curpArchivos', plugins: [sharedBase] });
await buildScript('sections/lote/worker/worker.ts', 'lote.js', { global: 'curpLote' });
await buildScript('@curp-service/lote/xlsx', 'xlsx.js', { global: 'curpXlsx' });
await buildScript('map/data.ts', 'mapa.js', { global: 'curpMapa' });
await buildScript('widgets/lexicon.ts', 'lexico.js', { global: 'curpLexico' });
for (const file of ['index.html', 'icono.svg', 'manifest.webmanifest']) copyFileSync(here + file, `${dist}/${file}`);
copyFileSync(`${here}../core/dist/curp.bas`, `${dist}/curp.bas`);

// The service worker needs the list of files to keep, and a version that changes with any of them.
const files = readdirSync(dist).toSorted();
const hash = createHash('sha256');
for (const file of files) hash.update(readFileSync(`${dist}/${file}`));
await buildScript('sw.ts', 'sw.js', {
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
});

// The service shows its API reference at `/docs` with three files of Swagger UI and the script that starts it.
mkdirSync(`${dist}/docs`);
await buildScript('reference.ts', 'docs/start.js', { global: 'curpReference' });
copyFileSync(`${here}swagger-ui.LICENSE.txt`, `${dist}/docs/LICENSE.txt`);
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
  copyFileSync(new URL(import.meta.resolve(`@fastify/swagger-ui/static/${file}`)), `${dist}/docs/${file}`);
