/** The view of the result: figures, downloads, the rows to mend, the first rows, and how the file was read. */
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { conventionRow } from '@curp-service/contract/conventions/table';
import { quoteNames } from '@curp-service/contract/words/message';
import { partlyCompared } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card } from '../../base/elements.js';
import { currentLanguage, formatNumber, t } from '../../base/language.js';
import { MendView, countRows, otherReadings } from './mend.js';
import { type FinishedTask, faultyRowsFile, rowTable } from './rows.js';
import {
  type View,
  conventionMessage,
  describedOnPage,
  download,
  downloadName,
  failureMessage,
  heading,
  pileFigures,
  pilesInWords,
  proofNote,
} from './view.js';
import { startFileTask } from './file-task.js';
import { PAGE_ROWS, type TaskFailure } from './worker/tasks.js';

/** The most rows of an Excel sheet, its header included. */
const EXCEL_ROWS = 1 << 20;

export class ResultView implements View {
  readonly element: HTMLElement;
  private readonly finished: FinishedTask;
  private readonly facts = h('p', { class: 'nota nombre-de-archivo' });
  private readonly counts = h('div', {});
  private readonly reading = h('ul', { class: 'lectura' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly text = button('descargar', () => this.save(this.finished.result.output, this.extension));
  private readonly workbook = button('descargar', () => this.saveWorkbook());
  /** Goes on with the next sheet with people, in the answered workbook. */
  private readonly nextSheet = button('seguir_hoja', () => this.saveWorkbook(true));
  private readonly otherSheets = h('p', { class: 'nota' });
  /** Says what a person must know before sorting the workbook. */
  private readonly beforeSorting = h('p', { class: 'veredicto aviso' });
  private readonly tooManyRows = h('p', { class: 'nota' });
  private readonly mending: MendView;
  private readonly details: HTMLDetailsElement;
  private readonly summary = h('summary', {});
  private readonly firstRows = h('div', {});
  private preparing = false;

  constructor(finished: FinishedTask, otherFile: () => void) {
    this.finished = finished;
    const { result, task } = finished;
    const isFaulty = result.faulty.count > 0;
    const isCsv = task.options.formato === 'csv';
    const buttons = [this.text, ...(isCsv ? [this.workbook] : [])];
    if (isWorkbookFormat(task.type)) buttons.reverse();
    buttons[0]?.classList.add('principal');
    const hasNext = this.isSameWorkbook && finished.nextSheets.length > 0;
    this.mending = new MendView(finished);
    const ontoggle = (): void => this.showFirst();
    this.details = h('details', { class: 'tarjeta', open: !isFaulty, ontoggle }, this.summary, this.firstRows);
    this.element = h(
      'div',
      { class: 'lote' },
      card(
        '',
        h('div', {}, heading({ t: 'listo' }), this.facts),
        this.counts,
        this.beforeSorting,
        actions(...buttons, isCsv && isFaulty && button('solo_malas', () => void this.saveFaulty())),
        this.tooManyRows,
        hasNext && this.otherSheets,
        hasNext && actions(this.nextSheet),
        this.verdict,
        proofNote(task.options.operacion),
        actions(button('cambiar', finished.onChange), button('otro_archivo', otherFile)),
      ),
      isFaulty && this.mending.element,
      this.details,
      h('details', { class: 'tarjeta' }, h('summary', { t: 'como_se_leyo' }), this.reading),
    );
    this.render();
    const { rows, good, reviews } = result.totals;
    announce(pilesInWords(rows, good, reviews));
  }

  render(): void {
    const { file, result, task } = this.finished;
    const { totals, seconds } = result;
    const fits = totals.rows < EXCEL_ROWS;
    const mended = countRows(task.mends ?? []);
    const parts = [file.name, t('n_filas', { n: formatNumber(totals.rows) }), `${seconds.toFixed(2)} s`];
    // A speed measured over an instant means nothing.
    if (seconds > 0.5) parts.push(t('velocidad', { n: formatNumber(totals.rows / seconds) }));
    if (totals.others > 0) parts.push(t('n_sin_persona', { n: formatNumber(totals.others) }));
    if (totals.fullAt > 0) parts.push(conventionMessage(partlyCompared(totals.fullAt)).text);
    if (mended > 0) parts.push(t('n_corregidas', { n: formatNumber(mended) }));
    setChildren(this.facts, parts.join(' · '));
    setChildren(this.counts, pileFigures(totals.rows, totals.good, totals.reviews));
    setChildren(
      this.reading,
      ...describedOnPage(result.reading).map(({ text, choices }) =>
        h('li', {}, text, otherReadings(choices, this.finished)),
      ),
    );
    const outside = this.isSameWorkbook ? conventionRow('rangos').describe(result.reading.rangos) : null;
    setChildren(this.beforeSorting, outside === null ? '' : conventionMessage(outside).text);
    setChildren(this.summary, t('primeras', { n: String(Math.min(PAGE_ROWS, totals.rows)) }));
    setChildren(this.text, t('descargar', { formato: this.extension.toUpperCase() }));
    const label = this.isSameWorkbook ? t('descargar_libro') : t('descargar', { formato: 'Excel' });
    setChildren(this.workbook, this.preparing ? t('preparando') : label);
    this.workbook.disabled = this.preparing || !fits;
    const { nextSheets } = this.finished;
    setChildren(this.otherSheets, t('faltan_hojas', { hojas: quoteNames(nextSheets, currentLanguage()) }));
    setChildren(this.nextSheet, t('seguir_hoja', { hoja: quoteNames(nextSheets.slice(0, 1), currentLanguage()) }));
    this.nextSheet.disabled = this.preparing;
    setChildren(this.tooManyRows, fits ? '' : t('no_cabe', { n: formatNumber(EXCEL_ROWS) }));
    this.mending.render();
    this.showFirst();
  }

  /** True if the workbook comes back unchanged except for the answers and the mended cells: no cell of it holds a whole line of CSV. */
  private get isSameWorkbook(): boolean {
    const { type, mends, columns } = this.finished.task;
    return isWorkbookFormat(type) && (mends === undefined || columns !== null);
  }

  private get extension(): string {
    return this.finished.task.options.formato;
  }

  private showFirst(): void {
    const { result, task, columnNames, columns } = this.finished;
    if (!this.details.open) return;
    setChildren(this.firstRows, rowTable('filas', result.firstRows, task.options, columnNames ?? [], columns));
  }

  private save(blob: Blob, extension: string): void {
    download(blob, downloadName(this.finished.file.name, extension));
  }

  /** Saves the rows to check as the kind of file that the user brought. */
  private async saveFaulty(): Promise<void> {
    const { file, task } = this.finished;
    const csv = await faultyRowsFile(this.finished);
    const save = (blob: Blob, extension: string): void =>
      download(blob, downloadName(file.name, extension, t('por_revisar_archivo')));
    if (!isWorkbookFormat(task.type)) {
      save(csv, 'csv');
      return;
    }
    const failure = (cause: TaskFailure): void => setChildren(this.verdict, failureMessage(cause).text);
    const done = (workbook: Blob): void => save(workbook, 'xlsx');
    startFileTask({ kind: 'workbook', task: { csv, delimiter: task.delimiter } }, { done, failure });
  }

  /** Saves the workbook with its answers. `isNext`: the page goes on with another of its sheets instead. */
  private saveWorkbook(isNext = false): void {
    const { file, result, task, onNextSheet } = this.finished;
    const isSame = this.isSameWorkbook;
    const prepare = (preparing: boolean): void => {
      this.preparing = preparing;
      this.render();
    };
    const listener = {
      done: (workbook: Blob) => {
        prepare(false);
        if (isNext) onNextSheet(new File([workbook], file.name, { type: workbook.type }));
        else this.save(workbook, isSame ? task.type : 'xlsx');
      },
      failure: (failure: TaskFailure) => {
        prepare(false);
        setChildren(this.verdict, failureMessage(failure).text);
      },
    };
    prepare(true);
    if (isSame) startFileTask({ kind: 'fill', task }, listener);
    else startFileTask({ kind: 'workbook', task: { csv: result.output, delimiter: task.delimiter } }, listener);
  }
}
