/**
 * Loads the padron's tables in SQLite. Runs wait in blocks of bytes until all are there; then their records are written
 * in the order of their keys, so that each page is written once. Transactions are short: others write between them.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Bytes } from '../statement.js';
import { type PadronLoader, STAGE } from './loader.js';
import { Merge } from './merge.js';
import { DATOS_AT, KEY_AT, KEY_BYTES, cutRun, endOf } from './run.js';

/** Some hundredths of a second each. */
const ROWS_AT_ONCE = 10_000;
const BLOCKS_AT_ONCE = 200;
const BLOCK_BYTES = 1 << 14;

export function sqliteLoader(db: DatabaseSync): PadronLoader {
  const insertInto = (table: string): StatementSync =>
    db.prepare(`INSERT INTO ${table} (curp, datos) VALUES (CAST(? AS TEXT), CAST(? AS TEXT))`);
  return {
    clear: async (_, table) => {
      const blocks = db
        .prepare('DELETE FROM padron_bloques WHERE rowid IN (SELECT rowid FROM padron_bloques LIMIT ?)')
        .run(BLOCKS_AT_ONCE);
      const rows = db
        .prepare(
          `DELETE FROM ${table} WHERE curp <=
           COALESCE((SELECT curp FROM ${table} ORDER BY curp LIMIT 1 OFFSET ?), (SELECT MAX(curp) FROM ${table}))`,
        )
        .run(ROWS_AT_ONCE);
      return blocks.changes === 0 && rows.changes === 0;
    },
    append: async (_, __, run) => {
      if (run.rows === 0) return;
      const insert = db.prepare('INSERT INTO padron_bloques (tramo, parte, datos) VALUES (?, ?, ?)');
      const last = db.prepare('SELECT COALESCE(MAX(tramo), 0) AS tramo FROM padron_bloques').get();
      for (const [part, { bytes }] of cutRun(run, BLOCK_BYTES).entries()) {
        insert.run(Number(last?.['tramo']) + 1, part, bytes);
      }
    },
    arrange: (table) => {
      let merge: Merge | null = null;
      return async () => {
        merge ??= openMerge(db, table);
        const insert = insertInto(table);
        const remove = db.prepare('DELETE FROM padron_bloques WHERE tramo = ? AND parte = ?');
        let rows = 0;
        while (rows < ROWS_AT_ONCE && merge.next()) {
          insertRecord(insert, merge.bytes, merge.at);
          rows += 1;
        }
        const { used, dropped } = merge.report();
        for (const [run, part] of used) remove.run(run, part);
        return { done: rows < ROWS_AT_ONCE, dropped };
      };
    },
    stage: async (_, { bytes }) => {
      db.exec(`CREATE TEMPORARY TABLE IF NOT EXISTS ${STAGE} (curp TEXT PRIMARY KEY, datos TEXT) WITHOUT ROWID;
        DELETE FROM ${STAGE}`);
      const insert = insertInto(STAGE);
      for (let at = 0; at < bytes.length; at = endOf(bytes, at)) insertRecord(insert, bytes, at);
    },
  };
}

/** Merges all blocks. An interrupted merge has written some of their records already. */
function openMerge(db: DatabaseSync, table: string): Merge {
  const select = db.prepare('SELECT datos FROM padron_bloques WHERE tramo = ? AND parte = ?');
  const runs = db.prepare('SELECT tramo, MIN(parte) AS parte FROM padron_bloques GROUP BY tramo ORDER BY tramo').all();
  const last = db.prepare(`SELECT COALESCE(MAX(curp), '') AS curp FROM ${table}`).get();
  return new Merge(
    runs.map(({ tramo, parte }) => [Number(tramo), Number(parte)]),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column holds bytes
    (run, part) => (select.get(run, part)?.['datos'] ?? null) as Bytes | null,
    String(last?.['curp']),
  );
}

function insertRecord(insert: StatementSync, bytes: Bytes, at: number): void {
  insert.run(bytes.subarray(at + KEY_AT, at + KEY_AT + KEY_BYTES), bytes.subarray(at + DATOS_AT, endOf(bytes, at)));
}
