#!/usr/bin/env node
// Node 10 and later can parse this file, so that an old Node reports its version instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
const english = /^en/i.test(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '');

function fail(es, en) {
  process.stderr.write((english ? en : es) + '\n');
  process.exitCode = 1;
}

if (major < 22 || (major === 22 && minor < 13)) {
  fail(
    'curp necesita Node 22.13 o posterior; este es ' + process.version,
    'curp needs Node 22.13 or later; this is ' + process.version,
  );
} else {
  import('./find-program.js')
    .then(({ findProgram }) => import(findProgram('cli')))
    .catch((error) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/\/dist\/\w+\.js$/.test(error.url)) throw error;
      fail(
        'curp no está compilado: ejecute `npm run build` en la raíz del repositorio',
        'curp is not built: run `npm run build` at the root of the repository',
      );
    });
}
