/** Keeps the output of a file in blobs, outside of the script's memory, and the rows that the page shows. */
import { validar } from '@curp-service/core';
import { CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { type DoneRow, Lote } from '@curp-service/lote';
import { TEXTS } from '../../../base/texts.js';
import { BlobBuilder } from './blob-builder.js';
import { type FileTask, type ErrorGroup, type FileResult, PAGE_ROWS, type TextPair } from './messages.js';
import type { KeptRow } from './rows.js';

const TEXT = 'text/plain;charset=utf-8';

export class Harvest {
  readonly lote: Lote;
  badRows = 0;
  private readonly task: FileTask;
  private readonly output = new BlobBuilder();
  /** The bad rows as the output has them, each behind its number, and as the page shows them. */
  private readonly badOutput = new BlobBuilder();
  private readonly badKept = new BlobBuilder();
  private readonly pages: number[] = [];
  private readonly firstRows: KeptRow[] = [];
  private readonly groups = new Map<string, ErrorGroup>();
  private sameRoot = 0;

  constructor(task: FileTask, reading: Reading) {
    this.task = task;
    this.lote = new Lote({ ...task.options, reading, firstRows: PAGE_ROWS, onRow: (row) => this.takeRow(row) });
  }

  /** Takes a piece of the output. */
  take(piece: Uint8Array): void {
    this.output.add(piece.slice());
  }

  finish(seconds: number, reading: Reading): FileResult {
    const { totals, headerLength } = this.lote;
    return {
      totals,
      seconds,
      reading,
      output: this.output.blob(TEXT),
      headerLength,
      firstRows: this.firstRows,
      bad: this.badOutput.blob(TEXT),
      badRows: this.badKept.blob(TEXT),
      pages: this.pages,
      badCount: this.badRows,
      groups: this.groups,
      sameRoot: this.sameRoot,
    };
  }

  private takeRow({ written, ...row }: DoneRow): void {
    if (this.firstRows.length < PAGE_ROWS) this.firstRows.push(row);
    if (!this.isBad(row)) return;
    if (this.badRows++ % PAGE_ROWS === 0) this.pages.push(this.badKept.size);
    this.badKept.add(encode(`${JSON.stringify(row)}\n`));
    if (this.task.options.formato === 'ndjson') return;
    this.badOutput.add(encode(`${row.number}${this.task.delimiter}`));
    this.badOutput.add(written.slice());
  }

  /** A key with the same root as the calculated one is counted, but not bad: the registry assigns its end. */
  private isBad({ error, values: [answer], curp = '' }: KeptRow): boolean {
    if (error !== null) return true;
    if (answer === 'misma_raiz') this.sameRoot++;
    else if (answer === 'difiere') this.addToGroup('difiere', () => TEXTS.difiere);
    else if (answer === false) {
      const { codigo, mensaje } = firstError(curp, 'es');
      this.addToGroup(codigo, () => [mensaje, firstError(curp, 'en').mensaje]);
    }
    return answer === 'difiere' || answer === false;
  }

  private addToGroup(name: string, text: () => TextPair): void {
    const group = this.groups.get(name);
    if (group === undefined) this.groups.set(name, { rows: 1, text: text() });
    else group.rows++;
  }
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A key that is not valid counts by its first error. */
const firstError = (curp: string, language: Language): { codigo: string; mensaje: string } =>
  validar(curp, CORE_OPTIONS[language]).hallazgos.find(({ severidad }) => severidad === 'error') ?? {
    codigo: '',
    mensaje: '',
  };
