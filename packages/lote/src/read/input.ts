/** Takes the bytes of a file in pieces of any size, decodes them, and keeps those that no row has used yet. */
import type { Encoding } from '@curp-service/contract/reading';
import { Byte, ByteQueue, MAX_ROW } from '../bytes.js';
import { Decoder } from './encoding.js';

/** A small file takes little memory. The buffer grows for a large one. */
const FIRST_INPUT_BYTES = 1 << 14;
/** A large piece is taken in parts of this size, so that the memory does not depend on it. */
const PART = 1 << 18;
/** A longer row with open quotes is not read again for every piece that arrives. */
const LONG_ROW = 4096;

/** A line feed follows the last byte, so that no loop runs past the end. */
export class Input extends ByteQueue {
  readonly decoder: Decoder;
  /** The number of unread bytes that were searched and hold no whole row. */
  private searched = 0;
  /** The number of unread bytes when a long row last proved to have open quotes. */
  private unreadAtOpenQuotes = 0;
  /** Coming bytes are dropped up to their line feed (0) or including it (1); `null` if they are kept. */
  private dropping: 0 | 1 | null = null;

  constructor(encoding: Encoding | null = null) {
    super(FIRST_INPUT_BYTES);
    this.decoder = new Decoder(encoding);
  }

  /** Takes a piece of the file, and runs `step` whenever rows may have arrived. */
  *feed<T>(piece: Uint8Array, step: () => Iterable<T>): Generator<T, void> {
    for (let from = 0; from < piece.length; from += PART) {
      this.append(this.decoder.decode(piece.subarray(from, from + PART), false));
      yield* step();
    }
  }

  /** At the end of the file, adds the bytes held back by the decoder, and the line feed if the last line lacks it. */
  close(): void {
    this.append(this.decoder.decode(new Uint8Array(), true));
    if (this.end > this.start && this.bytes[this.end - 1] !== Byte.LINE_FEED) {
      this.append(Uint8Array.of(Byte.LINE_FEED));
    }
  }

  /** Adds bytes that are already decoded. */
  override append(bytes: Uint8Array): void {
    super.append(this.dropping === null ? bytes : this.afterDropped(bytes, this.dropping));
    this.bytes[this.end] = Byte.LINE_FEED;
  }

  /** Returns whether there may be a whole row. It keeps small pieces from causing repeated work on a row that does not end. */
  mayHaveRow(): boolean {
    const { searched, start, end } = this;
    const unread = end - start;
    if (searched === 0 || unread > MAX_ROW) return unread > 0;
    if (unread < this.unreadAtOpenQuotes * 1.25) return false;
    if (this.bytes.indexOf(Byte.LINE_FEED, start + searched) < end) return true;
    this.searched = unread;
    return false;
  }

  /** Notes that the unread bytes hold no whole row. */
  foundNoRow(): void {
    const { searched, start, end } = this;
    const unread = end - start;
    if (unread > LONG_ROW && this.bytes.indexOf(Byte.LINE_FEED, start + searched) < end)
      this.unreadAtOpenQuotes = unread;
    this.searched = unread;
  }

  /** Moves on to the next row. */
  advance(next: number): void {
    this.start = next;
    this.searched = 0;
    this.unreadAtOpenQuotes = 0;
  }

  /** Drops the line that begins at `start`, including the rest that has not arrived yet. */
  skipLine(): void {
    const lineFeed = this.bytes.indexOf(Byte.LINE_FEED, this.start);
    if (lineFeed >= this.end) this.dropping = 1;
    this.advance(Math.min(lineFeed + 1, this.end));
  }

  /** Drops the last line if it is not whole, including the rest that has not arrived yet. */
  dropLastLine(): void {
    const lineFeed = this.end > this.start ? this.bytes.lastIndexOf(Byte.LINE_FEED, this.end - 1) : -1;
    this.end = Math.max(this.start, lineFeed + 1);
    this.bytes[this.end] = Byte.LINE_FEED;
    this.dropping = 1;
  }

  /** Keeps the part of the last line that has arrived, and drops the rest up to its line feed. */
  cutLine(): void {
    this.dropping = 0;
  }

  get isDropping(): boolean {
    return this.dropping !== null;
  }

  private afterDropped(bytes: Uint8Array, lineFeedLength: 0 | 1): Uint8Array {
    const lineFeed = bytes.indexOf(Byte.LINE_FEED);
    if (lineFeed < 0) return new Uint8Array();
    this.dropping = null;
    return bytes.subarray(lineFeed + lineFeedLength);
  }
}
