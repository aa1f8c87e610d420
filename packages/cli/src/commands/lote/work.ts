/** The work itself: bytes of rows in, bytes of rows with their answers out. */
import { type Entendido, Lote, type OpcionesDeLote, type Totales } from '@curp-service/lote';
import type { Avance } from '../../files/input.js';

export type AlEntender = (entendido: Entendido) => void;

export interface Trabajo {
  /** How far it is, where that is not how much of the file was read. */
  readonly avance?: Avance;
  /** How many rows it has done. */
  readonly totales: () => Readonly<Totales>;
  /** Each piece is to be used before the next one is asked for. */
  readonly filas: (trozos: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Nothing more is to be done. */
  readonly cerrar: () => Promise<void>;
}

export function enUnHilo(opciones: OpcionesDeLote, alEntender: AlEntender): Trabajo {
  const lote = new Lote({ ...opciones, alEntender });
  return {
    totales: () => lote.totales,
    filas: async function* (trozos) {
      for await (const trozo of trozos) yield* lote.procesar(trozo);
      yield* lote.terminar();
    },
    cerrar: async () => {},
  };
}
