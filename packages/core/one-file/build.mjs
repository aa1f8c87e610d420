/** Builds the one-file scripts of core: `curp.min.js` for pages and `curp.gs` for Google Sheets. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const { version } = JSON.parse(readFileSync(`${here}../package.json`, 'utf8'));

/** Builds one classic script whose exports are the global `name`, with a text before it and one behind. */
async function buildScript(entry, file, { name, target, minify, before, behind = '' }) {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: dist,
      emptyOutDir: false,
      target,
      minify,
      lib: { entry: `${here}${entry}`, formats: ['iife'], name, fileName: () => file },
    },
  });
  writeFileSync(dist + file, before + readFileSync(dist + file, 'utf8') + behind);
}

await buildScript('page.ts', 'curp.min.js', {
  name: 'CURP',
  target: 'es2022',
  minify: true,
  before: `/*! @curp-service/core ${version}, MIT. A calculated CURP proves no registration. */\n`,
});
await buildScript('sheets.ts', 'curp.gs', {
  name: 'curp_', // the underscore hides it from the list of functions
  target: 'es2019', // Apps Script reads all of that syntax
  minify: false, // an office reads what it pastes
  before: `// @curp-service/core ${version}, MIT. Una CURP calculada no prueba ningún registro.\n\n`,
  behind: `\n${readFileSync(`${here}functions.gs`, 'utf8')}`,
});
