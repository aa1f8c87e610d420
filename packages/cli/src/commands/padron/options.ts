/** Reads the options of `curp padron importar` into a plan before anything is written. */
import { createHash } from 'node:crypto';
import { type Stats, closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ImportMode } from '@curp-service/server/admin';
import type { CommandContext } from '../../environment.js';
import { type Formats, PIPE, formatsOf, unknownTextFile, workbookFormat } from '../../files/format.js';

export interface ImportOptions {
  readonly combinar?: true;
  readonly reemplazar?: true;
  readonly rechazadas?: string;
  readonly forzar?: true;
  readonly json?: true;
}

export interface ImportPlan {
  readonly path: string;
  readonly mode: ImportMode;
  readonly formats: Formats;
  readonly rejectedPath: string;
  readonly force: boolean;
}

/** The part of a file that identifies it when an import is resumed. */
const HEAD_SIZE = 1 << 16;

export function planImport(path: string, options: ImportOptions, { text, failUsage }: CommandContext): ImportPlan {
  if (options.combinar && options.reemplazar) {
    failUsage(text('Use --combinar o --reemplazar, no ambas.', 'Use --combinar or --reemplazar, not both.'));
  }
  if (path === PIPE) {
    failUsage(
      text(
        'ARCHIVO no puede ser una tubería: para continuar una importación interrumpida hay que leerlo de nuevo.',
        'ARCHIVO cannot be a pipe: it must be read again to resume an interrupted import.',
      ),
    );
  }
  const formats = formatsOf(path, PIPE, undefined, text, unknownTextFile);
  if (typeof formats === 'string') return failUsage(formats);
  if (workbookFormat(formats.input) !== undefined) {
    failUsage(text('ARCHIVO no puede ser .xlsx: guárdelo como CSV.', 'ARCHIVO cannot be .xlsx: save it as CSV.'));
  }
  return {
    path,
    mode: options.reemplazar ? 'reemplazar' : 'combinar',
    formats,
    rejectedPath: options.rechazadas ?? rejectedPathFor(path),
    force: options.forzar === true,
  };
}

/** `registros.csv.gz` → `registros.rechazadas.csv`. */
function rejectedPathFor(path: string): string {
  const [, name = '', extension = ''] = /^(.+?)(\.\w+)?(?:\.gz)?$/.exec(basename(path)) ?? [];
  return join(dirname(path), `${name}.rechazadas${extension}`);
}

export function isSameFile(path: string, { dev, ino }: Stats): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other?.dev === dev && other.ino === ino;
}

/** Two imports with the same identity are of the same unchanged file, in the same mode. */
export function identityOf({ path, mode, rejectedPath }: ImportPlan, { size, mtimeMs }: Stats): string {
  const head = new Uint8Array(HEAD_SIZE);
  const fd = openSync(path, 'r');
  const bytesRead = readSync(fd, head);
  closeSync(fd);
  return createHash('sha256')
    .update(JSON.stringify([size, mtimeMs, mode, resolve(rejectedPath)]))
    .update(head.subarray(0, bytesRead))
    .digest('hex');
}
