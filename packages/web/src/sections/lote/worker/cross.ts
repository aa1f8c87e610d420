/** Crosses two files of people, and keeps the rows that a person looks at. */
import { fileProblemOf, errorInWords } from '@curp-service/contract/codes/file';
import { FIELDS, type Field } from '@curp-service/contract/columns';
import { noticesInWords } from '@curp-service/contract/finding-message';
import { type FileFormat, MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
import { CELL } from '@curp-service/contract/people-words';
import {
  type AnsweredRow,
  Cruce,
  type ListName,
  type LoteOptions,
  type PeopleFile,
  SheetLote,
  type Understood,
  textFile,
} from '@curp-service/lote';
import { PileBuilder, keptRow } from './faulty-rows.js';
import { BlobBuilder, formatOf, textOf, xlsxLibrary } from './files.js';
import type { CrossResult, CrossTask, Crossed, CrossedRow, ListedRow, TaskHooks } from './tasks.js';

interface OpenedList {
  /** The list as text; a workbook is also its sheet. */
  readonly rows: PeopleFile;
  readonly sheet: SheetLote | null;
  readonly type: FileFormat;
}

export async function crossFiles(task: CrossTask, { pause }: TaskHooks): Promise<CrossResult> {
  const { language } = task;
  const cruce = new Cruce(undefined, task.pairs);
  const shown = new CrossedRows(task, cruce);
  try {
    const b = await open(task, 'b', cruce.optionsFor('b', language));
    const a = await open(task, 'a', { ...cruce.optionsFor('a', language), ...shown.options });
    const output = new BlobBuilder();
    const write = async (piece: Uint8Array): Promise<void> => {
      output.add(piece.slice());
      await pause();
    };
    const files = { a: a.rows, b: b.rows, written: a.sheet ?? a.rows };
    const readings = await cruce.run(files, { step: () => pause() ?? undefined, write });
    const only = new BlobBuilder();
    if (a.sheet === null) for await (const piece of cruce.onlyInB(language)) only.add(piece.slice());
    return {
      totals: cruce.totals,
      readings,
      output: output.blob(MEDIA_TYPES[a.type]),
      type: a.type,
      onlyInB: a.sheet === null ? only.blob(MEDIA_TYPES.csv) : null,
      ...shown.finish(a.type),
    };
  } catch (error) {
    const failure = fileProblemOf(error);
    if (failure === null) throw error;
    return { list: cruce.list, failure };
  }
}

async function open(
  { lists, language, told }: CrossTask,
  list: ListName,
  own: Partial<LoteOptions>,
): Promise<OpenedList> {
  const file = lists[list];
  const type = await formatOf(file, language);
  const options: LoteOptions = { formato: 'csv', excel: list === 'a', ...told[list], ...own };
  if (isWorkbookFormat(type)) {
    const { openSheet } = await xlsxLibrary();
    const sheet = await SheetLote.open(await openSheet(file), options);
    const rows = textFile({ chunks: () => sheet.csv() }, { ...sheet.options, reading: sheet.suggested });
    return { rows, sheet, type };
  }
  const chunks = (): AsyncIterable<Uint8Array> => textOf({ file, hoja: undefined });
  return { rows: textFile({ chunks }, { ...options, formato: type }), sheet: null, type };
}

/** The rows of both lists that the page shows. */
class CrossedRows {
  private readonly pairs = new PileBuilder<CrossedRow>();
  private readonly incomplete = new PileBuilder<CrossedRow>();
  private readonly onlyA = new PileBuilder<ListedRow>();
  private understood: Understood | null = null;

  constructor(
    private readonly task: CrossTask,
    private readonly cruce: Cruce,
  ) {}

  /** What the list A is opened with. */
  get options(): Partial<LoteOptions> {
    return {
      overrides: this.task.overrides,
      firstRows: Infinity,
      onRow: (row) => this.take(row),
      onUnderstood: (understood) => (this.understood = understood),
    };
  }

  private take(row: AnsweredRow): void {
    const { cruce, task } = this;
    if (!cruce.isLastPass) return;
    const { number, error, values: [pile = '', fila = ''] } = row; // oxfmt-ignore
    const isChanged = task.pairs.has(number) || task.overrides.cells.has(number);
    if (pile === 'misma' && !isChanged) return;
    if (pile === 'sola' && !isChanged) return this.onlyA.add(this.listed(row));
    const b = cruce.rowOfB(Number(fila));
    const inB = b === null ? null : { number: Number(fila), texts: [b.key, ...b.written], reason: '' };
    (error === null ? this.pairs : this.incomplete).add({ ...keptRow(row, null), b: inB });
  }

  private listed({ number, cells, named, notices }: AnsweredRow): ListedRow {
    const columns = named === undefined ? this.fields.map(([, column]) => column) : placesOf(named.columns);
    const texts = columns.map((column) => cells[column] ?? '');
    return { number, texts, reason: noticesInWords(notices, this.task.language).join(' ') };
  }

  /** The data of A and their columns, in the order of the cells. */
  private get fields(): readonly (readonly [Field, number])[] {
    const { columns, names = [] } = this.understood ?? {};
    const all = FIELDS.map((field) => [field, names.indexOf(columns?.get(field) ?? '')] as const);
    return all.filter(([, i]) => i >= 0).toSorted(([, a], [, b]) => a - b);
  }

  finish(type: FileFormat): Pick<Crossed, 'fields' | 'mayType' | 'pairs' | 'incomplete' | 'onlyA' | 'onlyB'> {
    const { language } = this.task;
    const onlyB = new PileBuilder<ListedRow>();
    for (const { number, profile, error } of this.cruce.rowsOnlyInB()) {
      const texts = profile === null ? [] : [profile.key, ...profile.written];
      onlyB.add({ number, texts, reason: error === null ? '' : errorInWords(error, CELL, language) });
    }
    const { format, delimiter } = this.understood ?? {};
    // The cells of a sheet with lines of CSV in single cells cannot change, nor those of a file of fixed width.
    const mayType = format === 'ndjson' || (isWorkbookFormat(type) ? delimiter === ',' : delimiter !== undefined);
    return {
      fields: format === 'ndjson' ? null : this.fields,
      mayType,
      pairs: this.pairs.finish(),
      incomplete: this.incomplete.finish(),
      onlyA: this.onlyA.finish(),
      onlyB: onlyB.finish(),
    };
  }
}

const placesOf = (columns: Readonly<Record<string, number>>): number[] =>
  Object.values(columns).filter((column) => column >= 0);
