/** The rows that somebody should look at: kept in two piles, counted by their reason, and replaced once they are mended. */
import type { Reading } from '@curp-service/contract/reading';
import { type DoneRow, FileRows, Lote, type Totals } from '@curp-service/lote';
import { BlobBuilder, csvLine, readPile, textOf, withoutApostrophe } from './files.js';
import {
  type BadPiles,
  type FileResult,
  type KeptRow,
  type MendTask,
  PAGE_ROWS,
  type Pile,
  type TaskHooks,
} from './tasks.js';

class PileBuilder {
  private count = 0;
  private readonly kept = new BlobBuilder();
  private readonly pages: number[] = [];

  add(row: KeptRow): void {
    if (this.count++ % PAGE_ROWS === 0) this.pages.push(this.kept.size);
    this.kept.add(new TextEncoder().encode(`${JSON.stringify(row)}\n`));
  }

  finish(): Pile {
    return { rows: this.kept.blob('text/plain;charset=utf-8'), pages: this.pages, count: this.count };
  }
}

export class BadRows {
  private readonly reviews = new PileBuilder();
  private readonly errors = new PileBuilder();
  private readonly reviewKinds = new Map<string, number>();

  /** Keeps a row unless it is ready. */
  take(row: KeptRow): void {
    const [notice] = row.notices;
    if (row.error !== null) this.errors.add(row);
    else if (notice !== undefined) {
      const kind = kindOfNotice(notice);
      this.reviewKinds.set(kind, (this.reviewKinds.get(kind) ?? 0) + 1);
      this.reviews.add(row);
    }
  }

  finish(): BadPiles {
    return { reviews: this.reviews.finish(), errors: this.errors.finish(), reviewKinds: this.reviewKinds };
  }
}

/** The first clause of a notice says what is doubtful. What the row itself holds follows behind it. */
const kindOfNotice = (notice: string): string => notice.split(/[:;,.]/, 1)[0] ?? '';

/** The number of the first row under the header. */
const FIRST_ROW = 2;

interface MendedRow {
  readonly row: Omit<DoneRow, 'written'>;
  readonly written: Uint8Array<ArrayBuffer>;
}

/** Processes mended rows and puts them in the place of those that were to be mended. All other rows stay as they are. */
export async function mendRows(mend: MendTask, { pause }: TaskHooks): Promise<FileResult> {
  const { previous } = mend;
  const startedAt = performance.now();
  const rows = processMended(mend, await readMended(mend));
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
  for await (const row of inOrder(previous)) {
    const done = rows.get(row.number);
    put(previous.output.slice(copied, row.from));
    copied = row.to;
    const from = size;
    put(done === undefined ? previous.output.slice(row.from, row.to) : new Blob([done.written]));
    const kept = { ...(done?.row ?? row), number: row.number, from, to: size };
    if (done !== undefined) mended.set(row.number, kept);
    if (kept.error !== null) errors.set(kept.error.code_error, (errors.get(kept.error.code_error) ?? 0) + 1);
    bad.take(kept);
    await pause();
  }
  put(previous.output.slice(copied));
  const piles = bad.finish();
  const { rows: count, others } = previous.totals;
  const good = count - piles.errors.count;
  const totals: Totals = { rows: count, good, reviews: piles.reviews.count, others, errors };
  return {
    totals,
    seconds: (performance.now() - startedAt) / 1000,
    reading: previous.reading,
    output: new Blob(parts, { type: previous.output.type }),
    firstRows: previous.firstRows.map((row) => mended.get(row.number) ?? row),
    mended: previous.mended + mended.size,
    ...piles,
  };
}

/** The rows of both piles as they stand in the file. */
async function* inOrder({ reviews, errors }: BadPiles): AsyncGenerator<KeptRow, void> {
  const piles = [readPile(reviews), readPile(errors)] as const;
  const next = async (pile: 0 | 1): Promise<KeptRow | undefined> => (await piles[pile].next()).value;
  let [review, error] = [await next(0), await next(1)];
  while (review !== undefined || error !== undefined) {
    if (review !== undefined && (error === undefined || review.from < error.from)) {
      yield review;
      review = await next(0);
    } else if (error !== undefined) {
      yield error;
      error = await next(1);
    }
  }
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
): Map<number, MendedRow> {
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
  return rows;
}

/** The mended rows are in UTF-8, and the names of their columns stand in the first row. */
const ofMended = (reading: Reading): Reading => ({
  ...reading,
  codificacion: { ...reading.codificacion, value: 'utf-8' },
  encabezado: { ...reading.encabezado, value: 1 },
});
