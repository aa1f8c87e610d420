/** Explains why a file was not answered completely, and decides whether its client or the service is at fault. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import { type Answer, type Failure, type Problem, failure, fileFailure } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import type { Gate } from '../access/gate.js';
import { StreamCut } from '../http/stream.js';
import { StoreError } from '../store/driver.js';
import { DiskError, ThreadLost, TooSlow, Unreadable } from '../thread-messages.js';

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

/** Throws the error of a temporary file as one of the disk. */
export const diskFailed = (error: unknown): never => {
  throw new DiskError(error instanceof Error && 'code' in error ? String(error.code) : undefined);
};

/** True if the service failed, and neither the client nor its file: a thread or a disk is gone, or the code has a bug. */
export const isOwnFailure = (error: unknown): boolean =>
  !(
    error instanceof StreamCut ||
    error instanceof FileRefused ||
    error instanceof TooSlow ||
    error instanceof Unreadable
  );

/** Returns the answer to a file that failed. Logs an error that no file should cause. */
export function failureAnswer(
  error: unknown,
  { log, storeFailed }: Pick<Gate, 'log' | 'storeFailed'>,
  operacion: string,
  language: Language,
): Answer<Failure> {
  if (error instanceof Unreadable) return fileFailure(entryOf(error, language));
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
  return error instanceof StoreError ? 'almacen' : 'interno';
}

const entryOf = ({ reason }: Unreadable, language: Language): ErrorEntry =>
  'es' in reason
    ? { id: 'lote_lento', code_error: CODES.lote_lento.code, parametro: null, error_message: reason[language] }
    : reason;
