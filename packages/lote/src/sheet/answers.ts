/** Does the rows of a sheet, block by block, and gives each row its new cells. */
import { freeNames } from '@curp-service/contract/columns';
import { Byte } from '../bytes.js';
import { Lote, type LoteOptions } from '../lote.js';
import { say } from '@curp-service/contract/language';
import { HOMONYM_TITLE, type NewCells, REASON_TITLE, TITLES, cellsOf } from './words.js';

/** Rows of a sheet as lines of CSV, one line a row. */
export interface RowBlock {
  /** The number in the sheet of the first row, and how many there are. */
  readonly first: number;
  readonly rows: number;
  readonly csv: Uint8Array<ArrayBuffer>;
}

/** The key of a row, which goes into its first new cell: the ASCII between these places. */
export interface KeyCell {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

type Answer = NewCells | KeyCell | null | undefined;

/** The new cells of each row of a block; rows without an answer stay as they are. */
export type Answers = readonly Answer[];

const KEY_LENGTH = 18;
/** That of a line such as `,CUOA900517MDFRXN01,0,` with its end. */
const LINE_LENGTH = KEY_LENGTH + 5;

export class SheetAnswers {
  readonly lote: Lote;
  /** The names of the new columns, each with a number behind if the sheet turns out to have that name. */
  titles: readonly string[];
  /** Answers that are only a key are taken from the bytes that `lote` writes. */
  private readonly areKeys: boolean;
  /** The cells of rows that are told, all of them or the bad ones, and the length of their lines. */
  private readonly told = new Map<number, readonly [cells: NewCells, length: number]>();

  constructor(options: LoteOptions) {
    const { operacion = 'calcular', language = 'es', homonimos = false, nombre_completo, onUnderstood } = options;
    const titles = [...TITLES[operacion], ...(homonimos ? [HOMONYM_TITLE] : []), REASON_TITLE];
    this.titles = titles.map((words) => say(words, language));
    this.areKeys = operacion === 'calcular' && !homonimos && nombre_completo === undefined;
    this.lote = new Lote({
      ...options,
      onlyAnswers: true,
      firstRows: this.areKeys ? 0 : Infinity,
      onUnderstood: (understood) => {
        const { columns = new Map<string, string>(), others = [] } = understood;
        this.titles = freeNames(this.titles, [...columns.values(), ...others]);
        onUnderstood?.({ ...understood, added: this.titles });
      },
      onRow: (row) => {
        this.told.set(row.number, [cellsOf(row, operacion, homonimos, language), row.written.length]);
      },
    });
  }

  /** Gives the answers of a block, once all of `pieces` is taken: what `lote.process` gives for it. */
  async answer(
    { first, rows, csv }: RowBlock,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = this.lote.process(csv),
  ): Promise<Answers> {
    const answers: Answer[] = [];
    for await (const piece of pieces) this.take(piece, first, answers);
    return this.complete(answers, first, rows);
  }

  /** The same at once, for a block of as many rows as `pieces` does. */
  answerNow(first: number, pieces: Iterable<Uint8Array>): Answers {
    const { lote } = this;
    const before = lote.totals.rows + lote.emptyLines;
    const answers: Answer[] = [];
    for (const piece of pieces) this.take(piece, first, answers);
    return this.complete(answers, first, lote.totals.rows + lote.emptyLines - before);
  }

  private take(piece: Uint8Array, first: number, answers: Answer[]): void {
    if (this.areKeys) this.takeKeys(piece.slice(), first, answers);
  }

  /** Adds the answers that are told but not read from bytes. */
  private complete(answers: Answer[], first: number, rows: number): Answers {
    while (answers.length < rows) answers.push(this.told.get(first + answers.length)?.[0] ?? null);
    this.told.clear();
    return answers;
  }

  /** Takes the answers from whole lines. */
  private takeKeys(lines: Uint8Array, first: number, answers: Answer[]): void {
    for (let at = 0; at < lines.length;) {
      const [cells, length] = this.told.get(first + answers.length) ?? [null, 0];
      const hasKey = cells === null && lines[at] !== Byte.LINE_FEED;
      answers.push(hasKey ? { bytes: lines, from: at + 1, to: at + 1 + KEY_LENGTH } : cells);
      if (length > 0) at += length;
      else if (hasKey && lines[at + LINE_LENGTH - 1] === Byte.LINE_FEED) at += LINE_LENGTH;
      else at = lines.indexOf(Byte.LINE_FEED, at) + 1;
    }
  }
}
