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
import type { Sobre } from './service.js';

export const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const folders: string[] = [];
const children = new Set<ChildProcessByStdio<null, Readable, Readable>>();

/** For `afterAll` of every file that uses this one. */
export async function limpiar(): Promise<void> {
  await Promise.all(
    Array.from(children, async (child) => {
      child.kill('SIGKILL');
      await once(child, 'close');
    }),
  );
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** Whether the service refused a request because the machine is too busy; such requests are sent again. */
const isOverloaded = (cuerpo: string): boolean => cuerpo.includes('El servicio está isOverloaded');

export function nuevaCarpeta(): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-service-'));
  folders.push(folder);
  return folder;
}

export class Proceso {
  /** Its output on stdout and stderr so far. */
  salida = '';
  errores = '';
  /** Its exit code, once it has ended and its output is complete; `null`: a signal ended it. */
  readonly fin: Promise<number | null>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  /** It gets only these variables and free ports. */
  constructor(env: Readonly<Record<string, string>> = {}, cwd = nuevaCarpeta()) {
    const child = spawn(process.execPath, [MAIN], {
      cwd,
      env: { PORT: '0', ADMIN_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.stdout.on('data', (chunk: Buffer) => (this.salida += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.errores += chunk.toString()));
    this.fin = new Promise((resolve) => {
      child.once('close', (code) => {
        children.delete(child);
        resolve(code);
      });
    });
    this.#child = child;
  }

  /** Starts it, and waits until it prints its address. */
  static async iniciar(env?: Readonly<Record<string, string>>, cwd?: string): Promise<Proceso> {
    const service = new Proceso(env, cwd);
    await Promise.race([once(service.#child.stdout, 'data'), service.fin]);
    if (Number.isNaN(service.puerto)) throw new Error(`the service did not start: ${service.errores}`);
    return service;
  }

  get puerto(): number {
    return Number(/https?:\/\/\S+:(\d+)\s/.exec(this.salida)?.[1]);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async terminar(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.fin;
  }

  async pedir(path: string): Promise<{ readonly status: number; readonly sobre: Sobre }> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${this.puerto}${path}`);
      const cuerpo = await answer.text();
      if (!isOverloaded(cuerpo)) return { status: answer.status, sobre: JSON.parse(cuerpo) as Sobre };
      await setTimeout(300);
    }
  }
}

export interface Respuesta {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cuerpo: string;
}

/** The complete answers at the start of some bytes, and their length. Answers to `HEAD` have no body. */
function readAnswers(bytes: Buffer, esHead: boolean): { readonly respuestas: Respuesta[]; readonly consumed: number } {
  const respuestas: Respuesta[] = [];
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
    respuestas.push({ status: Number(status), headers, cuerpo: bytes.toString('utf8', from, until) });
    consumed = until;
  }
  return { respuestas, consumed };
}

/** A raw connection. */
export class Conexion {
  readonly socket: Socket;
  /** Settles once both sides are closed. */
  readonly cerrada: Promise<void>;
  readonly #isHead: boolean;
  #received = Buffer.alloc(0);

  constructor(puerto: number, { host = '127.0.0.1', allowHalfOpen = false, esHead = false } = {}) {
    this.#isHead = esHead;
    this.socket = connect({ port: puerto, host, allowHalfOpen });
    this.socket.on('data', (chunk) => (this.#received = Buffer.concat([this.#received, Buffer.from(chunk)])));
    this.socket.on('error', () => this.socket.destroy());
    this.cerrada = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Waits until that many answers arrived, or both sides are closed. */
  async espera(count = 1): Promise<Respuesta[]> {
    for (;;) {
      const { respuestas } = readAnswers(this.#received, this.#isHead);
      if (respuestas.length >= count || this.socket.destroyed) return respuestas;
      await Promise.race([new Promise((resolve) => this.socket.once('data', resolve)), this.cerrada]);
    }
  }

  /** Waits until both sides are closed, and returns the answers; fails if other bytes arrived. */
  async todo(): Promise<Respuesta[]> {
    await this.cerrada;
    const { respuestas, consumed } = readAnswers(this.#received, this.#isHead);
    const rest = this.#received.toString('latin1', consumed);
    if (rest !== '') throw new Error(`this is no HTTP answer: ${JSON.stringify(rest)}`);
    return respuestas;
  }
}

/** Sends some bytes and returns the answers; closes its side after that many. */
export async function enviar(puerto: number, bytes: string | Buffer, count = 1): Promise<Respuesta[]> {
  for (;;) {
    const connection = new Conexion(puerto, { esHead: bytes.toString().startsWith('HEAD ') });
    connection.socket.write(bytes);
    await connection.espera(count);
    connection.socket.end();
    const respuestas = await connection.todo();
    if (!respuestas.some(({ cuerpo }) => isOverloaded(cuerpo))) return respuestas;
    await setTimeout(300);
  }
}
