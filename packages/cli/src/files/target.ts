/** The output that the user names, opened without losing a file that is there. */
import { type Stats, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Texto } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';
import { TUBERIA } from './format.js';
import { type Salida, aArchivo, aDescriptor, aStdout, conFalla } from './output.js';

/** `entrada`: what is read meanwhile. */
export const abrirSalida = (ruta: string, entrada: Stats, forzar: boolean, texto: Texto): Salida =>
  conFalla(ruta, texto)(() => abrir(ruta, entrada, forzar, texto));

function abrir(ruta: string, entrada: Stats, forzar: boolean, texto: Texto): Salida {
  const stats = ruta === TUBERIA ? fstatSync(1) : (statSync(ruta, { throwIfNoEntry: false }) ?? null);
  if (stats === null) return aArchivo(ruta, null, texto);
  const uso = (es: string, en: string): Falla => new Falla(SALIDA.USO, texto(es, en));
  if (stats.isFile() && stats.dev === entrada.dev && stats.ino === entrada.ino) {
    throw uso(
      'SALIDA es el mismo archivo que ENTRADA: elija otro.',
      'SALIDA is the same file as ENTRADA: choose another.',
    );
  }
  if (ruta === TUBERIA) {
    const fluye = stats.isFIFO() || stats.isSocket() || isatty(1);
    return fluye ? aStdout() : aDescriptor(1, texto('la salida', 'the output'), texto);
  }
  if (stats.isDirectory()) throw uso(`${ruta} es una carpeta: diga un archivo.`, `${ruta} is a folder: name a file.`);
  // A device has nothing to lose, and must not be replaced by a file.
  if (!stats.isFile()) return aDescriptor(openSync(ruta, 'w'), ruta, texto);
  if (!forzar) {
    throw uso(
      `Ya existe ${ruta}: elija otro nombre, o use --forzar para reemplazarlo.`,
      `${ruta} exists already: choose another name, or use --forzar to replace it.`,
    );
  }
  return aArchivo(realpathSync(ruta), stats, texto);
}
