/** Metrics in Prometheus' format. Their labels are operations and codes: nothing that points to a person or a token. */
import { Counter, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client';

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'curp_requests_total',
    help: 'Requests answered, by operation and code_error (0: success)',
    labelNames: ['operacion', 'code_error'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'curp_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer, by operation',
    labelNames: ['operacion'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.#registry],
  });
  readonly #quotaDenials = new Counter({
    name: 'curp_quota_denials_total',
    help: 'Requests denied because the quota of their project was used up',
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  observe(operacion: string, codigo: number, seconds: number): void {
    this.#requests.inc({ operacion, code_error: String(codigo) });
    this.#durations.observe({ operacion }, seconds);
    if (codigo === 4) this.#quotaDenials.inc();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    return this.#registry.metrics();
  }
}
