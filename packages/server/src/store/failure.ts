/** Explains why the database of `DATABASE_URL` cannot be used, with a remedy and never with the password. */
import { resolve } from 'node:path';
import { type Language, say } from '@curp-service/contract/language';
import { VERSION } from '../version.js';
import { ForeignTables, NewerDatabase, NotAFile, StoreError, isDamage } from './driver.js';
import { words } from '../textos/words.js';

/** The remedy for a reason: a code of the system, Node, OpenSSL or PostgreSQL, or a message of the driver. */
type Remedy = readonly [reason: RegExp, es: string, en: string];

const BAD_ADDRESS = /^(ERR_INVALID_URL|URI malformed)$/;
const REMEDIES: readonly Remedy[] = [
  [BAD_ADDRESS, ...words('store_escribala_como_postgres')],
  [/^(ENOTFOUND|EAI_AGAIN)$/, ...words('store_no_hay_servidor')],
  [/^E[A-Z]+$|^57P|timeout|terminated/, ...words('store_el_servidor_no')],
  [/^28|^SASL/, ...words('store_revise_el_usuario')],
  [/^3D000$/, ...words('store_esa_base_no')],
  [/^42501$/, ...words('store_al_usuario_le')],
  [/^53300$/, ...words('store_el_servidor_no_admite')],
  [/^55P03$/, ...words('store_otro_programa_usa')],
  [/^53100$/, ...words('store_el_disco_del')],
  [/^25006$/, ...words('store_la_base_es')],
  [/SSL connection/, ...words('store_el_servidor_no_usa')],
  [/CERT|SIGNATURE|ISSUER/, ...words('store_el_certificado_del')],
];

/** The remedies for tables of an early build, and for those of another program, one of which the first step may find. */
const EARLY: Remedy = [/^tables of an early build$/, ...words('store_sus_tablas_son')];
const FOREIGN: Remedy = [/^42P07$|^tables of another program$/, ...words('store_ya_tiene_tablas')];
/** The remedy for a row whose key exists, such as the next number of an act: a database filled by hand counts from the wrong one. */
const CLASH: Remedy = [/^23505$|^UNIQUE constraint failed/, ...words('store_ya_hay_una')];
const DAMAGED_FILE: Remedy = [/malformed|not a database|^not a regular file$/, ...words('store_esta_danada_o')];
const DISK: Remedy = [/^/, ...words('store_revise_la_ruta')];
const OTHER_FAILURE: Remedy = [/^/, ...words('store_revise_la_direccion')];

/** Returns one line that begins with the name of the `setting`, or `null` if the error comes from this program and not from the database. */
export function cannotUse(
  error: unknown,
  databaseUrl: string,
  language: Language,
  setting = 'DATABASE_URL',
): string | null {
  if (error instanceof NewerDatabase) {
    const { applied, known, program } = error;
    const told = { ajuste: setting, paso: applied, version: VERSION, hasta: known };
    const said =
      program === null
        ? words('store_tablas_mas_nuevas', told)
        : words('store_tablas_de_otra_version', { ...told, programa: program });
    return say(said, language);
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
  const [, ...remedio] =
    [EARLY, FOREIGN, CLASH, ...(onDisk ? [DAMAGED_FILE, DISK] : REMEDIES)].find(([pattern]) => pattern.test(reason)) ??
    OTHER_FAILURE;
  const table = error instanceof StoreError && error.table !== undefined ? ` ${error.table}` : '';
  const shown = path === undefined || ofSystem ? reason + table : `${resolve(path)}: ${reason}`; // a system error names its path
  return say(words('store_no_se_puede_usar', { ajuste: setting, motivo: shown, remedio }), language);
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
