/**
 * Builds the page: classic scripts with names that do not change, so that it also works opened from disk, where
 * browsers load no modules.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { trazosEnteros } from './outlines.mjs';

const aqui = fileURLToPath(new URL('.', import.meta.url));
const dist = `${aqui}dist`;

/** One script. `nombre`: what it leaves in the global scope, for those that others load. */
async function guion(entrada, archivo, { nombre = 'curp', vaciar = false, define = {} } = {}) {
  await build({
    root: aqui,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    plugins: [{ name: 'trazos', transform: (codigo, id) => (id.includes('@svg-maps') ? trazosEnteros(codigo) : null) }],
    build: {
      outDir: dist,
      emptyOutDir: vaciar,
      target: 'es2022',
      lib: {
        entry: `${aqui}src/${entrada}`,
        formats: ['iife'],
        name: nombre,
        fileName: () => archivo,
        cssFileName: 'pagina',
      },
    },
  });
}

await guion('main.ts', 'pagina.js', { vaciar: true });
await guion('sections/lote/worker/worker.ts', 'lote.js', { nombre: 'curpLote' });
await guion('sections/lote/worker/xlsx.ts', 'xlsx.js', { nombre: 'curpXlsx' });
await guion('map/data.ts', 'mapa.js', { nombre: 'curpMapa' });
for (const archivo of ['index.html', 'icono.svg', 'manifest.webmanifest'])
  copyFileSync(aqui + archivo, `${dist}/${archivo}`);

// What the service worker keeps has to be known to it, and a new page must be a new worker.
const archivos = readdirSync(dist).toSorted();
const resumen = createHash('sha256');
for (const archivo of archivos) resumen.update(readFileSync(`${dist}/${archivo}`));
await guion('sw.ts', 'sw.js', {
  define: { ARCHIVOS: JSON.stringify(archivos), VERSION: JSON.stringify(resumen.digest('hex').slice(0, 16)) },
});

// The reference of the service, `/docs`: three files of a package that nothing else is needed of, with their licence.
mkdirSync(`${dist}/docs`);
copyFileSync(`${aqui}swagger-ui.LICENSE.txt`, `${dist}/docs/LICENSE.txt`);
for (const archivo of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
  copyFileSync(new URL(import.meta.resolve(`@fastify/swagger-ui/static/${archivo}`)), `${dist}/docs/${archivo}`);
