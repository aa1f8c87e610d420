/** The answers of a workbook's rows, as the pieces of its job keep them: one line a row. */
import type { NewCells, RowCells } from '@curp-service/lote';

const SIGNS = { error: '!', review: '?' } as const;

/** Each line is empty, a key, or the row's texts as JSON, behind a sign if the row is marked. */
export function writeAnswers(answers: readonly RowCells[]): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder();
  const lines = answers.map((answer) => {
    if (answer === null) return '\n';
    if (answer instanceof Uint8Array) return `${text.decode(answer)}\n`;
    return `${answer.mark === undefined ? '' : SIGNS[answer.mark]}${JSON.stringify(answer.texts)}\n`;
  });
  return new TextEncoder().encode(lines.join(''));
}

export function readSheetAnswer(line: string): NewCells | null {
  if (line === '') return null;
  const [, sign, json] = /^([!?]?)(\[.*)$/.exec(line) ?? [];
  if (json === undefined) return { texts: [line] };
  const mark = sign === SIGNS.error ? 'error' : sign === SIGNS.review ? 'review' : undefined;
  return { texts: JSON.parse(json), mark };
}
