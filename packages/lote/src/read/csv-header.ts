/** The header of a CSV: which delimiter it has, and the names of its columns. */
import type { Decodificador } from './encoding.js';
import { UnreadableFile, type FileCause, type RowProblem } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import { findColumns } from '@curp-service/contract/columns';
import type { Entrada } from './input.js';
import { CsvRow, estaCitada } from './row.js';
import { CELDAS, FILA_MAXIMA, CsvReader, Visto } from './csv-reader.js';

const DELIMITADORES = [',', ';', '\t', '|'];
const SALTO = 10;
const RETORNO = 13;

export interface Encabezado {
  readonly delimitador: string;
  readonly salto: string;
  readonly fila: CsvRow;
  /** No more of them than the reader tells apart. */
  readonly nombres: readonly string[];
  readonly siguiente: number;
}

/**
 * Reads the header with the delimiter that makes most sense of it: most columns known, then most columns. `null`: it
 * does not end yet, or its quotes do not match.
 */
export function leerEncabezado(entrada: Entrada, decodificador: Decodificador): Encabezado | null {
  const { bytes, vista, fin } = entrada;
  while (entrada.inicio < fin && esSalto(bytes[entrada.inicio])) entrada.inicio++;
  const posibles = DELIMITADORES.flatMap((delimitador) => {
    const lector = new CsvReader(delimitador.charCodeAt(0));
    if (!lector.leer(bytes, entrada.inicio, fin) || (lector.vistos & Visto.COMILLAS_MAL) !== 0) return [];
    const salto = bytes[lector.fin] === RETORNO ? '\r\n' : '\n';
    const { siguiente } = lector;
    const fila = new CsvRow(lector);
    fila.tomar(bytes, vista, entrada.inicio, decodificador);
    const nombres = Array.from({ length: Math.min(lector.celdas, CELDAS) }, (_, i) => fila.texto(i).trim());
    const { columnas, ambiguos } = findColumns(nombres);
    const conocidas = Object.values(columnas).filter((i) => i >= 0).length + ambiguos.size;
    return [{ delimitador, salto, fila, nombres, siguiente, conocidas }];
  });
  const [mejor] = posibles.toSorted((a, b) => b.conocidas - a.conocidas || b.nombres.length - a.nombres.length);
  return mejor ?? null;
}

/** The same, and what keeps a file from having one. `null`: it does not end yet. */
export function exigirEncabezado(
  entrada: Entrada,
  decodificador: Decodificador,
  esElFinal: boolean,
  lengua: Language,
): Encabezado | null {
  const ilegible = (problema: RowProblem<FileCause>): UnreadableFile => new UnreadableFile(problema, lengua);
  const leido = leerEncabezado(entrada, decodificador);
  const { bytes, inicio, fin } = entrada;
  if (leido === null || leido.siguiente - inicio > FILA_MAXIMA) {
    if (inicio === fin && esElFinal) throw ilegible({ cause: 'archivo_vacio' });
    if (!esElFinal && fin - inicio <= FILA_MAXIMA) return null;
    const retorno = bytes.subarray(inicio, bytes.indexOf(SALTO, inicio) - 1).includes(RETORNO);
    const partes = { limite: String(FILA_MAXIMA) };
    throw ilegible({ cause: retorno ? 'archivo_retornos' : 'archivo_cabecera_larga', parts: partes });
  }
  const { fila, nombres } = leido;
  if (nombres.some((nombre, i) => /\r(?!\n)/.test(nombre) && !estaCitada(fila, i))) {
    throw ilegible({ cause: 'archivo_retornos' });
  }
  if (fila.lector.celdas > nombres.length) {
    throw ilegible({ cause: 'archivo_columnas', parts: { limite: String(nombres.length) } });
  }
  return leido;
}

/** Lines without anything before the header are passed over. */
const esSalto = (byte: number): boolean => byte === SALTO || byte === RETORNO;
