/** The rows of a file one by one, as texts: for whoever wants to read them, and not an answer to each. */
import type { Slot, FileHead, FileRow } from './slot.js';
import { Decodificador } from '../read/encoding.js';
import type { Language } from '@curp-service/contract/language';
import { Entrada } from '../read/input.js';
import { Lineas } from '../read/ndjson-lines.js';
import { Recorrido } from '../read/csv-rows.js';
import { deCsv } from './csv.js';
import { DeNdjson } from './ndjson.js';

export interface FileRowsOptions {
  readonly format: 'csv' | 'ndjson';
  readonly language: Language;
  /** Told once, before the first row; what it throws ends the reading. */
  readonly onHead: (cabeza: FileHead) => void;
}

export class FileRows {
  private readonly bandeja: Slot;
  private readonly fila: (esElFinal: boolean) => boolean;

  constructor({ format: formato, language: lengua, onHead: alEmpezar }: FileRowsOptions) {
    const entrada = new Entrada();
    const decodificador = new Decodificador(null);
    const bandeja = { entrada, decodificador, lengua, alEmpezar, filas: 0, saltar: 0, linea: 1, renglon: null };
    this.bandeja = bandeja;
    const recorrido =
      formato === 'csv'
        ? new Recorrido(bandeja, (leido) => deCsv(bandeja, leido))
        : new Lineas(entrada, new DeNdjson(bandeja));
    this.fila = (esElFinal) => recorrido.fila(esElFinal);
  }

  /** How many rows were seen so far, those passed over included. */
  get count(): number {
    return this.bandeja.filas;
  }

  /** So many of the rows are not to be handed out: they were read before. */
  set skip(filas: number) {
    this.bandeja.saltar = filas;
  }

  /** Takes some bytes, and gives the rows that end in them. */
  *read(bytes: Uint8Array): Generator<FileRow, void> {
    const { entrada, decodificador } = this.bandeja;
    for (const parte of decodificador.partes(bytes)) {
      entrada.agregar(parte);
      yield* this.avanzar(false);
    }
  }

  /** There are no more bytes: gives what is left. */
  *finish(): Generator<FileRow, void> {
    const { entrada, decodificador } = this.bandeja;
    entrada.agregar(decodificador.resto());
    entrada.cerrar();
    yield* this.avanzar(true);
  }

  private *avanzar(esElFinal: boolean): Generator<FileRow, void> {
    const { bandeja } = this;
    for (let hay = true; hay;) {
      hay = this.fila(esElFinal);
      const { renglon } = bandeja;
      bandeja.renglon = null;
      if (renglon !== null) yield renglon;
    }
  }
}
