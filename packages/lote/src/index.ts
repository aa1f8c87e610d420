/** Computes and checks CURPs in bulk: reads CSV and NDJSON, and writes each row with its result, in constant memory. */
export { type Source, countLines, drain, release } from './bytes.js';
export {
  type AnswerRows,
  type FileAnswer,
  type FilePass,
  type FileSink,
  type PassSink,
  type PeopleFile,
  type Step,
  type TextPass,
  type TextSource,
  answerFile,
  answerOnce,
  answerRows,
  rejoined,
  requireDecided,
  textFile,
} from './file.js';
export { type FileFrame, Lote } from './lote.js';
export { DuplicateFinder, ScatteredKey, type Seeds, newSeeds } from './people/duplicates.js';
export { PeopleRecorder } from './people/people-taker.js';
export { shareSeedOfWords } from './cell/words.js';
export { type PartDone, answerPart, areRows, repeatsHeader } from './parts/answer-part.js';
export { CountedParts, headOf, placesOf, sumEvidence } from './parts/counted-parts.js';
export { type AnsweredPart, NoticeWriter } from './parts/notice-writer.js';
export { type PersonRecord, RepeatedPeople, RepeatedRows, findRepeated } from './parts/repeated.js';
export { type HeaderFacts, type PartPlace } from './read/csv-header.js';
export {
  type AnsweredRow,
  type NamedCells,
  type ReportedCells,
  type Totals,
  type Understood,
  sumTotals,
} from './answer/context.js';
export type { LoteOptions, RowWork } from './answer/row-work.js';
export { type Fill, fieldOfReason, fillsOf } from './answer/fills.js';
export { NO_OVERRIDES, type Overrides } from './answer/overrides.js';
export { duplicateNotice, partlyCompared } from './people/duplicate-notice.js';
export { type FileHead, type FileRow, FileRows } from './read/file-rows.js';
export { jsonLines, jsonShape } from './read/json-lines.js';
export { checkText, sniff } from './read/header.js';
export { isSexUnknown } from '@curp-service/contract/conventions/table';
export { decideReading, sameReading } from './conventions/decide.js';
export { addEvidence, allShown } from './conventions/add-evidence.js';
export { type Evidence, NO_EVIDENCE } from './conventions/evidence.js';
export { decideByHead } from './conventions/head.js';
export { type Peek, peek } from './conventions/peek.js';
export { Survey, type SurveyOptions } from './conventions/survey.js';
export type { CellOptions, FillOptions, Place, SheetFile } from './sheet/sheet-file.js';
export { SheetLote } from './sheet/sheet-lote.js';
export { type NewCells, answerColumns, cellsOf } from './write/words.js';
export { BYTE_ORDER_MARK, type CsvSheet, toCell, withoutFormulas } from './write/csv-writer.js';
export {
  Cruce,
  type CruceTotals,
  type CrossedFiles,
  type PairDecision,
  type PairDecisions,
  type ListName,
} from './cruzar/cruce.js';
