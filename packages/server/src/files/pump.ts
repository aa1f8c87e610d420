/** Moves a file through the service in small steps, so that other requests get their turn in between. */
import type { Lote } from '@curp-service/lote';
import type { Stream } from '../http/stream.js';
import type { Allowance } from './allowance.js';
import type { Turns } from './turns.js';

/** Bytes per step: the step shrinks or grows until its slowest part takes about `STEP_MS`. */
const MAX_STEP = 65_536;
const MIN_STEP = 1024;
const FIRST_STEP = 4096;
const STEP_MS = 4;

interface PumpParts {
  readonly lote: Lote;
  /** The file. */
  readonly pieces: AsyncIterable<Buffer>;
  readonly allowance: Allowance;
  /** Takes the output. */
  readonly stream: Stream;
  readonly turns: Turns;
  /** Called before each piece of output. */
  readonly onOutput: () => void;
  /** Called after each step. */
  readonly onProgress: () => void;
}

export async function pump(parts: PumpParts): Promise<void> {
  const { lote, pieces, allowance, stream, turns, onOutput, onProgress } = parts;
  let step = FIRST_STEP;
  const deliver = async (outputs: Iterator<Uint8Array, void>): Promise<void> => {
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
      if (value.length > 0) {
        onOutput();
        await stream.write(value);
      }
      if (lote.waiting) await allowance.refill(lote);
    }
    if (slowest > STEP_MS) step = Math.max(MIN_STEP, step / 2);
    else if (slowest < STEP_MS / 4) step = Math.min(MAX_STEP, step * 2);
    onProgress();
  };

  for await (const piece of pieces) {
    await allowance.checkProject(lote);
    let start = 0;
    while (start < piece.length) {
      const part = piece.subarray(start, start + step);
      start += part.length;
      await deliver(lote.process(part));
    }
  }
  await deliver(lote.finish());
}
