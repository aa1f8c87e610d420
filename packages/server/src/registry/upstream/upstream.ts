/**
 * Another service that speaks the same operation, as a source. Whatever it does, a client of ours is answered within the
 * time limit. Nothing that it says is kept, nor written anywhere.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { UpstreamConfig } from '../../config.js';
import { logThrottle } from '../../observe/log.js';
import { metric, metricBy } from '../../observe/metrics.js';
import { Breaker } from './breaker.js';
import { type Outcome, type Fallado, RESULTADOS, type Resultado } from './outcome.js';
import { Linea } from './client.js';
import { type Plazo, conPlazo } from './deadline.js';
import type { Found, Registry } from '../registry.js';
import { Turnos } from './bulkhead.js';

const INTENTOS = 3;
/** The wait before another attempt is a random part of this, of twice as much before the next. */
const ESPERA_MS = 200;

export class Upstream implements Registry {
  readonly #config: UpstreamConfig;
  readonly #log: Logger;
  readonly #linea: Linea;
  readonly #turnos: Turnos;
  readonly #breaker: Breaker;
  readonly #cuentas = new Map<string, number>(Object.keys(RESULTADOS).map((resultado) => [resultado, 0]));
  readonly #seDice: (que: Resultado) => boolean;
  #reintentos = 0;

  /** With a clock that is never set. */
  constructor(config: UpstreamConfig, log: Logger, now: () => number = () => performance.now()) {
    this.#config = config;
    this.#log = log;
    this.#linea = new Linea(config);
    this.#turnos = new Turnos(config.concurrency);
    this.#breaker = new Breaker(now);
    this.#seDice = logThrottle(now);
  }

  async find(curp: string, cliente: AbortSignal): Promise<Found> {
    const desenlace = await conPlazo(this.#config.timeoutMs, cliente, async (plazo) =>
      this.#enTurno(curp, cliente, plazo),
    );
    const { resultado } = desenlace;
    this.#cuentas.set(resultado, (this.#cuentas.get(resultado) ?? 0) + 1);
    if (resultado === 'registrada') return desenlace.registro;
    if (resultado === 'no_registrada') return resultado;
    this.#avisar(desenlace);
    return 'sin_respuesta';
  }

  metrics(): readonly string[] {
    return [
      ...metricBy(
        'resultado',
        'curp_upstream_lookups_total',
        'Keys looked up in the upstream, by result',
        this.#cuentas,
      ),
      ...metric('curp_upstream_retries_total', 'counter', 'Attempts after the first', this.#reintentos),
      ...metric(
        'curp_upstream_breaker_state',
        'gauge',
        '0: closed, the upstream is asked; 1: one request may try it; 2: open, it is left alone',
        this.#breaker.estado,
      ),
    ];
  }

  close(): void {
    this.#linea.close();
  }

  async #enTurno(curp: string, cliente: AbortSignal, plazo: Plazo): Promise<Outcome> {
    const espera = this.#config.timeoutMs / 2; // what is left then is time enough for an upstream that is well
    const hayTurno = await conPlazo(espera, plazo.signal, async ({ signal }) => this.#turnos.tomar(signal));
    if (!hayTurno) return { resultado: cliente.aborted ? 'cancelada' : 'saturada' };
    try {
      if (!this.#breaker.deja()) return { resultado: 'en_pausa' };
      const intentado = await this.#intentar(curp, plazo);
      const cortado = intentado.resultado === 'conexion' && plazo.signal.aborted;
      const desenlace: Outcome = cortado ? { resultado: cliente.aborted ? 'cancelada' : 'tiempo' } : intentado;
      this.#breaker.anotar(RESULTADOS[desenlace.resultado]);
      return desenlace;
    } finally {
      this.#turnos.soltar();
    }
  }

  /** Again only where it may be, and where the wait before it ends in time. */
  async #intentar(curp: string, { signal, resto }: Plazo): Promise<Outcome> {
    for (let intento = 1; ; intento++) {
      const desenlace = await this.#linea.preguntar(curp, signal);
      if (!('tras' in desenlace) || signal.aborted || intento === INTENTOS) return desenlace;
      const espera = desenlace.tras + Math.random() * ESPERA_MS * 2 ** (intento - 1);
      if (espera >= resto()) return desenlace;
      this.#reintentos += 1;
      await wait(espera, undefined, { signal }).catch(() => undefined); // given up: so is the next attempt, at once
    }
  }

  /** Tells the operator what the upstream does wrong: never what it said, nor what it was asked. */
  #avisar({ resultado, status, err }: Fallado): void {
    if (RESULTADOS[resultado] === 'nada' || !this.#seDice(resultado)) return;
    this.#log.error({ motivo: resultado, status, err }, 'upstream');
  }
}
