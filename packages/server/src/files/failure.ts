/** Explains why a file was not answered completely, and decides whether its client or the service is at fault. */
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { type Answer, type Failure, type Problem, failure, fileFailure } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import type { Gate } from '../access/gate.js';
import { StreamCut } from '../http/stream.js';
import { StoreError } from '../store/driver.js';
import { DiskError, ThreadLost, TooLarge, TooSlow, Unreadable } from './task.js';

/** The service refuses the file. `cause` is the error of the disk, if any. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  constructor(
    readonly problems: readonly Problem[],
    cause?: unknown,
  ) {
    super(undefined, { cause });
  }
}

/** Returns the answer to a file that failed. Logs an error that no file should cause. */
export function failureAnswer(
  error: unknown,
  { log, storeFailed }: Pick<Gate, 'log' | 'storeFailed'>,
  operacion: string,
  language: Language,
): Answer<Failure> {
  if (error instanceof Unreadable) return fileFailure(problemOfFile(error, language));
  if (error instanceof FileRefused) {
    if (error.cause !== undefined) log.error({ err: error.cause, operacion }, 'disk');
    return failure(error.problems, language);
  }
  if (error instanceof DiskError)
    return failureAnswer(
      new FileRefused([{ cause: 'lote_sin_espacio' }], error),
      { log, storeFailed },
      operacion,
      language,
    );
  const cause = causeOf(error);
  if (cause === 'almacen') storeFailed(error);
  else if (error instanceof ThreadLost) log.error({ err: error, motivo: error.message, operacion }, 'thread');
  else if (cause === 'interno') log.error({ err: error, operacion }, 'bug');
  return failure([{ cause }], language);
}

function causeOf(error: unknown): Cause {
  if (error instanceof StreamCut) return error.reason;
  if (error instanceof TooSlow) return 'lote_lento';
  if (error instanceof TooLarge) return 'lote_memoria';
  return error instanceof StoreError ? 'almacen' : 'interno';
}

/** Returns why a file cannot be answered, however often it is tried. */
export function problemOfFile(error: Unreadable | TooSlow | TooLarge, language: Language): ErrorEntry {
  if (!(error instanceof Unreadable)) return toEntry<Cause>(CODES, { cause: causeOf(error) }, language);
  const { reason } = error;
  return 'es' in reason
    ? { id: 'lote_lento', code_error: CODES.lote_lento.code, parametro: null, error_message: reason[language] }
    : reason;
}
