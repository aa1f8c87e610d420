/** The view of the result: figures, downloads, the rows to mend, the first rows, and how the file was read. */
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { conventionRow } from '@curp-service/contract/conventions/table';
import { quoteNames } from '@curp-service/contract/words/message';
import { type Totals, partlyCompared } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card } from '../../base/elements.js';
import { currentLanguage, formatNumber, t } from '../../base/language.js';
import { MendView, otherReadings } from './mend.js';
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
import { type AnswerTask, PAGE_ROWS, type TaskFailure } from './worker/tasks.js';

/** The most rows of an Excel sheet, its header included. */
const EXCEL_ROWS = 1 << 20;

export class ResultView implements View {
  readonly element: HTMLElement;
  private readonly finished: FinishedTask;
  private totals: Readonly<Totals>;
  private readonly facts = h('p', { class: 'nota nombre-de-archivo' });
  private readonly counts = h('div', {});
  /** How many rows the user changed, and whether a download has them. */
  private readonly changes = h('p', { class: 'nota' });
  private readonly reading = h('ul', { class: 'lectura' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly text = button('descargar', () => void this.save('texto'));
  private readonly workbook = button('descargar', () => void this.save(this.isSameWorkbook ? 'libro' : 'nuevo'));
  /** Goes on with the next sheet with people, in the answered workbook. */
  private readonly nextSheet = button('seguir_hoja', () => void this.save('libro', true));
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
    const isFaulty = result.reviews.numbers.length + result.errors.numbers.length > 0;
    this.totals = result.totals;
    const isCsv = task.options.formato === 'csv';
    const buttons = [this.text, ...(isCsv ? [this.workbook] : [])];
    buttons.reverse();
    buttons[0]?.classList.add('principal');
    const hasNext = this.isSameWorkbook && finished.nextSheets.length > 0;
    const onCount = (words: string): void => {
      this.renderCounts();
      announce([words, this.inWords].filter(Boolean).join('. '));
    };
    this.mending = new MendView(finished, onCount, () => buttons[0]?.focus());
    const ontoggle = (): void => this.showFirst();
    this.details = h('details', { class: 'tarjeta', open: !isFaulty, ontoggle }, this.summary, this.firstRows);
    this.element = h(
      'div',
      { class: 'lote' },
      card(
        '',
        h('div', {}, heading({ t: 'listo' }), this.facts),
        this.counts,
        isFaulty && actions(button('ir_a_la_primera', () => void this.mending.next())),
        this.changes,
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
    announce(this.inWords);
  }

  /** The totals of the file, with the rows that came to another pile since. */
  private get now(): Pick<Totals, 'rows' | 'good' | 'reviews'> {
    const { rows, good, reviews } = this.totals;
    return { rows, good: good - this.mending.moved('error'), reviews: reviews + this.mending.moved('revisar') };
  }

  private get inWords(): string {
    const { rows, good, reviews } = this.now;
    return pilesInWords(rows, good, reviews);
  }

  private renderCounts(): void {
    const { rows, good, reviews } = this.now;
    const { cells, reviewed, isSaved } = this.finished.edits;
    setChildren(this.counts, pileFigures(rows, good, reviews));
    const counts = [
      ...(cells.size > 0 ? [t('n_corregidas', { n: formatNumber(cells.size) })] : []),
      ...(reviewed.size > 0 ? [t('n_revisadas', { n: formatNumber(reviewed.size) })] : []),
    ];
    const isChanged = counts.length > 0;
    setChildren(
      this.changes,
      isChanged ? `${counts.join(' · ')}. ${t(isSaved ? 'ya_descargadas' : 'sin_descargar')}` : '',
    );
  }

  render(): void {
    const { file, result } = this.finished;
    const { totals, seconds } = result;
    const fits = totals.rows < EXCEL_ROWS;
    const parts = [file.name, t('n_filas', { n: formatNumber(totals.rows) }), `${seconds.toFixed(2)} s`];
    // A speed measured over an instant means nothing.
    if (seconds > 0.5) parts.push(t('velocidad', { n: formatNumber(totals.rows / seconds) }));
    if (totals.others > 0) parts.push(t('n_sin_persona', { n: formatNumber(totals.others) }));
    if (totals.fullAt > 0) parts.push(conventionMessage(partlyCompared(totals.fullAt)).text);
    setChildren(this.facts, parts.join(' · '));
    this.renderCounts();
    setChildren(
      this.reading,
      ...describedOnPage(result.reading).map(({ text, choices }) =>
        h('li', {}, text, otherReadings(choices, this.finished)),
      ),
    );
    const outside = this.isSameWorkbook ? conventionRow('rangos').describe(result.reading.rangos) : null;
    setChildren(this.beforeSorting, outside === null ? '' : conventionMessage(outside).text);
    setChildren(this.summary, t('primeras', { n: String(Math.min(PAGE_ROWS, totals.rows)) }));
    setChildren(this.text, t(this.extension === 'csv' ? 'descargar_csv' : 'descargar', { formato: 'NDJSON' }));
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

  /** True if the workbook comes back unchanged except for the answers and the cells that the user changed. */
  private get isSameWorkbook(): boolean {
    return isWorkbookFormat(this.finished.task.type);
  }

  private get extension(): string {
    return this.finished.task.options.formato;
  }

  private showFirst(): void {
    const { result, task, columnNames, columns } = this.finished;
    if (!this.details.open) return;
    setChildren(
      this.firstRows,
      rowTable('filas', result.firstRows.map(this.mending.now), task.options, columnNames ?? [], columns),
    );
  }

  /** Saves the rows to check as the kind of file that the user brought. */
  private async saveFaulty(): Promise<void> {
    const { file, task } = this.finished;
    const csv = await faultyRowsFile(this.finished, this.mending.faulty());
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

  /** Saves the file with its answers and all changes. `isNext`: the page goes on with another sheet of the workbook instead. */
  private async save(as: AnswerTask['as'], isNext = false): Promise<void> {
    const { file, result, task, edits, worker, onNextSheet } = this.finished;
    const prepare = (preparing: boolean): void => {
      this.preparing = preparing;
      this.render();
    };
    const extension = as === 'nuevo' ? 'xlsx' : as === 'libro' ? task.type : this.extension;
    if (as === 'texto' && edits.isEmpty) {
      download(result.output, downloadName(file.name, extension));
      return;
    }
    prepare(true);
    const options = { ...task.options, reading: result.reading };
    const own = { ...task, options, overrides: edits.overrides, as };
    const answer = await worker.ask({ kind: 'answer', task: own });
    if ('failure' in answer) setChildren(this.verdict, failureMessage(answer.failure).text);
    else {
      const { output, totals } = answer.done;
      this.totals = totals;
      this.mending.settle();
      edits.isSaved = true;
      if (isNext) onNextSheet(new File([output], file.name, { type: output.type }));
      else download(output, downloadName(file.name, extension));
    }
    prepare(false);
  }
}
