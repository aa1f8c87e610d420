/** A harness: the program that answers for an implementation, one JSON object per line. README.md has the protocol. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** How long a program may be silent, and how long it may take to end after `fin`. */
const { LIMIT_MS: given = '10000' } = process.env;
const [LIMIT_MS, GRACE_MS] = [Number(given), 2000];
/** The number of faults in a row after which the program is not asked again: each may take the whole time limit. */
const MAX_FAULTS_IN_A_ROW = 20;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(line) {
  try {
    const value = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export class Harness {
  #command;
  #running = null;
  #exit = Promise.resolve();
  #faults = 0;

  constructor(command) {
    this.#command = command;
  }

  /** Starts the program and asks who it is; returns `null` if it does not start or does not answer by the protocol. */
  async start() {
    const [program, ...args] = this.#command;
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.on('error', () => {}); // a program that does not start has no pid
    child.stdin.on('error', () => {}); // a program that has ended reads nothing
    if (child.pid === undefined) return null;
    this.#exit = new Promise((resolve) => child.once('exit', resolve));
    this.#running = { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    const { version, nombre, version_de_implementacion: own = '', lenguaje = '', ops } = await this.#first();
    if (version === 1 && typeof nombre === 'string' && Array.isArray(ops))
      return { nombre, version: own, lenguaje, ops };
    this.#kill();
    return null;
  }

  async #first() {
    const { line = '' } = await this.#say({ op: 'inicio', version: 1 });
    return parse(line) ?? {};
  }

  /** Sends a message and waits for the next line. */
  async #say(message) {
    const { child, lines } = this.#running;
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const timer = new AbortController();
    const silence = setTimeout(LIMIT_MS, null, { signal: timer.signal }).catch(() => null);
    const next = await Promise.race([lines.next(), silence]);
    timer.abort();
    if (next === null) return { falla: 'silencio' };
    return next.done ? { falla: 'fin' } : { line: next.value };
  }

  /**
   * Asks a case: `{ salida }`, `{ omitida }`, or `{ falla }`, its kind: `forma`, `id`, `silencio`, `fin` or `sin_preguntar`.
   * After a fault, the next case starts the program again.
   */
  async ask({ id, op, entrada }) {
    if (this.#faults >= MAX_FAULTS_IN_A_ROW) return { falla: 'sin_preguntar' };
    const isThere = this.#running !== null || (await this.start()) !== null;
    const { line, falla } = isThere ? await this.#say({ id, op, entrada }) : { falla: 'fin' };
    const answer = falla === undefined ? this.#read(line, id) : { falla };
    this.#faults = 'falla' in answer ? this.#faults + 1 : 0;
    if (this.#faults > 0) this.#kill();
    return answer;
  }

  #read(line, id) {
    const { id: answered, salida, omitida } = parse(line) ?? { id };
    if (answered !== id) return { falla: 'id' };
    if (typeof omitida === 'string') return { omitida };
    return isObject(salida) ? { salida } : { falla: 'forma' };
  }

  #kill() {
    this.#running?.child.kill('SIGKILL');
    this.#running = null;
  }

  /** Asks the program to end, and kills it if it does not. */
  async end() {
    if (this.#running === null) return;
    this.#running.child.stdin.end(`${JSON.stringify({ op: 'fin' })}\n`);
    await Promise.race([this.#exit, setTimeout(GRACE_MS, null, { ref: false })]);
    this.#kill();
    await this.#exit;
  }
}
