/** Reads the files that come with the program: on disk or, if their address begins with `sea:`, in the one-file executable. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import sea from 'node:sea';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const isInside = ({ protocol }: URL): boolean => protocol === 'sea:';
const fileKey = ({ pathname }: URL): string => pathname.slice(1);

/** Lists the files in a folder, whose address ends with `/`. A missing folder has none. */
export function listOwn(folder: URL): URL[] {
  const names = isInside(folder)
    ? sea.getAssetKeys().flatMap((key) => (key.startsWith(fileKey(folder)) ? key.slice(fileKey(folder).length) : []))
    : existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))
      : [];
  return names
    .filter((name) => !name.includes('/'))
    .toSorted()
    .map((name) => new URL(name, folder));
}

export const readOwn = (file: URL): Buffer =>
  isInside(file) ? Buffer.from(sea.getRawAsset(fileKey(file))) : readFileSync(file);

/** The script of a thread that answers files. The bundle has it beside the other chunks. */
export const THREAD_WORKER = new URL('./worker.js', import.meta.url);

/** Starts a thread. In the executable, its script is a chunk of the bundle. */
export const startThread = (script: URL, options: WorkerOptions): Worker =>
  isInside(script)
    ? new Worker(`${sea.getAsset('loader.cjs', 'utf8')}\nload('${fileKey(script)}');`, { ...options, eval: true })
    : new Worker(script, options);

/** Finds the folder of the built page: beside the bundle, or in its package. */
export function findPage(): URL {
  const beside = new URL('./web/', import.meta.url);
  if (listOwn(beside).length > 0) return beside;
  return new URL('.', pathToFileURL(createRequire(import.meta.url).resolve('@curp-service/web/index.html')));
}
