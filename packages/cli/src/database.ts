/** The database that `DATABASE_URL` names, and what to say where it fails. */
import { type Store, openStore } from '@curp-service/server/admin';
import { readConfig } from '@curp-service/server/config';
import type { Idioma } from '@curp-service/server/idioma';
import { textoEn } from './entorno.js';
import { Falla, SALIDA } from './falla.js';

/** Opens the store for some work, and closes it however that ends. */
export async function withStore<T>(
  databaseUrl: string | undefined,
  idioma: Idioma,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  let store: Store | undefined;
  try {
    // Through the service's configuration, but of this variable alone: a bad port does not concern the command line.
    store = openStore(readConfig({ DATABASE_URL: databaseUrl }, idioma).databaseUrl);
    return await work(store);
  } catch (error) {
    throw isSystemError(error) ? cannotUse(error, idioma) : error;
  } finally {
    await store?.close();
  }
}

/** An error of the disk or of SQLite, as against one of this program. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ERR_SQLITE_ERROR'));

const cannotUse = ({ message }: Error, idioma: Idioma): Falla =>
  new Falla(
    SALIDA.IO,
    textoEn(idioma)(
      `DATABASE_URL: no se puede usar la base de datos (${message}). Revise la ruta, sus permisos y el espacio en disco.`,
      `DATABASE_URL: the database cannot be used (${message}). Check the path, its permissions and the disk space.`,
    ),
  );
