/** The file of rejected rows: the line, the reason and the original row, so that it can be corrected and imported. */
import { type Stats, statSync } from 'node:fs';
import type { FileHead, FileRow } from '@curp-service/lote';
import { EXIT, commandFailure } from '../../failure.js';
import { OWNER_ONLY } from '../../files/bytes.js';
import { type FileOutput, openOutput } from '../../files/output.js';
import { words } from '../../textos/words.js';

/** Writes the rejected rows. The file gets its name at the end, and does not exist if no row was rejected. */
export class RejectedRows {
  count = 0;
  readonly path: string;
  readonly #input: Stats;
  #output: FileOutput | null = null;
  #delimiter: string | undefined;
  #header = '';

  constructor(path: string, input: Stats) {
    this.path = path;
    this.#input = input;
  }

  /** Fails if the file exists. */
  claimPath(): void {
    const { path } = this;
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
    throw commandFailure(EXIT.USAGE, ...words('padron_ya_existe_borrelo', { path }));
  }

  start({ delimiter, written = '' }: FileHead): void {
    this.#delimiter = delimiter;
    this.#header = delimiter === undefined ? '' : `linea${delimiter}motivo${delimiter}${written}\n`;
  }

  async add(row: FileRow, reasons: readonly string[]): Promise<void> {
    const reason = reasons.join(' ');
    const entry = this.#delimiter === undefined ? asJson(row, reason) : asCsv(row, reason, this.#delimiter);
    const header = this.#output === null ? this.#header : '';
    this.#output ??= openOutput(this.path, this.#input, false, OWNER_ONLY);
    this.count += 1;
    await this.#output.write(Buffer.from(`${header}${entry}\n`));
  }

  async finish(): Promise<void> {
    await this.#output?.finish();
  }

  /** Deletes the file of an import that ends too early. */
  abandon(): void {
    this.#output?.abandon();
  }
}

/** Writes a row as CSV. A row that cannot be split into cells becomes one cell. */
function asCsv({ line, written, content }: FileRow, reason: string, delimiter: string): string {
  return [String(line), quote(reason), content === null ? quote(written) : written].join(delimiter);
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function asJson({ line, written, content }: FileRow, reason: string): string {
  if (content === null) return JSON.stringify({ linea: line, motivo: reason, texto: written });
  const prefix = JSON.stringify({ linea: line, motivo: reason });
  const rest = written.slice(1).trimStart();
  return `${prefix.slice(0, -1)}${rest === '}' ? '' : ','}${rest}`;
}
