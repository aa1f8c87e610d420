/** What a thread and the main thread say to each other: a task, the calls that it makes, and how it ends or fails. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';

/** Something that a task may ask of the main thread. Bytes that it gives are copied. */
export type Ask = (...args: never[]) => Promise<unknown>;

export type ToThread = { readonly number: number } & (
  | { readonly name: string; readonly input: unknown }
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly failed: true }
);

/** A call of a task. */
export interface Call {
  readonly number: number;
  readonly call: number;
  readonly ask: string;
  readonly args: readonly never[];
}

export type FromThread =
  | Call
  | ({ readonly number: number } & (
      | { readonly result: never }
      | { readonly unreadable: UnreadableReason }
      | { readonly error: unknown }
    ));

/** A value as it is sent: bytes as a copy whose memory is handed over. Also gives how many there are. */
export function transferable(value: unknown): readonly [value: unknown, transfer: ArrayBuffer[], length: number] {
  if (!(value instanceof Uint8Array)) return [value, [], 0];
  const copy = new Uint8Array(value);
  return [copy, [copy.buffer], copy.length];
}

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
