/** How a task in a thread may fail, other than by what it was given to call. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';

/** Why a file cannot be read: in the language of its client or, for a workbook, in both. */
export type UnreadableReason = ErrorEntry | { readonly es: string; readonly en: string };

/** The file cannot be read, and its client is told why. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(readonly reason: UnreadableReason) {
    super();
  }
}

/** The file takes longer than any file needs. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** The thread ended by itself: out of memory, in an endless loop, or by a bug. The message is never data of the file. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}
