/** The view that crosses two lists: two files, who of one is, or may be, in the other, and the answers of the user to that. */
import { parseReadingOption, type ReadingOptions } from '@curp-service/contract/file-options';
import type { ListName } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card, note } from '../../base/elements.js';
import { type TextKey, currentLanguage, formatNumber, t } from '../../base/language.js';
import { FileWorker } from './file-task.js';
import { isUndo, stateList } from './rows/cell-input.js';
import type { Edits } from './rows/edits.js';
import { type PairContext, PairView, aloneRow, isPairDone } from './rows/pair-view.js';
import { RowList } from './rows/row-list.js';
import {
  ACCEPTED_FILES,
  type PageMessage,
  type View,
  choiceButtons,
  describedOnPage,
  download,
  downloadName,
  failureMessage,
  figureList,
  heading,
} from './view.js';
import type { CrossResult, Crossed, CrossedRow, ListedRow, Pile, TaskFailure } from './worker/tasks.js';

const LISTS = ['a', 'b'] as const;
const LABELS = { a: 'lista_a', b: 'lista_b' } as const;
/** The height of a person in one line. */
const LINE_HEIGHT = 40;

export class CrossView implements View {
  readonly element: HTMLElement;
  private readonly inputs = { a: this.fileInput('a'), b: this.fileInput('b') };
  private readonly verdict = h('p', { class: 'veredicto' });
  private readonly figures = h('div', { class: 'lote' });
  private readonly changes = h('p', { class: 'nota' });
  private readonly result = h('div', { class: 'lote' });
  private readonly worker = new FileWorker();
  /** How the user says that each list is read. */
  private readonly told: Record<ListName, ReadingOptions> = { a: {}, b: {} };
  private files: Partial<Record<ListName, FileList | null>> = {};
  private shown: () => void = () => {};
  private lists: readonly RowList<CrossedRow, PairView>[] = [];
  /** The rows that are asked, in their order. */
  private order: readonly number[] = [];

  /** `edits`: what the user changes; `mayLeave`: asks before changes are lost. */
  constructor(
    private readonly edits: Edits,
    private readonly mayLeave: () => boolean,
    onBack: () => void,
  ) {
    this.element = h(
      'div',
      { class: 'lote', onkeydown: (event: KeyboardEvent) => this.undoBy(event) },
      card(
        '',
        heading({ t: 'cruzar_listas' }),
        note('cruzar_para'),
        ...LISTS.map((list) =>
          h('div', { class: 'campo' }, h('label', { for: `lista-${list}`, t: LABELS[list] }), this.inputs[list]),
        ),
        h('p', { class: 'nota', t: 'no_salen' }),
        actions(
          button('cruzar', () => void this.start()),
          button('un_archivo', onBack),
        ),
        this.verdict,
        this.figures,
        this.changes,
      ),
      this.result,
      stateList(),
    );
  }

  render(): void {
    this.shown();
  }

  /** Stops the work on the lists. */
  end(): void {
    this.worker.end();
  }

  private fileInput(list: ListName): HTMLInputElement {
    const onchange = (): void => {
      if (this.mayLeave()) {
        this.told[list] = {};
        this.edits.clear();
        this.files[list] = input.files;
      } else input.files = this.files[list] ?? null;
    };
    const input = h('input', { type: 'file', id: `lista-${list}`, accept: ACCEPTED_FILES, onchange });
    return input;
  }

  private async start(): Promise<void> {
    this.empty();
    const [a, b] = LISTS.map((list) => this.inputs[list].files?.[0]);
    if (a === undefined || b === undefined) return this.show(() => this.say(t('faltan_listas'), 'mal'));
    this.show(() => this.say(t('cruzando'), ''));
    await this.cross(a, b);
  }

  private empty(): void {
    for (const element of [this.figures, this.changes, this.result]) setChildren(element);
  }

  /** Crosses the lists, with what the user has changed. */
  private async cross(a: File, b: File): Promise<void> {
    const { edits, told } = this;
    const task = { lists: { a, b }, language: currentLanguage(), told, overrides: edits.overrides, pairs: edits.pairs };
    const answer = await this.worker.ask({ kind: 'cross', task });
    const result: CrossResult = 'done' in answer ? answer.done : { list: null, ...answer };
    if (!('failure' in result)) return this.show(() => this.finish(a, b, result));
    const { list, failure } = result;
    this.empty();
    this.show(() => (list === null ? this.say(failureMessage(failure).text, 'mal') : this.refuse(list, failure)));
  }

  private show(shown: () => void): void {
    this.shown = shown;
    shown();
  }

  private say(text: string, className: string): void {
    this.verdict.className = `veredicto ${className}`;
    setChildren(this.verdict, text);
    announce(text);
  }

  /** Says what is wrong with a list, and offers the ways to read it. */
  private refuse(list: ListName, failure: TaskFailure): void {
    const { text, choices } = failureMessage(failure);
    this.say(`${t(LABELS[list])}: ${text}`, 'mal');
    setChildren(this.result, actions(...this.waysToRead(list, choices)));
  }

  /** Offers the ways to read a list that a message names. */
  private waysToRead(list: ListName, choices: PageMessage['choices']): HTMLElement[] {
    return choiceButtons(choices, ({ name, value }) => {
      const read = parseReadingOption(name, value);
      if ('value' in read) this.told[list] = { ...this.told[list], [name]: read.value };
      void this.start();
    });
  }

  private finish(a: File, b: File, crossed: Crossed): void {
    this.count(a, crossed);
    const { pairs, incomplete, onlyA, onlyB, readings } = crossed;
    const context = this.contextOf(a, b, crossed);
    this.undo = async () => {
      const [number] = this.edits.undo();
      if (number === undefined) return;
      await this.cross(a, b);
      announce(t('deshecho', { fila: String(number) }));
      await this.focusOn(number);
    };
    this.order = [...pairs.numbers, ...incomplete.numbers];
    this.lists = [pairs, incomplete].map((rows) => new RowList(rows, (row) => new PairView(row, context)));
    const pile = (label: TextKey, className: string, rows: Pile<unknown>, list: HTMLElement): HTMLElement | false =>
      rows.numbers.length > 0 && card(className, h('h2', { t: label }), list);
    const alone = (label: TextKey, rows: Pile<ListedRow>): HTMLElement | false =>
      pile(label, '', rows, new RowList(rows, aloneRow, LINE_HEIGHT).element);
    setChildren(
      this.result,
      pile('quiza_la_misma', 'aviso', pairs, this.lists[0]?.element ?? h('div')),
      pile('sin_datos_para_cruzar', 'mal', incomplete, this.lists[1]?.element ?? h('div')),
      h('div', { class: 'dos-listas' }, alone('solo_en_a', onlyA), alone('solo_en_b', onlyB)),
      ...LISTS.map((list) =>
        h(
          'details',
          { class: 'tarjeta' },
          h('summary', {}, `${t('como_se_leyo')}: ${t(LABELS[list])}`),
          h(
            'ul',
            { class: 'lectura' },
            ...describedOnPage(readings[list]).map(({ text, choices }) =>
              h('li', {}, text, ' ', ...this.waysToRead(list, choices)),
            ),
          ),
        ),
      ),
    );
  }

  /** Returns what the rows share. A change crosses the lists again, and goes on from its row. */
  private contextOf(a: File, b: File, crossed: Crossed): PairContext {
    const { edits } = this;
    const again = async ({ number }: CrossedRow): Promise<void> => {
      const place = this.order.indexOf(number);
      await this.cross(a, b);
      const view = await this.viewOf(number);
      if (view !== undefined && !isPairDone(view.row)) view.focus();
      else await this.next(number, place);
    };
    return {
      crossed,
      edits,
      put: (row, column, text) => {
        edits.put([row], [[column, text]]);
        void again(row);
      },
      say: (row, isSame) => {
        if (isSame === null) edits.unpair(row);
        else edits.pair(row, row.b?.number ?? 0, isSame);
        void again(row);
      },
      next: (number) => void this.next(number),
    };
  }

  /** Says how many people are in each pile. */
  private count(a: File, crossed: Crossed): void {
    const { totals } = crossed;
    const { misma, quiza, sola, solo_b } = totals;
    const unread = totals.sin_datos + totals.sin_datos_b;
    const repeated = totals.repetidas_a + totals.repetidas_b;
    const [m, q, s, o] = [misma, quiza, sola, solo_b].map(formatNumber);
    this.say(t('cruzadas', { misma: m, quiza: q, sola: s, solo_b: o }), 'bien');
    setChildren(
      this.figures,
      figureList([
        ['la_misma', m, 'bien'],
        ['quiza_la_misma', q, quiza > 0 ? 'aviso' : ''],
        ['solo_en_a', s],
        ['solo_en_b', o],
        ...(unread > 0 ? ([['sin_datos_para_cruzar', formatNumber(unread), 'mal']] as const) : []),
        ...(repeated > 0 ? ([['repetidas', formatNumber(repeated), 'aviso']] as const) : []),
      ]),
      this.downloads(a, crossed),
    );
    this.countChanges();
  }

  private countChanges(): void {
    const { pairs, cells, isSaved, isEmpty } = this.edits;
    const counts = [
      ...(pairs.size > 0 ? [t('n_revisadas', { n: formatNumber(pairs.size) })] : []),
      ...(cells.size > 0 ? [t('n_corregidas', { n: formatNumber(cells.size) })] : []),
    ];
    setChildren(
      this.changes,
      isEmpty ? '' : `${counts.join(' · ')}. ${t(isSaved ? 'ya_descargadas' : 'sin_descargar')}`,
    );
  }

  private downloads(a: File, { output, onlyInB, type, pairs }: Crossed): HTMLElement {
    const save = (): void => {
      download(output, downloadName(a.name, type, 'cruce'));
      this.edits.isSaved = true;
      this.countChanges();
    };
    return h(
      'div',
      { class: 'lote' },
      pairs.numbers.length > 0 && actions(button('ir_a_la_primera', () => void this.next(0))),
      actions(
        button('descargar_cruce', save, 'principal'),
        ...(onlyInB === null
          ? []
          : [button('descargar_solo_b', () => download(onlyInB, downloadName(a.name, 'csv', 'solo-b')))]),
      ),
    );
  }

  private undo: () => Promise<void> = async () => {};

  /** Takes the last change back. */
  private undoBy(event: KeyboardEvent): void {
    if (!isUndo(event)) return;
    event.preventDefault();
    void this.undo();
  }

  /** Goes to the next row that is still asked. `place`: that of the row in the order, if it is gone. */
  private async next(number: number, place = -1): Promise<void> {
    const own = this.order.indexOf(number);
    const from = own < 0 ? place : own + 1;
    for (const each of [...this.order.slice(Math.max(from, 0)), ...this.order.slice(0, Math.max(from, 0))]) {
      const view = await this.viewOf(each);
      if (each !== number && view !== undefined && !isPairDone(view.row)) return view.focus();
    }
    await this.focusOn(number);
  }

  private async viewOf(number: number): Promise<PairView | undefined> {
    return this.lists.find((list) => list.has(number))?.viewOf(number);
  }

  private async focusOn(number: number): Promise<void> {
    const view = await this.viewOf(number);
    if (view === undefined) this.element.querySelector<HTMLElement>('.principal')?.focus();
    else view.focus();
  }
}
