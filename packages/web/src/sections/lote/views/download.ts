/** Files that the user takes away. */
import { h } from '../../../base/dom.js';

/** Long enough for a browser that asks where to put it. */
const GUARDADO_MS = 60_000;

export function bajar(blob: Blob, nombre: string): void {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: nombre }).click();
  setTimeout(() => URL.revokeObjectURL(url), GUARDADO_MS);
}

/** `personas.csv.gz` gives `personas-curp.xlsx`. */
export const nombrePara = (archivo: string, extension: string): string =>
  `${archivo.replace(/(\.(csv|tsv|txt|ndjson|jsonl?|xlsx))?(\.gz)?$/i, '')}-curp.${extension}`;
