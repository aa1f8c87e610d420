/** Puts the lines of NDJSON into a slot, as objects. */
import { type LineSink, parseObject, readLine } from '../read/ndjson.js';
import { seenBetween } from '../read/row.js';
import { type Slot, encodingFrom, isSkipped, reject, rejectLong, settleEncoding } from './slot.js';

export class NdjsonSink implements LineSink {
  private readonly slot: Slot;
  private hasBegun = false;

  constructor(slot: Slot) {
    this.slot = slot;
  }

  longLine(): void {
    this.begin(0);
    rejectLong(this.slot);
  }

  line(from: number, to: number): void {
    const { slot } = this;
    this.begin(from);
    const seen = seenBetween(slot.input.bytes, from, to);
    const read = readLine(slot.input, from, to, seen);
    const { problem } = read;
    settleEncoding(slot, seen);
    const written = read.text.trim();
    if (written !== '' && !isSkipped(slot)) {
      const content = problem === null ? parseObject(read) : null;
      if (content === null) reject(slot, written, problem ?? { cause: 'fila_json' });
      else slot.row = { line: slot.line, written, content, reason: '' };
    }
    slot.line++;
  }

  private begin(from: number): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.slot.onHead({ encoding: encodingFrom(this.slot, from) });
  }
}
