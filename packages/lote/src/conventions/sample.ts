/** Reads a part of a file, to decide the reading of the whole file or to show it. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { Byte, ByteSink } from '../bytes.js';
import { decideReading } from './decide.js';
import type { Evidence } from './evidence.js';
import { Survey, type SurveyOptions } from './survey.js';
import type { CsvHeader } from '../read/csv-header.js';
import { requireHeader } from '../read/header.js';
import { Input } from '../read/input.js';
import { readerFor } from '../read/layout.js';

/** Returns the reading that stretches of a file suggest: its beginning first, then later ones. */
export function sample(stretches: readonly Uint8Array[], options: SurveyOptions): Reading {
  const survey = new Survey(options);
  stretches.forEach((stretch, i) => {
    if (i > 0) survey.jump();
    survey.read(stretch);
  });
  return decideReading(survey.finish(), options);
}

const SAMPLE_BYTES = 1 << 20;
const SAMPLE_ROWS = 20_000;
const SIZE = 1 << 14;

export class Buffered {
  private readonly survey: Survey;
  private readonly buffered = new ByteSink(SIZE);
  private lines = 0;

  constructor(options: SurveyOptions) {
    this.survey = new Survey(options);
  }

  /** The bytes that were buffered. */
  get bytes(): Uint8Array {
    return this.buffered.bytes.subarray(0, this.buffered.length);
  }

  /** Takes a piece. Returns `true` if it has enough to decide. The sampled bytes do not depend on how the file is cut into pieces. */
  take(piece: Uint8Array): boolean {
    let sampled = piece.subarray(0, SAMPLE_BYTES - this.buffered.length);
    for (let i = sampled.indexOf(Byte.LINE_FEED); i >= 0; i = sampled.indexOf(Byte.LINE_FEED, i + 1)) {
      this.lines++;
      if (this.lines === SAMPLE_ROWS) sampled = sampled.subarray(0, i + 1);
    }
    this.survey.read(sampled);
    this.buffered.copy(piece, 0, piece.length);
    return this.buffered.length >= SAMPLE_BYTES || this.lines >= SAMPLE_ROWS;
  }

  /** Returns the evidence of the beginning. `atEnd`: it is the whole file. */
  evidence(atEnd: boolean): Evidence {
    if (atEnd) return this.survey.finish();
    this.survey.jump();
    return this.survey.evidence;
  }
}

/** This many rows are shown from the header on. */
const SHOWN_ROWS = 50;

interface PeekRow {
  /** The number of the row as a spreadsheet counts. */
  readonly number: number;
  readonly cells: readonly string[];
  /** The problem that makes the row unreadable, for example a line that is too long; `null` if there is none. */
  readonly problem: RowProblem | null;
}

export interface Peek {
  /** The reading that the beginning suggests, or the one that the caller passed. */
  readonly reading: Reading;
  readonly delimiter: string;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The first non-empty rows: those above the header, the header and some below. */
  readonly rows: readonly PeekRow[];
}

/** Returns the first rows of a CSV and its reading. Throws an `UnreadableFile` if there is no header. */
export function peek(
  bytes: Uint8Array,
  language: Language,
  options: SurveyOptions,
  reading: Reading = sample([bytes], options),
): Peek {
  const { input, header } = headerIn(bytes, language, reading);
  const { delimiter, names } = header;
  const reader = readerFor(header, input.decoder);
  const rows: PeekRow[] = [];
  for (let number = 1; number < header.number + SHOWN_ROWS; number++) {
    if (!reader.read(input.bytes, input.start, input.end)) break;
    const { next, problem } = reader;
    const isEmpty = reader.end === input.start;
    reader.fit(names.length);
    if (number <= header.number) reader.settleApart(input.decoder);
    else reader.settle(input.decoder);
    const cells = Array.from({ length: reader.cells }, (_, i) => reader.text(i));
    if (!isEmpty) rows.push({ number, cells, problem });
    input.advance(next);
  }
  return { reading, delimiter, names, rows };
}

/** Finds the header at the beginning of a CSV. Throws an `UnreadableFile` if there is none. */
export function headerIn(
  bytes: Uint8Array,
  language: Language,
  { codificacion, encabezado, formato }: Reading,
): { readonly input: Input; readonly header: CsvHeader } {
  const input = new Input(codificacion.value);
  input.append(input.decoder.decode(bytes, false));
  input.close();
  const header = requireHeader(input, true, language, { encabezado: encabezado.value, layout: formato.value });
  if (header === null) throw new RangeError('a header that does not end, at the end');
  return { input, header };
}
