/** The work in several threads: this one reads, cuts into blocks of whole rows, and writes; all of them do rows. */
import { Buffer } from 'node:buffer';
import {
  type Block,
  Splitter,
  type Lote,
  type LoteOptions,
  type Totals,
  isUtf16,
  doBlock,
  release,
  prepare,
  sumTotals,
} from '@curp-service/lote';
import { enteras } from './messages.js';
import { Hilo } from './thread.js';
import type { AlEntender, Trabajo } from './work.js';

/** So many blocks are in the hands of each other thread: the one being done, and the next. */
const POR_HILO = 2;
const SIN_BYTES: Block = { bytes: new Uint8Array(), encoding: null };

/** A block on its way: its rows are there, or will be. */
interface Pendiente {
  hecho: Uint8Array<ArrayBuffer> | null;
  readonly promesa: Promise<Uint8Array<ArrayBuffer>>;
}

/** All rows in so many threads, with the bytes of one alone. */
export class Hilos implements Trabajo {
  /** Without functions: they go to other threads. */
  private readonly opciones: LoteOptions;
  private readonly alEntender: AlEntender;
  /** How many there may be besides this one. */
  private readonly otros: number;
  private readonly cortador: Splitter;
  private readonly hilos: Hilo[] = [];
  private lote: Lote | null = null;
  /** In the order of the file. */
  private readonly cola: Pendiente[] = [];

  constructor(opciones: LoteOptions, alEntender: AlEntender, cuantos: number) {
    this.opciones = opciones;
    this.alEntender = alEntender;
    this.otros = cuantos - 1;
    this.cortador = new Splitter(opciones.formato, opciones.codificacion);
  }

  readonly totales = (): Readonly<Totals> =>
    sumTotals([...(this.lote === null ? [] : [this.lote]), ...this.hilos].map(({ totals: totales }) => totales));

  readonly filas = (trozos: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => this.hacer(trozos);

  readonly cerrar = async (): Promise<void> => {
    await Promise.all(this.hilos.map(async (hilo) => hilo.cerrar()));
  };

  private async *hacer(trozos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const bloque of cortar(trozos, this.cortador)) {
      if (this.lote === null) yield* this.empezar(bloque);
      else {
        this.repartir(bloque, this.lote);
        yield* this.hechas();
      }
    }
    if (this.lote === null) yield* this.empezar(SIN_BYTES);
    yield* this.hechas(true);
  }

  /** The header, and the first rows with it: a small file needs no other thread. */
  private empezar(bloque: Block): Iterable<Uint8Array> {
    const cabecera = this.cortador.header ?? SIN_BYTES;
    const { encoding: codificacion } = cabecera.bytes.length > 0 ? cabecera : bloque;
    // The blocks come rewritten, so what the file was in is told here.
    const alEntender: AlEntender = (entendido) =>
      this.alEntender(isUtf16(codificacion) ? { ...entendido, encoding: codificacion } : entendido);
    this.lote = prepare({ ...this.opciones, onUnderstood: alEntender });
    const bytes = new Uint8Array(Buffer.concat([cabecera.bytes, bloque.bytes]));
    return doBlock(this.lote, { bytes, encoding: codificacion });
  }

  /** To another thread; if all of them have enough, this one does not wait either. */
  private repartir(bloque: Block, lote: Lote): void {
    const hilo = this.libre();
    const promesa = hilo === undefined ? Promise.resolve(aqui(lote, bloque)) : hilo.hacer(bloque);
    const pendiente: Pendiente = { hecho: null, promesa };
    promesa.then(
      (bytes) => (pendiente.hecho = bytes),
      () => {}, // it is looked at when its turn comes
    );
    this.cola.push(pendiente);
  }

  private libre(): Hilo | undefined {
    const hilo = this.hilos.find(({ ocupacion }) => ocupacion < POR_HILO);
    if (hilo !== undefined || this.hilos.length === this.otros) return hilo;
    const nuevo = new Hilo({ opciones: this.opciones, cabecera: this.cortador.header ?? SIN_BYTES });
    this.hilos.push(nuevo);
    return nuevo;
  }

  /** The rows that are done, as far as the order goes; or all, waiting for them. */
  private async *hechas(todas = false): AsyncGenerator<Uint8Array, void> {
    const muchas = this.otros * POR_HILO + 4;
    for (let primero = this.cola[0]; primero !== undefined; primero = this.cola[0]) {
      if (primero.hecho === null && !todas && this.cola.length < muchas) return;
      const bytes = await primero.promesa;
      this.cola.shift();
      yield bytes;
      release(bytes);
    }
  }
}

function aqui(lote: Lote, bloque: Block): Uint8Array<ArrayBuffer> {
  const bytes = enteras(lote, bloque);
  release(bloque.bytes);
  return bytes;
}

async function* cortar(trozos: AsyncIterable<Uint8Array>, cortador: Splitter): AsyncGenerator<Block, void> {
  for await (const trozo of trozos) yield* cortador.split(trozo);
  yield* cortador.finish();
}
