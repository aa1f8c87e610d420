/** Loads the chunks of the bundle with their compiled code, from the folder of this file or from inside the one-file executable. */
const { readFileSync } = require('node:fs');
const { getAsset, getRawAsset, isSea } = require('node:sea');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const inside = isSea();
const root = inside ? 'sea:/' : pathToFileURL(`${__dirname}/`).href;
const chunks = new Map([['loader.cjs', { module }]]);

/** The code of a chunk that V8 compiled when the bundle was built. Another V8 refuses it, and compiles anew. */
function readCompiled(name) {
  try {
    return inside ? Buffer.from(getRawAsset(`${name}.cache`)) : readFileSync(`${__dirname}/${name}.cache`);
  } catch {
    return undefined;
  }
}

function compile(name) {
  const source = inside ? getAsset(name, 'utf8') : readFileSync(`${__dirname}/${name}`, 'utf8');
  return new Script(`(function (exports, require, module, moduleUrl) {${source}\n})`, {
    filename: name, // V8 writes it into the compiled code, which must not depend on the folder
    cachedData: readCompiled(name),
  });
}

function load(name) {
  const known = chunks.get(name);
  if (known !== undefined) return known.module.exports;
  const chunk = { module: { exports: {} }, script: compile(name) };
  chunks.set(name, chunk);
  const requireChunk = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));
  chunk.script.runInThisContext()(chunk.module.exports, requireChunk, chunk.module, root + name);
  return chunk.module.exports;
}

module.exports = { chunks, compile, load };
if (inside && require('node:worker_threads').isMainThread) load('cli-main.cjs');
