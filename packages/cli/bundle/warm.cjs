/** Runs a program of the bundle and writes the code that V8 compiled of each chunk meanwhile; without a program, of the rest. */
const { existsSync, globSync, writeFileSync } = require('node:fs');

const folder = `${__dirname}/../dist/bundle`;
const { chunks, compile, load } = require('../dist/bundle/loader.cjs');
const write = (name, script) => writeFileSync(`${folder}/${name}.cache`, script.createCachedData());

const [program] = process.argv.splice(2, 1);
if (program === undefined) {
  for (const name of globSync('*.chunk.cjs', { cwd: folder })) {
    if (!existsSync(`${folder}/${name}.cache`)) write(name, compile(name));
  }
} else {
  process.on('exit', () => chunks.forEach(({ script }, name) => script && write(name, script)));
  // The service would go on: its first line says that it is ready.
  if (program === 'server-main') process.stdout.write = () => process.exit();
  load(`${program}.chunk.cjs`);
}
