/** A row as it was read: the bytes it stands in, and where its cells are. */
import { type Decodificador, desde1252 } from './encoding.js';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { type CsvReader, Visto } from './csv-reader.js';

const SALTO = 10;
const COMILLAS = 34;
/** Behind the last byte of a row: a line feed, and room to read whole words. */
const HOLGURA = 8;
const UTF8 = new TextDecoder();

export class CsvRow {
  readonly lector: CsvReader;
  bytes: Uint8Array = new Uint8Array();
  vista: DataView = new DataView(new ArrayBuffer());
  inicio = 0;

  constructor(lector: CsvReader) {
    this.lector = lector;
  }

  /** Takes the row that the reader has just read, in UTF-8 whatever it came in. `false`: it is broken. */
  tomar(bytes: Uint8Array, vista: DataView, inicio: number, decodificador: Decodificador): boolean {
    if (this.bytes !== bytes) {
      this.bytes = bytes;
      this.vista = vista;
    }
    this.inicio = inicio;
    const { lector } = this;
    if ((lector.vistos & Visto.NO_ASCII) === 0) return true;
    const juicio = decodificador.juzgar((lector.vistos & Visto.NO_UTF8) === 0);
    if (juicio !== 'bien') this.reescribir();
    return juicio !== 'mal';
  }

  private reescribir(): void {
    const { lector } = this;
    const rota = (lector.vistos & Visto.COMILLAS_MAL) !== 0;
    this.bytes = desde1252(this.bytes, this.inicio, lector.fin, HOLGURA);
    this.vista = new DataView(this.bytes.buffer, 0, this.bytes.length);
    this.inicio = 0;
    const fin = this.bytes.length - HOLGURA;
    this.bytes[fin] = SALTO;
    if (rota) lector.romper(this.bytes, 0, fin + 1);
    else lector.leer(this.bytes, 0, fin + 1);
  }

  /** The text of a cell. */
  texto(celda: number): string {
    const { bytes, lector } = this;
    const texto = UTF8.decode(bytes.subarray(lector.desde[celda], lector.hasta[celda]));
    return estaCitada(this, celda) ? texto.replaceAll('""', '"') : texto;
  }

  /** All that stands from a cell on, as it is written. */
  desde(celda: number): string {
    const desde = this.lector.desde[celda] - (estaCitada(this, celda) ? 1 : 0);
    return UTF8.decode(this.bytes.subarray(desde, this.lector.fin));
  }
}

/** Whether a cell stands in quotes. */
export function estaCitada({ bytes, inicio, lector }: CsvRow, celda: number): boolean {
  const desde = lector.desde[celda];
  return desde > inicio && bytes[desde - 1] === COMILLAS;
}

/** What keeps a row of so many columns from being read at all. */
export function formaDe({ vistos, celdas }: CsvReader, columnas: number): RowProblem | null {
  if (vistos & Visto.COMILLAS_MAL) return { cause: 'fila_comillas' };
  if (vistos & Visto.NUL) return { cause: 'fila_nul' };
  if (celdas === columnas) return null;
  return { cause: 'fila_celdas', parts: { columnas: String(columnas), celdas: String(celdas) } };
}
