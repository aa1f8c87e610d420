/** Finds the script of the command or of the service: in the bundle or, if the sources were compiled since, in their own `dist`. */
import { statSync } from 'node:fs';

const address = (path) => new URL(path, import.meta.url);
const timeOf = (path) => statSync(address(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

export function findProgram(name) {
  const bundled = `../dist/bundle/${name}-main.cjs`;
  // Compiling any package marks this one as compiled. A package from npm has only the bundle.
  const isCurrent = timeOf(bundled) > timeOf('../tsconfig.tsbuildinfo');
  return address(isCurrent ? bundled : `../../${name}/dist/main.js`).href;
}
