/** Compiles the kernel into `src/kernel/bytes.ts`, unless it is current. The bytes are in a module because a page opened from disk loads no other file. */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const TARGET = path('../src/kernel/bytes.ts');
const SOURCES = ['kernel.as.ts', '../src/kernel/layout.ts', '../../core/src/nombre/clase.ts'];
const PAGES = '133'; // of 64 kB: the people of a run are the last of them
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--noColors'];

/** Returns a hash of the sources, which `bytes.ts` names. */
const hashOfSources = () =>
  SOURCES.reduce((hash, name) => hash.update(readFileSync(path(name))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

/** Returns the text of `bytes.ts`. The compiler prints its complaints. */
export async function compileKernel() {
  const { default: asc } = await import('assemblyscript/asc');
  let bytes = new Uint8Array();
  const { error } = await asc.main(
    [
      'kernel.as.ts',
      '--baseDir',
      path('.'),
      '-o',
      'kernel.wasm',
      '--initialMemory',
      PAGES,
      '--maximumMemory',
      PAGES,
      ...OPTIONS,
    ],
    { stderr: process.stderr, writeFile: (name, contents) => void (name === 'kernel.wasm' && (bytes = contents)) },
  );
  if (error !== null) throw error;
  const text = Buffer.from(bytes).toString('base64');
  return `/** The kernel as WebAssembly, in base64. Made by \`npm run build\` of the sources with this hash: ${hashOfSources()} */
export const KERNEL =
  '${text}';
`;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (!readFileSync(TARGET, 'utf8').includes(hashOfSources())) writeFileSync(TARGET, await compileKernel());
}
