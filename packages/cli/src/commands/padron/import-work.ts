/** Imports rows: valid records go to the database in runs, the others to the file of rejected rows. */
import { type FileHead, type FileRow, FileRows, type TakeCells } from '@curp-service/lote';
import type { Padron } from '@curp-service/server/admin';
import { RunBuilder, checkRecord, fieldValues, plainRows } from '@curp-service/server/padron';
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
  readonly #run = new RunBuilder();
  #indexes: readonly number[] = [];
  #takePlain: TakeCells = () => false;
  #pending: Promise<void> = Promise.resolve();

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.#fileRows = new FileRows({
      format: parts.format,
      language: user.language,
      onHead: (head) => {
        this.#indexes = parts.onHead(head);
        this.#takePlain = plainRows(this.#indexes, this.#run);
      },
      // The first row is handed out, so that the import can begin.
      take: (bytes, from, to) => this.turn !== null && this.#takePlain(bytes, from, to),
    });
  }

  get rows(): number {
    return this.#fileRows.count;
  }

  async run(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      await this.#take(this.#fileRows.read(chunk));
      if (this.#run.isFull) await this.#write();
    }
    await this.#take(this.#fileRows.finish());
    await this.#write();
    await this.#pending;
  }

  async #take(rows: Iterable<FileRow>): Promise<void> {
    for (const row of rows) {
      this.turn ??= await this.#parts.begin();
      await this.#check(row);
    }
  }

  async #check(row: FileRow): Promise<void> {
    const { rejected } = this.#parts;
    const { content, reason } = row;
    const checked = content === null ? [reason] : checkRecord(this.#values(content), user.language);
    if ('curp' in checked) this.#run.add(checked.curp, checked.datos);
    else await rejected.add(row, checked);
  }

  #values(content: NonNullable<FileRow['content']>): readonly unknown[] {
    return isRow(content) ? this.#indexes.map((i) => content[i]) : fieldValues(content);
  }

  /** Starts writing a run; the next rows are read while the database writes. */
  async #write(): Promise<void> {
    const { turn } = this;
    if (turn === null) return;
    const { padron, rejected } = this.#parts;
    await this.#pending; // the previous run, whose memory this one takes
    const run = this.#run.take();
    this.hasRecords ||= run.rows > 0;
    this.#pending = padron.add(turn, run, { read: this.rows, rejected: rejected.count });
    this.#pending.catch(() => undefined); // thrown where `#pending` is awaited
  }
}

const isRow = (content: NonNullable<FileRow['content']>): content is readonly string[] => Array.isArray(content);
