/** The facts about a file that the assistant shows first: its kind and size, its sheet, and the row of its header. */
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import type { Peek } from '@curp-service/lote';
import { type TextKey, formatNumber, t } from '../../../base/language.js';
import { formatBytes, selectField } from '../views/view.js';
import type { FilePreview } from '../worker/messages.js';

const DELIMITERS: Readonly<Record<string, TextKey>> = {
  ',': 'con_comas',
  ';': 'con_punto_y_coma',
  '\t': 'con_tabuladores',
  '|': 'con_barras',
};
const MAX_HEADER_CHOICES = 20;
const MAX_ROW_TEXT = 60;

export const factsOf = ({ type, peek, evidence }: FilePreview, file: File): string[] => [
  isWorkbookFormat(type) ? 'Excel' : type.toUpperCase(),
  ...(type === 'csv' && peek !== null ? [t(DELIMITERS[peek.delimiter] ?? 'con_comas')] : []),
  t('n_filas', { n: formatNumber(evidence.rows) }),
  formatBytes(file.size),
];

/** `null` if there is no other sheet to choose. */
export function sheetField(
  sheets: readonly string[],
  chosen: string | undefined,
  onChoose: (sheet: string) => void,
): HTMLElement | null {
  if (sheets.length < 2) return null;
  const options = sheets.map((name) => ({ value: name, label: name }));
  return selectField('hoja', 'hoja', options, chosen ?? sheets[0] ?? '', onChoose);
}

/** The row with the names of the columns: another can be picked. */
export function headerField({ rows }: Peek, headerRow: number, onChoose: (row: string) => void): HTMLElement {
  const options = rows.slice(0, MAX_HEADER_CHOICES).map(({ number, cells }) => {
    const text = cells.filter((cell) => cell.trim() !== '').join(', ');
    const short = text.length > MAX_ROW_TEXT ? `${text.slice(0, MAX_ROW_TEXT)}…` : text;
    return { value: String(number), label: t('fila_n', { n: String(number), texto: short }) };
  });
  return selectField('encabezado', 'fila_encabezado', options, String(headerRow), onChoose);
}
