/** What the views for files share: their interface, the settings, downloads, and the elements that several of them show. */
import type { OperationName } from '@curp-service/contract/columns';
import type { Bilingual } from '@curp-service/contract/language';
import { NULL_WORDS, type ReadingParameter } from '@curp-service/contract/reading';
import { type Content, h } from '../../base/dom.js';
import { note, radioRow } from '../../base/elements.js';
import { type TextKey, applyTexts, formatNumber, inPlainWords, t, translated } from '../../base/language.js';

export interface View {
  readonly element: HTMLElement;
  /** Writes everything that depends on the language. */
  render(): void;
}

/** Settings that also apply to the next file. */
export interface Settings {
  operacion: OperationName;
  homonimos: boolean;
  excel: boolean;
}

const OPERATIONS = ['calcular', 'validar', 'cotejar'] as const satisfies readonly OperationName[];

/** Long enough for the user to choose where to save the file. */
const KEEP_MS = 60_000;

/** Returns the radio buttons for the operation. */
export function operationChoice(settings: Settings, onChange: () => void): HTMLElement {
  const sentence = note(`filas_${settings.operacion}`);
  const choose = (value: string): void => {
    settings.operacion = OPERATIONS.find((operacion) => operacion === value) ?? 'calcular';
    sentence.dataset['t'] = `filas_${settings.operacion}`;
    applyTexts(sentence);
    onChange();
  };
  const choices = OPERATIONS.map((operacion) => ({ value: operacion, t: operacion }));
  return h(
    'fieldset',
    { class: 'campo' },
    h('legend', { t: 'que_hacer' }),
    radioRow('operacion', choices, settings.operacion, choose),
    sentence,
  );
}

/** Returns a checkbox for a setting. */
export function checkbox(
  settings: Settings,
  setting: 'homonimos' | 'excel',
  onChange: () => void,
  ...label: readonly Content[]
): HTMLElement {
  const input = h('input', {
    type: 'checkbox',
    id: `casilla-${setting}`,
    checked: settings[setting],
    onchange: () => {
      settings[setting] = input.checked;
      onChange();
    },
  });
  return h('label', {}, input, h('span', {}, ...label));
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

/** The labels of the choices, by the option that each sets, such as `sexo=fm`. */
export const CHOICES: Readonly<Record<string, TextKey>> = {
  'sexo=hm': 'm_mujer',
  'sexo=fm': 'm_masculino',
  'sexo=12': 'uno_hombre',
  'fechas=dma': 'dia_mes_anio',
  'fechas=mda': 'mes_dia_anio',
  'fechas=amd': 'anio_mes_dia',
};

/** A way to read the file that the user declares, written as the command line takes it. */
export interface Declaration {
  readonly name: ReadingParameter;
  readonly value: string;
}

/** An option in a message that the page offers as a choice. */
const OPTION = /(?:(?:esas palabras, como|those words, as in) )?`(sexo|fechas|siglo|nulos|enie|encabezado)=([^`]+)`/g;
/** The orders of dates in a list whose first item names the option. */
const OTHER_ORDERS = /`(mda|amd)`/g;

/** Finds the choices that a message offers. `words`: the cells that the message is about, which may be no datum. */
export const choicesIn = (message: string, words?: readonly string[]): (Declaration & { readonly label: string })[] =>
  Array.from(message.replaceAll(OTHER_ORDERS, '`fechas=$1`').matchAll(OPTION), ([, option = '', written = '']) => {
    const name = option as ReadingParameter;
    if (name === 'siglo') return { name, value: written, label: yearRange(Number(written)) };
    if (name === 'encabezado') return { name, value: written, label: `${t('fila_encabezado')}: ${written}` };
    if (name === 'enie') return { name, value: written, label: t('es_enie', { signo: written }) };
    if (name !== 'nulos') return { name, value: written, label: t(CHOICES[`${name}=${written}`] ?? 'elija') };
    if (written === 'ninguno') return { name, value: written, label: t('es_nombre') };
    const quoted = (words ?? [written]).map((word) => `«${word}»`).join(', ');
    return { name, value: [...NULL_WORDS, ...(words ?? [])].join(','), label: t('no_es_dato', { palabras: quoted }) };
  });

export const yearRange = (first: number): string => t('de_a', { a: String(first), b: String(first + 99) });

/** Rewrites the message of a row for people: it names the choices of the page instead of options to declare. */
export function rowMessage(message: string, words?: readonly string[]): string {
  const labels = choicesIn(message, words).map(({ label }) => `«${label.replaceAll(/[«»]/g, '')}»`);
  if (labels.length === 0) return inPlainWords(message);
  const [capital, small] = translated([
    ['Elija', 'elija'],
    ['Choose', 'choose'],
  ] as const);
  return inPlainWords(
    message
      .replaceAll(OTHER_ORDERS, '`fechas=$1`')
      .replaceAll(OPTION, () => labels.shift() ?? '')
      .replaceAll(/\bdeclare\b/g, small)
      .replaceAll(/\bDeclare\b/g, capital),
  );
}

/** Says why a file could not be processed; `null` if the cause is unknown. */
export const failureMessage = (failure: Bilingual | null): string =>
  failure === null ? t('se_detuvo') : rowMessage(translated(failure));

/** Downloads a file. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** Names the result of a file: `personas-curp.xlsx` for `personas.csv.gz` and for `personas-curp.xlsx`. */
export const downloadName = (file: string, extension: string, what = 'curp'): string =>
  `${file.replace(/(-curp)?(\.(csv|tsv|txt|ndjson|jsonl?|xls[xm]?))?(\.gz)?$/i, '')}-${what}.${extension}`;
