/** Files of invented people for `curp lote`, and the command run on them as a user would. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BIN, sitio } from './curp.js';

export const ENCABEZADO = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
export const AGREGADAS = 'curp,code_error,error_message';
const ANGELES = "María de los Ángeles,de la Cruz,O'Hara,1990-05-17,M,09";
const INIGO = 'Íñigo,Argüello,Ñu,1975-12-01,H,Nuevo León';
const SIN_DIA = 'Tadeo,Escamilla,Wario,1990-02-31,H,15';

/** Two people, and one whose day does not exist. */
export const PERSONAS = `${ENCABEZADO}\n${ANGELES}\n${INIGO}\n${SIN_DIA}\n`;
export const BUENAS = `${ENCABEZADO}\n${ANGELES}\n${INIGO}\n`;
export const CURP_ANGELES = 'CUOA900517MDFRXN01';
export const CURP_INIGO = 'AUXI751201HNLRXX02';
const MAL_DIA = 'Ese día no existe en ese mes de ese año: revise la fecha de nacimiento.';
/** What becomes of them. */
export const HECHAS = `${ENCABEZADO},${AGREGADAS}\n${ANGELES},${CURP_ANGELES},0,\n${INIGO},${CURP_INIGO},0,\n${SIN_DIA},,417,${MAL_DIA}\n`;
/** What nobody may read on standard error. */
export const DATOS = /Ángeles|de la Cruz|O'Hara|1990-05-17|Íñigo|Argüello|Tadeo|Escamilla|Wario|[A-Z]{4}\d{6}/;

/** So many rows, like those of `BUENAS`. */
export const muchas = (filas: number): string =>
  `${ENCABEZADO}\n${`${ANGELES}\n${INIGO}\n`.repeat(Math.ceil(filas / 2))}`;

type Opciones = Pick<SpawnSyncOptions, 'env' | 'stdio'> & { readonly input?: string | Uint8Array };

interface Corrida {
  readonly stdout: Buffer;
  readonly texto: string;
  readonly stderr: string;
  readonly status: number | null;
}

interface Archivos {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly escribir: (nombre: string, contenido: string | Uint8Array) => void;
  readonly leer: (nombre: string) => Buffer;
  /** Every file of the folder, hidden ones too. */
  readonly hay: () => string[];
  /** `curp lote` with these words, and nothing on standard input unless it is said. */
  readonly lote: (args: readonly string[], opciones?: Opciones) => Corrida;
}

/** A folder for one test, gone afterwards. */
export function archivos(): Archivos {
  const { dir, env } = sitio();
  return {
    dir,
    env,
    escribir: (nombre, contenido) => writeFileSync(join(dir, nombre), contenido),
    leer: (nombre) => readFileSync(join(dir, nombre)),
    hay: () => readdirSync(dir).toSorted(),
    lote: (args, { env: otras, input = '', stdio = 'pipe' } = {}) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, 'lote', ...args], {
        cwd: dir,
        env: { ...env, ...otras },
        input: Buffer.from(input),
        stdio,
        maxBuffer: 1 << 28,
      });
      return { stdout, texto: String(stdout), stderr: String(stderr), status };
    },
  };
}

export const LIBREOFFICE = fileURLToPath(new URL('../../lote/test/libreoffice/', import.meta.url));
