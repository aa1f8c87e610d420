/** What `curp padron importar` is told, and what follows from it before anything is written. */
import { createHash } from 'node:crypto';
import { type Stats, closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ImportMode } from '@curp-service/server/admin';
import type { Environment } from '../../environment.js';
import { type Formats, PIPE, formatsOf, unknownTextFile } from '../../files/format.js';

/** As commander gives them. */
export interface ImportOptions {
  readonly combinar?: true;
  readonly reemplazar?: true;
  readonly rechazadas?: string;
  readonly forzar?: true;
  readonly json?: true;
}

export interface ImportContext extends Environment {
  /** Says what is wrong with the command, and ends it. */
  readonly failUsage: (message: string) => never;
}

export interface ImportPlan {
  readonly path: string;
  readonly mode: ImportMode;
  readonly formats: Formats;
  /** Where the rejected rows go. */
  readonly rejectedPath: string;
  readonly force: boolean;
}

/** What an import is known by when it is taken up again. */
const HEAD_SIZE = 1 << 16;

export function planImport(path: string, options: ImportOptions, { text, failUsage }: ImportContext): ImportPlan {
  if (options.combinar && options.reemplazar) {
    failUsage(text('--combinar y --reemplazar no van juntos.', '--combinar and --reemplazar do not go together.'));
  }
  if (path === PIPE) {
    failUsage(
      text(
        'ARCHIVO no puede ser una tubería: una importación interrumpida lo lee otra vez.',
        'ARCHIVO cannot be a pipe: an interrupted import reads it again.',
      ),
    );
  }
  const formats = formatsOf(path, PIPE, undefined, text, unknownTextFile);
  if (typeof formats === 'string') return failUsage(formats);
  if (formats.input?.kind === 'xlsx') {
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

/** Whether two names are of one file. */
export function isSameFile(path: string, { dev, ino }: Stats): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other?.dev === dev && other.ino === ino;
}

/** The same file, unchanged, to be imported in the same way. */
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
