/** Where the rows come from: a file, a pipe, standard input. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Texto } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';
import { TUBERIA } from './format.js';
import { descomprimir } from './gzip.js';

/** Large enough that asking for it costs nothing beside what is done with it. */
const TROZO = 1 << 18;

/** How many bytes have been read, of how many; `null`: nobody knows. */
export interface Avance {
  readonly leidos: number;
  readonly total: number | null;
  /** What is being done, where there is more than one thing. */
  readonly fase?: string;
}

/** One that goes on. */
type Contador = Avance & { leidos: number };

export interface Entrada {
  readonly stats: Stats;
  readonly avance: Avance;
  /** Its bytes. Each piece is to be taken before the next is asked for. */
  readonly trozos: () => AsyncIterable<Uint8Array>;
  readonly descomprimidos: () => AsyncIterable<Uint8Array>;
  readonly entera: () => Uint8Array;
  /** Nothing more will be read: a pipe that is still open does not keep the process waiting. */
  readonly cerrar: () => void;
}

export function abrirEntrada(ruta: string, texto: Texto): Entrada {
  const falla = (error: unknown): unknown => noSeLee(error, ruta, texto);
  try {
    const fd = ruta === TUBERIA ? 0 : openSync(ruta, 'r');
    const stats = fstatSync(fd);
    const avance = { leidos: 0, total: stats.isFile() ? stats.size : null };
    const flujo = stats.isFIFO() || stats.isSocket() || isatty(fd) ? flujoDe(fd) : null;
    const trozos = (): AsyncIterable<Uint8Array> => (flujo === null ? deArchivo(fd, avance) : contados(flujo, avance));
    return {
      stats,
      avance,
      trozos: () => conFalla(trozos(), falla),
      descomprimidos: () => conFalla(descomprimir(Readable.from(copias(trozos()))), falla),
      entera: () => {
        try {
          return readFileSync(fd);
        } catch (error) {
          throw falla(error);
        }
      },
      cerrar: () => flujo?.destroy(),
    };
  } catch (error) {
    throw falla(error);
  }
}

/** Reads without threads, which for a file costs the least, and lets signals and timers have their turn in between. */
async function* deArchivo(fd: number, avance: Contador): AsyncGenerator<Uint8Array, void> {
  const trozo = new Uint8Array(TROZO);
  try {
    for (let leidos = readSync(fd, trozo); leidos > 0; leidos = readSync(fd, trozo)) {
      avance.leidos += leidos;
      yield trozo.subarray(0, leidos);
      await setImmediate();
    }
  } finally {
    closeSync(fd);
  }
}

/** A pipe, read as it comes. Not by `fs`: a thread that waits for a pipe keeps the process from ending. */
const flujoDe = (fd: number): Readable =>
  fd === 0 ? process.stdin : new Socket({ fd, readable: true, writable: false });

async function* contados(flujo: AsyncIterable<Uint8Array>, avance: Contador): AsyncGenerator<Uint8Array, void> {
  for await (const trozo of flujo) {
    avance.leidos += trozo.length;
    yield trozo;
  }
}

async function* copias(trozos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const trozo of trozos) yield trozo.slice();
}

async function* conFalla(
  trozos: AsyncIterable<Uint8Array>,
  falla: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* trozos;
  } catch (error) {
    throw falla(error);
  }
}

/** An error of the system or of zlib, in words; any other is one of this program. */
function noSeLee(error: unknown, ruta: string, texto: Texto): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const nombre = ruta === TUBERIA ? texto('la entrada', 'the input') : ruta;
  return new Falla(
    SALIDA.IO,
    texto(`No se puede leer ${nombre} (${error.message}).`, `${nombre} cannot be read (${error.message}).`),
  );
}
