/** Checks the metrics, and that alerts, dashboard and document name metrics that exist. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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
    const [chapter = ''] = /## What to watch[^]*?(?=\n## |$)/.exec(read('docs/operations.md')) ?? [];
    expect(namesIn(chapter)).toEqual(names);
  });
});

describe('the alerts', () => {
  it.skipIf(!hasPromtool)('are rules that Prometheus accepts (needs promtool)', () => {
    const { status, output } = promtool([
      'check',
      'rules',
      fileURLToPath(new URL('../deploy/alerts.yaml', import.meta.url)),
    ]);
    expect(output).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  it('name variables that exist', () => {
    const variables = Object.keys(VARIABLES);
    const named = read('deploy/alerts.yaml').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  });
});
