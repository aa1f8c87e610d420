/** The work in several threads: one reads, cuts into blocks of whole rows, and writes; the others do the rows. */
import { Buffer } from 'node:buffer';
import { type Bloque, Cortador, type OpcionesDeLote, type Totales } from '@curp-service/lote';
import { esUtf16, hacer, liberar, preparar, sumar } from './encargo.js';
import { Hilo } from './hilo.js';
import type { AlEntender, Trabajo } from './trabajo.js';

/** So many blocks are under way for each thread: the one being done, and the next. */
const POR_HILO = 2;
const SIN_BYTES: Bloque = { bytes: new Uint8Array(), codificacion: null };

/** All rows in so many threads, with the bytes of one alone. */
export class Hilos implements Trabajo {
  /** Without functions: they go to other threads. */
  private readonly opciones: OpcionesDeLote;
  private readonly alEntender: AlEntender;
  private readonly cuantos: number;
  private readonly cortador: Cortador;
  private readonly hilos: Hilo[] = [];
  /** Whoever has done rows, this thread first. */
  private readonly partes: { readonly totales: Readonly<Totales> }[] = [];
  private readonly enCamino: Promise<Uint8Array<ArrayBuffer>>[] = [];

  constructor(opciones: OpcionesDeLote, alEntender: AlEntender, cuantos: number) {
    this.opciones = opciones;
    this.alEntender = alEntender;
    this.cuantos = cuantos;
    this.cortador = new Cortador(opciones.formato, opciones.codificacion);
  }

  readonly totales = (): Readonly<Totales> => sumar(this.partes.map(({ totales }) => totales));

  readonly filas = (trozos: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => this.hacer(trozos);

  readonly cerrar = async (): Promise<void> => {
    await Promise.all(this.hilos.map(async (hilo) => hilo.cerrar()));
  };

  private async *hacer(trozos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let numero = 0;
    for await (const bloque of cortar(trozos, this.cortador)) {
      if (this.partes.length === 0) yield* this.empezar(bloque);
      else {
        if (this.enCamino.length >= this.cuantos * POR_HILO) yield* this.recoger();
        this.encargar(bloque, numero++ % this.cuantos);
      }
    }
    if (this.partes.length === 0) yield* this.empezar(SIN_BYTES);
    while (this.enCamino.length > 0) yield* this.recoger();
  }

  /** The header, and the first rows with it: a small file needs no other thread. */
  private empezar(bloque: Bloque): Iterable<Uint8Array> {
    const cabecera = this.cortador.cabecera ?? SIN_BYTES;
    const { codificacion } = cabecera.bytes.length > 0 ? cabecera : bloque;
    // The blocks come rewritten, so what the file was in is told here.
    const alEntender: AlEntender = (entendido) =>
      this.alEntender(esUtf16(codificacion) ? { ...entendido, codificacion } : entendido);
    const lote = preparar({ ...this.opciones, alEntender });
    this.partes.push(lote);
    const bytes = new Uint8Array(Buffer.concat([cabecera.bytes, bloque.bytes]));
    return hacer(lote, { bytes, codificacion });
  }

  private encargar(bloque: Bloque, turno: number): void {
    if (turno === this.hilos.length) {
      const hilo = new Hilo({ opciones: this.opciones, cabecera: this.cortador.cabecera ?? SIN_BYTES });
      this.hilos.push(hilo);
      this.partes.push(hilo);
    }
    const hecho = this.hilos[turno]?.hacer(bloque) ?? Promise.reject(new Error('no such thread'));
    hecho.catch(() => {}); // it is looked at when its turn comes
    this.enCamino.push(hecho);
  }

  /** The rows of the block that was handed over first. */
  private async *recoger(): AsyncGenerator<Uint8Array, void> {
    const bytes = await this.enCamino.shift();
    if (bytes === undefined) return;
    yield bytes;
    liberar(bytes);
  }
}

async function* cortar(trozos: AsyncIterable<Uint8Array>, cortador: Cortador): AsyncGenerator<Bloque, void> {
  for await (const trozo of trozos) yield* cortador.cortar(trozo);
  yield* cortador.terminar();
}
