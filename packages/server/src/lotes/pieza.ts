/** One piece of a job: its rows with their answers, in one block of bytes. The same whoever does it, and whenever. */
import {
  type Bloque,
  type Dicho,
  type Lote,
  type OpcionesDeLote,
  type Totales,
  hacer,
  preparar,
} from '@curp-service/lote';

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
  const deCabecera = recoger(lote, cabecera, despues);
  const bytes = recoger(lote, bloque, despues, esPrimera ? deCabecera : undefined);
  return { ...lote.totales, bytes };
}

/** What a block becomes, behind what there is. */
function recoger(lote: Lote, bloque: Bloque, despues: Dicho, antes = new Uint8Array()): Uint8Array<ArrayBuffer> {
  // What most rows become fits in twice their size.
  let bytes = new Uint8Array(antes.length + bloque.bytes.length * 2);
  bytes.set(antes);
  let fin = antes.length;
  for (const parte of hacer(lote, bloque)) {
    if (fin + parte.length > bytes.length) {
      const mayor = new Uint8Array((fin + parte.length) * 2);
      mayor.set(bytes.subarray(0, fin));
      bytes = mayor;
    }
    bytes.set(parte, fin);
    fin += parte.length;
    if (lote.espera) lote.agotar(despues);
  }
  return bytes.subarray(0, fin);
}
