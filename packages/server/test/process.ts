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

const carpetas: string[] = [];
const hijos = new Set<ChildProcessByStdio<null, Readable, Readable>>();

/** For `afterAll` of every file that uses this one. */
export async function limpiar(): Promise<void> {
  await Promise.all(
    Array.from(hijos, async (hijo) => {
      hijo.kill('SIGKILL');
      await once(hijo, 'close');
    }),
  );
  for (const carpeta of carpetas.splice(0)) rmSync(carpeta, { recursive: true });
}

/** Sends a request again if the service refuses it because the machine is too busy. */
const sobrecargado = (cuerpo: string): boolean => cuerpo.includes('El servicio está sobrecargado');

export function nuevaCarpeta(): string {
  const carpeta = mkdtempSync(join(tmpdir(), 'curp-service-'));
  carpetas.push(carpeta);
  return carpeta;
}

export class Proceso {
  /** Its output on stdout and stderr so far. */
  salida = '';
  errores = '';
  /** Its exit code, once it has ended and its output is complete; `null`: a signal ended it. */
  readonly fin: Promise<number | null>;
  readonly #hijo: ChildProcessByStdio<null, Readable, Readable>;

  /** It gets only these variables and free ports. */
  constructor(env: Readonly<Record<string, string>> = {}, cwd = nuevaCarpeta()) {
    const hijo = spawn(process.execPath, [MAIN], {
      cwd,
      env: { PORT: '0', ADMIN_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    hijos.add(hijo);
    hijo.stdout.on('data', (trozo: Buffer) => (this.salida += trozo.toString()));
    hijo.stderr.on('data', (trozo: Buffer) => (this.errores += trozo.toString()));
    this.fin = new Promise((resolve) => {
      hijo.once('close', (codigo) => {
        hijos.delete(hijo);
        resolve(codigo);
      });
    });
    this.#hijo = hijo;
  }

  /** Starts it, and waits until it prints its address. */
  static async iniciar(env?: Readonly<Record<string, string>>, cwd?: string): Promise<Proceso> {
    const proceso = new Proceso(env, cwd);
    await Promise.race([once(proceso.#hijo.stdout, 'data'), proceso.fin]);
    if (Number.isNaN(proceso.puerto)) throw new Error(`the service did not start: ${proceso.errores}`);
    return proceso;
  }

  get puerto(): number {
    return Number(/https?:\/\/\S+:(\d+)\s/.exec(this.salida)?.[1]);
  }

  get pid(): number {
    return this.#hijo.pid ?? 0;
  }

  async terminar(signal: NodeJS.Signals): Promise<number | null> {
    this.#hijo.kill(signal);
    return this.fin;
  }

  async pedir(ruta: string): Promise<{ readonly status: number; readonly sobre: Sobre }> {
    for (;;) {
      const respuesta = await fetch(`http://127.0.0.1:${this.puerto}${ruta}`);
      const cuerpo = await respuesta.text();
      if (!sobrecargado(cuerpo)) return { status: respuesta.status, sobre: JSON.parse(cuerpo) as Sobre };
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
function leerRespuestas(bytes: Buffer, esHead: boolean): { readonly respuestas: Respuesta[]; readonly leidos: number } {
  const respuestas: Respuesta[] = [];
  let leidos = 0;
  for (;;) {
    const cabeza = /^HTTP\/1\.1 (\d{3}) [\w -]+\r\n((?:[\w-]+: [^\r\n]*\r\n)*)\r\n/.exec(
      bytes.toString('latin1', leidos),
    );
    if (cabeza === null) break;
    const [entera, status, lineas = ''] = cabeza;
    const headers = Object.fromEntries(
      Array.from(lineas.matchAll(/(\S+): (.*)\r\n/g), ([, nombre = '', valor = '']) => [nombre.toLowerCase(), valor]),
    );
    const sinCuerpo = esHead || status === '100' || status === '204';
    const desde = leidos + entera.length;
    const hasta = desde + (sinCuerpo ? 0 : Number(headers['content-length']));
    if (!(hasta <= bytes.length)) break;
    respuestas.push({ status: Number(status), headers, cuerpo: bytes.toString('utf8', desde, hasta) });
    leidos = hasta;
  }
  return { respuestas, leidos };
}

/** A raw connection. */
export class Conexion {
  readonly socket: Socket;
  /** Settles once both sides are closed. */
  readonly cerrada: Promise<void>;
  readonly #esHead: boolean;
  #recibido = Buffer.alloc(0);

  constructor(puerto: number, { host = '127.0.0.1', allowHalfOpen = false, esHead = false } = {}) {
    this.#esHead = esHead;
    this.socket = connect({ port: puerto, host, allowHalfOpen });
    this.socket.on('data', (trozo) => (this.#recibido = Buffer.concat([this.#recibido, Buffer.from(trozo)])));
    this.socket.on('error', () => this.socket.destroy());
    this.cerrada = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Waits until that many answers arrived, or both sides are closed. */
  async espera(cuantas = 1): Promise<Respuesta[]> {
    for (;;) {
      const { respuestas } = leerRespuestas(this.#recibido, this.#esHead);
      if (respuestas.length >= cuantas || this.socket.destroyed) return respuestas;
      await Promise.race([new Promise((resolve) => this.socket.once('data', resolve)), this.cerrada]);
    }
  }

  /** Waits until both sides are closed, and returns the answers; fails if other bytes arrived. */
  async todo(): Promise<Respuesta[]> {
    await this.cerrada;
    const { respuestas, leidos } = leerRespuestas(this.#recibido, this.#esHead);
    const resto = this.#recibido.toString('latin1', leidos);
    if (resto !== '') throw new Error(`this is no HTTP answer: ${JSON.stringify(resto)}`);
    return respuestas;
  }
}

/** Sends some bytes and returns the answers; closes its side after that many. */
export async function enviar(puerto: number, bytes: string | Buffer, cuantas = 1): Promise<Respuesta[]> {
  for (;;) {
    const conexion = new Conexion(puerto, { esHead: bytes.toString().startsWith('HEAD ') });
    conexion.socket.write(bytes);
    await conexion.espera(cuantas);
    conexion.socket.end();
    const respuestas = await conexion.todo();
    if (!respuestas.some(({ cuerpo }) => sobrecargado(cuerpo))) return respuestas;
    await setTimeout(300);
  }
}
