/** The file of the rejected rows: each as it was, behind its line and the reason, so that it can be mended and imported. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { FileHead, FileRow } from '@curp-service/lote';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { orWriteFailure } from '../../files/output.js';

/** Personal data: nobody's but the owner's. */
const OWNER_ONLY = 0o600;

export class RejectedRows {
  /** How long the file is. */
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

  /** A file that is there is not lost, unless the user says so. */
  claimPath(force: boolean, text: Translate): void {
    if (statSync(this.#path, { throwIfNoEntry: false })?.isFile() !== true) return;
    if (force) this.#orFail(() => rmSync(this.#path));
    else {
      throw new Failure(
        EXIT.USAGE,
        text(
          `Ya existe ${this.#path}: diga otro nombre con --rechazadas, o use --forzar para reemplazarlo.`,
          `${this.#path} exists already: give another name with --rechazadas, or use --forzar to replace it.`,
        ),
      );
    }
  }

  /** Whether it holds what was written until then. */
  holds(bytes: number): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  }

  /** What was rejected until then stays; what was written behind is rejected again. */
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

  start({ delimiter, written: written = '' }: FileHead): void {
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

  /** What was written lasts, before the database is told that it was. */
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

/** A row that cannot be read as cells stands in one. */
function asCsv({ line, written, content }: FileRow, reason: string, delimiter: string): string {
  return [String(line), quote(reason), content === null ? quote(written) : written].join(delimiter);
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function asJson({ line, written, content }: FileRow, reason: string): string {
  const prefix = JSON.stringify({ linea: line, motivo: reason });
  if (content === null) return JSON.stringify({ linea: line, motivo: reason, texto: written });
  const rest = written.slice(1).trimStart();
  return `${prefix.slice(0, -1)}${rest === '}' ? '' : ','}${rest}`;
}
