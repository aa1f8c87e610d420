/** An upload: cut into pieces of whole rows, each stored before more is read. */
import { randomBytes } from 'node:crypto';
import { type Block, Splitter, Lote, type LoteOptions, drain, release } from '@curp-service/lote';
import type { Cause } from '@curp-service/contract/codes/service';
import type { JobRow } from '../store/sql/jobs.js';
import type { Jobs } from './jobs.js';

/** Large enough that taking one costs little beside doing it, small enough that several fit in the memory. */
const PIEZA = 1 << 20;
/** And of no more lines than these: however short one is, its answer is not. */
const LINEAS = 50_000;
/** An upload that is slow says this often that it is alive. */
const SENAL_MS = 30_000;
const SALTO = 10;

/** It cannot go on. */
export class SubidaRechazada extends Error {
  override readonly name = 'SubidaRechazada';
  constructor(readonly causa: Cause) {
    super();
  }
}

export class Subida {
  readonly #id = `lote_${randomBytes(12).toString('hex')}`;
  readonly #lotes: Jobs;
  readonly #proyecto: string;
  readonly #opciones: LoteOptions;
  readonly #cortador: Splitter;
  /** Reads the header as it comes, so that one that makes no sense is told at once. */
  #vistazo: Lote | null;
  #juntos: Block[] = [];
  #largo = 0;
  #lineasJuntas = 0;
  #piezas = 0;
  #lineas = 0;
  #senal = 0;
  /** How many bytes the project may have at a time, and how many more it may send. */
  readonly #tope: number;
  #cabe = 0;

  constructor(lotes: Jobs, proyecto: string, opciones: LoteOptions, tope: number) {
    this.#lotes = lotes;
    this.#proyecto = proyecto;
    this.#opciones = opciones;
    this.#tope = tope;
    this.#cortador = new Splitter(opciones.formato, opciones.codificacion);
    const alEntender = (): void => void (this.#vistazo = null);
    this.#vistazo = opciones.formato === 'csv' ? new Lote({ ...opciones, onUnderstood: alEntender }) : null;
  }

  /** Throws `ArchivoIlegible` where there is no header that makes sense. */
  async recibir(leer: () => Promise<Uint8Array | null>): Promise<JobRow> {
    const ahora = this.#lotes.now();
    await this.#lotes.store.create(
      this.#id,
      this.#proyecto,
      JSON.stringify(this.#opciones),
      ahora,
      ahora + this.#lotes.retentionMs,
    );
    this.#senal = ahora;
    await this.#medir();
    for (let trozo = await leer(); trozo !== null; trozo = await leer()) {
      this.#cabe -= trozo.length;
      if (this.#cabe < 0) throw new SubidaRechazada('lotes_lleno');
      if (this.#vistazo !== null) drain(this.#vistazo.process(trozo));
      for (const bloque of this.#cortador.cortar(trozo)) await this.#agregar(bloque);
      await this.#avisar();
    }
    if (this.#vistazo !== null) drain(this.#vistazo.finish());
    for (const bloque of this.#cortador.terminar()) await this.#agregar(bloque);
    // The first one brings the header along, even where there are no rows.
    if (this.#juntos.length > 0 || this.#piezas === 0) await this.#guardar();
    const cabecera = this.#cortador.cabecera ?? { bytes: new Uint8Array(), encoding: null };
    return this.#vivo(await this.#lotes.enqueue(this.#id, cabecera, this.#piezas, this.#lineas));
  }

  /** Nothing of it is left; where that cannot be done now, it is when nobody has heard of it for a while. */
  async deshacer(): Promise<void> {
    await this.#lotes.cancel(this.#id, this.#proyecto);
    await this.#lotes.store.erase(this.#id);
  }

  async #agregar(bloque: Block): Promise<void> {
    this.#juntos.push(bloque);
    this.#largo += bloque.bytes.length;
    this.#lineasJuntas += contarLineas(bloque.bytes);
    if (this.#largo >= PIEZA || this.#lineasJuntas >= LINEAS) await this.#guardar();
  }

  async #guardar(): Promise<void> {
    const datos = new Uint8Array(this.#largo);
    let fin = 0;
    for (const { bytes } of this.#juntos) {
      datos.set(bytes, fin);
      fin += bytes.length;
      release(bytes);
    }
    const lineas = this.#lineasJuntas;
    const codificacion = this.#juntos[0]?.encoding ?? null;
    this.#juntos = [];
    this.#largo = 0;
    this.#lineasJuntas = 0;
    const pieza = { numero: this.#piezas, codificacion, lineas, datos };
    this.#senal = this.#lotes.now();
    this.#vivo((await this.#lotes.store.addPiece(this.#id, pieza, this.#senal)) || null);
    release(datos);
    this.#piezas += 1;
    this.#lineas += lineas;
    await this.#medir();
  }

  /** Others of the same project may be on their way: what fits is looked at again with each piece. */
  async #medir(): Promise<void> {
    this.#cabe = this.#tope - (await this.#lotes.store.bytesKept(this.#proyecto)) - this.#largo;
    if (this.#cabe < 0) throw new SubidaRechazada('lotes_lleno');
  }

  async #avisar(): Promise<void> {
    const ahora = this.#lotes.now();
    if (ahora - this.#senal < SENAL_MS) return;
    this.#senal = ahora;
    this.#vivo((await this.#lotes.store.touch(this.#id, ahora)) || null);
  }

  /** Somebody took it for one that nobody sends any more. */
  #vivo<T>(hecho: T | null): T {
    if (hecho === null) throw new SubidaRechazada('lotes_sin_resultado');
    return hecho;
  }
}

function contarLineas(bytes: Uint8Array): number {
  let lineas = 0;
  for (let i = bytes.indexOf(SALTO); i >= 0; i = bytes.indexOf(SALTO, i + 1)) lineas += 1;
  return bytes.length > 0 && bytes.at(-1) !== SALTO ? lineas + 1 : lineas;
}
