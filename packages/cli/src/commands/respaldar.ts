/** `curp respaldar`: copies the database of the service to a file, even while it runs. */
import { closeSync, fsyncSync, lstatSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { tell } from '../environment.js';
import { CommandFailure, EXIT, commandFailure } from '../failure.js';
import { OWNER_ONLY } from '../files/bytes.js';
import { nameWithoutReplacing, orWriteFailure, removeAbandoned, temporaryFor } from '../files/output.js';
import { argument, adminCommand } from '../terminal/commands.js';
import { withStore } from '../database.js';
import { words } from '../textos/words.js';

const MEGABYTE = 1e6;

export const respaldar = adminCommand({
  name: 'respaldar',
  about: words('respaldar_copia_la_base'),
  examples: ['curp respaldar copia.db'],
  args: [argument('<ARCHIVO>', words('respaldar_el_archivo_nuevo'))],
  run: async ([file]) => {
    const bytes = await copyTo(file);
    const size = (bytes / MEGABYTE).toFixed(1);
    return {
      json: { archivo: file, bytes },
      text: tell('respaldar_copia_completa_y', { file, size }),
    };
  },
});

/** Copies the database and returns the size. Only a complete copy gets its name; the next copy removes what an interrupted one left. */
async function copyTo(file: string): Promise<number> {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw exists(file);
  const orFail = orWriteFailure(file);
  removeAbandoned(file);
  const temporary = temporaryFor(file);
  try {
    await withStore(async (store) => {
      orFail(() => closeSync(openSync(temporary, 'wx', OWNER_ONLY)));
      const isCopied = await store.backup(temporary).catch((error: Error & { readonly code?: unknown }) => {
        if (error.code === 'ERR_SQLITE_ERROR') throw error; // the database fails, not the copy
        return orFail((): never => {
          throw error;
        });
      });
      if (!isCopied) throw new CommandFailure(EXIT.USAGE, ofPostgres(file));
    });
    return orFail(() => {
      const { size } = statSync(temporary);
      if (!nameWithoutReplacing(temporary, file)) throw exists(file);
      const folder = openSync(dirname(file), 'r');
      fsyncSync(folder); // so that the name survives a power failure
      closeSync(folder);
      return size;
    });
  } finally {
    rmSync(temporary, { force: true });
  }
}

const exists = (file: string): CommandFailure =>
  commandFailure(EXIT.USAGE, ...words('respaldar_ya_existe_elija', { file }));

const ofPostgres = (file: string): string => {
  const dump = `(umask 077 && pg_dump --format=custom --file=${JSON.stringify(file)} "$ADDRESS")`;
  return tell('respaldar_la_base_de', { dump });
};
