/** The memory that a workbook takes while it is read: its buffers note their sizes, and who bounds it is told. */

/** Told how many bytes they are. It may throw, and its promise is waited for before more is read. */
export type OnMemory = (bytes: number) => void | Promise<void>;

export class Memory {
  readonly #parts = new Map<object, number>();
  readonly #onMemory: OnMemory;
  #told = 0;

  constructor(onMemory: OnMemory = () => {}) {
    this.#onMemory = onMemory;
  }

  /** Notes how many bytes a part takes. */
  note(part: object, bytes: number): void {
    this.#parts.set(part, bytes);
  }

  /** Tells the sum, if it has changed. */
  async tell(): Promise<void> {
    const bytes = [...this.#parts.values()].reduce((sum, part) => sum + part, 0);
    if (bytes === this.#told) return;
    this.#told = bytes;
    await this.#onMemory(bytes);
  }
}
