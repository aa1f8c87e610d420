/** A harness: the program that answers for an implementation, one JSON object a line. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type Case, CASE_OPERATIONS } from './cases.js';
import type { ReportBuilder } from './report.js';

const PROTOCOL = 1;

/** Why an answer is wrong: it is no JSON object, has another id, did not arrive in time, or the program ended. */
type Fault = 'forma' | 'id' | 'silencio' | 'fin' | 'sin_preguntar';

export interface Implementation {
  readonly nombre: string;
  readonly version: string;
  readonly lenguaje: string;
  readonly ops: readonly string[];
}

export type CaseAnswer =
  | { readonly salida: Readonly<Record<string, unknown>> }
  | { readonly omitida: string }
  | { readonly fault: Fault };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads the answer to `inicio`; returns `null` if it is not one. */
function readImplementation(line: string): Implementation | null {
  const { version, nombre, version_de_implementacion, lenguaje, ops } = parse(line) ?? {};
  const isKnown = Array.isArray(ops) && ops.every((op) => CASE_OPERATIONS.some((known) => known === op));
  if (version !== PROTOCOL || typeof nombre !== 'string' || !isKnown) return null;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { nombre, version: text(version_de_implementacion), lenguaje: text(lenguaje), ops };
}

/** Reads the answer to a case. */
function readAnswer(line: string, id: string): CaseAnswer {
  const answer = parse(line);
  if (answer === null) return { fault: 'forma' };
  if (answer['id'] !== id) return { fault: 'id' };
  const { salida, omitida } = answer;
  if (typeof omitida === 'string') return { omitida };
  return isObject(salida) ? { salida } : { fault: 'forma' };
}

/** How long a program may be silent. */
const LIMIT_MS = 10_000;
/** How long a program may take to end after `fin`. */
const GRACE_MS = 2000;

type Reply = { readonly line: string } | { readonly fault: Fault };

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
  readonly exit: Promise<unknown>;
}

export class Harness {
  readonly #command: readonly string[];
  #running: Running | null = null;

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** Starts the program and asks who it is; returns `null` if it does not start or does not answer by the protocol. */
  async start(): Promise<Implementation | null> {
    const [program = '', ...args] = this.#command;
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.on('error', () => {}); // a program that does not start has no pid, and is reported below
    child.stdin.on('error', () => {}); // a program that has ended reads nothing
    if (child.pid === undefined) return null;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    this.#running = { child, exit, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    const reply = await this.ask({ op: 'inicio', version: PROTOCOL });
    const implementation = 'line' in reply ? readImplementation(reply.line) : null;
    if (implementation === null) this.kill();
    return implementation;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Sends a question and waits for the next line. */
  async ask(question: object): Promise<Reply> {
    if (this.#running === null) return { fault: 'fin' };
    const { child, lines } = this.#running;
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const timer = new AbortController();
    const silence = setTimeout(LIMIT_MS, 'silencio' as const, { signal: timer.signal }).catch(
      () => 'silencio' as const,
    );
    const next = await Promise.race([lines.next(), silence]);
    timer.abort();
    if (next === 'silencio') return { fault: next };
    if (next.done !== true) return { line: next.value };
    this.#running = null;
    return { fault: 'fin' };
  }

  kill(): void {
    this.#running?.child.kill('SIGKILL');
    this.#running = null;
  }

  /** Asks the program to end, and kills it if it does not. */
  async end(): Promise<void> {
    if (this.#running === null) return;
    const { child, exit } = this.#running;
    child.stdin.end(`${JSON.stringify({ op: 'fin' })}\n`);
    await Promise.race([exit, setTimeout(GRACE_MS, null, { ref: false })]);
    this.kill();
    await exit;
  }
}

/** The number of faults in a row after which the program is not asked again: each may take the whole time limit. */
const MAX_FAULTS_IN_A_ROW = 20;

/** Asks the cases one by one. After a fault it starts the program again and asks the next case. */
export async function askAll(
  harness: Harness,
  { ops }: Implementation,
  cases: readonly Case[],
  report: ReportBuilder,
): Promise<void> {
  let faults = 0;
  for (const each of cases) {
    const answer = ops.includes(each.op)
      ? await askOne(harness, each, faults >= MAX_FAULTS_IN_A_ROW)
      : { omitida: `ops: ${each.op}` };
    if ('fault' in answer) {
      faults++;
      harness.kill();
    } else if (ops.includes(each.op)) faults = 0;
    report.add(each, answer);
  }
  await harness.end();
}

async function askOne(harness: Harness, { id, op, entrada }: Case, isHopeless: boolean): Promise<CaseAnswer> {
  if (isHopeless) return { fault: 'sin_preguntar' };
  if (!harness.isRunning && (await harness.start()) === null) return { fault: 'fin' };
  const reply = await harness.ask({ id, op, entrada });
  return 'fault' in reply ? reply : readAnswer(reply.line, id);
}
