/** What the views for files share: their interface, the settings, downloads, and the elements that several of them show. */
import type { OperationName } from '@curp-service/contract/columns';
import { rowProblemInWords } from '@curp-service/contract/codes/file';
import { CONVENTION_NAMES, type ConventionName, conventionRow } from '@curp-service/contract/conventions/table';
import { type Language, quote } from '@curp-service/contract/language';
import { messageInWords } from '@curp-service/contract/words/in-words';
import type { Message, Surface } from '@curp-service/contract/words/message';
import { CELL } from '@curp-service/contract/people-words';
import { NULL_WORDS, READING_PARAMETERS, type Reading, type ReadingParameter } from '@curp-service/contract/reading';
import { type Content, h } from '../../base/dom.js';
import { note, radioRow } from '../../base/elements.js';
import { type TextKey, applyTexts, currentLanguage, formatNumber, t } from '../../base/language.js';
import type { TaskFailure } from './worker/tasks.js';

export interface View {
  readonly element: HTMLElement;
  /** Writes everything that depends on the language. */
  render(): void;
}

/** Settings that also apply to the next file. */
export interface Settings {
  operacion: (typeof OFFERED_OPERATIONS)[number];
}

const OFFERED_OPERATIONS = ['calcular', 'validar', 'cotejar'] as const satisfies readonly OperationName[];

/** The names of files that can be chosen. An old workbook is refused with a message. */
export const ACCEPTED_FILES = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.xlsm,.xls,.gz';

/** Long enough for the user to choose where to save the file. */
const KEEP_MS = 60_000;

/** Returns the radio buttons for the operation. */
export function operationChoice(settings: Settings, onChange: () => void): HTMLElement {
  const sentence = note(`filas_${settings.operacion}`);
  const choose = (value: string): void => {
    settings.operacion = OFFERED_OPERATIONS.find((operacion) => operacion === value) ?? 'calcular';
    sentence.dataset['t'] = `filas_${settings.operacion}`;
    applyTexts(sentence);
    onChange();
  };
  const choices = OFFERED_OPERATIONS.map((operacion) => ({ value: operacion, t: `op_${operacion}` as const }));
  return h(
    'fieldset',
    { class: 'campo' },
    h('legend', { t: 'que_hacer' }),
    radioRow('operacion', choices, settings.operacion, choose),
    sentence,
  );
}

type Figure = readonly [name: TextKey, value: string, className?: string];

/** Returns a list of figures with their labels. */
export const figureList = (figures: readonly Figure[]): HTMLElement =>
  h(
    'dl',
    { class: 'cifras' },
    ...figures.map(([name, value, className]) =>
      h('div', { class: className }, h('dt', { t: name }), h('dd', {}, value)),
    ),
  );

/** Shows the three piles of a result. `good`: the rows with an answer, including those for review. */
export const pileFigures = (rows: number, good: number, reviews: number): HTMLElement =>
  figureList([
    ['listas', formatNumber(good - reviews), 'bien'],
    ['por_revisar', formatNumber(reviews), reviews > 0 ? 'aviso' : ''],
    ['con_error', formatNumber(rows - good), rows > good ? 'mal' : ''],
  ]);

/** Describes a result in one sentence, for users who do not see it. */
export const pilesInWords = (rows: number, good: number, reviews: number): string =>
  t('resumen', {
    n: formatNumber(rows),
    listas: formatNumber(good - reviews),
    revisar: formatNumber(reviews),
    malas: formatNumber(rows - good),
  });

/** Returns the heading of a view; it takes the focus when the view appears. */
export const heading = (props: Readonly<Record<string, unknown>>, ...children: readonly Content[]): HTMLElement =>
  h('h2', { tabindex: '-1', ...props }, ...children);

/** Returns a reminder that neither a calculated nor a valid CURP proves a registration. */
export const proofNote = (operacion: OperationName | undefined): HTMLElement =>
  note(operacion === 'validar' ? 'valida_no_prueba' : 'no_prueba');

/** A way to read the file that the user declares, written as the command line takes it. */
export interface Declaration {
  readonly name: ReadingParameter;
  readonly value: string;
}

export interface PageMessage {
  readonly text: string;
  /** The ways to read the file that the message offers. */
  readonly choices: readonly (Declaration & { readonly label: string })[];
}

/** Words a value of a convention for a button. */
export function choiceLabel(name: ConventionName, value: string): string {
  const message = conventionRow(name).label?.(value);
  if (message === undefined) return value;
  const words = messageInWords(message, CELL, currentLanguage());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words a message for the page, which offers choices instead of options. `words`: the cells that it is about, which may be no datum. */
export function onPage(
  write: (surface: Surface, language: Language) => string,
  words?: readonly string[],
): PageMessage {
  const choices: PageMessage['choices'][number][] = [];
  const option = (written: string, value: string): string => {
    const name = READING_PARAMETERS.find((each) => each === written);
    if (name === undefined) return `${written}=${value}`;
    const areWords = name === 'nulos' && value !== 'ninguno';
    const shown = areWords ? (words ?? [value]) : [value];
    const label = choiceLabel(name, shown.join(','));
    choices.push({ name, value: areWords ? [...NULL_WORDS, ...shown].join(',') : value, label });
    return quote(label.replaceAll(/[«»“”]/g, ''), currentLanguage());
  };
  return { text: write({ ...CELL, options: 'chosen', option }, currentLanguage()), choices };
}

/** Words a message about how the file is read. */
export const conventionMessage = ({ id, parts = {} }: Message): PageMessage => {
  const shown = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'number' ? formatNumber(part) : part,
  ]);
  return onPage((surface, language) => messageInWords({ id, parts: Object.fromEntries(shown) }, surface, language));
};

/** Describes how a file was read. */
export const describedOnPage = (reading: Reading): PageMessage[] =>
  CONVENTION_NAMES.flatMap((name) => {
    const message = conventionRow(name).describe(reading[name]);
    return message === null ? [] : [conventionMessage(message)];
  });

/** Says why a file could not be processed, and offers other ways to read it. */
export function failureMessage(failure: TaskFailure): PageMessage {
  if (failure === null) return { text: t('se_detuvo'), choices: [] };
  return onPage((surface, language) => rowProblemInWords(failure, surface, language));
}

/** Returns a button for each way to read the file that a message offers. */
export const choiceButtons = (
  choices: PageMessage['choices'],
  onChoose: (declaration: Declaration) => void,
): HTMLElement[] =>
  choices.map(({ name, value, label }) => {
    const onclick = (): void => onChoose({ name, value });
    return h('button', { type: 'button', class: 'boton', onclick }, label);
  });

/** Downloads a file. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** Names the result of a file: `personas-curp.xlsx` for `personas.csv.gz` and for `personas-curp.xlsx`. */
export const downloadName = (file: string, extension: string, what = 'curp'): string =>
  `${file.replace(/(-curp)?(\.(csv|tsv|txt|ndjson|jsonl?|xls[xm]?))?(\.gz)?$/i, '')}-${what}.${extension}`;
