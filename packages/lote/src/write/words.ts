/** Writes the new cells of a sheet's row in words for people: the answer and, if something is wrong, the reason. */

import { type RowError, errorInWords } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS, type OperationName } from '@curp-service/contract/columns';
import { simplify } from '@curp-service/contract/columns/names';
import { type Notice, noticesInWords } from '@curp-service/contract/finding-message';
import { type Bilingual, type Language, say } from '@curp-service/contract/language';
import { CELL } from '@curp-service/contract/people-words';
import { type Value, toCell } from './csv-writer.js';

/** How the cells of a row are marked: more softly for a review than for an error. */
export type Mark = 'error' | 'review';

/** The new cells of a row, one text for each column; the last is the reason. */
export interface NewCells {
  readonly texts: readonly string[];
  readonly mark?: Mark | undefined;
}

export const REASON_TITLE: Bilingual = ['Motivo', 'Reason'];

/** The columns of an answer. The reason follows them. */
const TITLES: Readonly<Record<OperationName, readonly Bilingual[]>> = {
  calcular: [['CURP', 'CURP']],
  validar: [
    ['CURP válida', 'Valid CURP'],
    ['CURP sugerida', 'Suggested CURP'],
  ],
  cotejar: [
    ['Resultado', 'Result'],
    ['CURP calculada', 'Calculated CURP'],
  ],
  cruzar: [
    ['Cruce', 'Match'],
    ['Fila de la otra lista', 'Row of the other list'],
    ['CURP de la otra lista', 'CURP of the other list'],
  ],
};

/** A column that an answer fills: its title, and the mark by which a workbook that comes back again knows it. */
export interface AnswerColumn {
  readonly title: Bilingual;
  readonly mark: string;
}

/** Returns the columns of an answer, the reason last. */
export const answerColumns = (operation: OperationName): AnswerColumn[] =>
  [...TITLES[operation], REASON_TITLE].map((title) => ({
    title,
    mark: `${operation}.${simplify(title[0])}`,
  }));

const YES: Bilingual = ['Sí', 'Yes'];
const NO: Bilingual = ['No', 'No'];
const RESULTS: ReadonlyMap<unknown, Bilingual> = new Map([
  ['identica', ['Idéntica', 'Identical']],
  ['misma_raiz', ['Misma raíz', 'Same root']],
  ['compatible', ['Concuerda', 'Agrees']],
  ['difiere', ['Difiere', 'Differs']],
] satisfies [string, Bilingual][]);
const PILES: ReadonlyMap<unknown, Bilingual> = new Map([
  ['misma', ['La misma', 'The same']],
  ['quiza', ['Quizá la misma', 'Perhaps the same']],
  ['sola', ['Solo en A', 'Only in A']],
] satisfies [string, Bilingual][]);
const SUGGESTION = ADDED_COLUMNS.validar.indexOf('sugerencia');

const ANSWERS: Readonly<Record<OperationName, (values: readonly Value[], language: Language) => readonly string[]>> = {
  calcular: ([curp = '']) => [toCell(curp)],
  validar: (values, language) => [say(values[0] === true ? YES : NO, language), toCell(values[SUGGESTION] ?? '')],
  cruzar: ([pile, ...found], language) => [say(PILES.get(pile) ?? NO, language), ...found.map(toCell)],
  cotejar: ([result, calculated = ''], language) => [say(RESULTS.get(result) ?? NO, language), toCell(calculated)],
};

/** The answer to a row; one with an error has no values and no notices. */
interface CellAnswer {
  readonly error: RowError | null;
  readonly values: readonly Value[];
  readonly notices: readonly Notice[];
  readonly isReview?: boolean | undefined;
}

/** Returns the new cells of a row. */
export function cellsOf(
  { error, values, notices, isReview = notices.length > 0 }: CellAnswer,
  operation: OperationName,
  language: Language,
): NewCells {
  if (error !== null) {
    const empty = TITLES[operation].map(() => '');
    return { texts: [...empty, errorInWords(error, CELL, language)], mark: 'error' };
  }
  const texts = [...ANSWERS[operation](values, language), noticesInWords(notices, language).join(' ')];
  return { texts, mark: isReview ? 'review' : undefined };
}
