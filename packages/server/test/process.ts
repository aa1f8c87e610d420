/** Test helpers: the built service as a process in its own directory, and raw connections to it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../cli/bin/find-program.js';
import type { Envelope } from './service.js';
import { isOverloaded } from './upload.js';

export const MAIN = fileURLToPath(findProgram('server'));
/** The compiled code of earlier processes. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

const folders: string[] = [];
const children = new Set<ChildProcessByStdio<null, Readable, Readable>>();

/** Ends all processes and deletes their folders, in the `afterAll` of every file that uses this one. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    Array.from(children, async (child) => {
      child.kill('SIGKILL');
      await once(child, 'close');
    }),
  );
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-service-'));
  folders.push(folder);
  return folder;
}

export class ServiceProcess {
  /** Its output on stdout and stderr so far. */
  output = '';
  errorOutput = '';
  /** The exit code, once the process has ended and its output is complete, or `null` if a signal ended it. */
  readonly exitCode: Promise<number | null>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  /** Starts a process with only these variables, free ports, and the compiled code of earlier processes. */
  constructor(env: Readonly<Record<string, string>> = {}, cwd = newFolder()) {
    const child = spawn(process.execPath, [MAIN], {
      cwd,
      env: { PORT: '0', ADMIN_PORT: '0', ...COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.errorOutput += chunk.toString()));
    this.exitCode = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        if (signal !== null) this.errorOutput += `ended by ${signal}\n`;
        children.delete(child);
        resolve(code);
      });
    });
    this.#child = child;
  }

  /** Starts it, and waits until it prints its address. */
  static async start(env?: Readonly<Record<string, string>>, cwd?: string): Promise<ServiceProcess> {
    const service = new ServiceProcess(env, cwd);
    await Promise.race([once(service.#child.stdout, 'data'), service.exitCode]);
    if (Number.isNaN(service.port)) throw new Error(`the service did not start: ${service.errorOutput}`);
    return service;
  }

  get port(): number {
    return Number(/https?:\/\/\S+:(\d+)\s/.exec(this.output)?.[1]);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.exitCode;
  }

  async request(path: string): Promise<{ readonly status: number; readonly sobre: Envelope }> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${this.port}${path}`);
      const cuerpo = await answer.text();
      if (!isOverloaded(cuerpo)) return { status: answer.status, sobre: JSON.parse(cuerpo) as Envelope };
      await setTimeout(300);
    }
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the complete answers at the start of some bytes, and their length. Answers to `HEAD` have no body. */
function readAnswers(bytes: Buffer, esHead: boolean): { readonly respuestas: RawAnswer[]; readonly consumed: number } {
  const respuestas: RawAnswer[] = [];
  let consumed = 0;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [\w -]+\r\n((?:[\w-]+: [^\r\n]*\r\n)*)\r\n/.exec(
      bytes.toString('latin1', consumed),
    );
    if (head === null) break;
    const [whole, status, lines = ''] = head;
    const headers = Object.fromEntries(
      Array.from(lines.matchAll(/(\S+): (.*)\r\n/g), ([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const withoutBody = esHead || status === '100' || status === '204';
    const from = consumed + whole.length;
    const until = from + (withoutBody ? 0 : Number(headers['content-length']));
    if (!(until <= bytes.length)) break;
    respuestas.push({ status: Number(status), headers, body: bytes.toString('utf8', from, until) });
    consumed = until;
  }
  return { respuestas, consumed };
}

/** A raw connection. */
export class Connection {
  readonly socket: Socket;
  /** Settles once both sides are closed. */
  readonly closed: Promise<void>;
  readonly #isHead: boolean;
  #received = Buffer.alloc(0);

  constructor(puerto: number, { host = '127.0.0.1', allowHalfOpen = false, esHead = false } = {}) {
    this.#isHead = esHead;
    this.socket = connect({ port: puerto, host, allowHalfOpen });
    this.socket.on('data', (chunk) => (this.#received = Buffer.concat([this.#received, Buffer.from(chunk)])));
    this.socket.on('error', () => this.socket.destroy());
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Waits until that many answers arrived, or both sides are closed. */
  async answers(count = 1): Promise<RawAnswer[]> {
    for (;;) {
      const { respuestas } = readAnswers(this.#received, this.#isHead);
      if (respuestas.length >= count || this.socket.destroyed) return respuestas;
      await Promise.race([new Promise((resolve) => this.socket.once('data', resolve)), this.closed]);
    }
  }

  /** Waits until both sides are closed, and returns the answers; fails if other bytes arrived. */
  async all(): Promise<RawAnswer[]> {
    await this.closed;
    const { respuestas, consumed } = readAnswers(this.#received, this.#isHead);
    const rest = this.#received.toString('latin1', consumed);
    if (rest !== '') throw new Error(`this is no HTTP answer: ${JSON.stringify(rest)}`);
    return respuestas;
  }
}

/** Sends some bytes and returns the answers; closes its side after that many. */
export async function send(puerto: number, bytes: string | Buffer, count = 1): Promise<RawAnswer[]> {
  for (;;) {
    const connection = new Connection(puerto, { esHead: bytes.toString().startsWith('HEAD ') });
    connection.socket.write(bytes);
    await connection.answers(count);
    connection.socket.end();
    const respuestas = await connection.all();
    if (!respuestas.some(({ body: cuerpo }) => isOverloaded(cuerpo))) return respuestas;
    await setTimeout(300);
  }
}
