/** What a file is, by its name: CSV, NDJSON or XLSX, compressed or not; and which goes with which. */
import { extname } from 'node:path';
import type { Texto } from '../environment.js';

type Tipo = 'csv' | 'ndjson' | 'xlsx';

export interface Formato {
  readonly tipo: Tipo;
  readonly gz: boolean;
  /** Its name says that tabs stand between the cells. */
  readonly tabuladores: boolean;
}

/** The name of a pipe. */
export const TUBERIA = '-';

const TIPOS: Readonly<Record<string, Tipo>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
};
const DE_TEXTO = '.csv, .tsv, .txt, .ndjson, .jsonl (.gz)';

export interface Formatos {
  /** `null`: the first bytes will tell. */
  readonly entrada: Formato | null;
  readonly salida: Formato | null;
}

/** `null`: its name does not tell. */
function formatoDe(ruta: string): Formato | null {
  const [, extension = '', gz] = /\.(\w+)(\.gz)?$/.exec(ruta.toLowerCase()) ?? [];
  const tipo = TIPOS[extension];
  if (tipo === undefined || (tipo === 'xlsx' && gz !== undefined)) return null;
  return { tipo, gz: gz !== undefined, tabuladores: extension === 'tsv' };
}

const sencillo = (tipo: Tipo): Formato => ({ tipo, gz: false, tabuladores: false });

/** That a name does not tell, of a file that can only be a text. */
export const soloTexto = (ruta: string, texto: Texto): string =>
  texto(
    `No se sabe qué es ${ruta}: su nombre debe terminar en ${DE_TEXTO}.`,
    `What ${ruta} is cannot be told: its name must end in ${DE_TEXTO}.`,
  );

/** Nor is it said, of one that can be anything. */
const niDicho = (ruta: string, texto: Texto): string =>
  texto(
    `No se sabe qué es ${ruta}: su nombre debe terminar en ${DE_TEXTO}, .xlsx, o dígalo con --formato.`,
    `What ${ruta} is cannot be told: its name must end in ${DE_TEXTO}, .xlsx, or say it with --formato.`,
  );

/**
 * The formats of both files. `dicho`: what the user says of those whose names do not tell. Gives a text if they cannot
 * be known, or do not go together.
 */
export function formatosDe(
  entrada: string,
  salida: string,
  dicho: 'csv' | 'ndjson' | undefined,
  texto: Texto,
  desconocido = niDicho,
): Formatos | string {
  const de = (ruta: string): Formato | null => formatoDe(ruta) ?? (dicho === undefined ? null : sencillo(dicho));
  const formatos = { entrada: de(entrada), salida: de(salida) };
  for (const [ruta, formato] of [
    [entrada, formatos.entrada],
    [salida, formatos.salida],
  ] as const) {
    // A pipe or a device has no extension: then its bytes tell, or those of the other.
    if (formato !== null || extname(ruta) === '') continue;
    return desconocido(ruta, texto);
  }
  return vanJuntos(formatos.entrada, formatos.salida) ? formatos : noVanJuntos(texto);
}

/** Rows of CSV and the cells of a sheet are the same thing; objects are another. */
export function vanJuntos(entrada: Formato | null, salida: Formato | null): boolean {
  return entrada === null || salida === null || (entrada.tipo === 'ndjson') === (salida.tipo === 'ndjson');
}

export const noVanJuntos = (texto: Texto): string =>
  texto(
    'ENTRADA y SALIDA deben ser del mismo formato: de NDJSON sale NDJSON; de CSV o XLSX, CSV o XLSX.',
    'ENTRADA and SALIDA must be of the same format: NDJSON gives NDJSON; CSV or XLSX gives CSV or XLSX.',
  );

/** What the first bytes of a pipe tell: an object begins with a brace. */
export function formatoVisto(primeros: Uint8Array): Formato {
  const letra = primeros.find((byte) => byte > 32 && byte < 128);
  return sencillo(letra === 123 ? 'ndjson' : 'csv');
}

/** What begins so is no text, whatever its name says. */
const FIRMAS: readonly (readonly [firma: string, es: string, en: string])[] = [
  ['504b0304', 'un libro de hoja de cálculo: déle la extensión .xlsx', 'a workbook: give it the extension .xlsx'],
  ['1f8b', 'un archivo de gzip: déle la extensión .csv.gz', 'a file of gzip: give it the extension .csv.gz'],
  ['d0cf11e0', 'un .xls antiguo: guárdelo como .xlsx', 'an old .xls: save it as .xlsx'],
];

/** What is wrong with a text that is none; `null`: nothing that can be seen. */
export function noEsTexto(primeros: Uint8Array, texto: Texto): string | null {
  const hex = Buffer.from(primeros.subarray(0, 4)).toString('hex');
  const firma = FIRMAS.find(([inicio]) => hex.startsWith(inicio));
  return firma === undefined ? null : texto(`ENTRADA parece ${firma[1]}.`, `ENTRADA looks like ${firma[2]}.`);
}
