/** What a thread and the main thread say to each other: a task, the calls that it makes, and how it ends. */
import type { UnreadableReason } from './failures.js';

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
