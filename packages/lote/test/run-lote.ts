/** Runs a file through `Lote` as its users do, in pieces of any size, and reads what comes out. */
import { parse } from 'csv-parse/sync';
import { it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { Lote, type LoteOptions } from '../src/index.js';

/** A test of random data, or of much: mutants are to be killed by named rows, soon and not by chance. */
export const demorado = 'STRYKER_MUTATOR_WORKER' in process.env ? it.skip : it;

export type Opciones = Partial<LoteOptions>;

const UTF8 = new TextEncoder();
const ESTRICTO = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const enBytes = (entrada: string | Uint8Array): Uint8Array =>
  typeof entrada === 'string' ? UTF8.encode(entrada) : entrada;

/** The text of an output, which is always UTF-8. */
export const enTexto = (bytes: Uint8Array): string => ESTRICTO.decode(bytes);

export function juntar(...partes: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(partes.map(enBytes)));
}

/** The bytes cut at these places. */
export function cortado(bytes: Uint8Array, cortes: readonly number[]): Uint8Array[] {
  return [0, ...cortes].map((desde, i) => bytes.subarray(desde, cortes[i] ?? bytes.length));
}

/** The bytes in pieces of one size. */
export function enTrozos(bytes: Uint8Array, largo: number): Uint8Array[] {
  const cuantos = Math.ceil(bytes.length / largo);
  return Array.from({ length: cuantos }, (_, i) => bytes.subarray(i * largo, (i + 1) * largo));
}

/** What a `Lote` gives for these pieces. */
export function hacer(lote: Lote, trozos: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const salida: Uint8Array[] = [];
  for (const trozo of trozos) for (const hecho of lote.process(trozo)) salida.push(hecho.slice());
  for (const hecho of lote.finish()) salida.push(hecho.slice());
  return juntar(...salida);
}

/** What comes out for a file. */
export function correr(opciones: Opciones, entrada: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return hacer(new Lote({ formato: 'csv', ...opciones }), [enBytes(entrada)]);
}

export const correrTexto = (opciones: Opciones, entrada: string | Uint8Array): string =>
  enTexto(correr(opciones, entrada));

/** The cells of an output, its header first. An independent reader: `csv-parse`. */
export function celdas(salida: string, delimiter = ','): string[][] {
  return parse(salida, { delimiter, bom: true, skip_empty_lines: true }) as string[][];
}

/** The rows of an output of CSV, by the names of its columns. */
export function filas(
  opciones: Opciones,
  entrada: string | Uint8Array,
  delimitador = ',',
): Readonly<Record<string, string>>[] {
  const [nombres = [], ...otras] = celdas(correrTexto(opciones, entrada), delimitador);
  return otras.map((fila) => Object.fromEntries(nombres.map((nombre, i) => [nombre, fila[i] ?? ''])));
}

/** The objects of an output of NDJSON. */
export function objetos(opciones: Opciones, entrada: string | Uint8Array): Readonly<Record<string, unknown>>[] {
  return correrTexto({ ...opciones, formato: 'ndjson' }, entrada)
    .split('\n')
    .filter((linea) => linea !== '')
    .map((linea) => JSON.parse(linea) as Record<string, unknown>);
}

/** Why a file cannot be read. */
export function falla(opciones: Opciones, entrada: string | Uint8Array): ErrorEntry {
  try {
    correr(opciones, entrada);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.entry;
    throw error;
  }
  throw new Error('the file was read');
}
