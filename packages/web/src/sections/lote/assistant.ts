/** The view before the start: shows what the page understood of the file, for the user to correct, and asks what it must know. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import type { Reading } from '@curp-service/contract/reading';
import type { LoteOptions, Peek } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card, copyButton, note } from '../../base/elements.js';
import { t } from '../../base/language.js';
import { type FileAnswers, commandFor, loteOptions, readingOf, seenReading } from './answers.js';
import {
  type CheckedColumns,
  checkColumns,
  chosenColumns,
  columnFields,
  fieldsFor,
  firstRows,
  headerField,
  noChoice,
  samplesOf,
  sheetField,
} from './columns.js';
import { factsOf } from './facts.js';
import { type Switch, fullNameQuestion, isOpen, surnamesCut, switchField, switchesOf } from './conventions.js';
import { showRowsOf } from './question-rows.js';
import { rowTable } from './rows.js';
import {
  type Settings,
  type View,
  choiceButtons,
  downloadName,
  failureMessage,
  heading,
  operationChoice,
} from './view.js';
import { startFileTask } from './file-task.js';
import type { Edits } from './rows/edits.js';
import type { FilePreview, TaskFailure } from './worker/tasks.js';

export interface AssistantFile {
  readonly file: File;
  readonly hoja: string | undefined;
  /** True if the user did not choose the sheet. */
  readonly isGuessed: boolean;
  /** The other sheets with people that are still to be answered. */
  readonly nextSheets: readonly string[];
  readonly settings: Settings;
  readonly answers: FileAnswers;
  /** What the user changed in its rows. */
  readonly edits: Edits;
}

export interface AssistantActions {
  readonly start: () => void;
  readonly otherFile: () => void;
  readonly otherSheet: (hoja: string) => void;
  /** Looks at the file again, because an answer changes what its rows show. */
  readonly look: () => void;
}

/** The number of rows that are tried before the start. */
const TRIED_ROWS = 3;
/** NDJSON names the field of each value: it has no columns to choose. */
const NO_COLUMNS: CheckedColumns = { columns: null, missing: new Map(), message: '' };

/** The place under "Más" for the command. */
const COMMAND_PLACE = 'por-terminal';

export class AssistantView implements View {
  readonly element: HTMLElement;
  preview: FilePreview;
  /** The column of each field; `null` while one is missing. */
  columns: ColumnIndexes | null = null;
  private readonly about: AssistantFile;
  private readonly actions: AssistantActions;
  private readonly facts = h('p', { class: 'nota' });
  private readonly sheets = h('div', { class: 'hoja' });
  private readonly fields = h('div', { class: 'columnas' });
  private readonly fieldsTitle = h('summary', {});
  private readonly columnDetails = h('details', {}, this.fieldsTitle, this.fields);
  private readonly trial = h('div', { class: 'mas prueba' });
  private readonly conventions = h('div', { class: 'convenciones' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  /** Offers to compare a file whose keys cannot be calculated. */
  private readonly proposal = h(
    'p',
    { class: 'veredicto', hidden: true },
    h('span', { t: 'trae_claves' }),
    button('cotejar_archivo', () => document.getElementById('operacion-cotejar')?.click()),
  );
  private readonly command = h('code', {});
  private readonly startButton: HTMLButtonElement;
  private isLooking = false;
  /** The rows of each question, by all that decides them. */
  private readonly shownRows = new Map<string, HTMLElement>();
  /** Stops the task that tries the first rows. `tried` describes what it tries. */
  private stopTrial: () => void = () => {};
  private tried = '';
  private failure: TaskFailure | undefined;

  constructor(about: AssistantFile, preview: FilePreview, { start, ...others }: AssistantActions) {
    const { file, settings } = about;
    this.about = about;
    this.preview = preview;
    this.actions = { start, ...others };
    const leave = (): void => {
      this.failure = undefined;
      start();
    };
    this.startButton = button('empezar', leave, 'principal');
    const isTable = preview.peek !== null;
    this.element = card(
      'asistente',
      h('div', {}, heading({ class: 'nombre-de-archivo' }, file.name), this.facts),
      this.proposal,
      operationChoice(settings, () => (this.preview.isAnswered ? this.lookAgain() : this.render())),
      this.sheets,
      isTable ? this.columnDetails : note('cada_objeto'),
      this.conventions,
      this.trial,
      this.verdict,
      actions(this.startButton, button('otro_archivo', others.otherFile)),
    );
    this.tellCommand();
    this.render();
  }

  /** Puts the command that does the same where programmers look. */
  private tellCommand(): void {
    document.getElementById(COMMAND_PLACE)?.remove();
    const copy = copyButton('copiar', () => this.command.textContent);
    const text = h('pre', { tabindex: '0' }, this.command);
    const told = card('', h('h2', { t: 'por_terminal' }), note('por_terminal_nota'), text, copy);
    told.id = COMMAND_PLACE;
    document.getElementById('panel-api')?.append(told);
  }

  /** Takes a new preview of the file. */
  update(preview: FilePreview): void {
    this.preview = preview;
    this.settle();
  }

  /** Ends a task on the file. `failure`: why it failed; the file stays chosen. */
  settle(failure?: TaskFailure): void {
    this.isLooking = false;
    this.failure = failure;
    this.render();
  }

  /** Returns the options for `lote`, without the reading. */
  get options(): LoteOptions {
    const { settings, answers } = this.about;
    return loteOptions(this.preview, answers, settings);
  }

  render(): void {
    const { file, settings, answers, hoja, isGuessed } = this.about;
    const { peek, sheets, type } = this.preview;
    const equal = isGuessed ? this.preview.equal : [];
    const { operacion } = settings;
    const reading = readingOf(this.preview, answers);
    const checked = peek === null ? NO_COLUMNS : checkColumns(peek.names, answers.choice, operacion, reading);
    this.columns = checked.columns;
    const focused = document.activeElement?.id ?? '';
    const facts = factsOf(this.preview, file, reading);
    const headerRow = reading.encabezado.value;
    setChildren(this.facts, facts.join(' · '));
    setChildren(
      this.sheets,
      sheetField(sheets, hoja, isGuessed ? this.about.nextSheets : null, equal, this.actions.otherSheet),
    );
    if (peek !== null) this.showColumns(peek, headerRow, checked);
    const open = this.showConventions(headerRow) + Math.min(equal.length, 1);
    const unanswered = [checked.message, open > 0 ? t('falta_respuesta') : ''].filter(Boolean).join(' ');
    const { text: problem, choices } =
      this.failure === undefined ? { text: unanswered, choices: [] } : failureMessage(this.failure);
    const isAtField = checked.missing.size > 0 && this.failure === undefined;
    this.startButton.disabled = this.isLooking || unanswered !== '';
    const buttons = choiceButtons(choices, ({ name, value }) => {
      answers.told[name] = value;
      this.lookAgain();
    });
    setChildren(this.verdict, isAtField ? openQuestions(checked.missing.size + open) : problem, ...buttons);
    this.proposal.hidden = checked.isComparable !== true;
    if (!this.isLooking) this.tryRows(unanswered === '' ? peek : null, headerRow);
    setChildren(this.command, commandFor(this.options, file.name, downloadName(file.name, type), hoja));
    if (focused !== '' && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
    announce(problem || `${file.name}. ${facts.join(', ')}`);
  }

  /** Shows one line if all columns are known, which unfolds to the column of each field. */
  private showColumns(peek: Peek, headerRow: number, checked: CheckedColumns): void {
    const { settings, answers } = this.about;
    const context = { operacion: settings.operacion, checked, onChange: () => this.lookAgain() };
    const fields = columnFields(peek, headerRow, answers.choice, context);
    const isKnown = checked.columns !== null;
    if (!isKnown) this.columnDetails.open = true;
    const used = fieldsFor(settings.operacion, answers.choice, peek.names).filter(
      (field) => (checked.columns?.[field] ?? -1) >= 0,
    );
    const count = { n: String(used.length) };
    setChildren(this.fieldsTitle, isKnown ? t('todo_reconocido', count) : t('las_columnas'));
    setChildren(
      this.fields,
      ...fields,
      headerField(peek, headerRow, checked.asksHeader === true, (row) => this.chooseHeader(row)),
    );
  }

  /** Shows the answers to the first rows. `peek`: `null` if they cannot be tried. */
  private tryRows(peek: Peek | null, headerRow: number): void {
    const { options, columns: byField } = this;
    const rows = peek?.rows.filter(({ number }) => number > headerRow).slice(0, TRIED_ROWS) ?? [];
    const reading = readingOf(this.preview, this.about.answers);
    const tried = JSON.stringify([options, reading, rows]);
    if (tried === this.tried) return;
    this.tried = tried;
    this.stopTrial();
    if (peek === null || byField === null || rows.length === 0) {
      const begin = headerRow === 0 ? this.preview.peek : null;
      setChildren(this.trial, begin !== null && h('h3', { t: 'primeras_filas' }), begin !== null && firstRows(begin));
      return;
    }
    const { names, delimiter } = peek;
    const { operacion } = this.about.settings;
    const shown = fieldsFor(operacion, this.about.answers.choice, names).map((field) => byField[field]);
    const columns = { byField, shown: shown.filter((column) => column >= 0) };
    const task = { options: { ...options, reading }, delimiter, names, rows };
    const title = (): HTMLElement => h('h3', { t: 'asi_quedan' });
    if (!this.trial.hasChildNodes()) setChildren(this.trial, title()); // keeps the room
    this.stopTrial = startFileTask(
      { kind: 'trial', task },
      {
        done: (done) => setChildren(this.trial, title(), rowTable('asi_quedan', done, options, names, columns)),
        failure: () => setChildren(this.trial),
      },
    );
  }

  /** Shows how the file is read, open questions first. Returns the number of open questions. */
  private showConventions(headerRow: number): number {
    const { settings, answers } = this.about;
    const { preview } = this;
    if (settings.operacion === 'validar') {
      setChildren(this.conventions);
      return 0;
    }
    const switches = switchesOf(readingOf(preview, answers), seenReading(preview, answers), answers);
    const fields = switches
      .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
      .map((one) => {
        const choose = (name: Switch['name'], value: string): void => {
          answers.told[name] = value;
          if (name === 'codificacion') this.lookAgain();
          else this.render();
        };
        return switchField(one, choose, one.isQuestion ? this.rowsOf(one, headerRow) : null);
      });
    const asksName = answers.choice.hasFullName === true && preview.peek !== null;
    if (asksName) fields.unshift(this.nameQuestion(preview.peek, headerRow));
    const surnames = preview.peek === null ? [] : samplesOf(preview.peek, headerRow, this.columns?.apellidos ?? -1);
    if (surnames.length > 0) fields.unshift(surnamesCut(surnames));
    setChildren(this.conventions, fields.length > 0 && h('h3', {}, t('como_se_lee')), ...fields);
    return switches.filter(isOpen).length + Number(asksName && !answers.told.nombre_completo);
  }

  /** Returns where the rows of a question are shown, which arrive later; they stay while the question does. */
  private rowsOf(one: Switch, headerRow: number): HTMLElement | null {
    const { preview, columns, options } = this;
    const { answers } = this.about;
    if (preview.peek === null || columns === null || one.name === 'codificacion') return null;
    const { names, delimiter, rows: all } = preview.peek;
    const rows = all.filter(({ number }) => number > headerRow);
    const { [one.name]: _, ...others } = answers.told;
    const key = JSON.stringify([one.name, one.choices, others, columns, this.about.settings]);
    const known = this.shownRows.get(key);
    if (known !== undefined) return known;
    const element = h('div', { class: 'mas' });
    this.shownRows.set(key, element);
    const readingWith = (value: string): Reading =>
      readingOf(preview, { ...answers, told: { ...answers.told, [one.name]: value } });
    void showRowsOf(one, element, { options, delimiter, names, rows }, columns, readingWith);
    return element;
  }

  private nameQuestion(peek: Peek, headerRow: number): HTMLElement {
    const { answers } = this.about;
    const samples = samplesOf(peek, headerRow, chosenColumns(answers.choice, peek.names).nombres);
    return fullNameQuestion(samples, answers.told.nombre_completo ?? '', (chosen) => {
      answers.told.nombre_completo = chosen;
      answers.choice.hasFullName = chosen !== '';
      this.render();
    });
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

/** Says how many questions are open, if there are several: each is marked where it is answered. */
const openQuestions = (count: number): string => (count > 1 ? t('n_preguntas', { n: String(count) }) : '');
