/**
 * Measures one service and two services, on one SQLite file and on PostgreSQL.
 *
 * One and two services take turns, with the same total number of connections, spread evenly. Each round has its own ratio, and
 * the median of the ratios counts, because other work of the machine slows both. CPU time is that of the replicas; the CPU time
 * of PostgreSQL is counted separately.
 */
import { integer, table, times } from './tools/markdown.mjs';
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
    const onSqlite = [await startService(), await startService()];
    const replicas = [await startService(postgres.url()), await startService(postgres.url())];
    const pairs = [
      { names: ['one service on SQLite', 'two services on SQLite'], one: [onSqlite[0]], two: onSqlite },
      { names: ['one replica on PostgreSQL', 'two replicas on PostgreSQL'], one: [replicas[0]], two: replicas },
    ];
    const measure = async (servers, seconds) => {
      const before = familySeconds(postgres);
      const { us, perSecond, requests } = await wrk(servers, seconds);
      return [us, ((familySeconds(postgres) - before) / requests) * 1e6, perSecond];
    };
    const compare = async ({ one, two }, seconds) => {
      const [us1, postgres1, speed1] = await measure(one, seconds);
      const [us2, postgres2, speed2] = await measure(two, seconds);
      return { us1, postgres1, speed1, us2, postgres2, speed2, cpu: us2 / us1, speed: speed2 / speed1 };
    };
    await inTurns('replicas, warm-up', 1, pairs, (pair) => compare(pair, WARM_UP_S));
    const figures = await inTurns('replicas', vueltas, pairs, (pair) => compare(pair, SECONDS));
    await Promise.all([...onSqlite, ...replicas].map(stopServer));
    return { tables: [tell(pairs, figures)], rounds: vueltas };
  } finally {
    await postgres.remove();
  }
}

function tell(pairs, figures) {
  const rows = figures.flatMap(({ us1, postgres1, speed1, us2, postgres2, speed2, cpu, speed }, i) => {
    const [one, two] = pairs[i].names;
    const ofPostgres = (us) => (i === 0 ? '' : us.toFixed(2));
    return [
      [one, us1.toFixed(1), ofPostgres(postgres1), integer(speed1), times(1, 1), times(1, 1)],
      [two, us2.toFixed(1), ofPostgres(postgres2), integer(speed2), times(cpu, 1), times(speed, 1)],
    ];
  });
  return table(
    ['', 'CPU µs per request', 'of PostgreSQL', 'requests per second', 'CPU over one', 'speed over one'],
    rows,
  );
}
