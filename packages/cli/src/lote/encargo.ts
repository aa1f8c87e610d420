/** What the threads say to each other, and how each begins so that all of them do the same. */
import { Buffer } from 'node:buffer';
import { type Bloque, type Codificacion, Lote, type OpcionesDeLote, type Totales } from '@curp-service/lote';

/** What a thread is told when it starts. */
export interface Encargo {
  readonly opciones: OpcionesDeLote;
  readonly cabecera: Bloque;
}

/** What it says when a block is done: its rows, and the totals of all that it has done. */
export interface Hecho {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly totales: Totales;
}

/** Empty lines, which are no rows: behind them, no byte of a block is taken for the first of a file. */
const PREAMBULO = new Uint8Array(4).fill(10);

/** One that has not seen the header yet. */
export function preparar({ codificacion, ...opciones }: OpcionesDeLote): Lote {
  const lote = new Lote({ ...opciones, codificacion: enUtf8(codificacion ?? null) ?? undefined });
  dejarPasar(lote.procesar(PREAMBULO));
  return lote;
}

/** Does a block as if it were a file of its own. */
export function* hacer(lote: Lote, { bytes, codificacion }: Bloque): Generator<Uint8Array, void> {
  lote.codificacion = enUtf8(codificacion);
  yield* lote.procesar(bytes);
  yield* lote.terminar();
}

/** The same in one piece. */
export function enteras(lote: Lote, bloque: Bloque): Uint8Array<ArrayBuffer> {
  // What most rows become fits in twice their size.
  let bytes = Buffer.allocUnsafeSlow(bloque.bytes.length * 2);
  let fin = 0;
  for (const pieza of hacer(lote, bloque)) {
    if (fin + pieza.length > bytes.length) {
      const mayor = Buffer.allocUnsafeSlow((fin + pieza.length) * 2);
      mayor.set(bytes.subarray(0, fin));
      bytes = mayor;
    }
    bytes.set(pieza, fin);
    fin += pieza.length;
  }
  return bytes.subarray(0, fin);
}

/** Where a file is in UTF-16, its blocks have been rewritten. */
const enUtf8 = (codificacion: Codificacion | null): Codificacion | null =>
  esUtf16(codificacion) ? 'utf-8' : codificacion;

export const esUtf16 = (codificacion: Codificacion | null): codificacion is 'utf-16le' | 'utf-16be' =>
  codificacion === 'utf-16le' || codificacion === 'utf-16be';

export function dejarPasar(piezas: Iterable<Uint8Array>): void {
  for (const pieza of piezas) void pieza;
}

export function sumar(partes: readonly Readonly<Totales>[]): Totales {
  const errores = new Map<number, number>();
  for (const [codigo, filas] of partes.flatMap((parte) => [...parte.errores])) {
    errores.set(codigo, (errores.get(codigo) ?? 0) + filas);
  }
  const suma = (que: 'filas' | 'correctas'): number => partes.reduce((total, parte) => total + parte[que], 0);
  return { filas: suma('filas'), correctas: suma('correctas'), errores };
}

/** Gives the memory back at once: what is left to the collector of each thread adds up. */
export function liberar({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0);
}
