/** The bad rows of a file: kept in a blob, counted by kind of error, and replaced once they are mended. */
import { validar } from '@curp-service/core';
import type { Reading } from '@curp-service/contract/reading';
import { type DoneRow, FileRows, Lote, type Totals } from '@curp-service/lote';
import { BlobBuilder, csvLine, readKept, textOf, withoutApostrophe } from './files.js';
import { type FileResult, type KeptBadRows, type KeptRow, type MendTask, PAGE_ROWS, type TaskHooks } from './tasks.js';

export class BadRows {
  count = 0;
  sameRoot = 0;
  private readonly kept = new BlobBuilder();
  private readonly pages: number[] = [];
  private readonly groups = new Map<string, { rows: number; readonly curp: string }>();

  /** Keeps a row if it is bad. */
  take(row: KeptRow): void {
    if (!this.isBad(row)) return;
    if (this.count++ % PAGE_ROWS === 0) this.pages.push(this.kept.size);
    this.kept.add(new TextEncoder().encode(`${JSON.stringify(row)}\n`));
  }

  finish(): KeptBadRows {
    const { count, sameRoot, pages, groups } = this;
    return { badRows: this.kept.blob('text/plain;charset=utf-8'), badCount: count, sameRoot, pages, groups };
  }

  /** A key with the same root as the calculated one is counted, but not bad: the registry assigns its end. */
  private isBad({ error, values: [answer], curp = '' }: KeptRow): boolean {
    if (error !== null) return true;
    if (answer === 'misma_raiz') this.sameRoot++;
    if (answer !== 'difiere' && answer !== false) return false;
    // A key that is not valid counts by its first error.
    const invalid = answer === false && validar(curp).hallazgos.find(({ severidad }) => severidad === 'error');
    const name = invalid ? invalid.codigo : 'difiere';
    const group = this.groups.get(name) ?? { rows: 0, curp };
    group.rows++;
    this.groups.set(name, group);
    return true;
  }
}

/** The number of the first row under the header. */
const FIRST_ROW = 2;

interface MendedRow {
  readonly row: Omit<DoneRow, 'written'>;
  readonly written: Uint8Array<ArrayBuffer>;
}

/** Processes mended rows and puts them in the place of the bad ones. All other rows stay as they are. */
export async function mendRows(mend: MendTask, { pause }: TaskHooks): Promise<FileResult> {
  const { previous } = mend;
  const startedAt = performance.now();
  const { rows, contradictions } = processMended(mend, await readMended(mend));
  const parts: Blob[] = [];
  let copied = 0;
  let size = 0;
  const put = (part: Blob): void => {
    parts.push(part);
    size += part.size;
  };
  const bad = new BadRows();
  const errors = new Map<number, number>();
  const mended = new Map<number, KeptRow>();
  bad.sameRoot = previous.sameRoot;
  for (const [page, start] of previous.pages.entries()) {
    for (const row of await readKept(previous.badRows.slice(start, previous.pages[page + 1]))) {
      const done = rows.get(row.number);
      put(previous.output.slice(copied, row.from));
      copied = row.to;
      const from = size;
      put(done === undefined ? previous.output.slice(row.from, row.to) : new Blob([done.written]));
      const kept = { ...(done?.row ?? row), number: row.number, from, to: size };
      if (done !== undefined) mended.set(row.number, kept);
      if (kept.error !== null) errors.set(kept.error.code_error, (errors.get(kept.error.code_error) ?? 0) + 1);
      bad.take(kept);
    }
    await pause();
  }
  put(previous.output.slice(copied));
  const wrong = Array.from(errors.values()).reduce((sum, n) => sum + n, 0);
  const left = Math.min(previous.totals.contradictions, previous.badCount - mended.size);
  const totals: Totals = {
    rows: previous.totals.rows,
    good: previous.totals.rows - wrong,
    contradictions: left + contradictions,
    errors,
  };
  return {
    totals,
    seconds: (performance.now() - startedAt) / 1000,
    reading: previous.reading,
    output: new Blob(parts, { type: previous.output.type }),
    firstRows: previous.firstRows.map((row) => mended.get(row.number) ?? row),
    mended: previous.mended + mended.size,
    ...bad.finish(),
  };
}

/** The cells of each mended row by the number of the row that it replaces. */
async function readMended({ names, ...source }: MendTask): Promise<Map<number, readonly string[]>> {
  const rows = new Map<number, readonly string[]>();
  const reader = new FileRows({ format: 'csv', language: 'es', onHead: () => {} });
  const take = (found: Iterable<{ readonly content: unknown }>): void => {
    for (const { content } of found) {
      if (!Array.isArray(content)) continue;
      const [number = '', , ...cells] = content.map(String);
      rows.set(Number(number), cells.slice(0, names.length).map(withoutApostrophe));
    }
  };
  for await (const chunk of textOf(source)) take(reader.read(chunk));
  take(reader.finish());
  return rows;
}

/** Processes the rows by the reading of the file that they come from. */
function processMended(
  { task: { options, delimiter }, previous: { reading }, names }: MendTask,
  mended: ReadonlyMap<number, readonly string[]>,
): { readonly rows: Map<number, MendedRow>; readonly contradictions: number } {
  const rows = new Map<number, MendedRow>();
  const numbers = [...mended.keys()];
  const onRow = ({ written, ...row }: DoneRow): void => {
    rows.set(numbers[row.number - FIRST_ROW] ?? 0, { row, written: written.slice() });
  };
  const lote = new Lote({ ...options, reading: ofMended(reading), onRow, firstRows: Infinity });
  const lines = [names, ...mended.values()].map((cells) => csvLine(cells, delimiter));
  for (const pieces of [lote.process(new TextEncoder().encode(lines.join(''))), lote.finish()]) {
    for (const piece of pieces) void piece; // `onRow` has taken each row
  }
  return { rows, contradictions: lote.totals.contradictions };
}

/** The mended rows are in UTF-8, and the names of their columns stand in the first row. */
const ofMended = (reading: Reading): Reading => ({
  ...reading,
  codificacion: { ...reading.codificacion, value: 'utf-8' },
  encabezado: { ...reading.encabezado, value: 1 },
});
