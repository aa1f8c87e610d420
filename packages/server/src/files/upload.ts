/** Stores an upload whole, and looks through all of its rows on the way, so that each is evidence for the others. */
import type { Reading } from '@curp-service/contract/reading';
import { type LoteOptions, Survey, decideReading } from '@curp-service/lote';
import type { Stream } from '../http/stream.js';
import type { Spool } from './spool.js';
import type { Turns } from './turns.js';

interface UploadParts {
  readonly stream: Stream;
  readonly turns: Turns;
  readonly spool: Spool;
  /** Called after each piece, with the bytes in memory. */
  readonly onProgress: (memory: number) => void;
}

/** The reading of the file, once all of it is stored. */
export async function storeUpload(parts: UploadParts, options: LoteOptions): Promise<Reading> {
  const { stream, turns, spool, onProgress } = parts;
  const survey = new Survey(options);
  for await (const piece of stream.pieces()) {
    await turns.run(() => survey.read(piece));
    await spool.add(piece);
    onProgress(spool.memory + survey.memory);
  }
  return decideReading(survey.finish(), options);
}
