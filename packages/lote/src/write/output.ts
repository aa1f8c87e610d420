/** The buffer in which rows are written, handed over whenever it is full. */

const SIZE = 1 << 18;
/** So many bytes are copied sooner one by one than by a call. */
const FEW = 100;
const UTF8 = new TextEncoder();

export class Output {
  bytes = new Uint8Array(SIZE);
  /** How many bytes are written. */
  end = 0;

  /** Whether it is time to hand over: a row of the usual size might not fit. */
  get isFull(): boolean {
    return this.end > SIZE / 2;
  }

  /** Makes room for so many bytes. */
  reserve(count: number): void {
    const length = this.end + count;
    if (length <= this.bytes.length) return;
    const before = this.bytes;
    this.bytes = new Uint8Array(length * 2);
    this.bytes.set(before.subarray(0, this.end));
  }

  byte(value: number): void {
    this.bytes[this.end++] = value;
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    const { bytes, end } = this;
    const { length } = text;
    // Most texts are short and ASCII: for those, the encoder costs more than this loop.
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.end += UTF8.encodeInto(text, bytes.subarray(end)).written;
        return;
      }
      bytes[end + i] = code;
    }
    this.end = end + length;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const { bytes, end } = this;
    if (to - from > FEW) bytes.set(source.subarray(from, to), end);
    else for (let i = from, at = end; i < to; i++, at++) bytes[at] = source[i];
    this.end = end + to - from;
  }

  /** Hands over what is written and empties the buffer. The bytes hold until something else is written. */
  take(): Uint8Array {
    const written = this.bytes.subarray(0, this.end);
    this.end = 0;
    return written;
  }
}
