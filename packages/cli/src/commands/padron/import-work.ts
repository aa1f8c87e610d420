/** Imports rows: valid records go to the database in batches, the others to the file of rejected rows. */
import { type FileHead, type FileRow, FileRows } from '@curp-service/lote';
import { BATCH_RECORDS, type Padron } from '@curp-service/server/admin';
import { checkRecord, fieldValues } from '@curp-service/server/padron';
import type { RejectedRows } from './rejected.js';
import { user } from '../../environment.js';

interface ImportParts {
  readonly padron: Padron;
  readonly rejected: RejectedRows;
  readonly format: 'csv' | 'ndjson';
  /** Returns the column of each field; none for NDJSON. */
  readonly onHead: (head: FileHead) => readonly number[];
  /** Begins the import in the database and returns its turn; called when the first row has been read. */
  readonly begin: () => Promise<string>;
}

export class ImportWork {
  /** The turn of the import in the database; `null` until the first row is read. */
  turn: string | null = null;
  /** True if some row became a record. */
  hasRecords = false;
  readonly #parts: ImportParts;
  readonly #fileRows: FileRows;
  #indexes: readonly number[] = [];
  /** The data of each key. Only the last record of a key counts. */
  #batch = new Map<string, string>();
  #pending: Promise<void> = Promise.resolve();

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.#fileRows = new FileRows({
      format: parts.format,
      language: user.language,
      onHead: (head) => {
        this.#indexes = parts.onHead(head);
      },
    });
  }

  get rows(): number {
    return this.#fileRows.count;
  }

  async run(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) await this.#readRows(this.#fileRows.read(chunk));
    await this.#readRows(this.#fileRows.finish());
    await this.#write();
    await this.#pending;
  }

  async #readRows(rows: Iterable<FileRow>): Promise<void> {
    for (const row of rows) {
      this.turn ??= await this.#parts.begin();
      const reasons = this.#check(row);
      if (reasons !== null) await this.#parts.rejected.add(row, reasons);
      if (this.#batch.size === BATCH_RECORDS) await this.#write();
    }
  }

  /** Adds the record of a row to the batch, or returns why the row is none. */
  #check({ content, reason }: FileRow): readonly string[] | null {
    const checked = content === null ? [reason] : checkRecord(this.#values(content), user.language);
    if (!('curp' in checked)) return checked;
    this.#batch.set(checked.curp, checked.datos);
    return null;
  }

  #values(content: NonNullable<FileRow['content']>): readonly unknown[] {
    return isRow(content) ? this.#indexes.map((i) => content[i]) : fieldValues(content);
  }

  /** Starts writing a batch; the next rows are read while the database writes. */
  async #write(): Promise<void> {
    const { turn } = this;
    if (turn === null) return;
    const { padron, rejected } = this.#parts;
    await this.#pending;
    const batch = this.#batch;
    this.#batch = new Map();
    this.hasRecords ||= batch.size > 0;
    this.#pending = padron.add(turn, batch, { read: this.rows, rejected: rejected.count });
    this.#pending.catch(() => undefined); // thrown where `#pending` is awaited
  }
}

const isRow = (content: NonNullable<FileRow['content']>): content is readonly string[] => Array.isArray(content);
