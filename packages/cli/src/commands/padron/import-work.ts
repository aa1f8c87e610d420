/** Imports rows: valid records go to the database in batches, the others to the file of rejected rows. */
import { type FileHead, type FileRow, FileRows } from '@curp-service/lote';
import type { Padron, ImportTurn } from '@curp-service/server/admin';
import type { Language } from '@curp-service/contract/language';
import { checkRecord, fieldValues } from '@curp-service/server/padron';
import type { RejectedRows } from './rejected.js';

/** Enough rows for the database to be fast, few enough to let other processes in. */
const BATCH_SIZE = 5000;

type CheckedRecord = Exclude<ReturnType<typeof checkRecord>, readonly string[]>;

export interface ImportParts {
  readonly padron: Padron;
  readonly rejected: RejectedRows;
  readonly language: Language;
  readonly format: 'csv' | 'ndjson';
  /** Returns the column of each field; none for NDJSON. */
  readonly onHead: (head: FileHead) => readonly number[];
  /** Begins the import in the database; called when the first row has been read. */
  readonly begin: () => Promise<ImportTurn>;
}

export class ImportWork {
  /** `null` until the first row is read. */
  turn: ImportTurn | null = null;
  added = 0;
  changed = 0;
  readonly #parts: ImportParts;
  readonly #fileRows: FileRows;
  #indexes: readonly number[] = [];
  #batch = new Map<string, CheckedRecord>();
  #written = 0;
  #pending: Promise<void> = Promise.resolve();

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.#fileRows = new FileRows({
      format: parts.format,
      language: parts.language,
      onHead: (head) => {
        this.#indexes = parts.onHead(head);
      },
    });
  }

  /** Rows read so far, including those of earlier runs. */
  get rows(): number {
    return this.#fileRows.count;
  }

  async run(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) await this.#take(this.#fileRows.read(chunk));
    await this.#take(this.#fileRows.finish());
    if (this.turn !== null) await this.#write(this.turn);
    await this.#pending;
  }

  async #take(rows: Iterable<FileRow>): Promise<void> {
    for (const row of rows) {
      const turn = this.turn ?? (await this.#begin());
      if (this.rows <= turn.read) continue;
      this.#check(row);
      if (this.rows - this.#written >= BATCH_SIZE) await this.#write(turn);
    }
  }

  async #begin(): Promise<ImportTurn> {
    const turn = await this.#parts.begin();
    this.#fileRows.skip = turn.read;
    this.#written = turn.read;
    ({ added: this.added, changed: this.changed } = turn);
    this.turn = turn;
    return turn;
  }

  #check(row: FileRow): void {
    const { language, rejected } = this.#parts;
    const { content, reason } = row;
    const checked = content === null ? [reason] : checkRecord(this.#values(content), language);
    // If a key is repeated, its last row counts, as it does across batches.
    if ('curp' in checked) this.#batch.set(checked.curp, checked);
    else rejected.add(row, checked);
  }

  #values(content: NonNullable<FileRow['content']>): readonly unknown[] {
    return isRow(content) ? this.#indexes.map((i) => content[i]) : fieldValues(content);
  }

  /** Starts writing a batch; the next rows are read while the database writes. */
  async #write({ turn }: ImportTurn): Promise<void> {
    const { padron, rejected } = this.#parts;
    const rows = [...this.#batch.values()];
    this.#batch = new Map();
    this.#written = this.rows;
    rejected.flush();
    const progress = { read: this.rows, rejected: rejected.count, rejectedBytes: rejected.bytes };
    await this.#pending;
    const addBatch = async (): Promise<void> => {
      const { added, changed } = await padron.add(turn, rows, progress);
      this.added += added;
      this.changed += changed;
    };
    this.#pending = addBatch();
    this.#pending.catch(() => undefined); // thrown where `#pending` is awaited
  }
}

const isRow = (content: NonNullable<FileRow['content']>): content is readonly string[] => Array.isArray(content);
