/** Hands a file to the user as a download. */
import { h } from '../../../base/dom.js';

/** Long enough for the user to answer where to save the file. */
const KEEP_MS = 60_000;

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** `personas.csv.gz` gives `personas-curp.xlsx`. */
export const downloadName = (file: string, extension: string): string =>
  `${file.replace(/(\.(csv|tsv|txt|ndjson|jsonl?|xls[xm]))?(\.gz)?$/i, '')}-curp.${extension}`;
