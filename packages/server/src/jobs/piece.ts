/** One piece of a job: its rows with their answers, in one block of bytes. The same whoever does it, and whenever. */
import { type Block, type Lote, type LoteOptions, type Totals, doBlock, prepare, collect } from '@curp-service/lote';
import type { ErrorEntry } from '@curp-service/contract/codes/code';

export interface Encargo {
  readonly opciones: LoteOptions;
  readonly cabecera: Block;
  readonly bloque: Block;
  /** The first piece brings the header along. */
  readonly esPrimera: boolean;
  /** How many good rows may be done; `null`: as many as there are. */
  readonly permitidas: number | null;
  /** What the rows beyond those carry. */
  readonly despues: ErrorEntry;
}

export interface Hecha extends Totals {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Gives its bytes in a buffer of their own. */
export function hacerPieza({ opciones, cabecera, bloque, esPrimera, permitidas, despues }: Encargo): Hecha {
  const lote = prepare(opciones);
  if (permitidas !== null) lote.limit(permitidas);
  const enUno = (suyo: Block, antes?: Uint8Array<ArrayBuffer>) =>
    collect(partesDe(lote, suyo, despues), suyo, (largo) => new Uint8Array(largo), antes);
  const deCabecera = enUno(cabecera);
  const bytes = enUno(bloque, esPrimera ? deCabecera : undefined);
  return { ...lote.totals, bytes };
}

function* partesDe(lote: Lote, bloque: Block, despues: ErrorEntry): Generator<Uint8Array, void> {
  for (const parte of doBlock(lote, bloque)) {
    yield parte;
    if (lote.waiting) lote.exhaust(despues);
  }
}
