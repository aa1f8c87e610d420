/** Test helper: a client that sends a file and reads its answer at the same time, over its own connection. */
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Sobre } from './service.js';

export const CSV = { 'content-type': 'text/csv' };
export const NDJSON = { 'content-type': 'application/x-ndjson' };
export const CABECERA = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';
/** An invented person whose key is known, and one whose date is unreadable. */
export const BUENA = 'Renata,Olvera,Tinajero,1990-05-17,M,09\n';
export const MALA = 'Renata,Olvera,Tinajero,ayer,M,09\n';

export interface Bajada {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly trailers: Readonly<Record<string, string | undefined>>;
  readonly texto: string;
  /** Whether the answer was cut. */
  readonly cortada: boolean;
}

export class Subida {
  readonly peticion: ClientRequest;
  readonly respuesta: Promise<IncomingMessage>;
  texto = '';
  #cut: Promise<boolean>;
  #arrived: () => void = () => undefined;

  constructor(puerto: number, query = 'token=pruebas', headers: Readonly<Record<string, string>> = CSV) {
    const path = `/curp/lote?${query}`;
    this.peticion = request({ host: '127.0.0.1', port: puerto, method: 'POST', path, headers, agent: false });
    this.respuesta = new Promise((resolve, reject) => this.peticion.once('response', resolve).once('error', reject));
    this.#cut = this.respuesta.then(
      async (answer) =>
        new Promise((resolve) => {
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            this.texto += chunk;
            this.#arrived();
          });
          answer.once('end', () => resolve(false)).once('error', () => resolve(true));
        }),
      () => true,
    );
    void this.#cut.then(() => this.#arrived());
    this.peticion.on('error', () => undefined);
    this.peticion.flushHeaders();
  }

  enviar(texto: string | Buffer): this {
    this.peticion.write(texto);
    return this;
  }

  /** Waits for that many complete lines. */
  async lineas(count: number): Promise<string[]> {
    for (;;) {
      const lines = this.texto.split('\n').slice(0, -1);
      if (lines.length >= count) return lines;
      const arrived = new Promise<void>((resolve) => (this.#arrived = resolve));
      if (await Promise.race([this.#cut.then(() => true), arrived])) throw new Error(`that was all: ${this.texto}`);
    }
  }

  /** Sends the rest, and waits for the whole answer. */
  async terminar(texto?: string | Buffer): Promise<Bajada> {
    this.peticion.end(texto);
    return this.todo();
  }

  async todo(): Promise<Bajada> {
    const cortada = await this.#cut;
    const answer = await this.respuesta.catch(() => null);
    const { statusCode: status, headers = {}, trailers = {} } = answer ?? {};
    return { status, headers, trailers, texto: this.texto, cortada };
  }
}

export const sobreDe = ({ texto }: Bajada): Sobre => JSON.parse(texto) as Sobre;

/** Sends a file and returns the answer. */
export const subir = async (
  puerto: number,
  file: string | Buffer,
  query?: string,
  headers?: Readonly<Record<string, string>>,
): Promise<Bajada> => new Subida(puerto, query, headers).terminar(file);
