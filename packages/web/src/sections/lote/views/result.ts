/** The view of the result: figures, downloads, errors by type, and tables of rows. */
import { ADDED_COLUMNS, HOMONYM_COLUMN, freeNames } from '@curp-service/contract/columns';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { tellReading } from '@curp-service/contract/tell-reading';
import { h, setChildren } from '../../../base/dom.js';
import { currentLanguage, formatNumber, inLanguage, t } from '../../../base/language.js';
import { announce } from '../../../base/announce.js';
import { badRowsFile } from './bad-rows-file.js';
import { download, downloadName } from './download.js';
import type { FinishedTask } from './finished-task.js';
import { startTask } from '../worker/start-task.js';
import { type ShownRow, readKept, showRow, shownColumns } from '../worker/rows.js';
import { errorChart } from './chart.js';
import { type KeptRow, PAGE_ROWS } from '../worker/messages.js';
import { rowMessage } from './words.js';
import { RowTable } from './table.js';
import { type View, button, figures, proofNote, heading } from './view.js';

/** The rows of an Excel sheet, its header included. */
const EXCEL_ROWS = 1 << 20;

export class ResultView implements View {
  readonly element: HTMLElement;
  private readonly finished: FinishedTask;
  private readonly facts = h('p', { class: 'nota nombre-de-archivo' });
  private readonly counts = h('div', {});
  private readonly kinds = h('div', {});
  private readonly reading = h('ul', { class: 'lectura' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly excel: HTMLButtonElement;
  private readonly csv: HTMLButtonElement;
  private readonly tooManyRows = h('p', { class: 'nota' });
  private readonly bad: RowTable;
  private readonly firstRows: RowTable;
  private readonly details: HTMLDetailsElement;
  private readonly summary = h('summary', {});
  private preparing = false;

  constructor(finished: FinishedTask, otherFile: () => void) {
    this.finished = finished;
    const { result, task } = finished;
    const isWorkbook = isWorkbookFormat(task.type);
    const isCsv = task.options.formato === 'csv';
    this.csv = button('descargar', () => this.save(result.output, this.extension), isWorkbook ? '' : 'principal');
    this.excel = button('descargar', () => this.saveWorkbook(), isWorkbook ? 'principal' : '');
    const buttons = [this.csv, ...(isCsv ? [this.excel] : [])];
    const columnNames = this.columnNames();
    this.bad = new RowTable('filas_malas', result.badCount, columnNames, async (page) => this.readBad(page));
    this.firstRows = new RowTable('filas', 0, columnNames, async () => this.show(result.firstRows));
    const ontoggle = (): void => this.showFirst();
    const isOpen = result.badCount === 0;
    this.details = h('details', { class: 'tarjeta', open: isOpen, ontoggle }, this.summary, this.firstRows.element);
    this.element = h(
      'div',
      { class: 'lote' },
      h(
        'section',
        { class: 'tarjeta' },
        h('div', {}, heading({ t: 'listo' }), this.facts),
        this.counts,
        h(
          'div',
          { class: 'acciones' },
          ...(isWorkbook ? buttons.toReversed() : buttons),
          isCsv && result.badCount > 0 && button('solo_malas', () => void this.saveBad()),
        ),
        isCsv && result.badCount > 0 && h('p', { class: 'nota', t: 'corregir_y_soltar' }),
        this.tooManyRows,
        this.verdict,
        proofNote(task.options.operacion),
        h('div', { class: 'acciones' }, button('cambiar', finished.onChange), button('otro_archivo', otherFile)),
      ),
      h('section', { class: 'tarjeta' }, h('h2', { t: 'como_se_leyo' }), this.reading),
      result.badCount > 0 && h('section', { class: 'tarjeta' }, h('h2', { t: 'por_tipo' }), this.kinds),
      result.badCount > 0 && h('section', { class: 'tarjeta' }, h('h2', { t: 'filas_malas' }), this.bad.element),
      this.details,
    );
    this.render();
    announce(t('resumen', { n: formatNumber(result.totals.rows), malas: formatNumber(result.badCount) }));
  }

  render(): void {
    const { file, result, task } = this.finished;
    const { totals, badCount, sameRoot, seconds, mended } = result;
    const { operacion = 'calcular' } = task.options;
    const { contradictions } = totals;
    const fits = totals.rows < EXCEL_ROWS;
    const parts = [file.name, `${seconds.toFixed(2)} s`];
    // A speed measured over an instant means nothing.
    if (seconds > 0.5) parts.push(t('velocidad', { n: formatNumber(totals.rows / seconds) }));
    if (mended > 0) parts.push(t('n_corregidas', { n: formatNumber(mended) }));
    setChildren(this.facts, parts.join(' · '));
    setChildren(
      this.counts,
      figures([
        ['filas', formatNumber(totals.rows)],
        [`n_${operacion}`, formatNumber(totals.rows - badCount - sameRoot), 'bien'],
        ...(operacion === 'cotejar' ? ([['n_misma_raiz', formatNumber(sameRoot)]] as const) : []),
        ['con_error', formatNumber(badCount), badCount > 0 ? 'mal' : ''],
        ...(contradictions > 0 ? ([['contradicen', formatNumber(contradictions), 'mal']] as const) : []),
      ]),
    );
    setChildren(
      this.reading,
      ...tellReading(result.reading, currentLanguage()).map(({ texto }) => h('li', {}, rowMessage(texto))),
    );
    setChildren(this.kinds, badCount > 0 && errorChart(result));
    setChildren(this.summary, t('primeras', { n: String(Math.min(PAGE_ROWS, totals.rows)) }));
    setChildren(this.csv, t('descargar', { formato: this.extension.toUpperCase() }));
    const excel = this.isSameWorkbook ? t('descargar_libro') : t('descargar', { formato: 'Excel' });
    setChildren(this.excel, this.preparing ? t('preparando') : excel);
    this.excel.disabled = this.preparing || !fits;
    setChildren(this.tooManyRows, fits ? '' : t('no_cabe', { n: formatNumber(EXCEL_ROWS) }));
    if (badCount > 0) this.bad.render();
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

  /** The names of the columns that are shown. */
  private columnNames(): readonly string[] {
    const { task, columnNames, places } = this.finished;
    const own: readonly string[] = ADDED_COLUMNS[task.options.operacion ?? 'calcular'];
    const addedColumns = freeNames([...own, HOMONYM_COLUMN], columnNames ?? []);
    const rest = places === null ? ['JSON'] : places.shown.map((i) => columnNames?.[i] ?? '');
    return [...shownColumns(task).map((i) => addedColumns[i] ?? ''), ...rest];
  }

  private showFirst(): void {
    if (this.details.open) this.firstRows.render();
  }

  private async readBad(page: number): Promise<readonly ShownRow[]> {
    const { badRows, pages } = this.finished.result;
    return this.show(await readKept(badRows.slice(pages[page], pages[page + 1])));
  }

  private show(rows: readonly KeptRow[]): readonly ShownRow[] {
    const { task, places } = this.finished;
    return rows.map((row) => showRow(row, task, places));
  }

  private save(blob: Blob, extension: string): void {
    download(blob, downloadName(this.finished.file.name, extension));
  }

  private async saveBad(): Promise<void> {
    download(await badRowsFile(this.finished), downloadName(this.finished.file.name, 'error.csv'));
  }

  private saveWorkbook(): void {
    const { result, task } = this.finished;
    const finish = (): void => {
      this.preparing = false;
      this.render();
    };
    this.preparing = true;
    this.render();
    const sameWorkbook = this.isSameWorkbook;
    startTask(sameWorkbook ? { fill: task } : { workbook: { csv: result.output, delimiter: task.delimiter } }, {
      done: (workbook) => {
        finish();
        this.save(workbook, sameWorkbook ? task.type : 'xlsx');
      },
      failure: (text) => {
        finish();
        setChildren(this.verdict, text === null ? t('se_detuvo') : inLanguage(text));
      },
    });
  }
}
