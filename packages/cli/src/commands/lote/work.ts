/** The work itself: bytes of rows in, bytes of rows with their answers out. */
import { type Understood, Lote, type LoteOptions, type Totals } from '@curp-service/lote';
import type { Avance } from '../../files/input.js';

export type AlEntender = (entendido: Understood) => void;

export interface Trabajo {
  /** How far it is, where that is not how much of the file was read. */
  readonly avance?: Avance;
  /** How many rows it has done. */
  readonly totales: () => Readonly<Totals>;
  /** Each piece is to be used before the next one is asked for. */
  readonly filas: (trozos: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Nothing more is to be done. */
  readonly cerrar: () => Promise<void>;
}

export function enUnHilo(opciones: LoteOptions, alEntender: AlEntender): Trabajo {
  const lote = new Lote({ ...opciones, onUnderstood: alEntender });
  return {
    totales: () => lote.totals,
    filas: async function* (trozos) {
      for await (const trozo of trozos) yield* lote.process(trozo);
      yield* lote.finish();
    },
    cerrar: async () => {},
  };
}
