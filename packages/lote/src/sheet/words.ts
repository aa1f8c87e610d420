/** The cells that a row of a sheet gains, in words for people: the answer and, if something is wrong, the reason. */
import type { WireHallazgo } from '@curp-service/contract/answers';
import { ADDED_COLUMNS, FIELDS, type OperationName } from '@curp-service/contract/columns';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type Bilingual, type Language, say } from '@curp-service/contract/language';
import { fieldName, reasonFor } from '@curp-service/contract/people-words';
import type { DoneRow } from '../answer/context.js';
import { type Value, toCell } from '../write/csv-writer.js';

/** The new cells of a row, one text a column. */
export interface NewCells {
  readonly texts: readonly string[];
  /** Whether the cells are to be marked. */
  readonly bad?: boolean;
}

interface Answer extends NewCells {
  readonly reason: string;
}

export const HOMONYM_TITLE: Bilingual = ['Misma raíz que la fila', 'Same root as row'];
export const REASON_TITLE: Bilingual = ['Motivo', 'Reason'];

/** The columns of an answer. The reason follows them. */
export const TITLES: Readonly<Record<OperationName, readonly Bilingual[]>> = {
  calcular: [['CURP', 'CURP']],
  validar: [
    ['CURP válida', 'Valid CURP'],
    ['CURP sugerida', 'Suggested CURP'],
  ],
  cotejar: [
    ['Resultado', 'Result'],
    ['CURP calculada', 'Calculated CURP'],
  ],
};

const YES: Bilingual = ['Sí', 'Yes'];
const NO: Bilingual = ['No', 'No'];
const DIFFERING: Bilingual = ['No coincide', 'Does not match'];
const RESULTS: ReadonlyMap<unknown, Bilingual> = new Map([
  ['identica', ['Idéntica', 'Identical']],
  ['misma_raiz', ['Misma raíz', 'Same root']],
  ['difiere', ['Difiere', 'Differs']],
] satisfies [string, Bilingual][]);
const SUGGESTION = ADDED_COLUMNS.validar.indexOf('sugerencia');

const isFinding = (item: string | WireHallazgo): item is WireHallazgo => typeof item !== 'string';
const listOf = (value: Value | undefined): readonly (string | WireHallazgo)[] => (Array.isArray(value) ? value : []);

const ANSWERS: Readonly<Record<OperationName, (values: readonly Value[], language: Language) => Answer>> = {
  calcular: ([curp = '']) => ({ texts: [toCell(curp)], reason: '' }),
  validar: (values, language) => ({
    texts: [say(values[0] === true ? YES : NO, language), toCell(values[SUGGESTION] ?? '')],
    reason: listOf(values[1])
      .filter(isFinding)
      .map(({ mensaje }) => findingMessage({ dato: 'curp', mensaje }, language))
      .join(' '),
    bad: values[0] !== true,
  }),
  cotejar: ([result, calculated = '', differing], language) => {
    const fields = FIELDS.filter((field) => listOf(differing).includes(field));
    const names = fields.map((field) => fieldName(field, language)).join(', ');
    return {
      texts: [say(RESULTS.get(result) ?? NO, language), toCell(calculated)],
      reason: names === '' ? '' : `${say(DIFFERING, language)}: ${names}.`,
      bad: result === 'difiere',
    };
  },
};

/** The new cells of a row. `homonimos`: its last value is the row that has the same root. */
export function cellsOf(
  { error, values }: Pick<DoneRow, 'error' | 'values'>,
  operation: OperationName,
  homonimos: boolean,
  language: Language,
): NewCells {
  if (error !== null) {
    const empty = Array.from({ length: TITLES[operation].length + Number(homonimos) }, () => '');
    return { texts: [...empty, reasonFor(error, language)], bad: true };
  }
  const { texts, reason, bad = false } = ANSWERS[operation](values, language);
  const marks = homonimos ? [toCell(values.at(-1) ?? '')] : [];
  const notices = values.slice(ADDED_COLUMNS[operation].length, values.length - marks.length).map(toCell);
  const reasons = [reason, ...notices].filter((text) => text !== '');
  return { texts: [...texts, ...marks, reasons.join(' ')], bad };
}
