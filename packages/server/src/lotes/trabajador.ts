/** Does the pieces that the queue gives out: what one becomes, what it costs, and what if it cannot be done. */
import type { Codificacion, OpcionesDeLote } from '@curp-service/lote';
import { type Dicho, decir } from '@curp-service/lote/codigos';
import { diaEnMexico, mesEnMexico } from '../calendario.js';
import { CODIGOS, type Causa } from '../codigos.js';
import type { Problema } from '../envelope.js';
import { cuotaAgotada } from '../gate.js';
import type { Idioma } from '../idioma.js';
import type { PiezaHecha, PiezaTomada, SqlPiezas } from '../store/sql-piezas.js';
import type { Turno } from './cola.js';
import type { Encargo, Hecha } from './pieza.js';

/** How often a piece is tried before its rows are given back with code 9, and how often that is before the job fails. */
const INTENTOS = 4;
const INTENTOS_DE_INFORMAR = 3;
/** How often a piece is done anew because others took of the same quota meanwhile. */
const VUELTAS = 10;

export interface PartesDeTrabajador {
  readonly piezas: SqlPiezas;
  readonly hacer: (encargo: Encargo) => Promise<Hecha>;
  readonly now: () => number;
  readonly retentionMs: number;
  /** Told of each piece: what became of it, and its rows where they were written. */
  readonly alHacer: (resultado: ResultadoDePieza, hecha?: PiezaHecha) => void;
}

export type ResultadoDePieza = 'hecha' | 'repetida' | 'ajena' | 'fallida';

export class Trabajador {
  readonly #partes: PartesDeTrabajador;

  constructor(partes: PartesDeTrabajador) {
    this.#partes = partes;
  }

  /** Throws where it is to be tried again. */
  async hacer({ lote, pieza, intento }: Turno): Promise<void> {
    const { piezas, now, alHacer } = this.#partes;
    if (intento >= INTENTOS + INTENTOS_DE_INFORMAR) {
      await piezas.fallar(lote, this.#momento());
      alHacer('fallida');
      return;
    }
    for (let vuelta = 1; vuelta <= VUELTAS; vuelta += 1) {
      const tomada = await piezas.tomar(lote, pieza, mesEnMexico(now()), now());
      if (tomada === null) {
        alHacer('repetida');
        return;
      }
      const hecha = await this.#partes.hacer(this.#encargo(tomada, intento >= INTENTOS));
      const desenlace = await piezas.terminar(tomada, hecha, this.#momento());
      if (desenlace === 'sin_cuota') continue;
      if (desenlace === 'hecha') alHacer(intento >= INTENTOS ? 'fallida' : 'hecha', hecha);
      else alHacer(desenlace);
      return;
    }
    throw new Error('others keep taking of the same quota');
  }

  /** `informar`: it could not be done, and its rows are to say so. */
  #encargo({ numero, opciones, activo, resto, ...pieza }: PiezaTomada, informar: boolean): Encargo {
    const deLote: OpcionesDeLote & { readonly lengua: Idioma } = JSON.parse(opciones);
    const problema: Problema | null = informar
      ? { causa: 'lotes_pieza' }
      : activo
        ? null
        : { causa: 'proyecto_inactivo' };
    const despues: Dicho = decir<Causa>(
      CODIGOS,
      problema ?? cuotaAgotada(this.#partes.now(), deLote.lengua),
      deLote.lengua,
    );
    return {
      opciones: deLote,
      cabecera: { bytes: propios(pieza.cabecera), codificacion: codificacion(pieza.codificacionDeCabecera) },
      bloque: { bytes: propios(pieza.datos), codificacion: codificacion(pieza.codificacion) },
      esPrimera: numero === 0,
      permitidas: problema === null ? resto : 0,
      despues,
    };
  }

  #momento() {
    const ahora = this.#partes.now();
    return { ahora, mes: mesEnMexico(ahora), dia: diaEnMexico(ahora), vence: ahora + this.#partes.retentionMs };
  }
}

/** In a buffer of their own, for they go to another thread. */
const propios = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as whoever cut the file wrote it
const codificacion = (escrita: string | null): Codificacion | null => escrita as Codificacion | null;
