/** Builds the scripts beside core: `curp.min.js` for pages, `curp.gs` for Google Sheets, `curp.py`, `curp.bas` for Excel, and the ES module `campo.js` of `<curp-campo>`. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { python, vba } from './norm.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const { version, exports } = JSON.parse(readFileSync(`${here}../package.json`, 'utf8'));

/** Builds one script, with a text before it and one behind. `name`: the global of its exports; without one it is an ES module. */
async function buildScript(entry, file, { name, target, minify, before, behind = '', rolldownOptions = {} }) {
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
      rolldownOptions,
      lib: { entry: `${here}${entry}`, formats: [name === undefined ? 'es' : 'iife'], name, fileName: () => file },
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
await buildScript('element.ts', 'campo.js', {
  target: 'es2022',
  minify: false, // the program that imports it does that
  before: '',
  // It shares the library with the program that imports both.
  rolldownOptions: {
    treeshake: { moduleSideEffects: 'no-external' },
    external: /^@curp-service\/core/,
    output: {
      paths: (id) => exports[id.replace('@curp-service/core', '.')].default.replace('dist/', ''),
    },
  },
});
copyFileSync(`${here}campo-types.d.ts`, `${dist}campo.d.ts`);
for (const [file, fill] of [
  ['curp.py', python],
  ['curp.bas', vba],
]) {
  writeFileSync(dist + file, fill(readFileSync(here + file, 'utf8'), version));
}
