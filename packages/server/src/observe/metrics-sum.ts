/** The sum of the metrics of several processes, from their texts in Prometheus' format. */

/** The gauges that are the same in every process, or of which only the highest says something. */
const HIGHEST: ReadonlySet<string> = new Set([
  'curp_build_info',
  'curp_lotes_bytes',
  'curp_lotes_limit_bytes',
  'curp_lotes_queue_length',
  'curp_store_free_bytes',
  'curp_store_state',
  'curp_upstream_breaker_state',
  'curp_usage_oldest_waiting_seconds',
  'nodejs_eventloop_lag_seconds',
  'process_start_time_seconds',
]);
/** The gauges of which the lowest says whether all is well. Everything that is in neither set adds up. */
const LOWEST: ReadonlySet<string> = new Set(['curp_store_up']);

interface Family {
  /** The lines `HELP` and `TYPE`. */
  readonly head: string[];
  readonly values: Map<string, number>;
}

type Families = Map<string, Family>;

/** Counters never go back, though processes die: those of dead ones stay in the sum, as they were last seen. */
export class MetricsSum<Source> {
  readonly #texts = new Map<Source, string>();
  readonly #retired: Families = new Map();

  set(source: Source, text: string): void {
    this.#texts.set(source, text);
  }

  retire(source: Source): void {
    add(this.#retired, this.#texts.get(source) ?? '');
    for (const [name, { head }] of this.#retired) {
      if (head.some((line) => line.endsWith(' gauge'))) this.#retired.delete(name);
    }
    this.#texts.delete(source);
  }

  text(): string {
    const sum: Families = new Map();
    for (const text of this.#texts.values()) add(sum, text);
    for (const [name, { head, values }] of this.#retired) {
      for (const [series, value] of values) addValue(sum, name, head, series, value);
    }
    const lines = Array.from(sum.values(), ({ head, values }) => [
      ...head,
      ...Array.from(values, ([series, value]) => `${series} ${value}`),
    ]);
    return `${lines.flat().join('\n')}\n`;
  }
}

function add(sum: Families, text: string): void {
  let name = '';
  let head: string[] = [];
  for (const line of text.split('\n')) {
    const [, comment, ofName = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (comment === 'HELP') [name, head] = [ofName, [line]];
    else if (comment === 'TYPE') head.push(line);
    else if (line !== '') {
      const end = line.lastIndexOf(' ');
      addValue(sum, name, head, line.slice(0, end), Number(line.slice(end + 1)));
    }
  }
}

function addValue(sum: Families, name: string, head: string[], series: string, value: number): void {
  let family = sum.get(name);
  if (family === undefined) sum.set(name, (family = { head, values: new Map() }));
  const before = family.values.get(series);
  family.values.set(series, before === undefined ? value : combine(name, before, value));
}

function combine(name: string, a: number, b: number): number {
  if (HIGHEST.has(name)) return Math.max(a, b);
  return LOWEST.has(name) ? Math.min(a, b) : a + b;
}
