/** The work itself: bytes of rows in, bytes of rows with their answers out. */
import { type Understood, Lote, type LoteOptions, type Totals } from '@curp-service/lote';
import type { Progress } from '../../files/input.js';

export type OnUnderstood = (understood: Understood) => void;

export interface Work {
  /** How far it is, where that is not how much of the file was read. */
  readonly progress?: Progress;
  /** How many rows it has done. */
  readonly totals: () => Readonly<Totals>;
  /** Each piece is to be used before the next one is asked for. */
  readonly rows: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Nothing more is to be done. */
  readonly close: () => Promise<void>;
}

export function inOneThread(options: LoteOptions, onUnderstood: OnUnderstood): Work {
  const lote = new Lote({ ...options, onUnderstood });
  return {
    totals: () => lote.totals,
    rows: async function* (chunks) {
      for await (const chunk of chunks) yield* lote.process(chunk);
      yield* lote.finish();
    },
    close: async () => {},
  };
}
