/** Reads files that can be read twice, so that every row counts as evidence for every other. */
import type { Reading } from '@curp-service/contract/reading';
import { decideReading, sameReading } from './decide.js';
import type { Evidence } from './evidence.js';
import { Survey, type SurveyOptions } from './survey.js';

/** The reading of a whole file. */
export async function surveyAll(pieces: AsyncIterable<Uint8Array>, options: SurveyOptions): Promise<Reading> {
  const survey = new Survey(options);
  for await (const piece of pieces) survey.read(piece);
  return decideReading(survey.finish(), options);
}

/** The reading that stretches of a file suggest: its head first, then others from farther behind. */
export function sample(stretches: readonly Uint8Array[], options: SurveyOptions): Reading {
  const survey = new Survey(options);
  stretches.forEach((stretch, i) => {
    if (i > 0) survey.jump();
    survey.read(stretch);
  });
  return decideReading(survey.finish(), options);
}

/**
 * Does a file with the reading that a look at it suggested and, if its rows prove another one, once more with that.
 * `work` gives the evidence of all rows; before it begins a second time, it throws away its first result.
 */
export async function readTwice(
  first: Reading,
  options: SurveyOptions,
  work: (reading: Reading) => Promise<Evidence>,
): Promise<Reading> {
  const proven = decideReading(await work(first), options);
  if (!sameReading(first, proven)) await work(proven);
  return proven;
}
