/** The work done by a service: the file goes there, is done there, and its rows come back. */
import { setTimeout } from 'node:timers/promises';
import { type JobStatus, fileRequest, isPending } from '@curp-service/contract/jobs';
import { Lote, type LoteOptions, type Totals, drain } from '@curp-service/lote';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import type { Progress } from '../../terminal/progress.js';
import { type Servidor, SinRespuesta } from './service.js';
import type { OnUnderstood, Work } from './work.js';

const CADA_MS = 300;
/** A service that is gone for so long is not waited for any more: one that is restarted comes back before. */
const PACIENCIA_MS = 60_000;
/** What is not erased now is when its time comes. */
const BORRADO_MS = 5000;

export class Remoto implements Work {
  readonly progress: Progress;
  private readonly servidor: Servidor;
  private readonly opciones: LoteOptions;
  private readonly alEntender: OnUnderstood;
  private readonly texto: Translate;
  private estado: JobStatus | null = null;

  constructor(servidor: Servidor, opciones: LoteOptions, alEntender: OnUnderstood, subida: Progress, texto: Translate) {
    this.servidor = servidor;
    this.opciones = opciones;
    this.alEntender = alEntender;
    this.texto = texto;
    const estado = (): JobStatus | null => this.estado;
    /** At first of the file that is sent, then of the rows that are done. */
    this.progress = {
      get done() {
        return estado()?.filas_hechas ?? subida.done;
      },
      get total() {
        return estado()?.filas_total ?? subida.total;
      },
      get phase() {
        return estado() === null ? texto('subiendo', 'uploading') : texto('en el servicio', 'at the service');
      },
    };
  }

  readonly totals = (): Readonly<Totals> => {
    const { filas_hechas: filas = 0, filas_correctas: correctas = 0, errores = [] } = this.estado ?? {};
    return {
      rows: filas,
      good: correctas,
      errors: new Map(errores.map(({ code_error, filas: n }) => [code_error, n])),
    };
  };

  readonly rows = (trozos: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => this.hacer(trozos);

  /** Nothing of it stays at the service. */
  readonly close = async (): Promise<void> => {
    const { estado } = this;
    this.estado = null;
    if (estado === null) return;
    await insistir(async () => this.servidor.borrar(estado.id), BORRADO_MS).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
    });
  };

  private async *hacer(trozos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const { tipo, parametros } = fileRequest(this.opciones);
    this.estado = await this.servidor.enviar(this.entendidos(trozos), tipo, new URLSearchParams(parametros));
    const { id } = this.estado;
    while (isPending(this.estado)) {
      await setTimeout(CADA_MS);
      this.estado = await insistir(async () => this.servidor.estado(id));
    }
    if (this.estado.estado !== 'terminado') {
      const dicho = this.texto('El servicio no terminó el trabajo', 'The service did not finish the job');
      throw new Failure(EXIT.IO, `${dicho} (${this.estado.estado}).`);
    }
    yield* this.bajar(id);
  }

  /** Its rows, always the same bytes: where they do not come or are cut, they are fetched again without those that came. */
  private async *bajar(id: string): AsyncGenerator<Uint8Array, void> {
    let dados = 0;
    for (let desde = performance.now(); ; await setTimeout(1000)) {
      let vistos = 0;
      try {
        for await (const trozo of await this.servidor.resultado(id)) {
          const nuevo = trozo.subarray(Math.max(0, dados - vistos));
          vistos += trozo.length;
          if (nuevo.length === 0) continue;
          dados += nuevo.length;
          desde = performance.now();
          yield nuevo;
        }
        return;
      } catch (error) {
        if (!(error instanceof SinRespuesta) || performance.now() - desde > PACIENCIA_MS) throw error;
      }
    }
  }

  /** The same bytes; the header is read here too, so that what it lacks is said before anything is sent. */
  private async *entendidos(trozos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let entendido = false;
    const alEntender: OnUnderstood = (que) => {
      entendido = true;
      this.alEntender(que);
    };
    const lote = new Lote({ ...this.opciones, onUnderstood: alEntender });
    for await (const trozo of trozos) {
      if (!entendido) drain(lote.process(trozo));
      yield trozo;
    }
    if (!entendido) drain(lote.finish());
  }
}

/** Asks again where a service is away for a moment, or wants to be asked less often: the job is not lost. */
async function insistir<T>(pedir: () => Promise<T>, paciencia = PACIENCIA_MS): Promise<T> {
  for (const desde = performance.now(); ;) {
    try {
      return await pedir();
    } catch (error) {
      if (!(error instanceof SinRespuesta) || performance.now() - desde > paciencia) throw error;
      await setTimeout(1000);
    }
  }
}
