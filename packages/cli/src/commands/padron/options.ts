/** What `curp padron importar` is told, and what follows from it before anything is written. */
import { createHash } from 'node:crypto';
import { type Stats, closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ImportMode } from '@curp-service/server/admin';
import type { Entorno } from '../../environment.js';
import { type Formatos, TUBERIA, formatosDe, soloTexto } from '../../files/format.js';

/** As commander gives them. */
export interface Opciones {
  readonly combinar?: true;
  readonly reemplazar?: true;
  readonly rechazadas?: string;
  readonly forzar?: true;
  readonly json?: true;
}

export interface Medios extends Entorno {
  /** Says what is wrong with the command, and ends it. */
  readonly usoMal: (mensaje: string) => never;
}

export interface Plan {
  readonly ruta: string;
  readonly modo: ImportMode;
  readonly formatos: Formatos;
  /** Where the rejected rows go. */
  readonly rechazadas: string;
  readonly forzar: boolean;
}

/** What an import is known by when it is taken up again. */
const CABEZA = 1 << 16;

export function planDe(ruta: string, opciones: Opciones, { texto, usoMal }: Medios): Plan {
  if (opciones.combinar && opciones.reemplazar) {
    usoMal(texto('--combinar y --reemplazar no van juntos.', '--combinar and --reemplazar do not go together.'));
  }
  if (ruta === TUBERIA) {
    usoMal(
      texto(
        'ARCHIVO no puede ser una tubería: una importación interrumpida lo lee otra vez.',
        'ARCHIVO cannot be a pipe: an interrupted import reads it again.',
      ),
    );
  }
  const formatos = formatosDe(ruta, TUBERIA, undefined, texto, soloTexto);
  if (typeof formatos === 'string') return usoMal(formatos);
  if (formatos.entrada?.tipo === 'xlsx') {
    usoMal(texto('ARCHIVO no puede ser .xlsx: guárdelo como CSV.', 'ARCHIVO cannot be .xlsx: save it as CSV.'));
  }
  return {
    ruta,
    modo: opciones.reemplazar ? 'reemplazar' : 'combinar',
    formatos,
    rechazadas: opciones.rechazadas ?? juntoA(ruta),
    forzar: opciones.forzar === true,
  };
}

/** `registros.csv.gz` → `registros.rechazadas.csv`. */
function juntoA(ruta: string): string {
  const [, nombre = '', extension = ''] = /^(.+?)(\.\w+)?(?:\.gz)?$/.exec(basename(ruta)) ?? [];
  return join(dirname(ruta), `${nombre}.rechazadas${extension}`);
}

/** Whether two names are of one file. */
export function esElMismo(ruta: string, { dev, ino }: Stats): boolean {
  const otro = statSync(ruta, { throwIfNoEntry: false });
  return otro?.dev === dev && otro.ino === ino;
}

/** The same file, unchanged, to be imported in the same way. */
export function identidadDe({ ruta, modo, rechazadas }: Plan, { size, mtimeMs }: Stats): string {
  const cabeza = new Uint8Array(CABEZA);
  const fd = openSync(ruta, 'r');
  const leidos = readSync(fd, cabeza);
  closeSync(fd);
  return createHash('sha256')
    .update(JSON.stringify([size, mtimeMs, modo, resolve(rechazadas)]))
    .update(cabeza.subarray(0, leidos))
    .digest('hex');
}
