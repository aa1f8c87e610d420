/** The fields that say which column holds which datum, each with some of its values. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { ColumnIndexes, Field, OperationName } from '@curp-service/contract/columns';
import { understandHeader } from '@curp-service/contract/header';
import type { Peek } from '@curp-service/lote';
import { h } from '../../../base/dom.js';
import { type TextKey, currentLanguage, t } from '../../../base/language.js';
import { type ColumnChoice, columnMap, columnsOf, fieldsFor } from './columns.js';

const SAMPLES = 5;
const NO_COLUMN = -1;
const IN_THREE = -2;
const IN_FULL_NAME = -3;
const NOT_CHOSEN = '';
const PROBLEMS: Readonly<Record<string, TextKey>> = {
  archivo_ambiguo: 'varias_columnas',
  archivo_apellidos: 'apellidos_juntos',
  archivo_nombres: 'nombres_separados',
  archivo_encabezado: 'sin_columnas',
};

/** The columns of all fields that an operation needs, or the first field without one. */
export interface CheckedColumns {
  readonly columns: ColumnIndexes | null;
  readonly missing: Field | null;
  readonly message: string;
}

export function checkColumns(names: readonly string[], choice: ColumnChoice, operacion: OperationName): CheckedColumns {
  try {
    const hasFullName = choice.hasFullName === true;
    const columns = understandHeader(names, operacion, columnMap(choice, names), {
      language: currentLanguage(),
      optionFor: () => '',
      hasFullName,
    });
    return { columns, missing: null, message: '' };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.problem.cause === 'archivo_nombre_completo' && choice.hasFullName === null) {
      choice.hasFullName = true; // its own name says so
      return checkColumns(names, choice, operacion);
    }
    const missing = fieldsFor(operacion, choice, names).find((field) => field === error.entry.parametro) ?? null;
    return { columns: null, missing, message: t(PROBLEMS[error.problem.cause] ?? 'falta_columna') };
  }
}

/** The first values of a column below the header, each once. */
export function samplesOf({ names, rows }: Peek, headerRow: number, column: number): string[] {
  const values = rows.filter(({ number }) => number > headerRow).map(({ cells }) => cells[column]?.trim() ?? '');
  return column < 0 || column >= names.length ? [] : [...new Set(values.filter(Boolean))].slice(0, SAMPLES);
}

export interface ColumnFieldsParts {
  readonly peek: Peek;
  readonly headerRow: number;
  readonly operacion: OperationName;
  readonly choice: ColumnChoice;
  readonly checked: CheckedColumns;
  readonly onChange: () => void;
}

export function columnFields({
  peek,
  headerRow,
  operacion,
  choice,
  checked,
  onChange,
}: ColumnFieldsParts): HTMLElement[] {
  const { names } = peek;
  const columns = columnsOf(choice, names);
  const fields = fieldsFor(operacion, choice, names);
  return fields.map((field) => {
    const isSurname = field === 'apellido_paterno' || field === 'apellido_materno';
    const isDate = field === 'fecha_nacimiento';
    const inThree = isDate && fields.includes('anio_nacimiento');
    const isKnown = columns[field] >= 0 || choice.columns[field] !== undefined;
    const chosen = inThree ? IN_THREE : isKnown ? columns[field] : NOT_CHOSEN;
    const message = field === checked.missing ? checked.message : '';
    const option = (value: number | string, text: string): HTMLElement =>
      h('option', { value, selected: value === chosen }, text);
    const select = h(
      'select',
      {
        id: `columna-${field}`,
        'aria-invalid': message !== '' && 'true',
        'aria-describedby': `muestra-${field}`,
        onchange: () => {
          choose(choice, field, Number(select.value));
          onChange();
        },
      },
      chosen === NOT_CHOSEN && option(NOT_CHOSEN, t('elija')),
      ...names.map((name, i) => option(i, name || t('columna_n', { n: String(i + 1) }))),
      isDate && option(IN_THREE, t('en_tres')),
      (field === 'apellido_materno' || field === 'segundo_nombre') && option(NO_COLUMN, t('no_hay')),
      isSurname && option(IN_FULL_NAME, t('con_el_nombre')),
    );
    const samples = inThree ? [] : samplesOf(peek, headerRow, columns[field]);
    return h(
      'div',
      { class: 'campo', 'data-dato': field },
      h(
        'label',
        { for: `columna-${field}` },
        h('span', {}, t(choice.hasFullName === true && field === 'nombres' ? 'nombre_completo' : field)),
      ),
      select,
      h('p', { class: message === '' ? 'nota' : 'nota mal', id: `muestra-${field}` }, message || samples.join(' · ')),
    );
  });
}

function choose(choice: ColumnChoice, field: Field, column: number): void {
  if (column === IN_FULL_NAME) {
    choice.hasFullName = true;
    return;
  }
  if (field === 'fecha_nacimiento') choice.inThree = column === IN_THREE;
  if (column !== IN_THREE) choice.columns[field] = column;
}
