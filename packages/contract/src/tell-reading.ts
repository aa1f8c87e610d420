/** Tells how a file is read: one sentence a convention, with its evidence. */
import type { Language } from './language.js';
import type { Basis, Reading } from './reading.js';

/** One convention in words. */
export interface ToldConvention {
  readonly convencion: keyof Reading;
  readonly origen: Basis;
  readonly texto: string;
}

/** How a file is read, in words. */
export type Lectura = readonly ToldConvention[];

/** The conventions that matter for this file, each in one sentence. */
export function tellReading(reading: Reading, language: Language): ToldConvention[] {
  void reading;
  void language;
  return [];
}

/** The told conventions as the value of the header `Lote-Lectura`: JSON in ASCII. */
export function readingHeader(reading: Reading, language: Language): string {
  return JSON.stringify(tellReading(reading, language)).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
