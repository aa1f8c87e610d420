/** The two ways in which a call fails: the service refuses it, or does not answer. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';

/** The service answered with an error, whose message is that of the service. */
export class CurpServiceError extends Error {
  override readonly name = 'CurpServiceError';
  /** The code of the contract; `docs/api.md` lists them. */
  declare readonly codeError: number;
  declare readonly httpStatus: number;
  /** Every problem with a parameter. */
  declare readonly errores: readonly ErrorEntry[];
  /** The seconds after which to ask again; `undefined` if asking again does not help. */
  declare readonly retryAfter: number | undefined;
  /** The id of the request in the logs of the service. */
  declare readonly requestId: string | undefined;

  constructor(
    message: string,
    details: Pick<CurpServiceError, 'codeError' | 'httpStatus' | 'errores' | 'retryAfter' | 'requestId'>,
  ) {
    super(message);
    Object.assign(this, details);
  }
}

/** The service did not answer, its answer was cut, or another program answered at its address. */
export class CurpConnectionError extends Error {
  override readonly name = 'CurpConnectionError';
  /** A code like `ECONNREFUSED`, `ETIMEDOUT`, `NETWORK` or `HTTP 502`. */
  readonly reason: string;

  constructor(origin: string, reason: string, cause?: unknown) {
    super(`${origin} does not answer as expected (${reason}).`, { cause });
    this.reason = reason;
  }
}
