/** Checks the metrics, and that alerts, dashboard and document name existing metrics. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSqlite } from '../packages/server/test/databases.js';
import { JobClient, openJobReplica } from '../packages/server/test/jobs.js';
import { GOOD, HEADER } from '../packages/server/test/upload.js';
import { VARIABLES } from '../packages/server/src/config.js';
import { has } from './tools.js';

const read = (file: string): string => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
const promtool = (args: readonly string[], input = ''): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const ALERTS = fileURLToPath(new URL('../deploy/alerts.yaml', import.meta.url));
const METRIC = /\b(?:curp|process|nodejs)_\w+/g;
const withoutSuffix = (name: string): string => name.replace(/(_duration_seconds)_(bucket|sum|count)$/, '$1');
const namesIn = (text: string): string[] => [...new Set((text.match(METRIC) ?? []).map(withoutSuffix))].toSorted();

describe('the metrics', () => {
  let text = '';
  let names: readonly string[] = [];

  // One service has everything on: jobs, padron, upstream, a pool.
  it('count uploads, requests and downloads of jobs separately', async () => {
    const { url, remove } = newSqlite();
    const upstream = { url: 'http://127.0.0.1:9', token: 't', method: 'POST', timeoutMs: 100, concurrency: 1 } as const;
    const replica = await openJobReplica(url, {}, { padron: true, upstream });
    replica.store.connections = () => ({ total: 1, idle: 1, waiting: 0 });
    const client = new JobClient(replica.base);
    const id = await client.send(HEADER + GOOD);
    await client.waitFor(id);
    await client.download(id);
    await client.erase(id);
    await replica.jobs.sweep();
    await replica.operate('obtener_datos', { curp: 'OETR900517MDFLNN05' });
    text = replica.metrics();
    remove();
    names = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name = '']) => name).toSorted();
    for (const operation of ['enviar', 'descargar']) {
      expect(text).toContain(`curp_file_duration_seconds_bucket{operacion="lotes_${operation}",le="3600"} 1\n`);
      expect(text).not.toContain(`curp_request_duration_seconds_bucket{operacion="lotes_${operation}"`);
    }
    expect(text).toMatch(/curp_request_duration_seconds_count\{operacion="lotes_consultar"\} \d/);
    expect(text).toContain('curp_request_duration_seconds_count{operacion="lotes_borrar"} 1\n');
  });

  it.skipIf(!has('promtool'))('follow the conventions of Prometheus (needs promtool)', () => {
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
  });

  it.each(['deploy/alerts.yaml', 'deploy/grafana.json'])('are the only ones that %s names', (file) => {
    const unknown = namesIn(read(file)).filter((name) => !names.includes(name));
    expect(unknown).toEqual([]);
  });

  it('have every cause that deploy/alerts.yaml selects', () => {
    const causes = Array.from(read('deploy/alerts.yaml').matchAll(/causa=~"([^"]+)"/g), ([, list = '']) =>
      list.split('|'),
    );
    expect(causes.flat().filter((cause) => !text.includes(`{causa="${cause}"}`))).toEqual([]);
  });

  it('are all on the dashboard', () => {
    const shown = namesIn(read('deploy/grafana.json'));
    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('are all in the document, which has no others', () => {
    const [chapter = ''] = /## What to watch[^]*?(?=\n## |$)/.exec(read('docs/operations.md')) ?? [];
    expect(namesIn(chapter)).toEqual(names);
  });
});

it('the lines of the log that need an operator are in the document, which has no others', () => {
  const logged = globSync('packages/server/src/**/*.ts', {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  }).flatMap((file) =>
    Array.from(
      read(file).matchAll(/log\.(warn|error|fatal)\([^;]*'(\w+)',?\s*\)/g),
      ([, level, name]) => `${name} ${level}`,
    ),
  );
  const documented = Array.from(
    read('docs/operations.md').matchAll(/^\| ((?:`\w+`(?:, )?)+) \| `(warn|error|fatal)` \|/gm),
    ([, names = '', level]) => (names.match(/\w+/g) ?? []).map((name) => `${name} ${level}`),
  );
  expect(documented.flat().toSorted()).toEqual([...new Set(logged)].toSorted());
});

describe('the alerts', () => {
  it.skipIf(!has('promtool'))('are rules that Prometheus accepts (needs promtool)', () => {
    const { status, output } = promtool(['check', 'rules', ALERTS]);
    expect(output).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  interface Fault {
    /** The series that differ from those of a healthy service, in the notation of promtool: `0+3x99` is 0, 3, 6 … */
    readonly series: Readonly<Record<string, string>>;
    /** The alerts that fire after half an hour; all others are silent at any time. */
    readonly fires: readonly string[];
    readonly after?: string;
  }
  const HEALTHY: Readonly<Record<string, string>> = {
    up: '1x99',
    process_start_time_seconds: '1x99',
    process_resident_memory_bytes: '300000000x99',
    curp_store_up: '1x99',
    'curp_store_state{state="ok"}': '1x99',
    'curp_store_state{state="unreachable"}': '0x99',
    'curp_store_state{state="write_failures"}': '0x99',
    curp_store_waiting: '0x99',
    curp_store_free_bytes: '50000000000x99',
    curp_usage_waiting: '90x99',
    curp_usage_oldest_waiting_seconds: '1x99',
    'curp_requests_total{operacion="validar",code_error="0"}': '0+90x99',
    'curp_requests_total{operacion="lotes_enviar",code_error="0"}': '0+3x99',
    'curp_requests_total{operacion="lotes_enviar",code_error="9"}': '0x99',
    'curp_failures_total{causa="almacen"}': '0x99',
    'curp_failures_total{causa="apagado"}': '0x99',
    'curp_failures_total{causa="interno"}': '0x99',
    'curp_failures_total{causa="lote_sin_espacio"}': '0x99',
    'curp_failures_total{causa="lotes_sin_espacio"}': '0x99',
    'curp_request_duration_seconds_bucket{operacion="validar",le="0.5"}': '0+90x99',
    'curp_request_duration_seconds_bucket{operacion="validar",le="2.5"}': '0+90x99',
    'curp_request_duration_seconds_bucket{operacion="validar",le="+Inf"}': '0+90x99',
    nodejs_eventloop_lag_seconds: '0.001x99',
    curp_lotes_queue_length: '7x99',
    curp_lotes_bytes: '10x99',
    curp_lotes_limit_bytes: '100x99',
    'curp_lotes_jobs_total{resultado="hecho"}': '0+5x99',
    'curp_lotes_jobs_total{resultado="fallido"}': '0x99',
    'curp_padron_lookups_total{resultado="sin_respuesta"}': '0x99',
    curp_upstream_breaker_state: '0x99',
    'curp_upstream_lookups_total{resultado="registrada"}': '0+5x99',
    'curp_build_info{version="1",commit="a"}': '1x99',
  };
  const FAULTS: Readonly<Record<string, Fault>> = {
    none: { series: {}, fires: [] },
    'the process is gone': {
      series: { ...Object.fromEntries(Object.keys(HEALTHY).map((name) => [name, '1x9 stale'])), up: '1x9 0x90' },
      fires: ['CurpDown'],
    },
    'it starts again and again': {
      series: { process_start_time_seconds: '0+300x99' },
      fires: ['CurpRestarting'],
    },
    'the database is away, now for one reason and now for another': {
      series: {
        curp_store_up: '0x99',
        'curp_store_state{state="ok"}': '0x99',
        'curp_store_state{state="unreachable"}': '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1',
        'curp_store_state{state="timeout"}': '0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0',
        curp_usage_oldest_waiting_seconds: '0+60x99',
      },
      fires: ['CurpStoreDown', 'CurpUsageWaiting'],
    },
    'every write of usage fails': {
      series: {
        curp_store_up: '0x99',
        'curp_store_state{state="ok"}': '0x99',
        'curp_store_state{state="write_failures"}': '1x99',
        curp_usage_oldest_waiting_seconds: '0+60x99',
      },
      fires: ['CurpStoreDown', 'CurpUsageWaiting'],
    },
    'PostgreSQL restarts in six seconds': {
      series: {
        curp_store_up: '1x27 0 1x60',
        curp_usage_oldest_waiting_seconds: '1x27 6 1x60',
        'curp_requests_total{operacion="lotes_enviar",code_error="9"}': '0x27 4x60',
        'curp_failures_total{causa="almacen"}': '0x27 4x60',
      },
      fires: [],
    },
    'replicas are replaced': { series: { 'curp_failures_total{causa="apagado"}': '0x27 40x60' }, fires: [] },
    'all connections are in use': { series: { curp_store_waiting: '1x99' }, fires: ['CurpStoreBusy'] },
    'the disk of the database fills': {
      series: { curp_store_free_bytes: '1900000000x99' },
      fires: ['CurpStoreDiskFilling'],
    },
    'two of a hundred requests fail': {
      series: { 'curp_failures_total{causa="interno"}': '0+2x99' },
      fires: ['CurpFailing'],
    },
    'requests are slow': {
      series: { 'curp_request_duration_seconds_bucket{operacion="validar",le="0.5"}': '0+80x99' },
      fires: ['CurpSlow'],
    },
    'too much load': { series: { nodejs_eventloop_lag_seconds: '0.7x99' }, fires: ['CurpOverloaded'] },
    'memory grows': { series: { process_resident_memory_bytes: '450000000x99' }, fires: ['CurpMemoryHigh'] },
    'no room for uploads': {
      series: { 'curp_failures_total{causa="lote_sin_espacio"}': '0x20 1x79' },
      fires: ['CurpFilesFull'],
    },
    'jobs nearly fill their room': { series: { curp_lotes_bytes: '95x99' }, fires: ['CurpJobsFull'] },
    'no piece of a job is done': {
      series: { 'curp_lotes_jobs_total{resultado="hecho"}': '5x99' },
      fires: ['CurpJobsStopped'],
    },
    'a piece of a job fails': {
      series: { 'curp_lotes_jobs_total{resultado="fallido"}': '0x20 1x79' },
      fires: ['CurpPiecesFailing'],
    },
    'the padron does not answer': {
      series: { 'curp_padron_lookups_total{resultado="sin_respuesta"}': '0+2x99' },
      fires: ['CurpPadronUnanswered'],
    },
    'the upstream does not answer': {
      series: { curp_upstream_breaker_state: '2x99' },
      fires: ['CurpUpstreamDown'],
    },
    'the upstream refuses the token': {
      series: { 'curp_upstream_lookups_total{resultado="rechazada"}': '_x20 1x79' },
      fires: ['CurpUpstreamRefuses'],
    },
    'an upgrade stops half-way': {
      series: { 'curp_build_info{version="1",commit="b"}': '1x99' },
      fires: ['CurpVersionsDiffer'],
      after: '90m',
    },
  };
  /** Returns series with the labels that Prometheus adds when it scrapes. */
  const scraped = (name: string): string =>
    name.replace(
      /(?:\{(.*)\})?$/,
      (_, labels: string | undefined) => `{job="curp",instance="a"${labels === undefined ? '' : `,${labels}`}}`,
    );
  const seriesOf = ({ series }: Fault): object[] =>
    Object.entries({ ...HEALTHY, ...series }).map(([name, values]) => ({ series: scraped(name), values }));
  /** Runs tests of the rules. JSON is YAML too. */
  const testRules = (tests: readonly object[]): void => {
    const folder = mkdtempSync(join(tmpdir(), 'curp-alerts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'tests.yaml');
    writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests }));
    const { status, output } = promtool(['test', 'rules', file]);
    expect([status, output]).toEqual([0, expect.any(String)]);
  };

  it('each have a fault that causes them', () => {
    const names = Array.from(read('deploy/alerts.yaml').matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
    expect([...new Set(Object.values(FAULTS).flatMap(({ fires }) => fires))].toSorted()).toEqual(names.toSorted());
  });

  it.skipIf(!has('promtool')).each(Object.keys(FAULTS))(
    'fire as they should, and no others, if the fault is: %s (needs promtool)',
    (name) => {
      const fault = FAULTS[name];
      if (fault === undefined) expect.fail();
      const exp_samples = fault.fires.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }));
      const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
      const promql_expr_test = [{ expr, eval_time: fault.after ?? '30m', exp_samples }];
      testRules([{ interval: '1m', input_series: seriesOf(fault), promql_expr_test }]);
    },
  );

  it.skipIf(!has('promtool'))('name the state of the database in their text (needs promtool)', () => {
    const fault = FAULTS['every write of usage fails'];
    if (fault === undefined) expect.fail();
    const [, text = ''] =
      /alert: CurpStoreDown[^]*?description: \|-\n([^]+?)\n {6}- alert/.exec(read('deploy/alerts.yaml')) ?? [];
    const alert = {
      exp_labels: { job: 'curp', instance: 'a', severity: 'critical' },
      exp_annotations: {
        summary: 'The database of a fails: write_failures',
        description: text.replaceAll(/^ +/gm, ''),
      },
    };
    const alert_rule_test = [{ alertname: 'CurpStoreDown', eval_time: '30m', exp_alerts: [alert] }];
    testRules([{ interval: '1m', input_series: seriesOf(fault), alert_rule_test }]);
  });

  it('name existing variables', () => {
    const variables = Object.keys(VARIABLES);
    const named = read('deploy/alerts.yaml').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  });
});
