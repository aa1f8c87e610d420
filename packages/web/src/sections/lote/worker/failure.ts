/** Says why a file cannot be read. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { wordsOfError } from '@curp-service/contract/language';
import type { TaskFailure } from './tasks.js';

/** Returns why a file cannot be read; `null` if the error has another cause. */
export function failureOf(error: unknown): TaskFailure {
  if (error instanceof UnreadableFile) return error.problem;
  // `xlsx.js` is another script with its own class for this error, so `instanceof` does not work.
  return wordsOfError(error);
}
