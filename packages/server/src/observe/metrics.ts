/**
 * Metrics in Prometheus' text format. Their labels are operations and codes: nothing that points to a person or a token.
 *
 * Every request comes by here, so counting is an addition to a number at a known place; the text is made when asked for.
 */
import { CODES } from '@curp-service/contract/codes/service';

/** The upper bounds of the histogram of durations, in seconds. */
const LIMITES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, Infinity];
const CUOTA_AGOTADA = CODES.cuota_agotada.code;

class Cuenta {
  readonly porCodigo = new Map<number, number>();
  /** How many took longer than the limit before and no longer than this one. */
  readonly porDuracion = LIMITES.map(() => 0);
  segundos = 0;

  sumar(codigo: number, segundos: number): void {
    this.porCodigo.set(codigo, (this.porCodigo.get(codigo) ?? 0) + 1);
    this.porDuracion[LIMITES.findIndex((limite) => segundos <= limite)] += 1;
    this.segundos += segundos;
  }
}

export class Metrics {
  static readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  readonly #cuentas = new Map<string, Cuenta>();
  readonly #filas = new Map<number, number>();

  observe(operacion: string, codigo: number, segundos: number): void {
    let cuenta = this.#cuentas.get(operacion);
    if (cuenta === undefined) this.#cuentas.set(operacion, (cuenta = new Cuenta()));
    cuenta.sumar(codigo, segundos);
  }

  /** Counts rows of a file that carry the same code. */
  observeRows(codigo: number, cuantas: number): void {
    this.#filas.set(codigo, (this.#filas.get(codigo) ?? 0) + cuantas);
  }

  /** The text, with the lag of the event loop in milliseconds, and the lines of others. */
  text(lag: number, otras: readonly string[]): string {
    const cuentas = [...this.#cuentas];
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const agotadas = cuentas.reduce((suma, [, { porCodigo }]) => suma + (porCodigo.get(CUOTA_AGOTADA) ?? 0), 0);
    return [
      '# HELP curp_requests_total Requests answered, by operation and code_error (0: success)',
      '# TYPE curp_requests_total counter',
      ...cuentas.flatMap(([operacion, { porCodigo }]) =>
        Array.from(
          porCodigo,
          ([codigo, n]) => `curp_requests_total{operacion="${operacion}",code_error="${codigo}"} ${n}`,
        ),
      ),
      '# HELP curp_request_duration_seconds Time from the arrival of a request to its answer, by operation',
      '# TYPE curp_request_duration_seconds histogram',
      ...cuentas.flatMap(([operacion, cuenta]) => histograma(operacion, cuenta)),
      ...metricBy(
        'code_error',
        'curp_lote_rows_total',
        'Rows of files answered, by code_error (0: success)',
        this.#filas,
      ),
      ...metric('curp_quota_denials_total', 'counter', 'Requests denied because a quota was used up', agotadas),
      ...otras,
      ...metric('nodejs_eventloop_lag_seconds', 'gauge', 'How late the event loop runs', lag / 1000),
      ...metric('nodejs_heap_size_used_bytes', 'gauge', 'Memory in use by JavaScript', heapUsed),
      ...metric('process_cpu_seconds_total', 'counter', 'CPU time of the process', (user + system) / 1e6),
      ...metric('process_resident_memory_bytes', 'gauge', 'Memory of the process', rss),
      ...metric('process_uptime_seconds', 'gauge', 'Time since the process started', process.uptime()),
      '',
    ].join('\n');
  }
}

export const metric = (nombre: string, tipo: string, ayuda: string, valor: number): string[] => [
  `# HELP ${nombre} ${ayuda}`,
  `# TYPE ${nombre} ${tipo}`,
  `${nombre} ${valor}`,
];

/** A counter with one label. */
export const metricBy = (
  etiqueta: string,
  nombre: string,
  ayuda: string,
  cuentas: Iterable<readonly [valor: string | number, n: number]>,
): string[] => [
  `# HELP ${nombre} ${ayuda}`,
  `# TYPE ${nombre} counter`,
  ...Array.from(cuentas, ([valor, n]) => `${nombre}{${etiqueta}="${valor}"} ${n}`),
];

function histograma(operacion: string, { porDuracion, segundos }: Cuenta): string[] {
  const nombre = 'curp_request_duration_seconds';
  let hasta = 0;
  const cubetas = LIMITES.map((limite, i) => {
    hasta += porDuracion[i];
    return `${nombre}_bucket{operacion="${operacion}",le="${limite === Infinity ? '+Inf' : limite}"} ${hasta}`;
  });
  return [
    ...cubetas,
    `${nombre}_sum{operacion="${operacion}"} ${segundos}`,
    `${nombre}_count{operacion="${operacion}"} ${hasta}`,
  ];
}
