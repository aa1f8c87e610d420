/** The view of the result: figures, downloads, errors by type, and tables of rows. */
import { validar } from '@curp-service/core';
import { kindOf } from '@curp-service/contract/codes/file';
import { findingMessage } from '@curp-service/contract/finding-message';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { tellReading } from '@curp-service/contract/tell-reading';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card, note } from '../../base/elements.js';
import { coreOptions, currentLanguage, formatNumber, t, translated } from '../../base/language.js';
import { type FinishedTask, badRowsFile, badRowsOn, showRow, shownNames } from './rows.js';
import { RowTable } from './table.js';
import {
  type View,
  download,
  downloadName,
  failureMessage,
  figureList,
  heading,
  proofNote,
  rowMessage,
} from './view.js';
import { type FileResult, type KeptRow, PAGE_ROWS, startFileTask } from './worker/tasks.js';

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
  private readonly bad: RowTable;
  private readonly firstRows: RowTable;
  private readonly details: HTMLDetailsElement;
  private readonly summary = h('summary', {});
  private preparing = false;

  constructor(finished: FinishedTask, otherFile: () => void) {
    this.finished = finished;
    const { result, task } = finished;
    const { badCount } = result;
    const isCsv = task.options.formato === 'csv';
    const buttons = [this.text, ...(isCsv ? [this.workbook] : [])];
    if (isWorkbookFormat(task.type)) buttons.reverse();
    buttons[0]?.classList.add('principal');
    const names = shownNames(finished);
    const show = (rows: readonly KeptRow[]): ReturnType<typeof showRow>[] => rows.map((row) => showRow(row, finished));
    this.bad = new RowTable('filas_malas', badCount, names, async (page) => show(await badRowsOn(result, page)));
    this.firstRows = new RowTable('filas', 0, names, async () => show(result.firstRows));
    const ontoggle = (): void => this.showFirst();
    this.details = h(
      'details',
      { class: 'tarjeta', open: badCount === 0, ontoggle },
      this.summary,
      this.firstRows.element,
    );
    this.element = h(
      'div',
      { class: 'lote' },
      card(
        '',
        h('div', {}, heading({ t: 'listo' }), this.facts),
        this.counts,
        actions(...buttons, isCsv && badCount > 0 && button('solo_malas', () => void this.saveBad())),
        isCsv && badCount > 0 && note('corregir_y_soltar'),
        this.tooManyRows,
        this.verdict,
        proofNote(task.options.operacion),
        actions(button('cambiar', finished.onChange), button('otro_archivo', otherFile)),
      ),
      card('', h('h2', { t: 'como_se_leyo' }), this.reading),
      badCount > 0 && card('', h('h2', { t: 'por_tipo' }), this.kinds),
      badCount > 0 && card('', h('h2', { t: 'filas_malas' }), this.bad.element),
      this.details,
    );
    this.render();
    announce(t('resumen', { n: formatNumber(result.totals.rows), malas: formatNumber(badCount) }));
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
      figureList([
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
    setChildren(this.kinds, ...errorBars(result));
    setChildren(this.summary, t('primeras', { n: String(Math.min(PAGE_ROWS, totals.rows)) }));
    setChildren(this.text, t('descargar', { formato: this.extension.toUpperCase() }));
    const label = this.isSameWorkbook ? t('descargar_libro') : t('descargar', { formato: 'Excel' });
    setChildren(this.workbook, this.preparing ? t('preparando') : label);
    this.workbook.disabled = this.preparing || !fits;
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
    if (isSame) startFileTask({ kind: 'fill', task }, listener);
    else startFileTask({ kind: 'workbook', task: { csv: result.output, delimiter: task.delimiter } }, listener);
  }
}

/** A bar for each kind of error, the most frequent first. */
function errorBars({ totals, groups, badCount }: FileResult): HTMLElement[] {
  const kinds = [
    ...Array.from(totals.errors, ([code, rows]) => ({ rows, label: translated(kindOf(code)) })),
    ...Array.from(groups, ([name, { rows, curp }]) => ({ rows, label: groupLabel(name, curp) })),
  ];
  return kinds
    .toSorted((a, b) => b.rows - a.rows)
    .map(({ rows, label }) => {
      const bar = h('i', {});
      bar.style.setProperty('--parte', String(rows / badCount));
      const share = h('small', {}, ` ${formatPercent(rows / badCount)}`);
      const capitalized = label.charAt(0).toLocaleUpperCase() + label.slice(1);
      return h('li', {}, h('span', {}, capitalized), h('b', {}, formatNumber(rows), share), bar);
    });
}

/** The words for rows whose CURP differs, or is not valid by the finding `name`. */
function groupLabel(name: string, curp: string): string {
  const hallazgo = validar(curp, coreOptions()).hallazgos.find(({ codigo }) => codigo === name);
  return hallazgo === undefined ? t('difiere') : findingMessage(hallazgo, currentLanguage());
}

function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : percent >= 0.1 ? percent.toFixed(1) : '<0.1'} %`;
}
