/** Does the rows of a file in small steps, so that other requests get their turn in between. */
import type { Lote } from '@curp-service/lote';
import type { Allowance } from './allowance.js';
import type { Turns } from './turns.js';

/** Bytes per step: the step shrinks or grows until its slowest part takes about `STEP_MS`. */
const MAX_STEP = 65_536;
const MIN_STEP = 1024;
const FIRST_STEP = 4096;
const STEP_MS = 4;

interface PumpParts {
  readonly lote: Lote;
  readonly allowance: Allowance;
  readonly turns: Turns;
  /** Called after each step. */
  readonly onProgress: () => void;
}

export class Pump {
  readonly #parts: PumpParts;
  #step = FIRST_STEP;

  constructor(parts: PumpParts) {
    this.#parts = parts;
  }

  /** Does a piece of the file, and gives its rows. */
  async *rows(piece: Uint8Array): AsyncGenerator<Uint8Array, void> {
    const { lote, allowance } = this.#parts;
    await allowance.checkProject(lote);
    let start = 0;
    while (start < piece.length) {
      const part = piece.subarray(start, start + this.#step);
      start += part.length;
      yield* this.#outputs(lote.process(part));
    }
  }

  /** Does all pieces of the file. */
  async *allRows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of pieces) yield* this.rows(piece);
    yield* this.#outputs(this.#parts.lote.finish());
  }

  async *#outputs(outputs: Iterator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
    const { lote, allowance, turns, onProgress } = this.#parts;
    let slowest = 0;
    const next = (): IteratorResult<Uint8Array, void> => {
      const started = performance.now();
      const result = outputs.next();
      slowest = Math.max(slowest, performance.now() - started);
      return result;
    };
    for (;;) {
      const { done, value } = await turns.run(next);
      if (done === true) break;
      if (value.length > 0) yield value;
      if (lote.waiting) await allowance.refill(lote);
    }
    if (slowest > STEP_MS) this.#step = Math.max(MIN_STEP, this.#step / 2);
    else if (slowest < STEP_MS / 4) this.#step = Math.min(MAX_STEP, this.#step * 2);
    onProgress();
  }
}
