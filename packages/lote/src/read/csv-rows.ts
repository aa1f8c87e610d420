/** The way through a CSV: the header, then row after row, whatever is wrong with one; what is done with each is another's. */
import type { Decodificador } from './encoding.js';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import { type Encabezado, exigirEncabezado } from './csv-header.js';
import type { Entrada } from './input.js';
import { FILA_MAXIMA, type CsvReader } from './csv-reader.js';

const SALTO = 10;

/** Where rows come from. */
export interface Origen {
  readonly entrada: Entrada;
  readonly decodificador: Decodificador;
  readonly lengua: Language;
}

/** What takes the rows under a header. */
export interface Destino {
  readonly lector: CsvReader;
  /** Takes the row that the reader has just read. */
  fila(): void;
  /** There was a row too long to be kept. */
  larga(): void;
}

export class Recorrido {
  private readonly origen: Origen;
  private readonly empezar: (leido: Encabezado) => Destino;
  /** In the middle of a line that is too long to be kept. */
  private saltando = false;
  /** `null`: the header has not come yet. */
  private destino: Destino | null = null;

  constructor(origen: Origen, empezar: (leido: Encabezado) => Destino) {
    this.origen = origen;
    this.empezar = empezar;
  }

  /** Takes the next row from the input. `false`: there is no whole row there. */
  fila(esElFinal: boolean): boolean {
    const { entrada, lengua } = this.origen;
    if (this.saltando && !this.saltar()) return false;
    if (entrada.inicio === entrada.fin) {
      if (esElFinal && this.destino === null) throw new UnreadableFile({ cause: 'archivo_vacio' }, lengua);
      return false;
    }
    if (!esElFinal && !entrada.puedeHaberFila()) return false;
    if (this.destino === null) return this.encabezado(esElFinal);
    const { lector } = this.destino;
    if (!lector.leer(entrada.bytes, entrada.inicio, entrada.fin) || lector.siguiente - entrada.inicio > FILA_MAXIMA) {
      if (!esElFinal && entrada.fin - entrada.inicio <= FILA_MAXIMA) {
        entrada.noHuboFila();
        return false;
      }
      // Quotes that were opened and are not closed, or a line beyond all measure.
      if (
        !lector.romper(entrada.bytes, entrada.inicio, entrada.fin) ||
        lector.siguiente - entrada.inicio > FILA_MAXIMA
      ) {
        this.saltando = true;
        this.destino.larga();
        return true;
      }
    }
    const { siguiente } = lector;
    this.destino.fila();
    entrada.avanzar(siguiente);
    return true;
  }

  /** Lets the rest of a line go by. `false`: it does not end yet. */
  private saltar(): boolean {
    const { entrada } = this.origen;
    const salto = entrada.bytes.indexOf(SALTO, entrada.inicio);
    this.saltando = salto >= entrada.fin;
    entrada.avanzar(Math.min(salto + 1, entrada.fin));
    return !this.saltando;
  }

  private encabezado(esElFinal: boolean): boolean {
    const { entrada, decodificador, lengua } = this.origen;
    const leido = exigirEncabezado(entrada, decodificador, esElFinal, lengua);
    if (leido === null) {
      entrada.noHuboFila();
      return false;
    }
    this.destino = this.empezar(leido);
    entrada.avanzar(leido.siguiente);
    return true;
  }
}
