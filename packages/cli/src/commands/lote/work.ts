/** Processes the rows of a file: bytes in, bytes with the answers out. */
import {
  type Evidence,
  type SheetLote,
  type Understood,
  Lote,
  type LoteOptions,
  type Totals,
} from '@curp-service/lote';
import type { Reading } from '@curp-service/contract/reading';
import type { Progress } from '../../terminal/progress.js';

export type OnUnderstood = (understood: Understood) => void;

export interface Work {
  /** Absent: the progress is how much of the file has been read. */
  readonly progress?: Progress;
  readonly totals: () => Readonly<Totals>;
  /** Use each chunk before asking for the next: its memory is used again. */
  readonly rows: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Whether the rows come out as a workbook already. */
  readonly givesWorkbook?: boolean;
  /** Stops the work and frees its resources. */
  readonly close: () => Promise<void>;
}

/** Work of this process. */
export interface LocalWork extends Work {
  /** The evidence of all rows about how the file is to be read. Call it once, when they are done. */
  readonly evidence: () => Evidence;
}

export function inOneThread(options: LoteOptions, onUnderstood: OnUnderstood): LocalWork {
  const lote = new Lote({ ...options, onUnderstood });
  return {
    totals: () => lote.totals,
    evidence: () => lote.takeEvidence(),
    rows: async function* (chunks) {
      for await (const chunk of chunks) yield* lote.process(chunk);
      yield* lote.finish();
    },
    close: async () => {},
  };
}

/** Gives the same workbook with the answers in its sheet, which it reads itself. */
export function inWorkbook(sheet: SheetLote, reading: Reading, onUnderstood: OnUnderstood): LocalWork {
  const { lote, workbook } = sheet.work(reading, { onUnderstood });
  return {
    totals: () => lote.totals,
    evidence: () => lote.takeEvidence(),
    rows: () => workbook(),
    givesWorkbook: true,
    close: async () => {},
  };
}
