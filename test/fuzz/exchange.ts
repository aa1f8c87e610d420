/** One raw connection to the service: what a client sends, how it ends, and the answers that it gets, strictly read. */
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface Exchange {
  /** The pieces that are sent one after the other. */
  readonly pieces: readonly Buffer[];
  /**
   * `read`: waits for its answers. `half`: closes its side first. `abort`: leaves in the middle. `reset`: resets the
   * connection in the middle. `rude`: resets it at the first bytes of an answer. `silent`: sends no more and waits to be cut.
   * `deaf`: reads nothing, and leaves.
   */
  readonly ending: 'read' | 'half' | 'abort' | 'reset' | 'rude' | 'silent' | 'deaf';
  /** For each expected answer, whether it has no body. */
  readonly heads: readonly boolean[];
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface Outcome {
  readonly answers: readonly RawAnswer[];
  /** Bytes that are no complete answer. */
  readonly rest: Buffer;
  /** Why it ended: all answers came, the service closed, the client left, or none of these happened in time. */
  readonly end: 'answered' | 'closed' | 'left' | 'hung';
  readonly ms: number;
}

/** Reads answers from the bytes of a connection, however they are cut. */
class Answers {
  readonly complete: RawAnswer[] = [];
  rest: Buffer = Buffer.alloc(0);
  /** How far the chunks of the current answer were read, from its beginning, and their contents. */
  #chunksRead = 0;
  #chunks: Buffer[] = [];

  constructor(readonly heads: readonly boolean[]) {}

  push(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.#next());
  }

  /** Takes one answer from the beginning of `rest`, or returns `false` if it is not complete. */
  #next(): boolean {
    const end = this.rest.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [statusLine = '', ...lines] = this.rest.toString('latin1', 0, end).split('\r\n');
    const [, status] = /^HTTP\/1\.1 (\d{3}) [\w' -]+$/.exec(statusLine) ?? [];
    const headers = readHeaders(lines);
    if (status === undefined || headers === null) return false;
    const begin = end + 4;
    const isHead = this.heads.at(this.complete.filter((answer) => answer.status >= 200).length);
    if (isHead === true || /^(1\d\d|204|304)$/.test(status))
      return this.#take(Number(status), headers, Buffer.alloc(0), begin);
    if (headers.get('transfer-encoding') === 'chunked') return this.#nextChunks(Number(status), headers, begin);
    const length = headers.get('content-length') ?? '';
    if (!/^\d+$/.test(length) || this.rest.length < begin + Number(length)) return false;
    return this.#take(
      Number(status),
      headers,
      this.rest.subarray(begin, begin + Number(length)),
      begin + Number(length),
    );
  }

  #nextChunks(status: number, headers: Map<string, string>, begin: number): boolean {
    this.#chunksRead = Math.max(this.#chunksRead, begin);
    for (;;) {
      const lineEnd = this.rest.indexOf('\r\n', this.#chunksRead);
      if (lineEnd < 0) return false;
      const size = this.rest.toString('latin1', this.#chunksRead, lineEnd);
      if (!/^[0-9a-f]{1,8}$/i.test(size)) return false;
      const from = lineEnd + 2;
      const until = from + Number.parseInt(size, 16);
      if (until === from) break;
      if (this.rest.length < until + 2) return false;
      this.#chunks.push(this.rest.subarray(from, until));
      this.#chunksRead = until + 2;
    }
    const lastLine = this.rest.indexOf('\r\n', this.#chunksRead);
    const end = this.rest.indexOf('\r\n\r\n', lastLine);
    if (end < 0) return false;
    const trailers = end === lastLine ? [] : this.rest.toString('latin1', lastLine + 2, end).split('\r\n');
    const read = readHeaders(trailers);
    if (read === null) return false;
    return this.#take(status, new Map([...headers, ...read]), Buffer.concat(this.#chunks), end + 4);
  }

  #take(status: number, headers: Map<string, string>, body: Buffer, length: number): true {
    this.complete.push({ status, headers, body });
    this.rest = this.rest.subarray(length);
    this.#chunksRead = 0;
    this.#chunks = [];
    return true;
  }
}

/** Returns the headers, or `null` if a line is malformed. */
function readHeaders(lines: readonly string[]): Map<string, string> | null {
  const pairs = lines.map((line) => /^([\w-]+): ([\t\u0020-\u007e\u0080-\u00ff]*)$/.exec(line));
  if (pairs.includes(null)) return null;
  return new Map(pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? '', pair?.[2] ?? '']));
}

/** How long a deaf client stays. */
const DEAF_MS = 300;

/** Runs an exchange; after `limitMs` it counts as hung. */
export async function exchange(port: number, { pieces, ending, heads }: Exchange, limitMs: number): Promise<Outcome> {
  const begun = performance.now();
  const answers = new Answers(heads);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let end: Outcome['end'] = 'closed';
  const leave = (reason: Outcome['end']): void => {
    if (!socket.destroyed) end = reason;
    if (ending === 'reset' || ending === 'rude') socket.resetAndDestroy();
    else socket.destroy();
  };
  const limit = globalThis.setTimeout(() => leave('hung'), limitMs);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined).once('end', () => socket.destroy());
  if (ending === 'deaf') socket.pause();
  else
    socket.on('data', (bytes: Buffer) => {
      answers.push(bytes);
      if (ending === 'rude') leave('left');
      const final = answers.complete.filter(({ status }) => status >= 200).length;
      if (ending === 'read' && final >= heads.length) leave('answered');
    });

  for (const piece of pieces) {
    if (socket.destroyed) break;
    const taken = socket.write(piece);
    if (!taken && ending !== 'deaf')
      await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
    if (piece.length % 7 === 0) await setTimeout(piece.length % 3); // The pieces arrive separately.
  }
  if (ending === 'half') socket.end();
  if (ending === 'deaf') await setTimeout(DEAF_MS);
  if (ending === 'abort' || ending === 'reset' || ending === 'deaf') leave('left');
  await closed;
  clearTimeout(limit);
  return { answers: answers.complete, rest: answers.rest, end, ms: performance.now() - begun };
}
