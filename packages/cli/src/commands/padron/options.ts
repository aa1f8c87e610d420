/** Reads the options of `curp padron importar` into a plan before anything is written. */
import { type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

export function planImport(path: string, options: ImportOptions, { text, failUsage }: CommandContext): ImportPlan {
  if (options.combinar && options.reemplazar) {
    failUsage(text('Use --combinar o --reemplazar, no ambas.', 'Use --combinar or --reemplazar, not both.'));
  }
  if (path === PIPE) {
    failUsage(
      text(
        'ARCHIVO no puede ser una tubería: guarde los registros en un archivo.',
        'ARCHIVO cannot be a pipe: save the records in a file.',
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
