/** Where the rows go: a file that bears its name only once it is whole, or whatever standard output is. */
import { type Stats, closeSync, fchmodSync, fdatasync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Texto } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';

export interface Salida {
  /** The bytes may be used again once it is done. */
  readonly escribir: (bytes: Uint8Array) => void | Promise<void>;
  /** Everything is written. */
  readonly terminar: () => Promise<void>;
  /** Takes back what is not whole. `true`: nothing of it is left. */
  readonly abandonar: () => boolean;
}

/** Whoever reads the other end of the pipe has gone, as `head` does: nothing to be said. */
export class TuberiaCerrada extends Error {
  override readonly name = 'TuberiaCerrada';
}

const permanente = promisify(fdatasync);
/** Personal data: nobody's but the owner's, unless the file was there and had it otherwise. */
const MODO = 0o600;

/** `anterior`: the file that is to be replaced. */
export function aArchivo(ruta: string, anterior: Stats | null, texto: Texto): Salida {
  const azar = Math.random().toString(36).slice(2, 6);
  const temporal = join(dirname(ruta), `.${basename(ruta).slice(0, 60)}.curp-${process.pid}-${azar}.tmp`);
  const oFalla = conFalla(ruta, texto);
  const fd = oFalla(() => openSync(temporal, 'wx', MODO));
  let queda = true;
  return {
    escribir: (bytes) => oFalla(() => escribirTodo(fd, bytes)),
    terminar: async () => {
      const error = await permanente(fd).then(
        () => null,
        (mal: unknown) => mal,
      );
      oFalla(() => {
        if (error !== null) throw error;
        if (anterior !== null) fchmodSync(fd, anterior.mode & 0o777);
        closeSync(fd);
        renameSync(temporal, ruta);
      });
      queda = false;
    },
    abandonar: () => {
      if (queda) rmSync(temporal, { force: true });
      return queda;
    },
  };
}

/** A device, or standard output where that is a file: what is written stays. */
export const aDescriptor = (fd: number, nombre: string, texto: Texto): Salida => ({
  escribir: (bytes) => conFalla(nombre, texto)(() => escribirTodo(fd, bytes)),
  terminar: async () => {},
  abandonar: () => false,
});

/** Standard output where it is a pipe or a terminal: as fast as its reader reads. */
export const aStdout = (): Salida => ({
  escribir: async (bytes) =>
    new Promise((listo, mal) => {
      // What else it may be is said by whoever listens to the errors of the stream.
      process.stdout.write(bytes, (error) => (error ? mal(new TuberiaCerrada()) : listo()));
    }),
  terminar: async () => {},
  abandonar: () => false,
});

/** The system may write less than it is given, as on a disk that gets full. */
function escribirTodo(fd: number, bytes: Uint8Array): void {
  for (let desde = 0; desde < bytes.length;) desde += writeSync(fd, bytes, desde);
}

/** Does something with a file, and says in words what the system has against it. */
export const conFalla =
  (nombre: string, texto: Texto) =>
  <T>(hacer: () => T): T => {
    try {
      return hacer();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EPIPE') throw new TuberiaCerrada();
      throw new Falla(
        SALIDA.IO,
        texto(`No se puede escribir ${nombre} (${error.message}).`, `${nombre} cannot be written (${error.message}).`),
      );
    }
  };
