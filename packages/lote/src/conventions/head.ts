/** Reads the head of a file, which supposes the reading of the whole file. */
import type { Reading } from '@curp-service/contract/reading';
import { Byte, ByteSink } from '../bytes.js';
import { decideReading } from './decide.js';
import type { Evidence } from './evidence.js';
import { Survey, type SurveyOptions } from './survey.js';

/** Returns the reading of a file of which only these bytes are known. */
export function decideByHead(bytes: Uint8Array, options: SurveyOptions): Reading {
  const survey = new Survey(options);
  survey.read(bytes);
  return decideReading(survey.finish(), options);
}

const BYTES_OF_HEAD = 1 << 20;
const ROWS_OF_HEAD = 20_000;
const FIRST_HEAD_BUFFER = 1 << 14;

export class Head {
  private readonly survey: Survey;
  private readonly buffered = new ByteSink(FIRST_HEAD_BUFFER);
  private lines = 0;

  constructor(options: SurveyOptions) {
    this.survey = new Survey(options);
  }

  /** The bytes that were taken, which are more than the head if the last piece was. */
  get bytes(): Uint8Array {
    return this.buffered.bytes.subarray(0, this.buffered.length);
  }

  /** Takes a piece. Returns `true` once it has the whole head, which does not depend on how the file is cut into pieces. */
  take(piece: Uint8Array): boolean {
    let ofHead = piece.subarray(0, BYTES_OF_HEAD - this.buffered.length);
    for (let i = ofHead.indexOf(Byte.LINE_FEED); i >= 0; i = ofHead.indexOf(Byte.LINE_FEED, i + 1)) {
      this.lines++;
      if (this.lines === ROWS_OF_HEAD) ofHead = ofHead.subarray(0, i + 1);
    }
    this.survey.read(ofHead);
    this.buffered.copy(piece, 0, piece.length);
    return this.buffered.length >= BYTES_OF_HEAD || this.lines >= ROWS_OF_HEAD;
  }

  /** Returns what the head shows. `isWhole`: it is the whole file. */
  evidence(isWhole: boolean): Evidence {
    return isWhole ? this.survey.finish() : this.survey.breakOff();
  }
}
