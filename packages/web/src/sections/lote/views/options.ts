/** The view before the start: what the page understood of the file, for the user to correct, and the options. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Field, type ColumnIndexes, understandHeader } from '@curp-service/contract/columns';
import { h, setChildren } from '../../../base/dom.js';
import { type TextKey, currentLanguage, t } from '../../../base/language.js';
import { announce } from '../../../base/announce.js';
import { type ColumnChoice, fieldsFor, guessColumns, columnMap } from './columns.js';
import { serverChoice } from './server.js';
import type { FilePreview } from '../worker/messages.js';
import { type Settings, type View, button, operationChoice, formatBytes, heading } from './view.js';

const DELIMITERS: Readonly<Record<string, TextKey>> = {
  ',': 'con_comas',
  ';': 'con_punto_y_coma',
  '\t': 'con_tabuladores',
  '|': 'con_barras',
};
const PROBLEMS: Readonly<Record<string, TextKey>> = {
  archivo_ambiguo: 'varias_columnas',
  archivo_encabezado: 'sin_columnas',
};
const NO_COLUMN = -1;
const IN_THREE = -2;
const NOT_CHOSEN = '';

export interface OptionsActions {
  readonly start: () => void;
  readonly otherFile: () => void;
  readonly otherSheet: (hoja: string) => void;
  /** Sends the file to the service. */
  readonly send: (token: string) => void;
}

export class OptionsView implements View {
  readonly element: HTMLElement;
  readonly choice: ColumnChoice;
  /** The column of each field; `null` while one is missing. */
  columns: ColumnIndexes | null = null;
  private readonly preview: FilePreview;
  private readonly file: File;
  private readonly settings: Settings;
  private readonly facts = h('p', { class: 'nota' });
  private readonly fields = h('div', { class: 'columnas' });
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly startButton: HTMLButtonElement;
  private readonly homonymsBox: HTMLElement;
  private readonly serverDetails: HTMLDetailsElement | null;

  constructor(file: File, preview: FilePreview, hoja: string | undefined, settings: Settings, actions: OptionsActions) {
    this.file = file;
    this.preview = preview;
    this.settings = settings;
    this.choice = guessColumns(preview.header?.names ?? []);
    this.startButton = button('empezar', actions.start, 'principal');
    this.homonymsBox = this.checkbox('homonimos', 'marcar_homonimos');
    const serverReads = preview.type !== 'xlsx' && !file.name.endsWith('.gz');
    this.serverDetails = serverReads ? serverChoice((token) => this.startButton.disabled || actions.send(token)) : null;
    this.serverDetails?.addEventListener('toggle', () => this.showOffers());
    const isCsv = preview.header !== null;
    this.element = h(
      'section',
      { class: 'tarjeta' },
      h('div', {}, heading({ class: 'nombre-de-archivo' }, file.name), this.facts),
      preview.sheets.length > 1 && this.sheets(hoja, actions.otherSheet),
      operationChoice(settings, () => this.render()),
      isCsv ? h('h3', { t: 'las_columnas' }) : h('p', { class: 'nota', t: 'cada_objeto' }),
      this.fields,
      this.verdict,
      h(
        'div',
        { class: 'casillas' },
        this.homonymsBox,
        isCsv && this.checkbox('excel', 'para_excel', h('small', { t: 'para_excel_nota' })),
      ),
      h('div', { class: 'acciones' }, this.startButton, button('otro_archivo', actions.otherFile)),
      this.serverDetails,
    );
    this.render();
  }

  render(): void {
    const { type, header } = this.preview;
    const parts = [
      type === 'xlsx' ? 'Excel' : type.toUpperCase(),
      ...(type === 'csv' && header !== null ? [t(DELIMITERS[header.delimiter] ?? 'con_comas'), header.encoding] : []),
      formatBytes(this.file.size),
    ];
    setChildren(this.facts, parts.join(' · '));
    this.showOffers();
    const { missing, message } = this.checkColumns();
    const fields = header === null ? [] : fieldsFor(this.settings.operacion, this.choice.inThree);
    const shownAtField = fields.some((field) => field === missing);
    this.startButton.disabled = message !== '';
    setChildren(this.verdict, shownAtField ? '' : message);
    const focused = document.activeElement?.id;
    setChildren(this.fields, ...fields.map((field) => this.field(field, field === missing ? message : '')));
    if (focused?.startsWith('columna-')) document.getElementById(focused)?.focus();
    announce(message || `${this.file.name}. ${parts.join(', ')}`);
  }

  /** Whether possible duplicates are marked; never if the checkbox is hidden. */
  get homonimos(): boolean {
    return this.settings.homonimos && !this.homonymsBox.hidden;
  }

  /** Duplicates are found among calculated CURPs, and only in the browser. */
  private showOffers(): void {
    this.homonymsBox.hidden = this.settings.operacion === 'validar' || this.serverDetails?.open === true;
  }

  /** Finds the columns, or the first field without one and a message about it. */
  private checkColumns(): { missing: string | null; message: string } {
    const { header } = this.preview;
    this.columns = null;
    if (header === null) return { missing: null, message: '' };
    const { names } = header;
    const { operacion } = this.settings;
    try {
      this.columns = understandHeader(names, operacion, columnMap(this.choice, operacion, names), {
        language: currentLanguage(),
        optionFor: () => '',
      });
      return { missing: null, message: '' };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { missing: error.entry.parametro, message: t(PROBLEMS[error.problem.cause] ?? 'falta_columna') };
    }
  }

  private field(field: Field, message: string): HTMLElement {
    const { names = [], firstRow = [] } = this.preview.header ?? {};
    const { choice } = this;
    const isDate = field === 'fecha_nacimiento';
    const chosen = isDate && choice.inThree ? IN_THREE : (choice.columns[field] ?? this.columns?.[field]);
    const option = (value: number | string, text: string): HTMLElement =>
      h('option', { value, selected: value === (chosen ?? NOT_CHOSEN) }, text);
    const select = h(
      'select',
      {
        id: `columna-${field}`,
        'aria-invalid': message !== '' && 'true',
        'aria-describedby': `muestra-${field}`,
        onchange: () => this.choose(field, Number(select.value)),
      },
      chosen === undefined && option(NOT_CHOSEN, t('elija')),
      ...names.map((name, i) => option(i, name || t('columna_n', { n: String(i + 1) }))),
      isDate && option(IN_THREE, t('en_tres')),
      field === 'apellido_materno' && option(NO_COLUMN, t('no_hay')),
    );
    const value = (chosen !== undefined && firstRow[chosen]?.trim()) || '';
    const sample = value === '' ? '' : t('por_ejemplo', { valor: value });
    return h(
      'div',
      { class: 'campo', 'data-dato': field },
      h('label', { for: `columna-${field}` }, h('span', {}, t(field))),
      select,
      h('p', { class: message === '' ? 'nota' : 'nota mal', id: `muestra-${field}` }, message || sample),
    );
  }

  private choose(field: Field, column: number): void {
    const { choice } = this;
    if (field === 'fecha_nacimiento') choice.inThree = column === IN_THREE;
    if (column !== IN_THREE) choice.columns[field] = column;
    this.render();
  }

  private sheets(hoja: string | undefined, onChoose: (hoja: string) => void): HTMLElement {
    const select = h(
      'select',
      { id: 'hoja', onchange: () => onChoose(select.value) },
      ...this.preview.sheets.map((name) => h('option', { selected: name === hoja }, name)),
    );
    return h('div', { class: 'campo' }, h('label', { for: 'hoja', t: 'hoja' }), select);
  }

  private checkbox(
    setting: 'homonimos' | 'excel',
    label: 'marcar_homonimos' | 'para_excel',
    note: HTMLElement | null = null,
  ): HTMLElement {
    const checkbox = h('input', {
      type: 'checkbox',
      checked: this.settings[setting],
      onchange: () => (this.settings[setting] = checkbox.checked),
    });
    return h('label', {}, checkbox, h('span', {}, h('span', { t: label }), note));
  }
}
