/** Checks the metrics, and that alerts, dashboard and document name metrics that exist. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSqlite } from '../packages/server/test/databases.js';
import { JobClient, openJobReplica } from '../packages/server/test/jobs.js';
import { GOOD, HEADER } from '../packages/server/test/upload.js';
import { computePiece } from '../packages/server/src/jobs/piece.js';
import { VARIABLES } from '../packages/server/src/config.js';

const read = (file: string): string => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
const promtool = (args: readonly string[], input = ''): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const ALERTS = fileURLToPath(new URL('../deploy/alerts.yaml', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const METRIC = /\b(?:curp|process|nodejs)_\w+/g;
const withoutSuffix = (name: string): string => name.replace(/(_duration_seconds)_(bucket|sum|count)$/, '$1');
const namesIn = (text: string): string[] => [...new Set((text.match(METRIC) ?? []).map(withoutSuffix))].toSorted();

describe('the metrics', () => {
  let text = '';
  let names: readonly string[] = [];

  // One service with everything on: jobs, padron, upstream, a pool.
  it('keep uploads, questions and downloads of jobs apart', async () => {
    const { url, remove } = newSqlite();
    const upstream = { url: 'http://127.0.0.1:9', token: 't', method: 'POST', timeoutMs: 100, concurrency: 1 } as const;
    const replica = await openJobReplica(url, computePiece, {}, { padron: true, upstream });
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

  it.skipIf(!hasPromtool)('follow the conventions of Prometheus (needs promtool)', () => {
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
  });

  it.each(['deploy/alerts.yaml', 'deploy/grafana.json'])('are the only ones that %s names', (file) => {
    const unknown = namesIn(read(file)).filter((name) => !names.includes(name));
    expect(unknown).toEqual([]);
  });

  it('are all on the dashboard', () => {
    const shown = namesIn(read('deploy/grafana.json'));
    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('are all in the document, and no others', () => {
    const [chapter = ''] = /## What to watch[^]*?(?=\n## )/.exec(read('docs/operations.md')) ?? [];
    expect(namesIn(chapter)).toEqual(names);
  });
});

describe('the alerts', () => {
  it.skipIf(!hasPromtool)('are rules that Prometheus accepts (needs promtool)', () => {
    const { status, output } = promtool(['check', 'rules', ALERTS]);
    expect(output).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  /** Series that make each alert fire within half an hour, in the notation of promtool: `0+3x40` is 0, 3, 6 … */
  const FIRING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    CurpDown: { 'up{job="curp"}': '0x40' },
    CurpRestarting: { 'process_start_time_seconds{job="curp"}': '0+300x40' },
    CurpStoreDown: { 'curp_store_up{reason="read_only"}': '0x40' },
    CurpStoreBusy: { curp_store_waiting: '1x40' },
    CurpStoreDiskFilling: { curp_store_free_bytes: '1900000000x40' },
    CurpFailing: {
      'curp_requests_total{operacion="validar",code_error="0"}': '0+90x40',
      'curp_requests_total{operacion="validar",code_error="9"}': '0+2x40',
    },
    CurpSlow: {
      'curp_request_duration_seconds_bucket{operacion="validar",le="1"}': '0+50x40',
      'curp_request_duration_seconds_bucket{operacion="validar",le="2.5"}': '0+60x40',
      'curp_request_duration_seconds_bucket{operacion="validar",le="+Inf"}': '0+60x40',
    },
    CurpOverloaded: { nodejs_eventloop_lag_seconds: '0.7x40' },
    CurpMemoryHigh: { 'process_resident_memory_bytes{job="curp"}': '1200000000x40' },
    CurpFilesFull: { 'curp_requests_total{operacion="lotes_enviar",code_error="9"}': '0x20 1x20' },
    CurpJobsFull: { curp_lotes_bytes: '95x40', curp_lotes_limit_bytes: '100x40' },
    CurpJobsStopped: { curp_lotes_queue_length: '7x40', 'curp_lotes_pieces_total{resultado="hecha"}': '5x40' },
    CurpPiecesFailing: { 'curp_lotes_pieces_total{resultado="fallida"}': '0x20 1x20' },
    CurpPadronUnanswered: { 'curp_padron_lookups_total{resultado="sin_respuesta"}': '0+2x40' },
    CurpUpstreamDown: { curp_upstream_breaker_state: '2x40' },
    CurpUpstreamRefuses: { 'curp_upstream_lookups_total{resultado="rechazada"}': '_x20 1x20' },
    CurpVersionsDiffer: { 'curp_build_info{version="1"}': '1x99', 'curp_build_info{version="2"}': '1x99' },
  };
  /** A healthy service. */
  const QUIET = {
    'up{job="curp"}': '1x99',
    'process_start_time_seconds{job="curp"}': '1x99',
    'curp_store_up{reason="ok"}': '1x99',
    'curp_requests_total{operacion="validar",code_error="0"}': '0+90x99',
    'curp_requests_total{operacion="validar",code_error="9"}': '0x99',
    curp_lotes_queue_length: '7x99',
    'curp_lotes_pieces_total{resultado="hecha"}': '0+5x99',
    'curp_lotes_pieces_total{resultado="fallida"}': '0x99',
    'curp_build_info{version="1"}': '1x99',
  };

  it.skipIf(!hasPromtool)('fire when they should, each of them (needs promtool)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'curp-alerts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const names = Array.from(read('deploy/alerts.yaml').matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
    expect(Object.keys(FIRING)).toEqual(names);
    const seriesOf = (values: object): object[] =>
      Object.entries(values).map(([series, numbers]) => ({ series, values: numbers as string }));
    const firing = (alert: string): string => `count(ALERTS{alertname=~"${alert}",alertstate="firing"})`;
    const tests = [
      ...Object.entries(FIRING).map(([alert, values]) => ({
        interval: '1m',
        input_series: seriesOf(values),
        promql_expr_test: [
          {
            expr: firing(alert),
            eval_time: alert === 'CurpVersionsDiffer' ? '90m' : '30m',
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      })),
      {
        interval: '1m',
        input_series: seriesOf(QUIET),
        promql_expr_test: [{ expr: firing('.+'), eval_time: '90m', exp_samples: [] }],
      },
    ];
    const file = join(folder, 'tests.yaml'); // JSON is YAML too
    writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests }));
    expect(promtool(['test', 'rules', file])).toMatchObject({ status: 0 });
  });

  it('name variables that exist', () => {
    const variables = Object.keys(VARIABLES);
    const named = read('deploy/alerts.yaml').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  });
});
