/** Holds back the beginning of a stream until its rows have decided how it is read. */
import { Byte, ByteSink } from '../bytes.js';
import type { Evidence } from './evidence.js';
import { Survey, type SurveyOptions } from './survey.js';

const LOOK_BYTES = 1 << 20;
const LOOK_ROWS = 20_000;
const SIZE = 1 << 14;

export class Buffered {
  private readonly survey: Survey;
  private readonly held = new ByteSink(SIZE);
  private lines = 0;

  constructor(options: SurveyOptions) {
    this.survey = new Survey(options);
  }

  /** The bytes that were held back. */
  get bytes(): Uint8Array {
    return this.held.bytes.subarray(0, this.held.length);
  }

  /** Takes a piece. `true`: enough has come to decide. The same bytes are looked at however they are cut into pieces. */
  take(piece: Uint8Array): boolean {
    let looked = piece.subarray(0, LOOK_BYTES - this.held.length);
    for (let i = looked.indexOf(Byte.LINE_FEED); i >= 0; i = looked.indexOf(Byte.LINE_FEED, i + 1)) {
      this.lines++;
      if (this.lines === LOOK_ROWS) looked = looked.subarray(0, i + 1);
    }
    this.survey.read(looked);
    this.held.copy(piece, 0, piece.length);
    return this.held.length >= LOOK_BYTES || this.lines >= LOOK_ROWS;
  }

  /** The evidence of the beginning. `atEnd`: it is the whole file. */
  evidence(atEnd: boolean): Evidence {
    if (atEnd) return this.survey.finish();
    this.survey.jump();
    return this.survey.evidence;
  }
}
