/** The rows that a question about a file is about: what each answer makes of them, and how many keys it changes. */
import type { ColumnIndexes, Field } from '@curp-service/contract/columns';
import type { Reading } from '@curp-service/contract/reading';
import { h, setChildren } from '../../base/dom.js';
import { type Choice, table } from '../../base/elements.js';
import { formatNumber, t } from '../../base/language.js';
import type { Switch } from './conventions.js';
import { FileWorker } from './file-task.js';
import { answerInWords } from './rows/row-view.js';
import type { KeptRow, TrialTask } from './worker/tasks.js';

/** The most rows that are shown. */
const SHOWN = 5;

/** The datum whose cells a convention decides. */
const ABOUT: Readonly<Partial<Record<Switch['name'], Field>>> = {
  fechas: 'fecha_nacimiento',
  siglo: 'fecha_nacimiento',
  sexo: 'sexo',
};

/** Tries the first rows by each answer, and shows those that turn out differently. `readingOf`: the reading with an answer. */
export async function showRowsOf(
  { name, choices }: Switch,
  element: HTMLElement,
  task: TrialTask,
  columns: ColumnIndexes,
  readingOf: (value: string) => Reading,
): Promise<void> {
  const worker = new FileWorker();
  const answers: { readonly choice: Choice; readonly rows: readonly KeptRow[] }[] = [];
  for (const choice of choices) {
    const options = { ...task.options, reading: readingOf(choice.value) };
    const tried = await worker.ask({ kind: 'trial', task: { ...task, options } });
    if ('done' in tried) answers.push({ choice, rows: tried.done });
  }
  worker.end();
  const [first] = answers;
  if (first === undefined || answers.length < choices.length) return; // another question is open
  const keyOf = (row: KeptRow | undefined): string =>
    row === undefined ? '' : answerInWords(row, task.options) || t('fila_sin_clave');
  const outcomes = first.rows.map((row, i) => ({ row, keys: answers.map(({ rows }) => keyOf(rows[i])) }));
  const changing = outcomes.filter(({ keys }) => new Set(keys).size > 1);
  const counts = { n: formatNumber(changing.length), de: formatNumber(outcomes.length) };
  const field = ABOUT[name] ?? 'nombres';
  const headings = [
    t('fila'),
    t(field),
    ...answers.map(({ choice }) => t('leido_asi', { lectura: choice.label ?? '' })),
  ];
  const rows = changing
    .slice(0, SHOWN)
    .map(({ row, keys }) => [String(row.number), row.cells[columns[field]] ?? ''].concat(keys));
  const props = { class: 'ancha', tabindex: '0', role: 'region', 'aria-label': t('cambia_n', counts) };
  setChildren(
    element,
    h('p', { class: 'nota' }, t('cambia_n', counts)),
    rows.length > 0 && h('div', props, table(headings, rows)),
  );
}
