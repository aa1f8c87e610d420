/** A look at the beginning of a CSV, before anything is done with it: for whoever corrects what is understood of it. */
import type { Encoding } from '@curp-service/contract/jobs';
import { Decodificador, codificacionDe } from './encoding.js';
import type { Language } from '@curp-service/contract/language';
import { exigirEncabezado } from './csv-header.js';
import { Entrada } from './input.js';

export interface Peek {
  readonly delimiter: string;
  readonly encoding: Encoding;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** What the first row has under each. */
  readonly firstRow: readonly string[];
}

/** Throws an `ArchivoIlegible` if there is no header. */
export function peek(bytes: Uint8Array, lengua: Language): Peek {
  const entrada = new Entrada();
  const decodificador = new Decodificador(null);
  entrada.agregar(decodificador.decodificar(bytes, true));
  entrada.cerrar();
  const leido = exigirEncabezado(entrada, decodificador, true, lengua);
  if (leido === null) throw new RangeError('a header that does not end, at the end');
  const { delimitador, nombres, siguiente, fila } = leido;
  const codificacion = codificacionDe({ decodificador, entrada }, siguiente);
  const hay = siguiente < entrada.fin && fila.lector.leer(entrada.bytes, siguiente, entrada.fin);
  if (hay) fila.tomar(entrada.bytes, entrada.vista, siguiente, decodificador);
  const primera = hay ? nombres.map((_, i) => (i < fila.lector.celdas ? fila.texto(i) : '')) : [];
  return { delimiter: delimitador, encoding: codificacion, names: nombres, firstRow: primera };
}
