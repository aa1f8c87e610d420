/** Explains why the database of `DATABASE_URL` cannot be used, with a remedy and never with the password. */
import { resolve } from 'node:path';
import type { Language } from '@curp-service/contract/language';
import { VERSION } from '../version.js';
import { ForeignTables, NewerDatabase, NotAFile, StoreError, isDamage } from './driver.js';

/** The remedy for a reason: a code of the system, Node, OpenSSL or PostgreSQL, or a message of the driver. */
type Remedy = readonly [reason: RegExp, es: string, en: string];

const BAD_ADDRESS = /^(ERR_INVALID_URL|URI malformed)$/;
const REMEDIES: readonly Remedy[] = [
  [
    BAD_ADDRESS,
    'Escríbala como postgres://USUARIO:CONTRASEÑA@SERVIDOR:5432/BASE; los signos de la contraseña, en porcentaje (@ es %40).',
    'Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE; the signs of a password in percent-encoding (@ is %40).',
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'No hay servidor con ese nombre: revíselo.',
    'There is no server with that name: check it.',
  ],
  [
    /^E[A-Z]+$|^57P|timeout|terminated/,
    'El servidor no contesta: revise su dirección y su puerto, que esté en marcha y que admita conexiones de esta máquina.',
    'The server does not answer: check its address and port, that it is running, and that it lets this machine connect.',
  ],
  [
    /^28|^SASL/,
    'Revise el usuario y la contraseña, y que pg_hba.conf los admita.',
    'Check the user and the password, and that pg_hba.conf lets them in.',
  ],
  [/^3D000$/, 'Esa base no existe: créela con createdb.', 'There is no such database: create it with createdb.'],
  [
    /^42501$/,
    'Al usuario le faltan permisos: haga que la base sea suya, o dele CREATE en el esquema.',
    'The user lacks permissions: let it own the database, or grant it CREATE on the schema.',
  ],
  [
    /^53300$/,
    'El servidor no admite más conexiones: baje DATABASE_POOL o suba max_connections.',
    'The server accepts no more connections: lower DATABASE_POOL, or raise max_connections.',
  ],
  [
    /^55P03$/,
    'Otro programa usa las tablas, por ejemplo un respaldo: inicie de nuevo cuando termine.',
    'Another program uses the tables, such as a backup: start again once it ends.',
  ],
  [/^53100$/, 'El disco del servidor está lleno: libere espacio.', 'The disk of the server is full: free some space.'],
  [
    /^25006$/,
    'La base es de solo lectura: conéctese al servidor primario.',
    'The database is read-only: connect to the primary server.',
  ],
  [
    /SSL connection/,
    'El servidor no usa TLS: actívelo en él, o quite sslmode.',
    'The server does not use TLS: turn it on there, or remove sslmode.',
  ],
  [
    /CERT|SIGNATURE|ISSUER/,
    'El certificado del servidor no se puede comprobar: dé el de su autoridad con ?sslmode=verify-full&sslrootcert=ARCHIVO.',
    'The certificate of the server cannot be verified: give that of its authority with ?sslmode=verify-full&sslrootcert=FILE.',
  ],
];

/** The remedies for tables of an early build, and for those of another program, one of which the first step may find. */
const EARLY: Remedy = [
  /^tables of an early build$/,
  'Sus tablas son de una versión anterior a la 0.2.0, o de la 0.2.0 compilada el 16 de noviembre de 2026 o antes: solo esas pueden usarlas. Inicie esa versión, o indique un archivo nuevo o una base vacía y cree de nuevo los proyectos.',
  'Its tables are of a version before 0.2.0, or of a build of 0.2.0 of 16 November 2026 or earlier: only those can use them. Start that version, or name a new file or an empty database and create the projects again.',
];
const FOREIGN: Remedy = [
  /^42P07$|^tables of another program$/,
  'Ya tiene tablas que no creó ninguna versión de este programa. Indique un archivo nuevo o una base vacía.',
  'It has tables that no version of this program created. Name a new file or an empty database.',
];
/** The remedy for a row whose key exists, such as the next number of an act: a database filled by hand counts from the wrong one. */
const CLASH: Remedy = [
  /^23505$|^UNIQUE constraint failed/,
  'Ya hay una fila con la misma clave: si es la numeración de `auditoria`, quizá se llenó la tabla a mano. Restaure un respaldo completo, o ponga el contador después del último número.',
  'There is a row with the same key already: if it is the numbering of `auditoria`, the table may have been filled by hand. Restore a whole backup, or set its counter after the last number.',
];
const DAMAGED_FILE: Remedy = [
  /malformed|not a database|^not a regular file$/,
  'Está dañada o no es una base de datos: corrija la ruta, o detenga el servicio y restaure un respaldo.',
  'It is damaged or not a database: correct the path, or stop the service and restore a backup.',
];
const DISK: Remedy = [
  /^/,
  'Revise la ruta, sus permisos y el espacio en disco.',
  'Check the path, its permissions and the disk space.',
];
const OTHER_FAILURE: Remedy = [
  /^/,
  'Revise la dirección y el registro del servidor.',
  'Check the address, and the log of the server.',
];

/** Returns one line that begins with the name of the `setting`, or `null` if the error comes from this program and not from the database. */
export function cannotUse(
  error: unknown,
  databaseUrl: string,
  language: Language,
  setting = 'DATABASE_URL',
): string | null {
  if (error instanceof NewerDatabase) {
    const { applied, known, program } = error;
    const steps =
      language === 'en'
        ? `step ${applied}; this is ${VERSION}, up to ${known}`
        : `paso ${applied}; esta es la ${VERSION}, hasta el ${known}`;
    if (language === 'en') {
      const [by, start] =
        program === null
          ? ['a newer version', 'that version']
          : [`version ${program}`, `${program} or a later version`];
      return `${setting}: ${by} created these tables (${steps}). Start ${start}, or restore the copy from before the upgrade.`;
    }
    const [by, start] =
      program === null
        ? ['una versión más nueva', 'esa versión']
        : [`la versión ${program}`, `la ${program} o una posterior`];
    return `${setting}: ${by} creó estas tablas (${steps}). Inicie ${start}, o restaure la copia de antes de actualizar.`;
  }
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const ofSystem = 'syscall' in error;
  const ofDriver = [StoreError, ForeignTables, NotAFile, URIError].some((kind) => error instanceof kind);
  if (!ofSystem && !ofDriver && !/^(ERR_SQLITE_ERROR|ERR_INVALID_URL|[0-9A-Z]{5})$/.test(code)) return null;
  const [, path] = /^sqlite:(.+)/.exec(databaseUrl) ?? [];
  const onDisk = path !== undefined || (ofSystem && error.syscall === 'open');
  // A server's message may repeat data that it received; a message of the driver does not.
  const reason = onDisk ? error.message : code || error.message;
  const [, es, en] =
    [EARLY, FOREIGN, CLASH, ...(onDisk ? [DAMAGED_FILE, DISK] : REMEDIES)].find(([pattern]) => pattern.test(reason)) ??
    OTHER_FAILURE;
  const table = error instanceof StoreError && error.table !== undefined ? ` ${error.table}` : '';
  const shown = path === undefined || ofSystem ? reason + table : `${resolve(path)}: ${reason}`; // a system error names its path
  return language === 'en'
    ? `${setting}: the database cannot be used (${shown}). ${en}`
    : `${setting}: no se puede usar la base de datos (${shown}). ${es}`;
}

/** The codes of the system for a path that leads nowhere. A missing folder may be that of a disk to be mounted. */
const BAD_PATH = /^(ENOTDIR|ELOOP|ENAMETOOLONG)$/;

/** Returns whether only another setting, version or file helps. Any other problem may pass, or be solved in the database. */
export const needsAnotherSetting = (error: unknown): boolean =>
  [NewerDatabase, NotAFile].some((kind) => error instanceof kind) ||
  isDamage(error) ||
  (error instanceof Error &&
    [error.message, 'code' in error ? String(error.code) : ''].some((text) =>
      [BAD_ADDRESS, BAD_PATH, EARLY[0], FOREIGN[0]].some((pattern) => pattern.test(text)),
    ));

export const withoutPassword = (databaseUrl: string): string =>
  databaseUrl.replace(/^(\w+:\/\/[^:/@]*):.*@/, '$1:***@').replaceAll(/([?&]\w*password=)[^&]*/gi, '$1***');
