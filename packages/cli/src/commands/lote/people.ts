/** The people of a part as hashes, which an engine groups, and the list of those who are twice in the file. */
import { createHmac } from 'node:crypto';
import {
  PeopleRecorder,
  type PersonRecord,
  type RepeatedRows,
  findRepeated,
  shareSeedOfWords,
} from '@curp-service/lote';
import { refusal } from '../lectura/data.js';
import { words } from '../../textos/words.js';

/*
 * A line for each person: 32 figures that only her key decides, 8 that her names decide too, and the row of the file. Nobody can
 * find a key or a name from them without the secret of the reading.
 */
const LINE = /^([\da-f]{32}) ([\da-f]{8}) (\d{1,15})$/;
const FIGURES_OF_KEY = 32;
const BYTES_OF_KEY = FIGURES_OF_KEY / 2;
const MOST_PENDING = 1 << 20;

/** Writes the people of a part. `before`: the rows of the file before the part. */
export class PeopleHashes {
  readonly recorder: PeopleRecorder;
  readonly #secret: Buffer;
  #lines = '';

  constructor(
    secret: string,
    before: number,
    private readonly write: (bytes: Uint8Array) => void | Promise<void>,
  ) {
    this.#secret = Buffer.from(secret, 'hex');
    shareSeedOfWords(createHmac('sha256', this.#secret).update('palabras').digest().readInt32LE());
    this.recorder = new PeopleRecorder((key, names, row) => this.#add(key, names, before + row));
  }

  #add(key: Int32Array, names: number, row: number): void {
    const hash = createHmac('sha256', this.#secret)
      .update(new Uint8Array(key.buffer, key.byteOffset, key.byteLength))
      .digest();
    // The last bit of the names is no part of their hash.
    const hidden = (names ^ (hash.readInt32LE(BYTES_OF_KEY) & ~1)) >>> 0;
    const figures = hash.toString('hex', 0, BYTES_OF_KEY);
    this.#lines += `${figures} ${hidden.toString(16).padStart(8, '0')} ${row}\n`;
    if (this.#lines.length > MOST_PENDING) void this.flush();
  }

  /** Writes the lines so far. */
  async flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = '';
    await this.write(Buffer.from(lines));
  }
}

/** Reads the list of the people who are twice in a file: the lines of every hash that several lines have. */
export function readRepeated(path: string, written: string): RepeatedRows {
  const numbers = new Map<string, number>();
  const times: number[] = [];
  const people = written
    .split('\n')
    .slice(0, -1)
    .map((line, i): PersonRecord => {
      const [, hash, names, row] = LINE.exec(line) ?? [];
      if (hash === undefined || names === undefined || row === undefined) {
        throw refusal(...words('lote_linea_no_es', { path, valor: i + 1 }));
      }
      const number = numbers.get(hash) ?? numbers.size;
      numbers.set(hash, number);
      times[number] = (times[number] ?? 0) + 1;
      return [number, 0, Number.parseInt(names, 16) | 0, Number(row)];
    });
  if ((written !== '' && !written.endsWith('\n')) || times.includes(1)) {
    throw refusal(...words('lote_esta_cortado_cada', { path }));
  }
  return findRepeated(people);
}
