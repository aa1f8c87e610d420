/** The view that crosses two lists: two files, and who of one is, or may be, in the other. */
import { parseReadingOption, type ReadingOptions } from '@curp-service/contract/file-options';
import type { ListName } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card, note } from '../../base/elements.js';
import { currentLanguage, formatNumber, t } from '../../base/language.js';
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
import { startFileTask } from './file-task.js';
import type { CrossResult, TaskFailure } from './worker/tasks.js';

const LISTS = ['a', 'b'] as const;
const LABELS = { a: 'lista_a', b: 'lista_b' } as const;

export class CrossView implements View {
  readonly element: HTMLElement;
  private readonly inputs = { a: this.fileInput('a'), b: this.fileInput('b') };
  private readonly verdict = h('p', { class: 'veredicto' });
  private readonly result = h('div', { class: 'lote' });
  /** How the user says that each list is read. */
  private readonly told: Record<ListName, ReadingOptions> = { a: {}, b: {} };
  private shown: () => void = () => {};
  private stop: () => void = () => {};

  constructor(onBack: () => void) {
    this.element = card(
      '',
      heading({ t: 'cruzar_listas' }),
      note('cruzar_para'),
      ...LISTS.map((list) =>
        h('div', { class: 'campo' }, h('label', { for: `lista-${list}`, t: LABELS[list] }), this.inputs[list]),
      ),
      h('p', { class: 'nota', t: 'no_salen' }),
      actions(
        button('cruzar', () => this.start()),
        button('un_archivo', () => {
          this.stop();
          onBack();
        }),
      ),
      this.verdict,
      this.result,
    );
  }

  render(): void {
    this.shown();
  }

  private fileInput(list: ListName): HTMLInputElement {
    const onchange = (): void => {
      this.told[list] = {};
    };
    return h('input', {
      type: 'file',
      id: `lista-${list}`,
      accept: ACCEPTED_FILES,
      onchange,
    });
  }

  private start(): void {
    const [a, b] = LISTS.map((list) => this.inputs[list].files?.[0]);
    setChildren(this.result);
    if (a === undefined || b === undefined) return this.show(() => this.say(t('faltan_listas'), 'mal'));
    this.show(() => this.say(t('cruzando'), ''));
    const task = { lists: { a, b }, language: currentLanguage(), told: this.told };
    this.stop();
    this.stop = startFileTask(
      { kind: 'cross', task },
      {
        failure: (failure) => this.show(() => this.say(failureMessage(failure).text, 'mal')),
        done: (result) =>
          this.show(() => ('failure' in result ? this.refuse(result.list, result.failure) : this.finish(a, result))),
      },
    );
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
      this.start();
    });
  }

  private finish(
    a: File,
    { totals, readings, output, type, onlyInB }: Exclude<CrossResult, { readonly failure: TaskFailure }>,
  ): void {
    const { misma, quiza, sola, solo_b } = totals;
    const unread = totals.sin_datos + totals.sin_datos_b;
    const repeated = totals.repetidas_a + totals.repetidas_b;
    const [m, q, s, o] = [misma, quiza, sola, solo_b].map(formatNumber);
    this.say(t('cruzadas', { misma: m, quiza: q, sola: s, solo_b: o }), 'bien');
    setChildren(
      this.result,
      figureList([
        ['la_misma', m, 'bien'],
        ['quiza_la_misma', q, quiza > 0 ? 'aviso' : ''],
        ['solo_en_a', s],
        ['solo_en_b', o],
        ...(unread > 0 ? ([['sin_datos_para_cruzar', formatNumber(unread), 'mal']] as const) : []),
        ...(repeated > 0 ? ([['repetidas', formatNumber(repeated), 'aviso']] as const) : []),
      ]),
      actions(
        button('descargar_cruce', () => download(output, downloadName(a.name, type, 'cruce'))),
        ...(onlyInB === null
          ? []
          : [button('descargar_solo_b', () => download(onlyInB, downloadName(a.name, 'csv', 'solo-b')))]),
      ),
      ...LISTS.map((list) =>
        h(
          'details',
          {},
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
}
