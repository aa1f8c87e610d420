/** Explains why a file was not answered completely, and decides whether its client or the service is at fault. */
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { entryOfFile } from '@curp-service/contract/codes/file';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { type Answer, type Failure, failure, fileFailure } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import type { Gate } from '../access/gate.js';
import { StreamCut } from '../http/stream.js';
import { StoreError } from '../store/driver.js';
import { FileRefused, ThreadLost, Unreadable } from './task.js';

/** Returns the answer to a file that failed. Logs an error that no file should cause. */
export function failureAnswer(
  error: unknown,
  { log, storeFailed }: Pick<Gate, 'log' | 'storeFailed'>,
  operacion: string,
  language: Language,
): Answer<Failure> {
  if (error instanceof Unreadable) return fileFailure(entryOfFile(error.problem, language));
  if (error instanceof FileRefused) {
    if (error.cause !== undefined) log.error({ err: error.cause, operacion }, 'disk');
    return failure(error.problems, language);
  }
  const cause: Cause = error instanceof StreamCut ? error.reason : error instanceof StoreError ? 'almacen' : 'interno';
  if (cause === 'almacen') storeFailed(error);
  else if (error instanceof ThreadLost) log.error({ err: error, motivo: error.message, operacion }, 'thread');
  else if (cause === 'interno') log.error({ err: error, operacion }, 'bug');
  return failure([{ cause }], language);
}

/** Returns why a file cannot be answered, however often it is tried; `null` if another attempt may answer it. */
export function problemOfFile(error: unknown, language: Language): ErrorEntry | null {
  if (error instanceof Unreadable) return entryOfFile(error.problem, language);
  if (!(error instanceof FileRefused) || error.cause !== undefined) return null;
  const [problem] = error.problems;
  return problem === undefined ? null : toEntry<Cause>(CODES, problem, language);
}
