/** The files being transferred: they are exempt from the time limit of a request, and a stop waits for them. */
import type { Duplex } from 'node:stream';
import type { Stream } from './stream.js';

interface RunningFile {
  readonly socket: Duplex;
  readonly stream: Stream;
  readonly end: Promise<void>;
}

export class Running {
  readonly #files = new Set<RunningFile>();

  /** Whether a file is being transferred over that connection. */
  has(socket: Duplex): boolean {
    return [...this.#files].some((file) => file.socket === socket);
  }

  /** Keeps the file in the set until it ends. */
  async add(file: RunningFile): Promise<void> {
    this.#files.add(file);
    await file.end.finally(() => this.#files.delete(file));
  }

  /** Cuts every file, and waits until each has given back its unused quota. */
  async cutAll(): Promise<void> {
    const files = [...this.#files];
    for (const { stream } of files) stream.cut('apagado');
    await Promise.all(files.map(async ({ end }) => end));
  }
}
