/** The table of usage refuses every write for a while, as on a full disk; the rest of the database works. */
import { setTimeout } from 'node:timers/promises';
import { query } from '../../postgres.js';
import type { Fault } from '../fault.js';
import { sendTo } from '../path.js';
import { freePort, type Replica } from '../replica.js';
import { get } from '../requests.js';

/** 53100 is the code of PostgreSQL for a full disk. */
const REFUSE = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'disk full'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON usos FOR EACH STATEMENT EXECUTE FUNCTION refuse();`;
const LIMIT_MS = 60_000;

/** Waits until a replica reports it, in `/readyz` and in each of the metrics that alerts use. */
async function isTold(replica: Replica, adminPort: number): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  const read = async (port: number, path: string): Promise<string> =>
    sendTo({ host: replica.host, port }, { ...get('', {}), path }).then(
      ({ body }) => body,
      () => '',
    );
  const signs: readonly (readonly [port: number, path: string, sign: RegExp])[] = [
    [replica.port, '/readyz', /^store refuses writes$/m],
    [adminPort, '/metrics', /^curp_store_up 0$/m],
    [adminPort, '/metrics', /^curp_store_state\{state="write_failures"\} 1$/m],
    [adminPort, '/metrics', /^curp_usage_write_failures_total [1-9]/m],
    [adminPort, '/metrics', /^curp_usage_waiting [1-9]/m],
    [adminPort, '/metrics', /^curp_usage_oldest_waiting_seconds [1-9]/m],
  ];
  for (const [port, path, sign] of signs) {
    while (!sign.test(await read(port, path))) {
      if (performance.now() > end) throw new Error(`${path} does not tell ${String(sign)}`);
      await setTimeout(50);
    }
  }
}

const ADMIN_PORTS = [await freePort(), await freePort()];

export const writeFailures: Fault = {
  name: 'PostgreSQL refuses every write of usage for 8 seconds',
  lastsMs: 8000,
  setUp: () => ({ env: (i) => ({ ADMIN_PORT: String(ADMIN_PORTS[i]) }) }),
  cause: async ({ url }) => query(url, REFUSE),
  repair: async ({ url, replicas }) => {
    await Promise.all(replicas.map(async (replica, i) => isTold(replica, ADMIN_PORTS[i] ?? 0)));
    await query(url, 'DROP TRIGGER refuse ON usos');
  },
};
