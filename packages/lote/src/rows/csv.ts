/** Puts the rows of a CSV into a slot, as texts. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import { countLines } from '../bytes.js';
import type { CsvHeader } from '../read/header.js';
import { CsvReader } from '../read/csv-reader.js';
import type { RowSink } from '../read/csv.js';
import { type Row, Seen, shapeProblem } from '../read/row.js';
import { type Slot, encodingFrom, isSkipped, reject, rejectLong, settleEncoding } from './slot.js';

export function csvSink(slot: Slot, { delimiter, names, row: header, next, seen }: CsvHeader): RowSink {
  const { input } = slot;
  const reader = new CsvReader(delimiter.charCodeAt(0));
  settleEncoding(slot, seen);
  slot.onHead({ encoding: encodingFrom(slot, next), delimiter, names, written: header.writtenFrom(0) });
  slot.line += countLines(input.bytes.subarray(0, next));
  return {
    reader,
    longRow: () => rejectLong(slot),
    row: () => {
      const lines = countLines(input.bytes.subarray(input.start, reader.next));
      if (reader.end > input.start) {
        settleEncoding(slot, reader.seen);
        const isSound = reader.settle(input.decoder);
        const problem: RowProblem | null = isSound
          ? shapeProblem(reader, names.length)
          : { cause: 'fila_codificacion' };
        if (!isSkipped(slot) && (problem !== null || !isTaken(slot, reader))) put(slot, reader, delimiter, problem);
      }
      slot.line += lines;
    },
  };
}

const isTaken = ({ take }: Slot, { bytes, from, to, seen }: Row): boolean =>
  take !== undefined && (seen & Seen.ESCAPED_QUOTES) === 0 && take(bytes, from, to);

function put(slot: Slot, row: Row, delimiter: string, problem: RowProblem | null): void {
  const written = row.writtenFrom(0);
  if (problem !== null) {
    reject(slot, written, problem);
    return;
  }
  // Splitting one text into cells is much cheaper than decoding each cell.
  const content = written.includes('"')
    ? Array.from({ length: row.cells }, (_, i) => row.text(i))
    : written.split(delimiter);
  slot.row = { line: slot.line, written, content, reason: '' };
}
