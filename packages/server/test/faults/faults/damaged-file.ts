/** The file of SQLite is damaged under load until the process is stopped and the pages are put back, as from a backup. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Fault, World } from '../fault.js';
import { sendTo } from '../path.js';
import { get } from '../requests.js';
import { onSqlite } from './sqlite-killed.js';

const PAGE = 4096;
const LIMIT_MS = 60_000;

const pathOf = ({ url }: World): string => url.slice('sqlite:'.length);

/** The first pages of every look-up of a token, with their offsets in the file. */
const good = new Map<number, Buffer>();

function readPages(path: string): void {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = db.prepare("SELECT rootpage AS page FROM sqlite_master WHERE tbl_name = 'tokens'").all();
  db.close();
  const fd = openSync(path, 'r');
  for (const { page } of pages) {
    const [bytes, place] = [Buffer.alloc(PAGE), (Number(page) - 1) * PAGE];
    readSync(fd, bytes, 0, PAGE, place);
    good.set(place, bytes);
  }
  closeSync(fd);
}

/** Writes pages in a process that has no connection to the file. */
function writePages(path: string, bytesOf: (bytes: Buffer) => Buffer): void {
  const fd = openSync(path, 'r+');
  for (const [place, bytes] of good) writeSync(fd, bytesOf(bytes), 0, PAGE, place);
  closeSync(fd);
}

export const fileDamaged: Fault = {
  name: 'file of SQLite damaged, until the process is stopped and its pages are restored',
  lastsMs: 0,
  setUp: onSqlite,
  cause: async (world) => {
    readPages(pathOf(world));
    writePages(pathOf(world), () => Buffer.alloc(PAGE, 'basura'));
    const [replica] = world.replicas;
    const isTold = async (): Promise<boolean> =>
      replica !== undefined &&
      (await sendTo(replica, { ...get('', {}), path: '/readyz' })).body.includes('restore a backup');
    for (const end = performance.now() + LIMIT_MS; !(await isTold()); await setTimeout(50)) {
      if (performance.now() > end) throw new Error('/readyz does not tell the damage');
    }
  },
  repair: async (world) => {
    const [replica] = world.replicas;
    await replica?.kill();
    writePages(pathOf(world), (bytes) => bytes);
    await replica?.start();
  },
};
