/** The failures that end a command with a message for the user, and the exit codes that show scripts what happened. */
import type { Bilingual } from '@curp-service/contract/language';
import { text } from './environment.js';
import { words } from './textos/words.js';

export const EXIT = {
  /** Wrong data, an invalid key or the key of another person, an unknown or taken name. */
  NO: 1,
  USAGE: 2,
  /** `EX_SOFTWARE`, `EX_IOERR` and `EX_CONFIG` of sysexits. */
  SOFTWARE: 70,
  IO: 74,
  CONFIG: 78,
  /** The code that a shell reports after Ctrl-C. */
  INTERRUPTED: 130,
} as const;

export class CommandFailure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  /** Leave the message empty if the user has already seen one. */
  constructor(exitCode: number, message = '') {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Creates a failure in the language of the user. */
export const commandFailure = (exitCode: number, ...message: Bilingual): CommandFailure =>
  new CommandFailure(exitCode, text(...message));

/** The reasons of the system that users meet, by their codes. */
const REASONS: Readonly<Record<string, Bilingual>> = {
  EACCES: words('failure_no_tiene_permiso'),
  EISDIR: words('failure_es_una_carpeta'),
  ENOENT: words('failure_no_existe_el'),
  ENOSPC: words('failure_el_disco_esta'),
};

/** Says why the system refused a file: in the language of the user, or in the words of the system. */
export function systemReason({ code, message }: { readonly code?: unknown; readonly message: string }): string {
  const reason = REASONS[String(code)];
  return reason === undefined ? message : `${String(code)}: ${text(...reason)}`;
}

/** A wrong use of the command. A pointer to the help of the command follows its message. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

export const wrongUse = (...message: Bilingual): WrongUse => new WrongUse(text(...message));

/** Nothing has the id or name that the user gave. `noun`: its word in both languages. `command`: the command that lists the known ones. */
export function notFound(noun: Bilingual, given: string, command: string): CommandFailure {
  // JSON escapes control characters, which must not reach the terminal.
  const quoted = JSON.stringify(given);
  return commandFailure(EXIT.NO, ...words('failure_no_hay', { cosa: noun, nombre: quoted, comando: command }));
}
