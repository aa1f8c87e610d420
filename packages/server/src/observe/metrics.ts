/**
 * Counts metrics for Prometheus, in its text format. The labels are operations, codes and causes: no person, no token.
 *
 * Every request is counted, so counting must be cheap: the text is built only when requested.
 */
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { COMMIT, VERSION } from '../version.js';
import { levelOf } from './log.js';

/** The upper bounds of the duration histograms, in seconds: for requests and for files, which may take hours. */
const REQUEST_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 60, Infinity];
const FILE_BOUNDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14_400, Infinity];
const QUOTA_USED_UP = CODES.cuota_agotada.code;
/** The causes of failures that no client causes. */
const OF_SERVICE = Object.entries(CODES).flatMap(([cause, { http }]) => (levelOf(http) === 'error' ? [cause] : []));

class Counts {
  /** Starts with the codes of success and of internal failure at 0, because an alert sees a counter grow, but not appear. */
  readonly byCode = new Map([
    [0, 0],
    [CODES.interno.code, 0],
  ]);
  /** The number of requests up to each bound and longer than the previous bound. */
  readonly byDuration: number[];
  seconds = 0;

  constructor(readonly bounds: readonly number[]) {
    this.byDuration = bounds.map(() => 0);
  }

  add(code: number, seconds: number): void {
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
    this.byDuration[this.bounds.findIndex((bound) => seconds <= bound)] += 1;
    this.seconds += seconds;
  }
}

export class Metrics {
  static readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  readonly #counts = new Map<string, Counts>();
  readonly #rows = new Map<number, number>();
  readonly #causes = new Map(OF_SERVICE.map((cause) => [cause, 0]));
  readonly #fileOperations: ReadonlySet<string>;

  /** `fileOperations` are the operations that transfer a file and may take long. */
  constructor(fileOperations: readonly string[]) {
    this.#fileOperations = new Set(fileOperations);
  }

  observe(operation: string, code: number, seconds: number): void {
    let counts = this.#counts.get(operation);
    if (counts === undefined) {
      counts = new Counts(this.#fileOperations.has(operation) ? FILE_BOUNDS : REQUEST_BOUNDS);
      this.#counts.set(operation, counts);
    }
    counts.add(code, seconds);
  }

  /** Counts a failure of the service, and ignores causes that are the client's. */
  observeCause(cause: Cause): void {
    const count = this.#causes.get(cause);
    if (count !== undefined) this.#causes.set(cause, count + 1);
  }

  observeRows(code: number, rows: number): void {
    this.#rows.set(code, (this.#rows.get(code) ?? 0) + rows);
  }

  /** Returns all metrics. `lag` is that of the event loop in milliseconds; `others` are lines of other parts of the service. */
  text(lag: number, others: readonly string[]): string {
    const counts = [...this.#counts];
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const denials = counts.reduce((sum, [, { byCode }]) => sum + (byCode.get(QUOTA_USED_UP) ?? 0), 0);
    return [
      '# HELP curp_requests_total Requests answered, by operation and code_error (0: success)',
      '# TYPE curp_requests_total counter',
      ...counts.flatMap(([operation, { byCode }]) =>
        Array.from(byCode, ([code, n]) => `curp_requests_total{operacion="${operation}",code_error="${code}"} ${n}`),
      ),
      ...metricBy('causa', 'curp_failures_total', 'Requests failed or refused by the service, by cause', this.#causes),
      ...histogram(
        'curp_request_duration_seconds',
        'Time from the arrival of a request to its answer, by operation',
        counts.filter(([, { bounds }]) => bounds === REQUEST_BOUNDS),
      ),
      ...histogram(
        'curp_file_duration_seconds',
        'Time from the arrival of a file or of the request for one to the end of its answer, by operation',
        counts.filter(([, { bounds }]) => bounds === FILE_BOUNDS),
      ),
      ...metricBy('code_error', 'curp_lote_rows_total', 'Rows of files, by code_error (0: success)', this.#rows),
      ...metric('curp_quota_denials_total', 'counter', 'Requests denied because a quota was used up', denials),
      ...others,
      ...metric('nodejs_eventloop_lag_seconds', 'gauge', 'How late a timer fires', lag / 1000),
      ...metric('nodejs_heap_size_used_bytes', 'gauge', 'Memory in use by JavaScript', heapUsed),
      ...metric('process_cpu_seconds_total', 'counter', 'CPU time of the process', (user + system) / 1e6),
      ...metric('process_resident_memory_bytes', 'gauge', 'Memory of the process', rss),
      '# HELP curp_build_info The version and the commit of the service, and the version of Node',
      '# TYPE curp_build_info gauge',
      `curp_build_info{version="${VERSION}",commit="${COMMIT}",node="${process.versions.node}"} 1`,
      ...metric(
        'process_start_time_seconds',
        'gauge',
        'When the process started, in seconds since 1970',
        performance.timeOrigin / 1000,
      ),
      '',
    ].join('\n');
  }
}

export const metric = (name: string, type: string, help: string, value: number): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  `${name} ${value}`,
];

export const metricBy = (
  label: string,
  name: string,
  help: string,
  counts: Iterable<readonly [value: string | number, n: number]>,
): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} counter`,
  ...Array.from(counts, ([value, n]) => `${name}{${label}="${value}"} ${n}`),
];

const histogram = (name: string, help: string, counts: readonly (readonly [string, Counts])[]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} histogram`,
  ...counts.flatMap(([operation, { bounds, byDuration, seconds }]) => {
    let total = 0;
    const buckets = bounds.map((bound, i) => {
      total += byDuration[i];
      return `${name}_bucket{operacion="${operation}",le="${bound === Infinity ? '+Inf' : bound}"} ${total}`;
    });
    return [
      ...buckets,
      `${name}_sum{operacion="${operation}"} ${seconds}`,
      `${name}_count{operacion="${operation}"} ${total}`,
    ];
  }),
];
