/** Prepares the kernel for the rows of a file: which columns it reads, and what it writes around a key. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { ENCODER } from '../bytes.js';
import type { Kernel } from '../kernel/host.js';
import { At, Frame, Size } from '../kernel/layout.js';
import type { FramePiece } from '../read/ndjson.js';

/** The columns that the kernel reads. */
export const ANSWERED_FIELDS = [
  'nombres',
  'segundo_nombre',
  'apellido_paterno',
  'apellido_materno',
  'fecha_nacimiento',
  'anio_nacimiento',
  'mes_nacimiento',
  'dia_nacimiento',
  'sexo',
  'entidad',
  'curp',
  'rfc',
  'edad',
  'pais',
  'otro_anio',
] as const;

/** Returns columns in the order of `ANSWERED_FIELDS`. */
const columnsIn = (columns: ColumnIndexes): readonly number[] => ANSWERED_FIELDS.map((field) => columns[field]);

/** The plan for the rows of a CSV: its delimiter, its number of columns, and the texts before and after a key. */
interface CsvPlan {
  readonly delimiter: number;
  readonly width: number;
  readonly before: string;
  readonly after: string;
}

/** Writes the text of a sheet's cell at an index of the bytes that hold it. Returns its end, or 0 if it is longer than `most`. */
type WriteCell = (
  bytes: Uint8Array,
  from: number,
  to: number,
  column: number,
  style: number,
  isShared: boolean,
  at: number,
  most: number,
) => number;

/** The shared strings of a workbook: in blocks, each followed by a line feed, and the offset of each. */
export interface StringBlocks {
  readonly blocks: readonly Uint8Array[];
  readonly starts: Uint32Array;
}

/** How the kernel answers the rows of a sheet: the columns it reads, the first new column, and the new cell around the row's number and the key. */
export interface SheetPlan {
  readonly needed: readonly number[];
  readonly column: number;
  readonly before: Uint8Array;
  readonly middle: Uint8Array;
  readonly after: Uint8Array;
  readonly strings: StringBlocks;
  readonly writeCell: WriteCell;
}

export class KernelPlan {
  writeCell: WriteCell = () => 0;
  private readonly kernel: Kernel;
  /** The columns whose cells the kernel expects, in the order of `ANSWERED_FIELDS`. */
  planned: ColumnIndexes | null = null;
  used: readonly number[] = [];
  /** The number of frames made. */
  frames = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Prepares the kernel for the rows of a CSV. */
  csv(columns: ColumnIndexes, { delimiter, width, before, after }: CsvPlan): void {
    const { kernel } = this;
    const [first, last] = [before, after].map((text) => ENCODER.encode(text));
    kernel.memory.set(first, At.BEFORE);
    kernel.memory.set(last, At.AFTER);
    this.setColumns(columnsIn(columns));
    kernel.set({ delimiter, columns: width, beforeLength: first.length, afterLength: last.length });
  }

  /**
   * Makes a frame from the pieces of a line, so that the kernel answers similar lines. `before` and `after` are the
   * answer around the key. There is none if there is no room, or if its names have letters that are not Spanish.
   */
  addFrame(pieces: readonly FramePiece[], columns: ColumnIndexes, before: string, after: string): void {
    const { kernel } = this;
    const start = At.FRAMES + this.frames * Frame.SIZE;
    const bytes = new Uint8Array(Frame.SIZE);
    const numbers = new Int32Array(bytes.buffer);
    const [first, last, ...written] = [before, after, ...pieces.map((piece) => piece[1])].map((text) =>
      ENCODER.encode(text),
    );
    const size = written.reduce((sum, { length }) => sum + 16 + length, 0);
    const isTooLong = first.length > Frame.AFTER - Frame.BEFORE || last.length > Frame.FIRST_PIECE - Frame.AFTER;
    const high = pieces.map((piece) => piece[1].replaceAll(/\p{ASCII}/gu, '')).join('');
    if (isTooLong || Frame.FIRST_PIECE + size > Frame.SIZE || this.frames === Size.FRAMES) return;
    if (/[^ÁÉÍÓÚÜÑáéíóúüñ]/.test(high)) return;
    numbers.set([pieces.length, first.length, last.length]);
    numbers[Frame.IS_HIGH / 4] = Number(high !== '');
    numbers.set(columnsIn(columns), Frame.COLUMNS / 4);
    bytes.set(first, Frame.BEFORE);
    bytes.set(last, Frame.AFTER);
    let at: number = Frame.FIRST_PIECE;
    for (const [i, text] of written.entries()) {
      numbers.set([pieces[i][0], text.length], at / 4);
      bytes.set(text, at + 8);
      at += 8 + Math.ceil(text.length / 8) * 8;
    }
    kernel.memory.set(bytes, start);
    kernel.set({ frames: this.frames + 1, frame: this.frames });
    kernel.useFrame(start);
    this.frames++;
  }

  /** Prepares the kernel for the rows of a sheet. Returns `false` if it has too many columns, or one of them holds several data. */
  sheet(columns: ColumnIndexes, width: number, plan: SheetPlan): boolean {
    const { kernel } = this;
    const read = columnsIn(columns).filter((column) => column >= 0);
    if (plan.column > Size.COLUMNS || new Set(read).size < read.length) return false;
    this.writeCell = plan.writeCell;
    this.use(columns);
    for (const column of plan.needed) kernel.memory[At.NEEDED + column] = Size.NOTED;
    this.used.forEach((column, i) => {
      if (column >= 0) kernel.memory[At.NEEDED + column] = i + 1;
    });
    kernel.memory.set(plan.before, At.BEFORE);
    kernel.memory.set(plan.middle, At.MIDDLE);
    kernel.memory.set(plan.after, At.AFTER);
    const [beforeLength, middleLength, afterLength] = [plan.before, plan.middle, plan.after].map(
      ({ length }) => length,
    );
    const strings = this.addStrings(plan.strings);
    kernel.set({ columns: width, newColumn: plan.column, strings, beforeLength, middleLength, afterLength });
    return true;
  }

  /** Copies as many shared strings as fit. Returns their number. */
  private addStrings({ blocks, starts }: StringBlocks): number {
    const { kernel } = this;
    for (let i = 0; i < Math.min(blocks.length, Size.STRINGS >> Size.BLOCK_BITS); i++)
      kernel.keep(blocks[i], At.STRINGS + (i << Size.BLOCK_BITS));
    const beyond = starts.findIndex((start) => start >= Size.STRINGS);
    const some = starts.subarray(0, Math.min(beyond < 0 ? starts.length : beyond, Size.STRING_STARTS));
    kernel.keep(new Uint8Array(some.buffer, 0, some.byteLength), At.STRING_STARTS);
    return Math.max(0, some.length - 1);
  }

  /** Tells the kernel to expect the cells of these columns in the order of `ANSWERED_FIELDS`. */
  use(columns: ColumnIndexes): void {
    this.planned = columns;
    this.used = columnsIn(columns);
    this.setColumns(this.used.map((column, i) => (column < 0 ? -1 : i)));
  }

  private setColumns(columns: readonly number[]): void {
    this.kernel.set(Object.fromEntries(columns.map((column, i) => [ANSWERED_FIELDS[i], column])));
  }
}
