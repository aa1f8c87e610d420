/** Reads a script of core, for example `curp.py`: beside the bundle, or in its package. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { listOwn, readOwn } from '@curp-service/server/own-files';

export function readCoreFile(name: string): string {
  const beside = listOwn(new URL('./core/', import.meta.url)).find(({ pathname }) => pathname.endsWith(`/${name}`));
  const inPackage = (): URL =>
    new URL(name, pathToFileURL(createRequire(import.meta.url).resolve('@curp-service/core')));
  return readOwn(beside ?? inPackage()).toString();
}
