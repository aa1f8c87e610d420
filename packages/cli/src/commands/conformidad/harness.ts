/** A harness: the program that answers for an implementation, one JSON object a line. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { PROTOCOL, type Fault, type Implementation, readImplementation } from './protocol.js';

/** How long a program may be silent. */
const LIMIT_MS = 10_000;
/** How long a program may take to end after it was told to. */
const GRACE_MS = 2000;

type Child = ChildProcessByStdio<Writable, Readable, null>;
export type Reply = { readonly line: string } | { readonly fault: Fault };

export class Harness {
  readonly #command: readonly string[];
  readonly #limit: number;
  #child: Child | undefined;
  #lines: string[] = [];
  #wake = (): void => {};

  constructor(command: readonly string[], limit = LIMIT_MS) {
    this.#command = command;
    this.#limit = limit;
  }

  /** Starts the program and asks who it is; `null`: it does not start or does not answer as the protocol says. */
  async start(): Promise<Implementation | null> {
    const [program = '', ...args] = this.#command;
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = [];
    child.stdin.on('error', () => {}); // a program that has ended reads nothing
    const started = await Promise.race([
      once(child, 'spawn').then(() => true),
      once(child, 'error').then(() => false),
    ]).catch(() => false);
    if (!started) {
      this.#child = undefined;
      return null;
    }
    child.on('error', () => {});
    const ended = (): void => {
      if (this.#child === child) this.#child = undefined;
      this.#wake();
    };
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        if (this.#child !== child) return;
        this.#lines.push(line);
        this.#wake();
      })
      .on('close', ended);
    const reply = await this.ask({ op: 'inicio', version: PROTOCOL });
    const implementation = 'line' in reply ? readImplementation(reply.line) : null;
    if (implementation === null) this.kill();
    return implementation;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Sends a question and waits for the next line. */
  async ask(question: object): Promise<Reply> {
    if (this.#child === undefined) return { fault: 'fin' };
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const deadline = performance.now() + this.#limit;
    while (this.#lines.length === 0) {
      if (!this.isRunning) return { fault: 'fin' };
      const left = deadline - performance.now();
      if (left <= 0) return { fault: 'silencio' };
      await this.#changed(left);
    }
    return { line: this.#lines.shift() ?? '' };
  }

  async #changed(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Tells the program to end, and ends it if it does not. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const exit = once(child, 'exit');
    child.stdin.end(`${JSON.stringify({ op: 'fin' })}\n`);
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    await exit;
    clearTimeout(timer);
    this.#child = undefined;
  }
}
