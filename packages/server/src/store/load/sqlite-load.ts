/**
 * Loads the padron's tables in SQLite. Rows wait in a temporary database until the file ends. Then they are written in the
 * order of their keys, so that each page is written once. Transactions are short, so that others can write between them.
 */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { PadronLoader } from '../driver.js';
import { DATOS_AT, KEY_AT, KEY_BYTES, endOf } from './run.js';

/** The rows of one transaction, which take some hundredths of a second. */
const ROWS_AT_ONCE = 10_000;

export function sqliteLoader(db: DatabaseSync): PadronLoader {
  let waiting = new WaitingRows();
  return {
    clear: async (_, table) => {
      waiting.close();
      waiting = new WaitingRows();
      const { changes } = db
        .prepare(
          `DELETE FROM ${table} WHERE curp <=
           COALESCE((SELECT curp FROM ${table} ORDER BY curp LIMIT 1 OFFSET ?), (SELECT MAX(curp) FROM ${table}))`,
        )
        .run(ROWS_AT_ONCE);
      return changes === 0;
    },
    append: async (_, __, { bytes }) => {
      for (let at = 0; at < bytes.length; at = endOf(bytes, at)) {
        waiting.add(
          bytes.subarray(at + KEY_AT, at + KEY_AT + KEY_BYTES),
          bytes.subarray(at + DATOS_AT, endOf(bytes, at)),
        );
      }
    },
    arrange: async (_, table) => {
      const insert = db.prepare(`INSERT OR REPLACE INTO ${table} (curp, datos) VALUES (?, ?)`);
      for (let rows = 0; rows < ROWS_AT_ONCE; rows += 1) {
        const { done, value } = waiting.sorted.next();
        if (done) return true;
        insert.run(value['curp'] ?? '', value['datos'] ?? '');
      }
      return false;
    },
  };
}

/**
 * Holds the rows of an import in a file without a name, which the system deletes however the process ends. Each pair of first
 * letters has its own table, so that no sort blocks other writers for long.
 */
class WaitingRows {
  /** All rows in the order of their keys. Rows of one key keep their order. */
  readonly sorted = this.#sort();
  readonly #inserts = new Map<number, StatementSync>();
  #db: DatabaseSync | null = null;

  add(key: Uint8Array, datos: Uint8Array): void {
    const group = key[0] * 256 + key[1];
    let insert = this.#inserts.get(group);
    if (insert === undefined) {
      this.#db ??= openTemporary();
      this.#db.exec(`CREATE TABLE grupo_${group} (curp, datos)`);
      insert = this.#db.prepare(`INSERT INTO grupo_${group} VALUES (CAST(? AS TEXT), CAST(? AS TEXT))`);
      this.#inserts.set(group, insert);
    }
    insert.run(key, datos);
  }

  close(): void {
    this.#db?.close();
  }

  *#sort(): Generator<Record<string, SQLOutputValue>, void> {
    for (const group of [...this.#inserts.keys()].toSorted((a, b) => a - b)) {
      const select = this.#db?.prepare(`SELECT curp, datos FROM grupo_${group} ORDER BY curp, rowid`);
      if (select !== undefined) yield* select.iterate();
    }
  }
}

/** Opens a temporary database without a journal: a failed import starts again, so nothing needs to be rolled back. */
function openTemporary(): DatabaseSync {
  const db = new DatabaseSync('');
  db.exec('PRAGMA journal_mode = OFF; PRAGMA cache_size = -8000; BEGIN');
  return db;
}
