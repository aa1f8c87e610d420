/** Runs faults one after another on one PostgreSQL. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Relay } from '../relay.js';
import { Postgres } from '../postgres-server.js';
import { cleanUp } from '../process.js';
import { sendRequests } from './load.js';
import type { Fault } from './fault.js';
import { sendJobs } from './jobs.js';
import { sendUploads } from './uploads.js';
import { type FaultRow, tryFault } from './try-one.js';

/** Generous, for a busy machine: slowness is no failure here. */
const LIMIT_MS = 240_000;

/** Runs the faults; `onEnd` gets one row for each that ran to its end. */
export function tryAll(
  faults: readonly Fault[],
  pauseMs: number,
  onEnd: (rows: readonly FaultRow[]) => void = () => undefined,
): void {
  const rows: FaultRow[] = [];
  let postgres: Postgres;
  let relay: Relay;
  beforeAll(async () => {
    postgres = await Postgres.create();
    relay = await Relay.before(postgres.port);
  }, LIMIT_MS);
  afterAll(async () => {
    onEnd(rows);
    await cleanUp();
    await relay.close();
    await postgres.remove();
  }, LIMIT_MS);

  it.each(faults)('$name', { timeout: LIMIT_MS }, async (fault) => {
    const row = await tryFault(fault, { postgres, relay, pauseMs }, [sendRequests, sendUploads, sendJobs]);
    rows.push(row);
    expect(row.wrong.slice(0, 10)).toEqual([]);
    expect(row.right).toBeGreaterThan(0);
  });
}
