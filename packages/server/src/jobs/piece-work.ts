/** Does the pieces that the queue gives out: what one becomes, what it costs, and what if it cannot be done. */
import { setTimeout } from 'node:timers/promises';
import type { Encoding } from '@curp-service/contract/jobs';
import { type LoteOptions, release } from '@curp-service/lote';
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { mexicoDay, mexicoMonth } from '../access/calendar.js';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import { quotaUsedUp } from '../access/gate.js';
import type { Language } from '@curp-service/contract/language';
import type { TakenPiece, SqlPieces } from '../store/sql/pieces.js';
import { StoreUnreachable } from '../store/store.js';
import type { Turno } from './queue.js';
import { JOBS_OPERATION } from './status.js';
import type { Encargo, Hecha } from './piece.js';

/** How often a piece is tried before its rows are given back with code 9, and how often that is before the job fails. */
const INTENTOS = 4;
const INTENTOS_DE_INFORMAR = 3;
/** How often a piece is done anew because others took of the same quota meanwhile. */
const VUELTAS = 10;
/** Shorter than a replica at a piece may be silent, or another would be given it meanwhile. */
const PACIENCIA_MS = 8000;
const PAUSA_MS = 200;

interface PartesDeTrabajador {
  readonly piezas: SqlPieces;
  readonly hacer: (encargo: Encargo) => Hecha;
  readonly now: () => number;
  readonly retentionMs: number;
}

/** What became of a piece, and of its rows where they were written. */
export interface ResultadoDePieza {
  readonly desenlace: 'hecha' | 'repetida' | 'ajena' | 'fallida';
  /** How many rows carry each code; 0: the good ones. */
  readonly filas: ReadonlyMap<number, number>;
}

const sinFilas = (desenlace: ResultadoDePieza['desenlace']): ResultadoDePieza => ({ desenlace, filas: new Map() });

export class Trabajador {
  readonly #partes: PartesDeTrabajador;

  constructor(partes: PartesDeTrabajador) {
    this.#partes = partes;
  }

  /** Throws where it is to be tried again. A database that is away for a moment is no fault of the piece. */
  async hacer(turno: Turno): Promise<ResultadoDePieza> {
    for (const hasta = performance.now() + PACIENCIA_MS; ; await setTimeout(PAUSA_MS)) {
      try {
        return await this.#intentar(turno);
      } catch (error) {
        if (!(error instanceof StoreUnreachable) || performance.now() > hasta) throw error;
      }
    }
  }

  async #intentar({ lote, pieza, intento }: Turno): Promise<ResultadoDePieza> {
    const { piezas, now } = this.#partes;
    if (intento >= INTENTOS + INTENTOS_DE_INFORMAR) {
      await piezas.failJob(lote, this.#momento());
      return sinFilas('fallida');
    }
    for (let vuelta = 1; vuelta <= VUELTAS; vuelta += 1) {
      const tomada = await piezas.take(lote, pieza, mexicoMonth(now()), now());
      if (tomada === null) return sinFilas('repetida');
      const hecha = this.#partes.hacer(this.#encargo(tomada, intento >= INTENTOS));
      const desenlace = await piezas.finish(tomada, hecha, this.#momento());
      release(hecha.bytes);
      release(tomada.datos);
      if (desenlace === 'sin_cuota') continue;
      if (desenlace !== 'hecha') return sinFilas(desenlace);
      const buenas: readonly [number, number][] = hecha.good > 0 ? [[0, hecha.good]] : [];
      return { desenlace: intento < INTENTOS ? 'hecha' : 'fallida', filas: new Map([...buenas, ...hecha.errors]) };
    }
    throw new Error('others keep taking of the same quota');
  }

  /** `informar`: it could not be done, and its rows are to say so. */
  #encargo({ numero, opciones, activo, resto, ...pieza }: TakenPiece, informar: boolean): Encargo {
    const deLote: LoteOptions & { readonly language: Language } = JSON.parse(opciones);
    const problema: Problem | null = informar
      ? { cause: 'lotes_pieza' }
      : activo
        ? null
        : { cause: 'proyecto_inactivo' };
    const despues: ErrorEntry = toEntry<Cause>(
      CODES,
      problema ?? quotaUsedUp(this.#partes.now(), deLote.language),
      deLote.language,
    );
    return {
      opciones: deLote,
      cabecera: { bytes: pieza.cabecera, encoding: codificacion(pieza.codificacionDeCabecera) },
      bloque: { bytes: pieza.datos, encoding: codificacion(pieza.codificacion) },
      esPrimera: numero === 0,
      permitidas: problema === null ? resto : 0,
      despues,
    };
  }

  #momento() {
    const ahora = this.#partes.now();
    const vence = ahora + this.#partes.retentionMs;
    return { ahora, mes: mexicoMonth(ahora), dia: mexicoDay(ahora), operacion: JOBS_OPERATION, vence };
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as whoever cut the file wrote it
const codificacion = (escrita: string | null): Encoding | null => escrita as Encoding | null;
