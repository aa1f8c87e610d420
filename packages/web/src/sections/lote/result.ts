/** The view of the result: figures, downloads, reasons by type, and tables of rows. */
import { kindOf } from '@curp-service/contract/codes/file';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import type { SheetRange } from '@curp-service/contract/reading';
import { tellReading } from '@curp-service/contract/tell-reading';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card, note } from '../../base/elements.js';
import { type TextKey, currentLanguage, formatNumber, t, translated } from '../../base/language.js';
import { type FinishedTask, badRowsFile, showRow, shownNames } from './rows.js';
import { RowTable } from './table.js';
import {
  type View,
  download,
  downloadName,
  failureMessage,
  heading,
  pileFigures,
  pilesInWords,
  proofNote,
  rowMessage,
} from './view.js';
import { readPage } from './worker/files.js';
import { type FileResult, type KeptRow, PAGE_ROWS, type Pile, type Tasks, startFileTask } from './worker/tasks.js';

/** The rows of an Excel sheet, its header included. */
const EXCEL_ROWS = 1 << 20;

export class ResultView implements View {
  readonly element: HTMLElement;
  private readonly finished: FinishedTask;
  private readonly facts = h('p', { class: 'nota nombre-de-archivo' });
  private readonly counts = h('div', {});
  private readonly kinds = h('ul', { class: 'grafica' });
  private readonly reading = h('ul', { class: 'lectura' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly text = button('descargar', () => this.save(this.finished.result.output, this.extension));
  private readonly workbook = button('descargar', () => this.saveWorkbook());
  private readonly tooManyRows = h('p', { class: 'nota' });
  /** The tables of the piles that are not empty, reviews first. */
  private readonly piles: readonly RowTable[];
  private readonly firstRows: RowTable;
  private readonly details: HTMLDetailsElement;
  private readonly summary = h('summary', {});
  private preparing = false;
  /** The ranges of the workbook that cannot have the new columns; known once it was prepared. */
  private rangos: readonly SheetRange[] = [];

  constructor(finished: FinishedTask, otherFile: () => void) {
    this.finished = finished;
    const { result, task } = finished;
    const { reviews, errors } = result;
    const isBad = reviews.count + errors.count > 0;
    const isCsv = task.options.formato === 'csv';
    const buttons = [this.text, ...(isCsv ? [this.workbook] : [])];
    if (isWorkbookFormat(task.type)) buttons.reverse();
    buttons[0]?.classList.add('principal');
    const names = shownNames(finished);
    const show = (rows: readonly KeptRow[]): ReturnType<typeof showRow>[] => rows.map((row) => showRow(row, finished));
    const tableOf = (label: TextKey, pile: Pile): RowTable =>
      new RowTable(label, pile.count, names, async (page) => show(await readPage(pile, page)));
    const piles = (
      [
        ['filas_por_revisar', reviews],
        ['filas_con_error', errors],
      ] as const
    ).flatMap(([label, pile]) => (pile.count > 0 ? [[label, tableOf(label, pile)] as const] : []));
    this.piles = piles.map(([, rows]) => rows);
    this.firstRows = new RowTable('filas', 0, names, async () => show(result.firstRows));
    const ontoggle = (): void => this.showFirst();
    this.details = h('details', { class: 'tarjeta', open: !isBad, ontoggle }, this.summary, this.firstRows.element);
    this.element = h(
      'div',
      { class: 'lote' },
      card(
        '',
        h('div', {}, heading({ t: 'listo' }), this.facts),
        this.counts,
        actions(...buttons, isCsv && isBad && button('solo_malas', () => void this.saveBad())),
        isCsv && isBad && note('corregir_y_soltar'),
        this.tooManyRows,
        this.verdict,
        proofNote(task.options.operacion),
        actions(button('cambiar', finished.onChange), button('otro_archivo', otherFile)),
      ),
      card('', h('h2', { t: 'como_se_leyo' }), this.reading),
      isBad && card('', h('h2', { t: 'por_tipo' }), this.kinds),
      ...piles.map(([label, rows]) => card('', h('h2', { t: label }), rows.element)),
      this.details,
    );
    this.render();
    const { rows, good } = result.totals;
    announce(pilesInWords(rows, good, reviews.count));
  }

  render(): void {
    const { file, result } = this.finished;
    const { totals, seconds, mended } = result;
    const rangos = { ...result.reading.rangos, value: this.rangos };
    const fits = totals.rows < EXCEL_ROWS;
    const parts = [file.name, t('n_filas', { n: formatNumber(totals.rows) }), `${seconds.toFixed(2)} s`];
    // A speed measured over an instant means nothing.
    if (seconds > 0.5) parts.push(t('velocidad', { n: formatNumber(totals.rows / seconds) }));
    if (totals.others > 0) parts.push(t('n_sin_persona', { n: formatNumber(totals.others) }));
    if (mended > 0) parts.push(t('n_corregidas', { n: formatNumber(mended) }));
    setChildren(this.facts, parts.join(' · '));
    setChildren(this.counts, pileFigures(totals.rows, totals.good, totals.reviews));
    setChildren(
      this.reading,
      ...tellReading({ ...result.reading, rangos }, currentLanguage()).map(({ texto }) =>
        h('li', {}, rowMessage(texto)),
      ),
    );
    setChildren(this.kinds, ...reasonBars(result));
    setChildren(this.summary, t('primeras', { n: String(Math.min(PAGE_ROWS, totals.rows)) }));
    setChildren(this.text, t('descargar', { formato: this.extension.toUpperCase() }));
    const label = this.isSameWorkbook ? t('descargar_libro') : t('descargar', { formato: 'Excel' });
    setChildren(this.workbook, this.preparing ? t('preparando') : label);
    this.workbook.disabled = this.preparing || !fits;
    setChildren(this.tooManyRows, fits ? '' : t('no_cabe', { n: formatNumber(EXCEL_ROWS) }));
    for (const rows of this.piles) rows.render();
    this.showFirst();
  }

  /** A workbook comes back as it was, with the answers. Mended rows are in no workbook. */
  private get isSameWorkbook(): boolean {
    const { task, result } = this.finished;
    return isWorkbookFormat(task.type) && result.mended === 0;
  }

  private get extension(): string {
    return this.finished.task.options.formato;
  }

  private showFirst(): void {
    if (this.details.open) this.firstRows.render();
  }

  private save(blob: Blob, extension: string): void {
    download(blob, downloadName(this.finished.file.name, extension));
  }

  private async saveBad(): Promise<void> {
    this.save(await badRowsFile(this.finished), 'error.csv');
  }

  private saveWorkbook(): void {
    const { result, task } = this.finished;
    const isSame = this.isSameWorkbook;
    const prepare = (preparing: boolean): void => {
      this.preparing = preparing;
      this.render();
    };
    const listener = {
      done: (workbook: Blob) => {
        prepare(false);
        this.save(workbook, isSame ? task.type : 'xlsx');
      },
      failure: (failure: Parameters<typeof failureMessage>[0]) => {
        prepare(false);
        setChildren(this.verdict, failureMessage(failure));
      },
    };
    prepare(true);
    const done = ({ workbook, rangos }: Tasks['fill'][1]): void => {
      this.rangos = rangos;
      listener.done(workbook);
    };
    if (isSame) startFileTask({ kind: 'fill', task }, { ...listener, done });
    else startFileTask({ kind: 'workbook', task: { csv: result.output, delimiter: task.delimiter } }, listener);
  }
}

/** A bar for each kind of reason, the most frequent first. */
function reasonBars({ totals, reviewKinds, reviews, errors }: FileResult): HTMLElement[] {
  const all = reviews.count + errors.count;
  const kinds = [
    ...Array.from(reviewKinds, ([label, rows]) => ({ rows, label, pile: 'aviso' })),
    ...Array.from(totals.errors, ([code, rows]) => ({ rows, label: translated(kindOf(code)), pile: 'mal' })),
  ];
  return kinds
    .toSorted((a, b) => b.rows - a.rows)
    .map(({ rows, label, pile }) => {
      const bar = h('i', {});
      bar.style.setProperty('--parte', String(rows / all));
      const share = h('small', {}, ` ${formatPercent(rows / all)}`);
      const capitalized = label.charAt(0).toLocaleUpperCase() + label.slice(1);
      return h('li', { class: pile }, h('span', {}, capitalized), h('b', {}, formatNumber(rows), share), bar);
    });
}

function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : percent >= 0.1 ? percent.toFixed(1) : '<0.1'} %`;
}
