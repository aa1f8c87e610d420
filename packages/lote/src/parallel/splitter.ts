/** Cuts a file into blocks of whole rows, for several workers to do side by side, with the result of one alone. */
import type { Encoding } from '@curp-service/contract/jobs';
import { Decodificador, esUtf8 } from '../read/encoding.js';
import { leerEncabezado } from '../read/csv-header.js';
import { Entrada } from '../read/input.js';
import { FILA_MAXIMA, CsvReader, Visto } from '../read/csv-reader.js';

export interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the file was known to be in when the block began; `null`: nothing beyond ASCII was seen yet. */
  readonly encoding: Encoding | null;
}

/** Large enough that handing it over costs little, small enough to stay in the cache of whoever does it. */
const BLOQUE = 1 << 18;
const SALTO = 10;
const CUATRO_COMILLAS = 0x22222222;
const UNOS = 0x01010101;
const ALTOS = 0x80808080;

export class Splitter {
  /** The header, to be given to every worker first; `null`: it has not come yet. Empty for NDJSON. */
  cabecera: Block | null = null;
  private readonly entrada = new Entrada();
  private readonly decodificador: Decodificador;
  private lector: CsvReader | null = null;
  /** In the middle of a line that is too long to be kept. */
  private saltando = false;
  /** How much must have come to look for the end of a block. */
  private umbral = BLOQUE;

  constructor(formato: 'csv' | 'ndjson', codificacion?: Encoding) {
    this.decodificador = new Decodificador(codificacion ?? null);
    if (formato === 'ndjson') this.cabecera = { bytes: new Uint8Array(), encoding: null };
  }

  *cortar(bytes: Uint8Array): Generator<Block, void> {
    for (const parte of this.decodificador.partes(bytes)) {
      this.agregar(parte);
      if (this.saltando || this.largo < this.umbral) continue;
      yield* this.bloque(false);
      // A row that goes on is not looked through again until there is much more of it.
      this.umbral = this.largo + BLOQUE;
    }
  }

  *terminar(): Generator<Block, void> {
    this.agregar(this.decodificador.resto());
    this.entrada.cerrar();
    yield* this.bloque(true);
  }

  /** How much has come that is in no block yet. */
  private get largo(): number {
    return this.entrada.fin - this.entrada.inicio;
  }

  /** Of a line that nobody will keep, no more than tells that it is too long. */
  private agregar(bytes: Uint8Array): void {
    const { entrada } = this;
    if (!this.saltando) {
      entrada.agregar(bytes);
      return;
    }
    const salto = bytes.indexOf(SALTO);
    this.saltando = salto < 0;
    if (!this.saltando) entrada.agregar(bytes.subarray(salto));
  }

  private *bloque(esElFinal: boolean): Generator<Block, void> {
    const { entrada, decodificador } = this;
    if (this.cabecera === null && !this.encabezado(esElFinal)) return;
    const antes = decodificador.codificacion;
    const fin = this.corte(esElFinal);
    if (fin === entrada.inicio) return;
    const bytes = entrada.bytes.slice(entrada.inicio, fin);
    entrada.inicio = fin;
    yield { bytes, encoding: antes };
  }

  /** `false`: it has not come yet. One that cannot be read goes with all that there is: whoever reads it says why. */
  private encabezado(esElFinal: boolean): boolean {
    const { entrada, decodificador } = this;
    const codificacion = decodificador.codificacion;
    const leido = leerEncabezado(entrada, decodificador);
    const fin = leido?.siguiente ?? entrada.fin;
    if (fin === entrada.inicio || (leido === null && !esElFinal && fin - entrada.inicio <= FILA_MAXIMA)) return false;
    this.cabecera = { bytes: entrada.bytes.slice(entrada.inicio, fin), encoding: codificacion };
    this.lector = new CsvReader((leido?.delimitador ?? ',').charCodeAt(0));
    entrada.inicio = fin;
    return true;
  }

  /** Where the last whole row ends. */
  private corte(esElFinal: boolean): number {
    const { entrada, lector, decodificador } = this;
    const { bytes, inicio, fin } = entrada;
    if (esElFinal) return fin;
    const sinComillas = lector === null || !hayComillas(bytes, inicio, fin);
    const sabida = decodificador.codificacion !== null;
    if (lector === null || (sinComillas && sabida)) {
      const salto = bytes.lastIndexOf(SALTO, fin - 1);
      if (!sabida) this.juzgarLineas(inicio, salto + 1);
      return salto >= inicio ? salto + 1 : this.cortarLinea(inicio);
    }
    let desde = inicio;
    while (this.entera(lector, desde)) {
      const seJuzga = (lector.vistos & Visto.NO_ASCII) !== 0 && lector.siguiente - desde <= FILA_MAXIMA;
      if (seJuzga) decodificador.juzgar((lector.vistos & Visto.NO_UTF8) === 0);
      desde = lector.siguiente;
    }
    return fin - desde > FILA_MAXIMA ? this.cortarLinea(desde) : desde;
  }

  /** As `Ndjson` has it: the first line with anything beyond ASCII tells. */
  private juzgarLineas(inicio: number, hasta: number): void {
    const { bytes } = this.entrada;
    for (let desde = inicio; desde < hasta && this.decodificador.codificacion === null;) {
      const salto = bytes.indexOf(SALTO, desde);
      const linea = bytes.subarray(desde, salto);
      const seJuzga = linea.length <= FILA_MAXIMA && linea.some((byte) => byte > 127);
      if (seJuzga) this.decodificador.juzgar(esUtf8(linea));
      desde = salto + 1;
    }
  }

  /** As `Csv` has it: a row whose quotes are not closed in time ends at its line. */
  private entera(lector: CsvReader, desde: number): boolean {
    const { bytes, fin } = this.entrada;
    const bien = lector.leer(bytes, desde, fin) && lector.siguiente - desde <= FILA_MAXIMA;
    return bien || (fin - desde > FILA_MAXIMA && lector.romper(bytes, desde, fin));
  }

  /** A line longer than all measure: what there is of it stays, and the rest is passed over. */
  private cortarLinea(desde: number): number {
    this.saltando = this.entrada.fin - desde > FILA_MAXIMA;
    return desde;
  }
}

/**
 * Whether quotes may stand there. Four bytes at a time, since all of a file goes through here and one thread alone does
 * it; so up to three bytes on either side count too, which does no harm.
 */
function hayComillas({ buffer }: Uint8Array<ArrayBuffer>, desde: number, hasta: number): boolean {
  const palabras = new Int32Array(buffer, 0, buffer.byteLength >> 2);
  const fin = (hasta + 3) >> 2;
  for (let i = desde >> 2; i < fin; i++) {
    const sinComillas = palabras[i] ^ CUATRO_COMILLAS;
    // Some bit is left if one of the bytes became zero.
    if (((sinComillas - UNOS) & ~sinComillas & ALTOS) !== 0) return true;
  }
  return false;
}
