/** The rows that a person must check: each with all its reasons, in the order of its cells, and the fills that they know. */
import { type ColumnIndexes, FIELDS } from '@curp-service/contract/columns';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Notice } from '@curp-service/contract/finding-message';
import { type AnsweredRow, type Fill, fieldOfReason, fillsOf } from '@curp-service/lote';
import { BlobBuilder } from './files.js';
import { sameText, sharedColumn } from './same-text.js';
import { type FaultyRows, type KeptReason, type KeptRow, PILE_PAGE, type Pile } from './tasks.js';

/** The most different texts whose rows are remembered together, and the most of their rows. */
const MOST_TEXTS_OF_ROWS = 1000;
const MOST_ROWS = 10_000;

export class PileBuilder<T extends { readonly number: number }> {
  private readonly numbers: number[] = [];
  private readonly kept = new BlobBuilder();
  private readonly pages: number[] = [];

  add(row: T): void {
    if (this.numbers.length % PILE_PAGE === 0) this.pages.push(this.kept.size);
    this.numbers.push(row.number);
    this.kept.add(new TextEncoder().encode(`${JSON.stringify(row)}\n`));
  }

  finish(): Pile<T> {
    return { lines: this.kept.blob('text/plain;charset=utf-8'), pages: this.pages, numbers: this.numbers };
  }
}

/** Returns a row as the page keeps it. `columns`: those of a table; `null` if each row names its data. */
export function keptRow(row: AnsweredRow, columns: ColumnIndexes | null): KeptRow {
  const { written: _written, earlier: _earlier, others, error, notices, ...kept } = row;
  const own = kept.named?.columns ?? columns;
  const filled = own === null ? null : { cells: kept.cells, columns: own };
  const asReason = (reason: Notice | RowProblem | string): KeptReason => {
    if (typeof reason === 'string') return { reason, field: null, column: -1, fills: [] };
    const field = fieldOfReason(reason);
    const column = field === null || own === null ? -1 : columnOf(field, own);
    return { reason, field, column, fills: filled === null ? [] : fillsOf(reason, filled) };
  };
  const told = notices.filter((notice) => !('id' in notice && notice.id === 'revisado'));
  const all = [...(error === null ? [] : [error.problem]), ...told, ...others].map(asReason);
  const place = ({ column, field }: KeptReason): number =>
    column >= 0 ? column : field === null ? Infinity : FIELDS.indexOf(field);
  return { ...kept, error, notices, reasons: once(all.toSorted((a, b) => place(a) - place(b))) };
}

/** Leaves out reasons that are told twice, and fills that an earlier reason has. */
function once(reasons: readonly KeptReason[]): KeptReason[] {
  const told = new Set<string>();
  const isNew = (value: unknown): boolean => {
    const key = JSON.stringify(value);
    return !told.has(key) && told.add(key) !== undefined;
  };
  return reasons
    .filter(({ reason }) => isNew(reason))
    .map(({ reason, field, column, fills }) => {
      const own = fills.filter((fill: Fill) => isNew(fill));
      return { reason, field, column, fills: own };
    });
}

/** Returns the column of a field. A part of the date, or of the name, is in the column of the whole. */
function columnOf(field: keyof ColumnIndexes, columns: ColumnIndexes): number {
  const others: Partial<Record<keyof ColumnIndexes, readonly (keyof ColumnIndexes)[]>> = {
    fecha_nacimiento: ['anio_nacimiento'],
    anio_nacimiento: ['fecha_nacimiento'],
    mes_nacimiento: ['fecha_nacimiento'],
    dia_nacimiento: ['fecha_nacimiento'],
    apellido_paterno: ['apellidos', 'nombres'],
    apellido_materno: ['apellidos', 'nombres'],
    apellidos: ['apellido_paterno', 'nombres'],
  };
  const found = [field, ...(others[field] ?? [])].find((each) => columns[each] >= 0);
  return found === undefined ? -1 : columns[found];
}

export class FaultyRowsBuilder {
  private readonly reviews = new PileBuilder<KeptRow>();
  private readonly errors = new PileBuilder<KeptRow>();
  private readonly same = new Map<string, number[]>();
  private readonly ready = new Set<number>();

  /** Keeps a row that somebody must check, or has changed. */
  add(row: KeptRow): void {
    const [first] = row.notices;
    const isReady = first === undefined || ('id' in first && first.id === 'revisado');
    if (row.error === null && isReady) this.ready.add(row.number);
    if (row.error === null) this.reviews.add(row);
    else this.errors.add(row);
    for (const reason of row.reasons) {
      const column = sharedColumn(reason, row.cells);
      if (column < 0) continue;
      const key = sameText(column, row.cells[column] ?? '');
      const numbers = this.same.get(key) ?? [];
      if (numbers.length === 0 && this.same.size === MOST_TEXTS_OF_ROWS) continue;
      if (numbers.length < MOST_ROWS && numbers.at(-1) !== row.number) numbers.push(row.number);
      this.same.set(key, numbers);
    }
  }

  finish(): FaultyRows {
    return { reviews: this.reviews.finish(), errors: this.errors.finish(), same: this.same, ready: this.ready };
  }
}
