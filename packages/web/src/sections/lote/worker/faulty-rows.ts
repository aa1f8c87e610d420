/** The rows that a person must check, by the datum at fault. */
import { type ColumnIndexes, DATE_PARTS, FIELDS, type Field, SURNAMES } from '@curp-service/contract/columns';
import type { Mends } from '@curp-service/lote';
import { BlobBuilder } from './files.js';
import {
  type CellMend,
  type FaultCase,
  type FaultGroup,
  type FaultyRows,
  type KeptRow,
  PAGE_ROWS,
  type Pile,
} from './tasks.js';
import { suggestedText } from './suggest.js';

/** The most cases of a group, and rows of a case, that are kept in memory; further ones start a new list. */
const MAX_CASES = 1000;
const MAX_ROWS = 20;

class PileBuilder<T> {
  private count = 0;
  private readonly kept = new BlobBuilder();
  private readonly pages: number[] = [];

  add(value: T): void {
    if (this.count++ % PAGE_ROWS === 0) this.pages.push(this.kept.size);
    this.kept.add(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
  }

  finish(): Pile<T> {
    return { lines: this.kept.blob('text/plain;charset=utf-8'), pages: this.pages, count: this.count };
  }
}

interface OpenCase {
  readonly reason: string;
  readonly rows: KeptRow[];
  readonly numbers: number[];
}

/** The data that are written in few ways: the same text means the same in every row. */
const CODED: ReadonlySet<Field | null> = new Set(['entidad', 'sexo']);
const ABBREVIATION = /^\p{L}{1,6}\.$/u;

/** Returns whether the same text in several rows is likely to be at fault for one cause: the dates and names of several people are not. */
const haveOneCause = ({ field, column }: Omit<FaultGroup, 'rows' | 'cases'>, cell: string): boolean =>
  column < 0 || (CODED.has(field) ? cell.trim() !== '' : ABBREVIATION.test(cell.trim()));

class GroupBuilder {
  private readonly pile = new PileBuilder<FaultCase>();
  private rows = 0;
  private cases = new Map<string, OpenCase>();

  constructor(private readonly about: Omit<FaultGroup, 'rows' | 'cases'>) {}

  add(row: KeptRow): void {
    const reason = reasonKey(row);
    const cell = row.cells[this.about.column] ?? '';
    const key = JSON.stringify([haveOneCause(this.about, cell) ? cell : row.number, reason]);
    if (this.cases.size === MAX_CASES) this.flush();
    const found = this.cases.get(key) ?? { reason, rows: [], numbers: [] };
    this.cases.set(key, found);
    this.rows++;
    found.numbers.push(row.number);
    if (found.rows.length < MAX_ROWS) found.rows.push(row);
  }

  finish(): FaultGroup {
    this.flush();
    return { ...this.about, rows: this.rows, cases: this.pile.finish() };
  }

  /** Moves the cases to the pile: those with the same reason together, and those of many rows first. */
  private flush(): void {
    const reasons = Map.groupBy(this.cases.values(), ({ reason }) => reason);
    for (const cases of reasons.values()) {
      for (const { rows, numbers } of cases.toSorted((a, b) => b.numbers.length - a.numbers.length)) {
        this.pile.add({ rows, numbers });
      }
    }
    this.cases = new Map();
  }
}

export class FaultyRowsBuilder {
  private readonly faulty = new PileBuilder<KeptRow>();
  private readonly groups = new Map<string, GroupBuilder>();

  constructor(private readonly columns: ColumnIndexes | null) {}

  /** Keeps a row unless it is ready. */
  add(row: KeptRow): void {
    const isError = row.error !== null;
    if (!isError && row.notices.length === 0) return;
    const { field, column } = faultOf(row, this.columns);
    const suggested = suggestedText(field, row.cells[column] ?? '');
    this.faulty.add(row);
    const key = `${isError} ${field}`;
    const group = this.groups.get(key) ?? new GroupBuilder({ isError, field, column });
    this.groups.set(key, group);
    group.add({ ...row, suggested });
  }

  finish(): FaultyRows {
    const groups = Array.from(this.groups.values(), (group) => group.finish());
    const inOrder = groups.toSorted((a, b) => Number(a.isError) - Number(b.isError) || b.rows - a.rows);
    return { faulty: this.faulty.finish(), groups: inOrder };
  }
}

/** Returns the same text for rows with the same reason. */
export const reasonKey = ({ error, notices }: KeptRow): string => JSON.stringify(error?.problem ?? notices);

/** Finds the datum at fault in a row, and the column that holds it. */
export function faultOf(
  { error, doubted }: KeptRow,
  columns: ColumnIndexes | null,
): Pick<FaultGroup, 'field' | 'column'> {
  const field = FIELDS.find((each) => each === (error?.parametro ?? doubted)) ?? null;
  return { field, column: field === null || columns === null ? -1 : columnOf(field, columns) };
}

/** Returns the column of a field. A part of the date, or of the name, is in the column of the whole. */
function columnOf(field: Field, columns: ColumnIndexes): number {
  if (columns[field] >= 0) return columns[field];
  if (field === 'fecha_nacimiento') return columns.anio_nacimiento;
  if (DATE_PARTS.some((part) => part === field)) return columns.fecha_nacimiento;
  if (!SURNAMES.some((surname) => surname === field)) return -1;
  return columns.apellidos >= 0 ? columns.apellidos : columns.nombres;
}

/** Returns the texts of mended cells by row and column. Later ones replace earlier ones. */
export function mendsOf(list: readonly CellMend[] = []): Mends {
  const mends = new Map<number, Map<number, string>>();
  for (const { numbers, column, text } of list) {
    for (const number of numbers) {
      const texts = mends.get(number) ?? new Map<number, string>();
      mends.set(number, texts.set(column, text));
    }
  }
  return mends;
}
