/** The task of a thread that answers an upload of `/curp/lote`, from a temporary file or from memory into another. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type AnsweredFile, type FileQuestion, type StoredFile, FileAnswerer, type TaskHost } from './answer-file.js';
import type { FileSink } from '@curp-service/lote';
import { EncryptedFile } from './encrypted-file.js';
import type { Secret } from '../threads.js';
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
  const confirm: TaskHost['confirm'] = (reading) => host.confirm(reading, sink.secret);
  const task = new FileAnswerer(input, source, withConfirm(host, confirm));
  const answered = await task.answer(sink, input.granted);
  return { ...answered, ...(await sink.finish()) };
}

/** Returns the host with another `confirm`. */
const withConfirm = (host: TaskHost, confirm: TaskHost['confirm']): TaskHost => ({
  turn: host.turn,
  needCredit: host.needCredit,
  confirm,
  get exhausted() {
    return host.exhausted;
  },
});

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

/** Collects the answer in a buffer and, if it has a file, writes each full buffer to it while the next is filled. */
class AnswerSink implements FileSink {
  readonly #file: EncryptedFile | null;
  readonly #state: TaskState;
  #buffer = new Uint8Array(1 << 14);
  #length = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(fd: number | null, state: TaskState) {
    this.#file = fd === null ? null : new EncryptedFile(fd);
    this.#state = state;
  }

  get secret(): Secret | undefined {
    return this.#file?.secret;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#length + bytes.length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(2 * this.#buffer.length, this.#length + bytes.length));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
    if (this.#file !== null && this.#length >= ANSWER_PIECE) return this.#flush(this.#file);
    return undefined;
  }

  async restart(): Promise<void> {
    await this.#writing;
    await this.#file?.restart();
    this.#length = 0;
    this.#state.written = 0;
  }

  async finish(): Promise<Pick<AnsweredUpload, 'size' | 'answer'>> {
    if (this.#file === null) return { size: this.#length, answer: this.#buffer.slice(0, this.#length) };
    await this.#flush(this.#file);
    await this.#writing;
    return { size: this.#state.written, answer: this.#file.secret };
  }

  async #flush(file: EncryptedFile): Promise<void> {
    await this.#writing;
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = new Uint8Array(this.#buffer.length);
    this.#length = 0;
    this.#writing = file.append(bytes).then(() => void (this.#state.written += bytes.length));
    this.#writing.catch(() => undefined); // the next flush throws it
  }
}
