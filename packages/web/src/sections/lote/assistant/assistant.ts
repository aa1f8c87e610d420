/** The view before the start: what the page understood of the file, for the user to correct, and what it must ask. */
import type { Bilingual } from '@curp-service/contract/language';
import type { ColumnIndexes } from '@curp-service/contract/columns';
import type { LoteOptions } from '@curp-service/lote';
import { announce } from '../../../base/announce.js';
import { h, setChildren } from '../../../base/dom.js';
import { forPeople, inLanguage, t } from '../../../base/language.js';
import { copyButton } from '../../../widgets/copy.js';
import type { FilePreview } from '../worker/messages.js';
import { type Answers, loteOptions, readingOf, seenReading } from './answers.js';
import { checkColumns, columnFields, samplesOf } from './column-fields.js';
import { columnsOf, noChoice } from './columns.js';
import { commandFor } from './command.js';
import { switchesOf } from './conventions.js';
import { factsOf, headerField, sheetField } from './facts.js';
import { downloadName } from '../views/download.js';
import { fullNameQuestion } from './full-name.js';
import { serverChoice } from '../views/server.js';
import { switchList } from './switches.js';
import { type Settings, type View, button, checkbox, heading, operationChoice } from '../views/view.js';

export interface AssistantFile {
  readonly file: File;
  readonly hoja: string | undefined;
  readonly settings: Settings;
  readonly answers: Answers;
}

export interface AssistantActions {
  readonly start: () => void;
  readonly otherFile: () => void;
  readonly otherSheet: (hoja: string) => void;
  /** Looks at the file again, because an answer changes what its rows show. */
  readonly look: () => void;
  /** Sends the file to the service. */
  readonly send: (token: string) => void;
}

export class AssistantView implements View {
  readonly element: HTMLElement;
  preview: FilePreview;
  /** The column of each field; `null` while one is missing. */
  columns: ColumnIndexes | null = null;
  private readonly about: AssistantFile;
  private readonly actions: AssistantActions;
  private readonly facts = h('p', { class: 'nota' });
  private readonly places = h('div', { class: 'columnas' });
  private readonly fields = h('div', { class: 'columnas' });
  private readonly conventions = h('div', { class: 'convenciones' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly command = h('code', {});
  private readonly startButton: HTMLButtonElement;
  private readonly homonymsBox: HTMLElement;
  private readonly serverDetails: HTMLDetailsElement;
  private isLooking = false;
  private failure: Bilingual | null | undefined;

  constructor(about: AssistantFile, preview: FilePreview, actions: AssistantActions) {
    const { file, settings } = about;
    this.about = about;
    this.preview = preview;
    this.actions = actions;
    const start = (): void => {
      this.failure = undefined;
      actions.start();
    };
    this.startButton = button('empezar', start, 'principal');
    const onSetting = (): void => this.render();
    this.homonymsBox = checkbox(settings, 'homonimos', 'marcar_homonimos', onSetting);
    this.serverDetails = serverChoice(
      !file.name.endsWith('.gz'),
      (token) => this.startButton.disabled || actions.send(token),
    );
    this.serverDetails.addEventListener('toggle', () => this.render());
    const isTable = preview.peek !== null;
    const note = h('small', { t: 'para_excel_nota' });
    this.element = h(
      'section',
      { class: 'tarjeta asistente' },
      h('div', {}, heading({ class: 'nombre-de-archivo' }, file.name), this.facts),
      operationChoice(settings, () => this.render()),
      this.places,
      isTable ? h('h3', { t: 'las_columnas' }) : h('p', { class: 'nota', t: 'cada_objeto' }),
      this.fields,
      this.conventions,
      h(
        'div',
        { class: 'casillas' },
        this.homonymsBox,
        isTable && checkbox(settings, 'excel', 'para_excel', onSetting, note),
      ),
      this.verdict,
      h('div', { class: 'acciones' }, this.startButton, button('otro_archivo', actions.otherFile)),
      h(
        'details',
        {},
        h('summary', { t: 'por_terminal' }),
        h('p', { class: 'nota', t: 'por_terminal_nota' }),
        h('pre', { tabindex: '0' }, this.command),
        copyButton('copiar', () => this.command.textContent),
      ),
      this.serverDetails,
    );
    this.render();
  }

  /** Takes what another look at the file showed. */
  update(preview: FilePreview): void {
    this.preview = preview;
    this.isLooking = false;
    this.failure = undefined;
    this.render();
  }

  /** Says why the file could not be done or looked at. It stays chosen. */
  fail(failure: Bilingual | null): void {
    this.isLooking = false;
    this.failure = failure;
    this.render();
  }

  /** The options for `lote`, without the reading. */
  get options(): LoteOptions {
    const { settings, answers } = this.about;
    const homonimos = settings.homonimos && !this.homonymsBox.hidden;
    return loteOptions(this.preview, answers, { ...settings, homonimos });
  }

  render(): void {
    const { file, settings, answers, hoja } = this.about;
    const { peek } = this.preview;
    const { choice } = answers;
    const names = peek?.names ?? [];
    const { operacion } = settings;
    // Duplicates are found among calculated CURPs, and only in the browser.
    this.homonymsBox.hidden = operacion === 'validar' || this.serverDetails.open;
    const checked =
      peek === null ? { columns: null, missing: null, message: '' } : checkColumns(names, choice, operacion);
    this.columns = checked.columns;
    const focused = document.activeElement?.id ?? '';
    const facts = factsOf(this.preview, file);
    const headerRow = readingOf(this.preview, answers).encabezado.value;
    setChildren(this.facts, facts.join(' · '));
    setChildren(
      this.places,
      sheetField(this.preview.sheets, hoja, this.actions.otherSheet),
      peek && headerField(peek, headerRow, (row) => this.chooseHeader(row)),
    );
    const onChange = (): void => this.lookAgain();
    setChildren(
      this.fields,
      ...(peek === null ? [] : columnFields({ peek, headerRow, operacion, choice, checked, onChange })),
    );
    const open = this.showConventions(headerRow);
    const problem =
      this.failure === undefined
        ? checked.message || (open > 0 ? t('falta_respuesta') : '')
        : this.failure === null
          ? t('se_detuvo')
          : forPeople(inLanguage(this.failure));
    const isShown = checked.missing !== null && this.failure === undefined;
    this.startButton.disabled = this.isLooking || checked.message !== '' || open > 0;
    setChildren(this.verdict, isShown ? '' : problem);
    const output = downloadName(file.name, this.preview.type);
    setChildren(this.command, commandFor({ name: file.name, output, hoja }, this.options));
    if (focused !== '' && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
    announce(problem || `${file.name}. ${facts.join(', ')}`);
  }

  /** Shows how the file is read. Returns how many questions are open. */
  private showConventions(headerRow: number): number {
    const { settings, answers } = this.about;
    const { preview } = this;
    if (settings.operacion === 'validar') {
      setChildren(this.conventions);
      return 0;
    }
    const switches = switchesOf(readingOf(preview, answers), seenReading(preview, answers), answers);
    const isOpen = (one: (typeof switches)[number]): boolean => one.isQuestion && one.chosen === null;
    const sorted = switches.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
    const list = switchList(sorted, (name, value) => {
      answers.told[name] = value;
      if (name === 'codificacion') this.lookAgain();
      else this.render();
    });
    const { peek } = preview;
    const order = answers.told.nombre_completo ?? '';
    const asksName = answers.choice.hasFullName === true && peek !== null;
    const samples = asksName ? samplesOf(peek, headerRow, columnsOf(answers.choice, peek.names).nombres) : [];
    const nameQuestion = fullNameQuestion(samples, order, (chosen) => {
      answers.told.nombre_completo = chosen;
      answers.choice.hasFullName = chosen !== '';
      this.render();
    });
    const isEmpty = list.length === 0 && !asksName;
    setChildren(this.conventions, !isEmpty && h('h3', {}, t('como_se_lee')), asksName && nameQuestion, ...list);
    return switches.filter(isOpen).length + Number(asksName && order === '');
  }

  private chooseHeader(row: string): void {
    const { answers } = this.about;
    answers.told.encabezado = row;
    answers.choice = noChoice(); // the columns have other names now
    this.lookAgain();
  }

  private lookAgain(): void {
    this.isLooking = true;
    this.failure = undefined;
    this.render();
    this.actions.look();
  }
}
