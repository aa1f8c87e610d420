/** Writes the new cells of a sheet's row in words for people: the answer and, if something is wrong, the reason. */

import { ANSWER_TITLES, REASON_TITLE } from '@curp-service/contract/words/answered-columns';
import type { RowError, RowProblem } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS, type OperationName } from '@curp-service/contract/columns';
import { type Notice, errorsInWords, noticesInWords } from '@curp-service/contract/finding-message';
import { type Bilingual, type Language, say } from '@curp-service/contract/language';
import { CELL } from '@curp-service/contract/people-words';
import { type SentenceId, sentenceOf } from '@curp-service/contract/words/sentences';
import { type Value, toCell } from './csv-writer.js';

/** How the cells of a row are marked: more softly for a review than for an error. */
export type Mark = 'error' | 'review';

/** The new cells of a row, one text for each column; the last is the reason. */
export interface NewCells {
  readonly texts: readonly string[];
  readonly mark?: Mark | undefined;
}

/** A column that an answer fills: its title, and the mark by which a workbook that comes back again knows it. */
export interface AnswerColumn {
  readonly title: Bilingual;
  readonly mark: string;
}

type TitleId = Extract<SentenceId, `titulo_${string}`>;

export const answerColumn = (operation: OperationName, title: TitleId): AnswerColumn => ({
  title: sentenceOf(title),
  mark: `${operation}.${title.slice('titulo_'.length).replaceAll('_', '')}`,
});

/** Returns the columns of an answer, the reason last. */
export const answerColumns = (operation: OperationName): AnswerColumn[] =>
  [...ANSWER_TITLES[operation], REASON_TITLE].map((title) => answerColumn(operation, title));

const CELL_WORDS: ReadonlyMap<unknown, SentenceId> = new Map<unknown, SentenceId>([
  [true, 'celda_si'],
  ['identica', 'celda_identica'],
  ['misma_raiz', 'celda_misma_raiz'],
  ['compatible', 'celda_compatible'],
  ['difiere', 'celda_difiere'],
  ['misma', 'celda_misma'],
  ['quiza', 'celda_quiza'],
  ['sola', 'celda_sola'],
]);
const wordFor = (value: Value | undefined, language: Language): string =>
  say(sentenceOf(CELL_WORDS.get(value) ?? 'celda_no'), language);
const SUGGESTION = ADDED_COLUMNS.validar.indexOf('sugerencia');

const ANSWERS: Readonly<Record<OperationName, (values: readonly Value[], language: Language) => readonly string[]>> = {
  calcular: ([curp = '']) => [toCell(curp)],
  validar: (values, language) => [wordFor(values[0], language), toCell(values[SUGGESTION] ?? '')],
  cruzar: ([pile, ...found], language) => [wordFor(pile, language), ...found.map(toCell)],
  cotejar: ([result, calculated = ''], language) => [wordFor(result, language), toCell(calculated)],
};

/** The answer to a row; one with an error has no values and no notices. */
interface CellAnswer {
  readonly error: RowError | null;
  /** What else is wrong with a row that has an error. */
  readonly others?: readonly (RowProblem | Notice)[] | undefined;
  readonly values: readonly Value[];
  readonly notices: readonly Notice[];
  readonly isReview?: boolean | undefined;
}

/** Returns the new cells of a row. */
export function cellsOf(
  { error, others = [], values, notices, isReview = notices.length > 0 }: CellAnswer,
  operation: OperationName,
  language: Language,
): NewCells {
  if (error !== null) {
    const empty = ANSWER_TITLES[operation].map(() => '');
    return { texts: [...empty, errorsInWords(error, others, CELL, language)], mark: 'error' };
  }
  const texts = [...ANSWERS[operation](values, language), noticesInWords(notices, language).join(' ')];
  return { texts, mark: isReview ? 'review' : undefined };
}
