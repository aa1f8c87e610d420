/** What a command cannot do, said to the user, and the exit code that tells a script. */

export const EXIT = {
  /** What is named does not exist or is taken, the data are wrong, or the key is not valid or not of that person. */
  NO: 1,
  USAGE: 2,
  /** `EX_SOFTWARE`, `EX_IOERR` and `EX_CONFIG` of sysexits: a fault of this program is none of the data. */
  SOFTWARE: 70,
  IO: 74,
  CONFIG: 78,
  /** As a shell reports a program that Ctrl-C has ended. */
  INTERRUPTED: 130,
} as const;

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  /** Without a message: all has been said. */
  constructor(exitCode: number, message = '') {
    super(message);
    this.exitCode = exitCode;
  }
}
