/** CURPs in bulk: CSV and NDJSON in, the same rows with their results out, in constant memory. */
export { countLines } from './bytes.js';
export { Lote, type LoteOptions } from './lote.js';
export { collect, doBlock, drain, prepare, release, sumTotals } from './parallel/blocks.js';
export { type Block, Splitter } from './parallel/splitter.js';
export { isUtf16 } from './read/encoding.js';
export { type Peek, type PeekRow, peek } from './reading/peek.js';
export { type SniffedFormat, sniff } from './read/sniff.js';
export { type DeclaredOptions, decideReading, sameReading } from './reading/decide.js';
export { type Evidence, NO_EVIDENCE, mergeEvidence } from './reading/evidence.js';
export { Held } from './reading/held.js';
export { look, readTwice, surveyAll } from './reading/read-twice.js';
export { Survey, type SurveyOptions } from './reading/survey.js';
export { type Answers, type KeyCell, type RowBlock, SheetAnswers } from './sheet/answers.js';
export { type CellOptions, type FillOptions, type SheetFile, SheetLote, type SheetWork } from './sheet/sheet-lote.js';
export type { NewCells } from './sheet/words.js';
export { FileRows } from './rows/rows.js';
export type { FileHead, FileRow } from './rows/slot.js';
export type { DoneRow, Totals, Understood } from './work/context.js';
