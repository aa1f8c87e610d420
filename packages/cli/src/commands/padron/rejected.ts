/** The file of rejected rows: the line, the reason and the row as it was, so that it can be corrected and imported. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { FileHead, FileRow } from '@curp-service/lote';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { OWNER_ONLY, orWriteFailure } from '../../files/output.js';

export class RejectedRows {
  /** The size of the file. */
  bytes = 0;
  count = 0;
  readonly #path: string;
  readonly #orFail: <T>(action: () => T) => T;
  #fd: number | null = null;
  #delimiter: string | undefined;
  #header = '';
  #flushed = 0;

  constructor(path: string, text: Translate) {
    this.#path = path;
    this.#orFail = orWriteFailure(path, text);
  }

  /** Fails if the file exists, or deletes it with `--forzar`. */
  claimPath(force: boolean, text: Translate): void {
    if (statSync(this.#path, { throwIfNoEntry: false })?.isFile() !== true) return;
    if (force) this.#orFail(() => rmSync(this.#path));
    else {
      throw new Failure(
        EXIT.USAGE,
        text(
          `Ya existe ${this.#path}: indique otro nombre con --rechazadas, o use --forzar para reemplazarlo.`,
          `${this.#path} exists already: give another name with --rechazadas, or use --forzar to replace it.`,
        ),
      );
    }
  }

  /** Whether the file still holds the rows of an interrupted import. */
  holds(bytes: number): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  }

  /** Keeps what the database knows about; later rows are rejected again. */
  resume(count: number, bytes: number): void {
    this.count = count;
    if (bytes === 0) return;
    this.#orFail(() => {
      this.#fd = openSync(this.#path, 'r+');
      ftruncateSync(this.#fd, bytes);
    });
    this.bytes = bytes;
    this.#flushed = bytes;
  }

  start({ delimiter, written = '' }: FileHead): void {
    this.#delimiter = delimiter;
    this.#header = delimiter === undefined ? '' : `linea${delimiter}motivo${delimiter}${written}\n`;
  }

  add(row: FileRow, reasons: readonly string[]): void {
    const reason = reasons.join(' ');
    const entry = this.#delimiter === undefined ? asJson(row, reason) : asCsv(row, reason, this.#delimiter);
    const bytes = Buffer.from(this.bytes === 0 ? `${this.#header}${entry}\n` : `${entry}\n`);
    this.#orFail(() => {
      this.#fd ??= openSync(this.#path, 'w', OWNER_ONLY);
      for (let from = 0; from < bytes.length;) {
        from += writeSync(this.#fd, bytes, from, bytes.length - from, this.bytes + from);
      }
    });
    this.bytes += bytes.length;
    this.count += 1;
  }

  /** Makes the rows permanent; the database is told about them afterwards. */
  flush(): void {
    const { bytes } = this;
    if (this.#fd === null || bytes === this.#flushed) return;
    const fd = this.#fd;
    this.#orFail(() => fdatasyncSync(fd));
    this.#flushed = bytes;
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}

/** A row that cannot be split into cells is written as one cell. */
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
