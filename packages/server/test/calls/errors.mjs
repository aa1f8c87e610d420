/** The errors that a database or a disk documents, by class: how each looks to the program, and whether the call may have taken effect. */

/** The primary and extended result codes of SQLite (sqlite.org/rescode.html). A failed statement of SQLite has changed nothing. */
export const SQLITE = {
  refused: 14, // CANTOPEN
  lost: 10, // IOERR
  timeout: 5, // BUSY
  serialisation: 517, // BUSY_SNAPSHOT
  read_only: 8, // READONLY
  full: 13, // FULL
  no_permission: 3, // PERM
  no_table: 1, // ERROR: no such table
};

/** SQLite ends the transaction by itself after these (sqlite.org/lang_transaction.html). */
export const ENDS_TRANSACTION = new Set(['full', 'lost']);

/** The SQLSTATE codes of PostgreSQL (appendix A of its manual). The server raises them itself; `lost` breaks the connection. */
export const POSTGRES = {
  refused: '53300', // too_many_connections; at a connect, ECONNREFUSED
  lost: '',
  timeout: '57014', // query_canceled
  serialisation: '40001',
  read_only: '25006',
  full: '53100', // disk_full
  no_permission: '42501',
  no_table: '42P01',
};

/** The errors of the system for a file. */
export const FILES = { full: 'ENOSPC', lost: 'EIO', refused: 'EMFILE', no_permission: 'EACCES', read_only: 'EROFS' };
