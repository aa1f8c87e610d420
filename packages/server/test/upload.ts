/** Test helper: a client that sends a file over its own connection and reads the answer, at once or on request. */
import { readdirSync, readlinkSync } from 'node:fs';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { birthOf } from '../../contract/test/people.js';
import type { Envelope } from './service.js';

export const CSV = { 'content-type': 'text/csv' };
export const NDJSON = { 'content-type': 'application/x-ndjson' };
/** The name of the column of sexes says what M means, because rows with only M do not. */
export const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo (H/M),entidad\n';
/** An invented person whose key is known, and one whose date is unreadable. */
export const GOOD = 'Renata,Olvera,Tinajero,1990-05-17,M,09\n';
export const BAD = 'Renata,Olvera,Tinajero,ayer,M,09\n';

/** Returns rows in which people born on 17 of a month of 1990 get a birth and a state each: the first that of `GOOD`, unless `first` of them came before. */
export function distinct(rows: string, first = 0): string {
  let i = first;
  return rows.replaceAll(/1990-\d\d-17,([A-Z]),\d\d/g, (_, sex: string) => {
    const { date, state } = birthOf(i++);
    return `${date},${sex},${state}`;
  });
}

/** Rows wide enough that some thousands exceed what the system buffers for a client that does not read. */
const NOTES = 'x'.repeat(5000);
export const WIDE_HEADER = HEADER.replace('\n', ',notas\n');
export const WIDE_GOOD = GOOD.replace('\n', `,${NOTES}\n`);
export const WIDE_ROWS = 2500;
/** A file whose answer cannot end before its client reads it. */
export const WIDE_FILE = WIDE_HEADER + distinct(WIDE_GOOD.repeat(WIDE_ROWS));

export interface Download {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly trailers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** True if the answer was cut. */
  readonly cut: boolean;
}

export class Upload {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;
  text = '';
  #cut: Promise<boolean>;
  #arrived: () => void = () => undefined;
  #read: () => void = () => undefined;

  /** Opens the connection. With `holdsBack`, it reads the answer only once `read` is called. */
  constructor(
    puerto: number,
    query = 'token=pruebas',
    headers: Readonly<Record<string, string>> = CSV,
    holdsBack = false,
  ) {
    const path = `/curp/lote?${query}`;
    const mayRead = new Promise<void>((resolve) => (this.#read = resolve));
    if (!holdsBack) this.#read();
    this.request = request({ host: '127.0.0.1', port: puerto, method: 'POST', path, headers, agent: false });
    this.response = new Promise((resolve, reject) => this.request.once('response', resolve).once('error', reject));
    this.#cut = this.response.then(
      async (answer) =>
        new Promise((resolve) => {
          answer.once('end', () => resolve(false)).once('error', () => resolve(true));
          void mayRead.then(() =>
            answer.setEncoding('utf8').on('data', (chunk: string) => {
              this.text += chunk;
              this.#arrived();
            }),
          );
        }),
      () => true,
    );
    void this.#cut.then(() => this.#arrived());
    this.request.on('error', () => undefined);
    this.request.flushHeaders();
  }

  send(texto: string | Buffer): this {
    this.request.write(texto);
    return this;
  }

  /** Waits for that many complete lines that are not empty. */
  async lines(count: number): Promise<string[]> {
    for (;;) {
      const lines = this.text.split(/\n+/).slice(0, -1);
      if (lines.length >= count) return lines;
      const arrived = new Promise<void>((resolve) => (this.#arrived = resolve));
      if (await Promise.race([this.#cut.then(() => true), arrived])) throw new Error(`that was all: ${this.text}`);
    }
  }

  /** Sends the rest, and waits for the whole answer. */
  async finish(texto?: string | Buffer): Promise<Download> {
    this.request.end(texto);
    return this.all();
  }

  /** Waits for the whole answer. */
  async all(): Promise<Download> {
    this.#read();
    const cortada = await this.#cut;
    const answer = await this.response.catch(() => null);
    const { statusCode: status, headers = {}, trailers = {} } = answer ?? {};
    return { status, headers, trailers, text: this.text, cut: cortada };
  }
}

/** Returns the descriptors of a process on removed files of a folder, from `/proc` (Linux only). */
export const namelessFiles = (folder: string, pid: number | 'self' = 'self'): string[] =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return target.startsWith(folder) && target.endsWith(' (deleted)');
    } catch {
      return false; // The descriptor was closed meanwhile.
    }
  });

export const envelopeOf = ({ text: texto }: Download): Envelope => JSON.parse(texto) as Envelope;

/** Sends a whole file whose answer is in progress until `all` is called or the request is destroyed. */
export async function underWay(puerto: number, query?: string, file: string = WIDE_FILE): Promise<Upload> {
  const upload = new Upload(puerto, query, CSV, true);
  upload.request.end(file);
  await upload.response;
  return upload;
}

/** Returns whether the service refused a request because the machine is too busy; such requests are sent again. */
export const isOverloaded = (cuerpo: string): boolean => cuerpo.includes('El servicio está sobrecargado');

/** Sends a file and returns the answer. */
export async function uploadFile(
  puerto: number,
  file: string | Buffer,
  query?: string,
  headers?: Readonly<Record<string, string>>,
): Promise<Download> {
  for (;;) {
    const answer = await new Upload(puerto, query, headers).finish(file);
    if (!isOverloaded(answer.text)) return answer;
    await setTimeout(300);
  }
}
