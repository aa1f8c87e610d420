/** One piece of a job: its rows with their answers, in one block of bytes. The same whoever does it, and whenever. */
import { type Bloque, type Lote, type OpcionesDeLote, type Totales, hacer, preparar, recoger } from '@curp-service/lote';
import type { Dicho } from '@curp-service/contract/codes/code';

export interface Encargo {
  readonly opciones: OpcionesDeLote;
  readonly cabecera: Bloque;
  readonly bloque: Bloque;
  /** The first piece brings the header along. */
  readonly esPrimera: boolean;
  /** How many good rows may be done; `null`: as many as there are. */
  readonly permitidas: number | null;
  /** What the rows beyond those carry. */
  readonly despues: Dicho;
}

export interface Hecha extends Totales {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Gives its bytes in a buffer of their own. */
export function hacerPieza({ opciones, cabecera, bloque, esPrimera, permitidas, despues }: Encargo): Hecha {
  const lote = preparar(opciones);
  if (permitidas !== null) lote.limitar(permitidas);
  const enUno = (suyo: Bloque, antes?: Uint8Array<ArrayBuffer>) =>
    recoger(partesDe(lote, suyo, despues), suyo, (largo) => new Uint8Array(largo), antes);
  const deCabecera = enUno(cabecera);
  const bytes = enUno(bloque, esPrimera ? deCabecera : undefined);
  return { ...lote.totales, bytes };
}

function* partesDe(lote: Lote, bloque: Bloque, despues: Dicho): Generator<Uint8Array, void> {
  for (const parte of hacer(lote, bloque)) {
    yield parte;
    if (lote.espera) lote.agotar(despues);
  }
}
