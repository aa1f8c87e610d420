/** The columns that an answer adds, in words for people, and how a file that holds an earlier answer is known by them. */
import { type OperationName, addedColumns } from '../columns.js';
import { type SentenceId, sentenceOf } from './sentences.js';

/** The titles of the columns of an answer. The reason follows them. */
export const ANSWER_TITLES = {
  calcular: ['titulo_curp'],
  validar: ['titulo_curp_valida', 'titulo_curp_sugerida'],
  cotejar: ['titulo_resultado', 'titulo_curp_calculada'],
  cruzar: ['titulo_cruce', 'titulo_fila_de_la_otra_lista', 'titulo_curp_de_la_otra_lista'],
} as const satisfies Readonly<Record<OperationName, readonly SentenceId[]>>;
export const REASON_TITLE = 'titulo_motivo' as const;

/** The columns of an earlier answer in a table: the index of the first, and how many they are. */
export interface AnsweredColumns {
  readonly at: number;
  readonly count: number;
}

/** All that an operation adds, in the words of CSV: of this version, and of version 0.2, which had no reasons for review. */
const inCsv = (operation: OperationName): readonly (readonly string[])[] => {
  const added = addedColumns(operation);
  return [added, added.filter((name) => name !== 'aviso')];
};

/** The same in the words of Excel, as a CSV has them that was saved from an answered workbook. */
const inExcel = (operation: OperationName): readonly (readonly string[])[] =>
  [0, 1].map((language) =>
    [...ANSWER_TITLES[operation], REASON_TITLE].map((title) => sentenceOf(title)[language] ?? ''),
  );

/**
 * Finds the columns of an earlier answer of an operation: all that it adds, in its order. Any other column is the user's, whatever
 * its name. The words of Excel are few, so that they count only behind all columns, and if the rows below have the sentences of
 * reasons: `haveReasons`.
 */
export function answeredColumns(
  names: readonly string[],
  operation: OperationName,
  haveReasons: () => boolean,
): AnsweredColumns {
  const isAt = (block: readonly string[], at: number): boolean =>
    at > 0 && block.every((name, i) => names[at + i]?.replace(/_\d+$/, '') === name);
  for (const block of inCsv(operation)) {
    const at = names.findLastIndex((_, i) => isAt(block, i));
    if (at > 0) return { at, count: block.length };
  }
  const { length } = inExcel(operation).find((block) => isAt(block, names.length - block.length)) ?? [];
  const count = length > 0 && haveReasons() ? length : 0;
  return { at: names.length - count, count };
}
