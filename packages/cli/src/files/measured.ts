/** Measures a text while it is read, so that it can be told from another. */
import { crc32 } from 'node:zlib';
import type { TextSource } from '@curp-service/lote';

export interface TextFacts {
  readonly bytes: number;
  readonly crc: number;
}

/** Measures a text while it is read from its beginning to its end. */
export class Measured implements TextSource {
  #facts: TextFacts = { bytes: 0, crc: 0 };

  constructor(private readonly source: TextSource) {}

  readonly chunks = (): AsyncIterable<Uint8Array> => this.measure(this.source.chunks());

  async *measure(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let [bytes, crc] = [0, 0];
    for await (const chunk of chunks) {
      bytes += chunk.length;
      crc = crc32(chunk, crc);
      yield chunk;
    }
    this.#facts = { bytes, crc };
  }

  /** Returns what the last reading to the end measured. */
  readonly facts = (): TextFacts => this.#facts;
}
