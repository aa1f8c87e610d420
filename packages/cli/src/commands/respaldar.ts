/** `curp respaldar`: copies the database of the service to a file, even while it runs. */
import { closeSync, fsyncSync, lstatSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from '../environment.js';
import { CommandFailure, EXIT, commandFailure } from '../failure.js';
import { OWNER_ONLY } from '../files/bytes.js';
import { nameWithoutReplacing, orWriteFailure, removeAbandoned, temporaryFor } from '../files/output.js';
import { argument, adminCommand } from '../terminal/commands.js';
import { withStore } from '../database.js';

const MEGABYTE = 1e6;

export const respaldar = adminCommand({
  name: 'respaldar',
  about: [
    'copia la base de datos del servicio a un archivo, aunque esté en marcha',
    'copies the database of the service to a file, even while it runs',
  ],
  examples: ['curp respaldar copia.db'],
  args: [argument('<ARCHIVO>', ['el archivo nuevo de la copia', 'the new file of the copy'])],
  run: async ([file]) => {
    const bytes = await copyTo(file);
    const size = (bytes / MEGABYTE).toFixed(1);
    return {
      json: { archivo: file, bytes },
      text: text(
        `Copia completa y comprobada: ${file} (${size} MB).`,
        `Complete and checked copy: ${file} (${size} MB).`,
      ),
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
  commandFailure(EXIT.USAGE, `Ya existe ${file}: elija otro nombre.`, `${file} already exists: choose another name.`);

const ofPostgres = (file: string): string => {
  const dump = `(umask 077 && pg_dump --format=custom --file=${JSON.stringify(file)} "$ADDRESS")`;
  return text(
    `La base de datos es de PostgreSQL: cópiela con este comando, en el que ADDRESS es DATABASE_URL sin la contraseña:\n  ${dump}`,
    `The database is of PostgreSQL: copy it with this command, in which ADDRESS is DATABASE_URL without the password:\n  ${dump}`,
  );
};
