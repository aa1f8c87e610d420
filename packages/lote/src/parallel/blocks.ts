/** A file done in blocks, by several workers side by side: how each begins so that all of them do the same. */
import type { Encoding } from '@curp-service/contract/jobs';
import { isUtf16 } from '../read/encoding.js';
import type { Totals } from '../work/context.js';
import type { Block } from './splitter.js';
import { Lote, type LoteOptions } from '../lote.js';

/** Empty lines, which are no rows: behind them, no byte of a block is taken for the first of a file. */
const PREAMBULO = new Uint8Array(4).fill(10);

/** One that has not seen the header yet. */
export function prepare({ codificacion, ...opciones }: LoteOptions): Lote {
  const lote = new Lote({ ...opciones, codificacion: enUtf8(codificacion ?? null) ?? undefined });
  drain(lote.process(PREAMBULO));
  return lote;
}

/** Does a block as if it were a file of its own. */
export function* doBlock(lote: Lote, { bytes, encoding: codificacion }: Block): Generator<Uint8Array, void> {
  lote.codificacion = enUtf8(codificacion);
  yield* lote.process(bytes);
  yield* lote.finish();
}

/** What a block becomes, in one piece, behind what there is; in memory of whichever kind its owner has. */
export function collect(
  partes: Iterable<Uint8Array>,
  bloque: Block,
  asignar: (largo: number) => Uint8Array<ArrayBuffer>,
  antes = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  // What most rows become fits in twice their size.
  let bytes = asignar(antes.length + bloque.bytes.length * 2);
  bytes.set(antes);
  let fin = antes.length;
  for (const parte of partes) {
    if (fin + parte.length > bytes.length) {
      const mayor = asignar((fin + parte.length) * 2);
      mayor.set(bytes.subarray(0, fin));
      bytes = mayor;
    }
    bytes.set(parte, fin);
    fin += parte.length;
  }
  return bytes.subarray(0, fin);
}

/** Where a file is in UTF-16, its blocks have been rewritten. */
const enUtf8 = (codificacion: Encoding | null): Encoding | null => (isUtf16(codificacion) ? 'utf-8' : codificacion);

export function drain(piezas: Iterable<Uint8Array>): void {
  for (const pieza of piezas) void pieza;
}

export function sumTotals(partes: readonly Readonly<Totals>[]): Totals {
  const errores = new Map<number, number>();
  for (const [codigo, filas] of partes.flatMap((parte) => [...parte.errors])) {
    errores.set(codigo, (errores.get(codigo) ?? 0) + filas);
  }
  const suma = (que: 'rows' | 'good'): number => partes.reduce((total, parte) => total + parte[que], 0);
  return { rows: suma('rows'), good: suma('good'), errors: errores };
}

/** Gives the memory of bytes back at once, which nobody else may have: the collector would have to look for it. */
export function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  if ('transfer' in buffer) buffer.transfer(0); // Node 20 has none: the collector finds it
}
