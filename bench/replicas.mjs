/**
 * Measures the service with one and with two processes on SQLite, and with one and with two replicas on PostgreSQL.
 *
 * They take turns, each with the same number of connections in all, spread evenly. CPU time is that of the replicas;
 * that of PostgreSQL is counted apart.
 */
import { byName, integer, table, times } from './tools/markdown.mjs';
import { need } from './tools/peers.mjs';
import { familySeconds } from './tools/postgres.mjs';
import { stopServer } from './tools/processes.mjs';
import { startReplicasPostgres, startService, wrk } from './tools/servers.mjs';
import { inTurns, progress } from './tools/turns.mjs';

const [WARM_UP_S, SECONDS] = [5, 3];

export async function run({ vueltas = 7 }) {
  need('wrk');
  progress('replicas: starting');
  const postgres = await startReplicasPostgres();
  try {
    const [sqlite, processes] = [await startService(), await startService(undefined, 2)];
    const replicas = [await startService(postgres.url()), await startService(postgres.url())];
    const contenders = [
      { name: 'one process on SQLite', servers: [sqlite] },
      { name: 'two processes on SQLite (`PROCESOS=2`)', servers: [processes] },
      { name: 'one replica on PostgreSQL', servers: [replicas[0]] },
      { name: 'two replicas on PostgreSQL', servers: replicas },
    ];
    const measure = async ({ servers }, seconds) => {
      const before = familySeconds(postgres);
      const { us, perSecond, requests } = await wrk(servers, seconds);
      return { us, perSecond, postgresUs: ((familySeconds(postgres) - before) / requests) * 1e6 };
    };
    await inTurns('replicas, warm-up', 1, contenders, (contender) => measure(contender, WARM_UP_S));
    const figures = await inTurns('replicas', vueltas, contenders, (contender) => measure(contender, SECONDS));
    await Promise.all([sqlite, processes, ...replicas].map(stopServer));
    return { tables: [tell(contenders, figures)], rounds: vueltas };
  } finally {
    await postgres.remove();
  }
}

function tell(contenders, figures) {
  const cells = ({ us, postgresUs, perSecond }, i) => {
    const onPostgres = i >= 2;
    const one = figures[onPostgres ? 2 : 0]; // on the same database
    const speeds = [times(us, one.us), times(perSecond, one.perSecond)];
    return [us.toFixed(1), onPostgres ? postgresUs.toFixed(2) : '', integer(perSecond), ...speeds];
  };
  const head = ['CPU µs per request', 'of PostgreSQL', 'requests per second', 'CPU over one'];
  return table(['', ...head, 'speed over one'], byName(contenders, figures, cells));
}
