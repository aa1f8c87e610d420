/** The task of a thread that answers an upload of `/curp/lote`, from a temporary file or from memory into another. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type AnsweredFile, type FileQuestion, type StoredFile, FileAnswerer, type TaskHost } from './answer-file.js';
import type { FileSink } from '@curp-service/lote';
import { ChunkWriter } from './chunk-writer.js';
import { EncryptedFile } from './encrypted-file.js';
import type { Secret } from '../thread-messages.js';
import type { TaskState } from '../turns.js';

export const ANSWER_UPLOAD = 'answerUpload';

/** The bytes read or written at a time. */
export const ANSWER_PIECE = 1 << 18;

/** An upload as a thread receives it: its bytes if it is short, otherwise its temporary file. */
export interface StoredUpload {
  readonly size: number;
  readonly bytes: Uint8Array | null;
  readonly file: { readonly fd: number; readonly secret: Secret } | null;
}

export interface UploadInput extends FileQuestion {
  readonly upload: StoredUpload;
  /** The descriptor of the temporary file for the answer; `null` if the upload is so short that memory holds its answer. */
  readonly answerFd: number | null;
  /** The number of good rows paid for. */
  readonly granted: number;
  /** The error of all rows; `null` if the project may be served. */
  readonly exhausted: ErrorEntry | null;
}

export interface AnsweredUpload extends AnsweredFile {
  readonly size: number;
  /** The answer if it has no file, otherwise the secret of its file. */
  readonly answer: Uint8Array | Secret;
}

export async function answerUpload(input: UploadInput, host: TaskHost): Promise<AnsweredUpload> {
  const { state } = host.turn;
  const sink = new AnswerSink(input.answerFd, state);
  const source = new UploadSource(input.upload, state);
  host.exhausted ??= input.exhausted;
  const task = new FileAnswerer(input, source, host);
  try {
    const answered = await task.answer(sink, input.granted);
    return { ...answered, ...(await sink.finish()) };
  } finally {
    await sink.settle();
  }
}

class UploadSource implements StoredFile {
  readonly size: number;
  readonly #bytes: Uint8Array | null;
  readonly #file: EncryptedFile | null;
  readonly #state: TaskState;

  constructor({ size, bytes, file }: StoredUpload, state: TaskState) {
    this.size = size;
    this.#bytes = bytes;
    this.#file = file === null ? null : new EncryptedFile(file.fd, file.secret);
    this.#state = state;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const available = Math.max(0, Math.min(length, this.size - offset));
    this.#state.read = offset + available;
    return this.#file?.read(offset, available) ?? this.#bytes?.subarray(offset, offset + available) ?? new Uint8Array();
  }

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for (let offset = 0; offset < this.size; offset += ANSWER_PIECE) yield this.read(offset, ANSWER_PIECE);
  }
}

/** Collects the answer in memory or, if it has a file, in that. */
class AnswerSink implements FileSink {
  readonly #file: EncryptedFile | null;
  readonly #state: TaskState;
  readonly #chunks: ChunkWriter;

  constructor(fd: number | null, state: TaskState) {
    this.#file = fd === null ? null : new EncryptedFile(fd);
    this.#state = state;
    this.#chunks = new ChunkWriter(fd === null ? Infinity : ANSWER_PIECE, async (bytes) => {
      await this.#file?.append(bytes);
      state.written += bytes.length;
    });
  }

  async write(bytes: Uint8Array): Promise<void> {
    return this.#chunks.add(bytes);
  }

  async restart(): Promise<void> {
    await this.#chunks.restart();
    await this.#file?.restart();
    this.#state.written = 0;
  }

  /** Waits until the file is used no more: its owner may close it. */
  async settle(): Promise<void> {
    await this.#chunks.settle();
  }

  async finish(): Promise<Pick<AnsweredUpload, 'size' | 'answer'>> {
    const answer = this.#chunks.rest;
    if (this.#file === null) return { size: answer.length, answer: answer.slice() };
    await this.#chunks.end();
    return { size: this.#state.written, answer: this.#file.secret };
  }
}
