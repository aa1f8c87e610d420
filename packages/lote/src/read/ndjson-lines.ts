/** The way through NDJSON: line after line, each in UTF-8 whatever it came in; what is done with each is another's. */
import { type Decodificador, desde1252 } from './encoding.js';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Entrada } from './input.js';
import { FILA_MAXIMA } from './csv-reader.js';

const SALTO = 10;
const ESTRICTO = new TextDecoder('utf-8', { fatal: true });
const UTF8 = new TextDecoder();

/** What takes the lines. */
export interface Destino {
  /** Takes the line that stands there, its line feed apart. */
  linea(desde: number, hasta: number): void;
  /** There was a line too long to be kept. */
  larga(): void;
}

export class Lineas {
  private readonly entrada: Entrada;
  private readonly destino: Destino;
  private saltando = false;

  constructor(entrada: Entrada, destino: Destino) {
    this.entrada = entrada;
    this.destino = destino;
  }

  /** Takes the next line from the input. `false`: there is no whole line there. */
  fila(esElFinal: boolean): boolean {
    const { entrada, destino } = this;
    if (!esElFinal && !entrada.puedeHaberFila()) return false;
    const { inicio } = entrada;
    const salto = entrada.bytes.indexOf(SALTO, inicio);
    if (salto >= entrada.fin) {
      entrada.noHuboFila();
      if (entrada.fin - inicio <= FILA_MAXIMA && !this.saltando) return false;
      if (!this.saltando) destino.larga();
      this.saltando = true;
      entrada.avanzar(entrada.fin);
      return false;
    }
    entrada.avanzar(salto + 1);
    if (this.saltando) this.saltando = false;
    else if (salto - inicio > FILA_MAXIMA) destino.larga();
    else destino.linea(inicio, salto);
    return true;
  }
}

export interface Linea {
  readonly texto: string;
  /** What keeps it from being read. */
  readonly problema: RowProblem | null;
}

export function leerLinea(bytes: Uint8Array, desde: number, hasta: number, decodificador: Decodificador): Linea {
  const linea = bytes.subarray(desde, hasta);
  const problema: RowProblem | null = linea.includes(0) ? { cause: 'fila_nul' } : null;
  const utf8 = decodificarUtf8(linea);
  if (utf8?.length === linea.length) return { texto: utf8, problema }; // ASCII
  const juicio = decodificador.juzgar(utf8 !== null);
  if (utf8 !== null && juicio === 'bien') return { texto: utf8, problema };
  const texto = UTF8.decode(desde1252(bytes, desde, hasta, 0));
  return { texto, problema: juicio === 'mal' ? { cause: 'fila_codificacion' } : problema };
}

/** `null`: it is no UTF-8. */
function decodificarUtf8(bytes: Uint8Array): string | null {
  try {
    return ESTRICTO.decode(bytes);
  } catch {
    return null;
  }
}

export type Objeto = Readonly<Record<string, unknown>>;

/** `null`: it is no object. */
export function leerObjeto(texto: string): Objeto | null {
  try {
    const leido: unknown = JSON.parse(texto);
    return esObjeto(leido) ? leido : null;
  } catch {
    return null;
  }
}

const esObjeto = (valor: unknown): valor is Objeto =>
  typeof valor === 'object' && valor !== null && !Array.isArray(valor);
